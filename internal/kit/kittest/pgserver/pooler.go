package pgserver

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
)

// ErrNoPooler means that this machine has no PgBouncer.
var ErrNoPooler = errors.New("there is no pgbouncer on this machine (Debian: apt-get install pgbouncer)")

// Pooler is a PgBouncer in transaction mode in front of a server.
type Pooler struct {
	URL string // of the database "postgres"

	process *exec.Cmd
	folder  string
}

const poolerSettings = `[databases]
* = host=%s user=postgres
[pgbouncer]
listen_addr =
unix_socket_dir = %s
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = %d
max_client_conn = 200
logfile = %s
`

// StartPooler starts a PgBouncer that shares so many connections of the server among all of its clients.
func (s *Server) StartPooler(connections int) (*Pooler, error) {
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		return nil, ErrNoPooler
	}
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	folder, err := makeFolder("", account)
	if err != nil {
		return nil, err
	}
	settings := filepath.Join(folder, "pgbouncer.ini")
	text := fmt.Sprintf(poolerSettings, s.folder, folder, connections, filepath.Join(folder, "log"))
	if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
		return nil, err
	}
	p := &Pooler{process: command(account, program, settings), folder: folder}
	p.process.Dir = folder
	p.URL = "postgres://postgres@/postgres?" + url.Values{"host": {folder}, "port": {strconv.Itoa(6432)}}.Encode()
	if err := p.process.Start(); err != nil {
		return nil, err
	}
	if err := (&Server{URL: p.URL, folder: folder}).awaitReady(); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

// Stop ends the pooler and removes its folder.
func (p *Pooler) Stop() error {
	killed := p.process.Process.Signal(syscall.SIGQUIT)
	_ = p.process.Wait() // it ends by the signal
	return errors.Join(killed, os.RemoveAll(p.folder))
}
