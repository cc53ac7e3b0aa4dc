package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
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

// settler is a source file added to the server's package to measure its memory.
//
//go:embed settler.go.txt
var settler []byte

// buildServer builds the server as make build does; for profiles, with the file that writes them.
func buildServer(ctx context.Context, s settings) error {
	if s.profile == "" {
		return buildServerWith(ctx, s, nil)
	}
	return errors.Join(os.MkdirAll(s.profile, 0o755), buildServerWith(ctx, s, profiler))
}

// buildServerWith builds the server with one more source file in its main package, unless that is nil.
func buildServerWith(ctx context.Context, s settings, extra []byte) error {
	root, err := projectRoot(ctx)
	if err != nil {
		return err
	}
	arguments := []string{"build", "-trimpath", "-ldflags", "-s -w", "-o", s.binary}
	if extra != nil {
		overlay, err := overlayWith(extra, s.folder, root)
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

// projectRoot is the folder of go.mod.
func projectRoot(ctx context.Context) (string, error) {
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

// process is a server in another process.
type process struct {
	command *exec.Cmd
	address string
}

const (
	startPatience = 20 * time.Second
	startPoll     = 500 * time.Microsecond
)

// startServer runs the real server without a rate limit. Its log, one line of text for each request, goes to /dev/null.
func startServer(ctx context.Context, s settings, dataDir, databaseURL string, flags ...string) (*process, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, s.binary, append([]string{"serve", "--addr", address, "--data-dir", dataDir,
		"--database-url", databaseURL, "--rate-limit", "off"}, flags...)...)
	command.Env = append(os.Environ(), "BENCH_PROFILE="+profileOf(s))
	return start(command, address, "/readyz")
}

func profileOf(s settings) string { return filepath.Join(s.folder, "cpu.pprof") }

// profileLoad writes a CPU profile of the server while 16 connections work.
func profileLoad(s settings, p *process, c contestant, name string) error {
	if err := p.signal(syscall.SIGUSR1); err != nil {
		return err
	}
	rate, err := throughput(c, 16, s.length)
	if err := errors.Join(err, p.signal(syscall.SIGUSR2)); err != nil {
		return err
	}
	deadline := time.Now().Add(startPatience)
	for time.Now().Before(deadline) {
		content, err := os.ReadFile(profileOf(s))
		if err == nil {
			path := filepath.Join(s.profile, name+".pprof")
			fmt.Printf("  %s is written (%.0f/s at 16 connections)\n", path, rate)
			return errors.Join(os.WriteFile(path, content, 0o644), os.Remove(profileOf(s)))
		}
		time.Sleep(startPoll)
	}
	return errors.New("the server has written no profile")
}

// startBare runs the floor for HTTP, in a process of its own like the server. It answers the paths with what they have
// been answered with.
func startBare(ctx context.Context, s settings, answers map[string]recorded) (*process, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(answers)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(s.folder, "answers.json")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return nil, err
	}
	return start(exec.CommandContext(ctx, self, bareFlag, address, file), address, "/")
}

// recorded is a response to be given again.
type recorded struct {
	Status int
	Header http.Header
	Body   []byte
}

// answerOf is what the server answers to a request.
func (p *process) answerOf(request []byte) (a recorded, err error) {
	conn, err := net.Dial("tcp", p.address)
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

func start(command *exec.Cmd, address, ready string) (*process, error) {
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Start(); err != nil {
		return nil, err
	}
	p := &process{command: command, address: address}
	deadline := time.Now().Add(startPatience)
	for time.Now().Before(deadline) {
		if answers("http://" + address + ready) {
			return p, nil
		}
		time.Sleep(startPoll)
	}
	return nil, errors.Join(fmt.Errorf("%s does not answer", command.Path), p.stop(), errors.New(said.String()))
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

func (p *process) signal(s os.Signal) error { return p.command.Process.Signal(s) }

func (p *process) stop() error { return errors.Join(p.signal(syscall.SIGTERM), p.command.Wait()) }

// memory returns a line of the process's status, such as VmHWM (peak memory), in megabytes.
func (p *process) memory(name string) (float64, error) {
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

// processorTime returns what the process has used so far, on all processors, in steps of 10 ms.
func (p *process) processorTime() (time.Duration, error) {
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

// counters are the server's counts of commits and of the writes in them.
type counters struct{ commits, writes float64 }

func (p *process) counters() (c counters, err error) {
	response, err := fresh.Get("http://" + p.address + "/metrics")
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

// batch returns the mean number of writes in a commit since then.
func (c counters) batch(since counters) float64 {
	return (c.writes - since.writes) / (c.commits - since.commits)
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// serveBare answers every request with the answer in the file whose key ends the path, or with that of "": what
// net/http costs before any work is done.
func serveBare(address, file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var answers map[string]recorded
	if err := json.Unmarshal(content, &answers); err != nil {
		return err
	}
	list, one := answers["/list"], answers[""]
	server := &http.Server{Addr: address, ReadHeaderTimeout: 10 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			a := one
			if strings.HasSuffix(r.URL.Path, "/list") {
				a = list
			}
			maps.Copy(w.Header(), a.Header)
			_, _ = w.Write(a.Body) // the client may be gone
		})}
	return server.ListenAndServe()
}

// onMemory reports whether the folder is on a file system in memory.
func onMemory(folder string) bool {
	const tmpfs = 0x01021994
	var status syscall.Statfs_t
	return syscall.Statfs(folder, &status) == nil && int64(status.Type) == tmpfs
}
