package kittest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sarai/internal/kit/kittest/pgserver"
)

// StorageVariable names the program of versitygw, a server of S3's protocol, when it isn't what make storage builds.
const StorageVariable = "SARAI_TEST_STORAGE"

// Storage is an S3-compatible server of the test's own, with one bucket.
type Storage struct {
	Bucket string // the folder of the files in the bucket

	t       testing.TB
	program string
	host    string
	process *exec.Cmd
}

// The credentials of every Storage.
const (
	storageKey    = "AKSARAITEST"
	StorageSecret = "s3cret/of+the=storage"
)

// NewStorage is a server that Start starts. Where its program isn't on this machine, the test is skipped.
func NewStorage(t testing.TB) *Storage {
	t.Helper()
	program := os.Getenv(StorageVariable)
	if program == "" {
		root, err := pgserver.ProjectRoot()
		if err != nil {
			t.Fatal(err)
		}
		program = filepath.Join(root, "e2e/bin/versitygw")
	}
	if _, err := os.Stat(program); err != nil {
		t.Skipf("%v, so backups in storage are NOT tested: run make storage, or set %s", err, StorageVariable)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	s := &Storage{t: t, program: program, host: free.Addr().String(), Bucket: filepath.Join(t.TempDir(), "hotels")}
	if err := os.Mkdir(s.Bucket, 0o700); err != nil {
		t.Fatal(err)
	}
	return s
}

// Address is the setting that names a folder of the bucket.
func (s *Storage) Address(folder string) string {
	return fmt.Sprintf("s3://%s:s3cret%%2Fof+the=storage@%s/hotels/%s?tls=none", storageKey, s.host, folder)
}

// Start returns once the server answers. It ends with the test.
func (s *Storage) Start() {
	s.t.Helper()
	s.process = exec.Command(s.program, "--quiet", "--port", s.host, "--access", storageKey, "--secret", StorageSecret,
		"posix", filepath.Dir(s.Bucket))
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(s.Stop)
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", s.host)
		if err == nil {
			conn.Close()
			return
		}
		if time.Since(begin) > time.Minute {
			s.t.Fatal("the storage doesn't answer: ", err)
		}
	}
}

// Stop ends the server, if it runs.
func (s *Storage) Stop() {
	if s.process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
		s.process = nil
	}
}
