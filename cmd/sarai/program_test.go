// Package main_test runs the real program as an operator would: as a process of its own, told by settings and
// signals, seen through HTTP, its log, its exit code, its mails and its database.
package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// patience is how long anything may take that is waited for; reaching it fails the test.
const patience = 30 * time.Second

var buildFolder string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if buildFolder, err = os.MkdirTemp("", "sarai-program-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(buildFolder)
	if err := flag.Set("test.parallel", "6"); err != nil { // the scenarios wait more than they work
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := os.Chmod(buildFolder, 0o755); err != nil { // some tests run the program as another user
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// plain and watched build the program once each. Most scenarios send one request after the other, in which the race
// detector has nothing to see and makes everything several times slower: they run the plain one.
var (
	plain   = sync.OnceValues(func() (string, error) { return build("plain") })
	watched = sync.OnceValues(func() (string, error) { return build("watched", "-race") })
)

func build(folder string, flags ...string) (string, error) {
	path := filepath.Join(buildFolder, folder, "sarai")
	args := append([]string{"build", "-ldflags", "-X main.version=tested", "-o", path}, flags...)
	output, err := exec.Command("go", append(args, ".")...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, output)
	}
	return path, nil
}

// await waits until holds does.
func await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !holds() {
		select {
		case <-again.C:
		case <-deadline.C:
			t.Fatalf("waited %s in vain for %s", patience, what)
		}
	}
}

// place is where one installation of Sarai lives: its data directory, its database and its settings.
type place struct {
	t        *testing.T
	dir      string
	database string // as db.Open takes it
	settings []string
	read     map[string]bool // mails that letter has returned
	binary   func() (string, error)
}

// newPlace is an empty installation on one engine. Settings are written as in the environment.
func newPlace(t *testing.T, engine string, settings ...string) *place {
	t.Helper()
	dir := t.TempDir()
	p := &place{t: t, dir: dir, database: "sqlite:" + filepath.Join(dir, "sarai.db"), read: map[string]bool{},
		binary: plain}
	p.settings = []string{"SARAI_ADDR=127.0.0.1:0", "SARAI_DATA_DIR=" + dir, "SARAI_PUBLIC_URL=http://sarai.test",
		"SARAI_RATE_LIMIT=off", "SARAI_SIGNUP=open", "SARAI_LOG=json"}
	if engine == kittest.PostgreSQL {
		p.use(kittest.URL(t, engine))
	}
	p.settings = append(p.settings, settings...)
	return p
}

// use puts the installation on a PostgreSQL database.
func (p *place) use(url string) {
	p.database = url
	p.settings = append(p.settings, "SARAI_DATABASE_URL="+url)
}

// watch lets the installation's programs run with the race detector, when the tests have it: for scenarios in which
// much happens at once.
func (p *place) watch() {
	if withRaceDetector {
		p.binary = watched
	}
}

func (p *place) onSQLite() bool { return strings.HasPrefix(p.database, "sqlite:") }

// eachEngine runs a scenario in an empty installation on every engine.
func eachEngine(t *testing.T, scenario func(t *testing.T, p *place)) {
	t.Parallel()
	onEngines(t, kittest.Engines(), scenario)
}

// onPostgreSQL runs a scenario on PostgreSQL, when this run tests it.
func onPostgreSQL(t *testing.T, scenario func(t *testing.T, p *place)) {
	t.Parallel()
	if slices.Contains(kittest.Engines(), kittest.PostgreSQL) {
		onEngines(t, []string{kittest.PostgreSQL}, scenario)
	}
}

func onEngines(t *testing.T, engines []string, scenario func(t *testing.T, p *place)) {
	for _, engine := range engines {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			scenario(t, newPlace(t, engine))
		})
	}
}

// environment is ours without what a developer has set for Sarai; of two values for a name the later counts.
func (p *place) environment() []string {
	var kept []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "SARAI_") {
			kept = append(kept, entry)
		}
	}
	kept = append(kept, "GORACE=atexit_sleep_ms=0") // the race detector sleeps a second at each end else
	return append(kept, p.settings...)
}

// open opens the installation's database beside the program.
func (p *place) open() *db.DB {
	p.t.Helper()
	d, err := db.Open(p.t.Context(), db.Config{URL: p.database})
	if err != nil {
		p.t.Fatal(err)
	}
	return d
}

