package drive

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// profiler is a source file added to the server's package when profiles are requested, and only then.
//
//go:embed profiler.go.txt
var profiler []byte

// Build builds the server as make build does; for profiles, with the file that writes them.
func Build(ctx context.Context, s Settings) error {
	if s.Profile == "" {
		return BuildWith(ctx, s, nil)
	}
	return errors.Join(os.MkdirAll(s.Profile, 0o755), BuildWith(ctx, s, profiler))
}

// BuildWith builds the server with one more source file in its main package, unless that is nil.
func BuildWith(ctx context.Context, s Settings, extra []byte) error {
	root, err := ProjectRoot(ctx)
	if err != nil {
		return err
	}
	arguments := []string{"build", "-trimpath", "-ldflags", "-s -w", "-o", s.Binary}
	if extra != nil {
		overlay, err := overlayWith(extra, s.Folder, root)
		if err != nil {
			return err
		}
		arguments = append(arguments, "-overlay", overlay)
	}
	build := exec.CommandContext(ctx, "go", append(arguments, "sarai/cmd/sarai")...)
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the server: %w\n%s", err, output)
	}
	return nil
}

// ProjectRoot is the folder of go.mod.
func ProjectRoot(ctx context.Context) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("find the project: %w", err)
	}
	return string(bytes.TrimSpace(root)), nil
}

func overlayWith(extra []byte, folder, root string) (string, error) {
	source, overlay := filepath.Join(folder, "extra.go"), filepath.Join(folder, "overlay.json")
	content, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(root,
		"cmd/sarai/extra.go"): source}})
	return overlay, errors.Join(err, os.WriteFile(source, extra, 0o600), os.WriteFile(overlay, content, 0o600))
}

// Process is a server in another process.
type Process struct {
	Address string // host and port
	command *exec.Cmd
}

const (
	startPatience = 20 * time.Second
	startPoll     = 500 * time.Microsecond
)

// StartServer runs the real server without a rate limit. Its log, one line of text for each request, goes to /dev/null.
func StartServer(ctx context.Context, s Settings, dataDir, databaseURL string, flags ...string) (*Process, error) {
	address, err := FreeAddress()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, s.Binary, append([]string{"serve", "--addr", address, "--data-dir", dataDir,
		"--database-url", databaseURL, "--rate-limit", "off"}, flags...)...)
	command.Env = append(os.Environ(), "BENCH_PROFILE="+profileOf(s))
	return Start(command, address, "/readyz")
}

func profileOf(s Settings) string { return filepath.Join(s.Folder, "cpu.pprof") }

// ProfileLoad writes a CPU profile of the server while 16 connections work.
func ProfileLoad(s Settings, p *Process, c Contestant, name string) error {
	if err := p.Signal(syscall.SIGUSR1); err != nil {
		return err
	}
	rate, err := Throughput(c, 16, s.Length)
	if err := errors.Join(err, p.Signal(syscall.SIGUSR2)); err != nil {
		return err
	}
	deadline := time.Now().Add(startPatience)
	for time.Now().Before(deadline) {
		content, err := os.ReadFile(profileOf(s))
		if err == nil {
			path := filepath.Join(s.Profile, name+".pprof")
			fmt.Printf("  %s is written (%.0f/s at 16 connections)\n", path, rate)
			return errors.Join(os.WriteFile(path, content, 0o644), os.Remove(profileOf(s)))
		}
		time.Sleep(startPoll)
	}
	return errors.New("the server has written no profile")
}

// Recorded is a response to be given again.
type Recorded struct {
	Status int
	Header http.Header
	Body   []byte
}

// AnswerOf is what the server answers to a request.
func (p *Process) AnswerOf(request []byte) (a Recorded, err error) {
	conn, err := net.Dial("tcp", p.Address)
	if err != nil {
		return a, err
	}
	defer conn.Close()
	if _, err := conn.Write(request); err != nil {
		return a, err
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	response.Header.Del("Date") // the floor has its own
	a.Status, a.Header = response.StatusCode, response.Header
	a.Body, err = io.ReadAll(response.Body)
	return a, err
}

// Start runs a server, and returns when it answers to this path.
func Start(command *exec.Cmd, address, ready string) (*Process, error) {
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Start(); err != nil {
		return nil, err
	}
	p := &Process{Address: address, command: command}
	deadline := time.Now().Add(startPatience)
	for time.Now().Before(deadline) {
		if answers("http://" + address + ready) {
			return p, nil
		}
		time.Sleep(startPoll)
	}
	return nil, errors.Join(fmt.Errorf("%s does not answer", command.Path), p.Stop(), errors.New(said.String()))
}

// fresh keeps no connection open, so that servers can stop at once.
var fresh = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Second}

func answers(url string) bool {
	response, err := fresh.Get(url)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

// Signal sends the process a signal.
func (p *Process) Signal(s os.Signal) error { return p.command.Process.Signal(s) }

// Stop asks the process to end, and waits until it has. One that fails by it is an error.
func (p *Process) Stop() error { return errors.Join(p.Signal(syscall.SIGTERM), p.command.Wait()) }

// Memory returns a line of the process's status, such as VmHWM (peak memory), in megabytes.
func (p *Process) Memory(name string) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	for row := range strings.Lines(string(status)) {
		if fields := strings.Fields(row); len(fields) == 3 && fields[0] == name+":" {
			kilobytes, err := strconv.ParseFloat(fields[1], 64)
			return kilobytes / 1024, err
		}
	}
	return 0, fmt.Errorf("the process's status has no %s", name)
}

// ProcessorTime returns what the process has used so far, on all processors, in steps of 10 ms.
func (p *Process) ProcessorTime() (time.Duration, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), ") ") // what comes before is the program's name
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("the process's times are missing in %q", status)
	}
	user, err := strconv.Atoi(fields[11])
	system, wrong := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, errors.Join(err, wrong)
}

// Counters are the server's counts of commits and of the writes in them.
type Counters struct{ commits, writes float64 }

// Counters reads them from the server's metrics.
func (p *Process) Counters() (c Counters, err error) {
	response, err := fresh.Get("http://" + p.Address + "/metrics")
	if err != nil {
		return c, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	for row := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(row), " ")
		switch name {
		case "sarai_db_commits_total":
			c.commits, err = strconv.ParseFloat(value, 64)
		case "sarai_db_writes_total":
			c.writes, err = strconv.ParseFloat(value, 64)
		}
	}
	return c, err
}

// Batch returns the mean number of writes in a commit since then.
func (c Counters) Batch(since Counters) float64 {
	return (c.writes - since.writes) / (c.commits - since.commits)
}

// FreeAddress is a host and port on loopback that nobody listens on.
func FreeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
