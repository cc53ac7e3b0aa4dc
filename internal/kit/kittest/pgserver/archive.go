package pgserver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// ErrNoBaseBackup means that this machine's PostgreSQL comes without pg_basebackup, as npm's does.
var ErrNoBaseBackup = errors.New("there is no pg_basebackup on this machine (Debian: apt-get install postgresql)")

// StartArchived starts a server that archives its log as docs/operations.md says, and makes a base backup of it.
func StartArchived() (*Server, error) {
	programs, err := findPrograms()
	if err != nil {
		return nil, err
	}
	if !isFile(filepath.Join(programs, "pg_basebackup")) {
		return nil, ErrNoBaseBackup
	}
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	folder, err := makeFolder("", account)
	if err != nil {
		return nil, err
	}
	s, err := startArchived(programs, folder)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return s, nil
}

func startArchived(programs, folder string) (*Server, error) {
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	if err := initialize(programs, folder, account); err != nil {
		return nil, err
	}
	archive := filepath.Join(folder, "archive")
	if output, err := command(account, "mkdir", archive).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("make the archive: %w\n%s", err, output)
	}
	s, err := run(programs, folder, account, append(settings(true), "-c", "wal_level=replica", "-c", "archive_mode=on",
		"-c", "archive_timeout=60", "-c",
		fmt.Sprintf("archive_command=test ! -f %s/%%f && cp %%p %s/%%f.part && mv %s/%%f.part %s/%%f",
			archive, archive, archive, archive)))
	if err != nil {
		return nil, err
	}
	if err := s.awaitReady(); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	backup := command(account, filepath.Join(programs, "pg_basebackup"), "-h", folder, "-U", "postgres",
		"-D", filepath.Join(folder, "base"), "--checkpoint=fast")
	backup.Dir = folder
	if output, err := backup.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("pg_basebackup: %w\n%s", err, output), s.Stop())
	}
	return s, nil
}

// ArchiveNow returns once everything that is committed lies in the archive.
func (s *Server) ArchiveNow() error {
	if err := s.exec("CREATE TABLE archived AS SELECT pg_walfile_name(pg_switch_wal()) AS log"); err != nil {
		return err
	}
	return s.until("SELECT last_archived_wal >= (SELECT log FROM archived) FROM pg_stat_archiver")
}

// RestoredTo starts another server with what an archived one had committed at this time.
func (s *Server) RestoredTo(at time.Time) (*Server, error) {
	programs, err := findPrograms()
	if err != nil {
		return nil, err
	}
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	folder, err := makeFolder("", account)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(folder, "data")
	for _, step := range [][]string{{"cp", "-R", filepath.Join(s.folder, "base"), data},
		{"touch", filepath.Join(data, "recovery.signal")}} {
		doing := command(account, step[0], step[1:]...)
		doing.Dir = folder
		if output, err := doing.CombinedOutput(); err != nil {
			return nil, errors.Join(fmt.Errorf("%v: %w\n%s", step, err, output), os.RemoveAll(folder))
		}
	}
	restored, err := run(programs, folder, account, append(settings(true),
		"-c", "restore_command=cp "+filepath.Join(s.folder, "archive")+"/%f %p",
		"-c", "recovery_target_time="+at.UTC().Format("2006-01-02 15:04:05.000000+00"),
		"-c", "recovery_target_action=promote"))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	if err := errors.Join(restored.awaitReady(), restored.until("SELECT NOT pg_is_in_recovery()")); err != nil {
		return nil, errors.Join(err, restored.Stop())
	}
	return restored, nil
}