// query reads the rows of a statement as text.
func (p *place) query(statement string, args ...any) [][]string {
	p.t.Helper()
	d := p.open()
	defer d.Close()
	var all [][]string
	err := d.Read(p.t.Context(), func(tx *db.Tx) (err error) {
		all, err = rowsOf(tx, statement, args...)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return all
}

func rowsOf(tx *db.Tx, statement string, args ...any) ([][]string, error) {
	rows, err := tx.Query(statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var all [][]string
	for rows.Next() {
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		row := make([]string, len(columns))
		for i, value := range values {
			row[i] = fmt.Sprint(value)
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// change runs one statement: how a test makes time pass for a link or a mail.
func (p *place) change(statement string, args ...any) {
	p.t.Helper()
	d := p.open()
	defer d.Close()
	err := d.Write(p.t.Context(), func(tx *db.Tx) error {
		changed, err := tx.Exec(statement, args...)
		if err == nil && changed == 0 {
			err = errors.New("no row is changed")
		}
		return err
	})
	if err != nil {
		p.t.Fatalf("%s: %v", statement, err)
	}
}

// program is one process of Sarai.
type program struct {
	t      *testing.T
	place  *place
	cmd    *exec.Cmd
	stdout transcript
	stderr transcript
	over   chan struct{} // closed at its end
	killed bool
	url    string // once it serves
}

// transcript is what a process has written so far.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *transcript) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(b)
}

func (w *transcript) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// start begins the program with these arguments. At the end of the test it is killed if it still runs.
func (p *place) start(args ...string) *program {
	p.t.Helper()
	return p.startAs(nil, args...)
}

// startAs is start as another user; nil: as the test's own.
func (p *place) startAs(user *syscall.Credential, args ...string) *program {
	p.t.Helper()
	path, err := p.binary()
	if err != nil {
		p.t.Fatal(err)
	}
	s := &program{t: p.t, place: p, cmd: exec.Command(path, args...), over: make(chan struct{})}
	s.cmd.Env, s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = p.environment(), "/", &s.stdout, &s.stderr
	if user != nil {
		s.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
	}
	if err := s.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	go func() {
		_ = s.cmd.Wait() // how it ended is in cmd.ProcessState
		close(s.over)
	}()
	p.t.Cleanup(func() {
		s.kill()
		if p.t.Failed() {
			p.t.Logf("sarai %s wrote:\n%s%s", strings.Join(args, " "), s.stdout.String(), lastLines(s.stderr.String(), 12))
		}
	})
	return s
}

func lastLines(text string, most int) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// kill is kill -9, when the program still runs.
func (s *program) kill() {
	s.t.Helper()
	select {
	case <-s.over:
	default:
		s.killed = true
		s.signal(syscall.SIGKILL)
	}
	s.wait()
}

func (s *program) signal(signal syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.t.Error(err)
	}
}

// wait waits for the end and returns the exit code. Whatever happened, no process may panic or race.
func (s *program) wait() int {
	s.t.Helper()
	select {
	case <-s.over:
	case <-time.After(patience):
		s.t.Fatalf("the program still runs after %s", patience)
	}
	for _, sign := range []string{"DATA RACE", "panic: ", "goroutine "} {
		if output := s.stderr.String(); strings.Contains(output, sign) {
			s.t.Errorf("the program wrote %q: %s", sign, output)
		}
	}
	return s.cmd.ProcessState.ExitCode()
}

// run runs a command to its end and returns exit code, standard output and standard error.
func (p *place) run(args ...string) (code int, stdout, stderr string) {
	p.t.Helper()
	s := p.start(args...)
	code = s.wait()
	return code, s.stdout.String(), s.stderr.String()
}

// mustRun fails the test unless the command succeeds.
func (p *place) mustRun(args ...string) (stdout string) {
	p.t.Helper()
	code, stdout, stderr := p.run(args...)
	if code != 0 {
		p.t.Fatalf("sarai %s: exit %d: %s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}

// serve starts the server and waits until it says that it serves.
func (p *place) serve(args ...string) *program {
	p.t.Helper()
	s := p.start(append([]string{"serve"}, args...)...)
	s.awaitServing()
	return s
}

func (s *program) awaitServing() {
	s.t.Helper()
	await(s.t, "the server to serve", func() bool {
		for _, line := range s.log() {
			if line["msg"] == "serving" {
				s.url = "http://" + line["address"].(string)
			}
		}
		select {
		case <-s.over:
			s.t.Fatalf("the server ended with %d: %s", s.cmd.ProcessState.ExitCode(), s.stderr.String())
		default:
		}
		return s.url != ""
	})
}

// log is the log so far, of the lines that are complete.
func (s *program) log() []map[string]any {
	s.t.Helper()
	text := s.stderr.String()
	var lines []map[string]any
	for _, line := range strings.Split(text[:strings.LastIndex(text, "\n")+1], "\n") {
		var entry map[string]any
		if json.Unmarshal([]byte(line), &entry) == nil {
			lines = append(lines, entry)
		}
	}
	return lines
}

func (s *program) logged(message string) bool {
	s.t.Helper()
	for _, line := range s.log() {
		if text, _ := line["msg"].(string); strings.HasPrefix(text, message) {
			return true
		}
	}
	return false
}

// stop is what a service manager does: SIGTERM, and then it has to end well.
func (s *program) stop() {
	s.t.Helper()
	s.signal(syscall.SIGTERM)
	if code := s.wait(); code != 0 {
		s.t.Errorf("after SIGTERM the program ended with %d: %s", code, lastLines(s.stderr.String(), 5))
	}
}

// letter waits for a mail to this address in the mail directory that it has not returned yet.
func (p *place) letter(to string) string {
	p.t.Helper()
	return lastLetter(p.t, to, p)
}

// lastLetter waits for a mail in the directory of any of the places.
func lastLetter(t *testing.T, to string, places ...*place) (letter string) {
	t.Helper()
	await(t, "a mail to "+to, func() bool {
		for _, p := range places {
			if letter == "" {
				letter = p.unread(to)
			}
		}
		return letter != ""
	})
	return letter
}

// unread is a mail to this address that was not returned yet; "" when there is none.
func (p *place) unread(to string) string {
	p.t.Helper()
	files, err := filepath.Glob(filepath.Join(p.dir, "mail", "*.eml"))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			p.t.Fatal(err)
		}
		if !p.read[file] && strings.Contains(string(content), "To: <"+to+">") {
			p.read[file] = true
			return string(content)
		}
	}
	return ""
}

// linkIn finds the link to one of the server's pages in a mail, without what it begins with.
func linkIn(t *testing.T, letter, page string) string {
	t.Helper()
	found := regexp.MustCompile(`http://sarai\.test(/` + page + `\?[^\s"<>]+)`).FindStringSubmatch(letter)
	if found == nil {
		t.Fatalf("no link to /%s in the mail:\n%s", page, letter)
	}
	return found[1]
}
