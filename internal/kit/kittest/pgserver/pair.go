package pgserver

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// Pair is a primary and a standby that confirms each of its commits (synchronous replication).
type Pair struct{ Primary, Standby *Server }

// StartPair starts two servers that live until Stop or the end of this process. The standby is a copy of the fresh
// cluster, since npm's PostgreSQL has no pg_basebackup.
func StartPair() (*Pair, error) {
	programs, err := findPrograms()
	if err != nil {
		return nil, err
	}
	account, err := unprivileged()
	if err != nil {
		return nil, err
	}
	var folders [2]string
	for i := range folders {
		if folders[i], err = makeFolder("", account); err != nil {
			return nil, err
		}
	}
	p, err := startPair(programs, account, folders[0], folders[1])
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folders[0]), os.RemoveAll(folders[1]))
	}
	return p, nil
}

func startPair(programs string, account *syscall.Credential, primary, standby string) (*Pair, error) {
	programs, err := readablePrograms(programs, primary, account)
	if err != nil {
		return nil, err
	}
	if err := initialize(programs, primary, account); err != nil {
		return nil, err
	}
	if err := copyCluster(account, primary, standby); err != nil {
		return nil, err
	}
	p := &Pair{}
	if p.Primary, err = run(programs, primary, account, settings(true)); err != nil {
		return nil, err
	}
	if err := p.Primary.awaitReady(); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	p.Standby, err = run(programs, standby, account, append(settings(true),
		"-c", "primary_conninfo=host="+primary+" user=postgres application_name=standby"))
	if err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	if err := errors.Join(p.Standby.awaitReady(), p.awaitReplication()); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

// copyCluster makes a standby's cluster of one that isn't running.
func copyCluster(account *syscall.Credential, from, to string) error {
	copying := command(account, "cp", "-R", filepath.Join(from, "data"), filepath.Join(to, "data"))
	copying.Dir = to
	if output, err := copying.CombinedOutput(); err != nil {
		return fmt.Errorf("copy the cluster: %w\n%s", err, output)
	}
	signal := command(account, "touch", filepath.Join(to, "data", "standby.signal"))
	return signal.Run()
}

// awaitReplication makes commits wait for the standby once it follows.
func (p *Pair) awaitReplication() error {
	err := p.Primary.exec("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
	if err == nil {
		err = p.Primary.exec("SELECT pg_reload_conf()")
	}
	if err != nil {
		return err
	}
	return p.Primary.until("SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync')")
}

// URL is that of the database "postgres" on whichever of the two is the primary.
func (p *Pair) URL() string {
	return "postgres://postgres@/postgres?" + url.Values{"host": {p.Primary.folder + "," + p.Standby.folder},
		"target_session_attrs": {"read-write"}}.Encode()
}

// Stop ends both.
func (p *Pair) Stop() (err error) {
	for _, s := range []*Server{p.Primary, p.Standby} {
		if s != nil {
			err = errors.Join(err, s.Thaw(), s.Stop())
		}
	}
	return err
}

// Promote makes a standby a primary that waits for nobody, and returns once it takes writes.
func (s *Server) Promote() error {
	if err := s.exec("SELECT pg_promote()"); err != nil {
		return err
	}
	return s.until("SELECT NOT pg_is_in_recovery()")
}

func (s *Server) exec(statement string) error {
	return s.connected(func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, statement)
		return err
	})
}

// until asks until the answer is true.
func (s *Server) until(question string) error {
	return s.connected(func(ctx context.Context, conn *pgx.Conn) error {
		for yes := false; !yes; {
			if err := conn.QueryRow(ctx, question).Scan(&yes); err != nil {
				return fmt.Errorf("%s: %w", question, err)
			}
		}
		return nil
	})
}

func (s *Server) connected(do func(ctx context.Context, conn *pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.URL)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, conn), conn.Close(ctx))
}

// Kill ends the server as a machine that loses its power does.
func (s *Server) Kill() error { return s.signal(syscall.SIGKILL) }

// Freeze stops the server's processes, so that it takes connections and answers nothing.
func (s *Server) Freeze() error { return s.signal(syscall.SIGSTOP) }

// Thaw lets a frozen server go on.
func (s *Server) Thaw() error { return s.signal(syscall.SIGCONT) }

// signal reaches all processes of the server. The parent is stopped first, so that it starts no others, and dies last:
// who were its children couldn't be told any more.
func (s *Server) signal(what syscall.Signal) error {
	text, err := os.ReadFile(filepath.Join(s.folder, "data", "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	parent, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	if err := syscall.Kill(parent, syscall.SIGSTOP); err != nil {
		if errors.Is(err, syscall.ESRCH) {
			return nil // killed before
		}
		return err
	}
	children, err := childrenOf(parent)
	for _, child := range children {
		_ = syscall.Kill(child, what) // it may have ended by itself
	}
	return errors.Join(err, syscall.Kill(parent, what))
}

func childrenOf(parent int) (children []int, err error) {
	list, err := exec.Command("ps", "-A", "-o", "ppid=,pid=").Output()
	for line := range strings.Lines(string(list)) {
		fields := strings.Fields(line)
		if len(fields) == 2 && fields[0] == strconv.Itoa(parent) {
			child, wrong := strconv.Atoi(fields[1])
			children, err = append(children, child), errors.Join(err, wrong)
		}
	}
	return children, err
}
