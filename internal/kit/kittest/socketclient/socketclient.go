// Package socketclient lets tests use the official Socket.IO client: it runs e2e/sockets.mjs under Node.
package socketclient

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"sarai/internal/kit/kittest/pgserver"
)

// patience is how long a test waits for what must come.
const patience = time.Minute

// Process is one Node process with any number of clients.
type Process struct {
	t       testing.TB
	command *exec.Cmd
	input   io.WriteCloser
	lock    sync.Mutex
	changed chan struct{} // closed and replaced with every report
	reports map[string][]Report
}

// Report is something that happened to a client.
type Report struct {
	Name      string          `json:"name"`
	What      string          `json:"what"` // connect, upgrade, connect_error, disconnect, event, all, count
	Transport string          `json:"transport"`
	Message   string          `json:"message"`
	Event     string          `json:"event"`
	Payload   json.RawMessage `json:"payload"`
	Heard     int             `json:"heard"`
	Wrong     int             `json:"wrong"`
}

// Options are those of the client's io(), as far as tests use them.
type Options struct {
	Transports []string          `json:"transports,omitempty"`
	Headers    map[string]string `json:"extraHeaders,omitempty"`
}

// Polling is a client that polls for good.
func Polling() Options { return Options{Transports: []string{"polling"}} }

// WebSocket is a client that begins with a websocket.
func WebSocket() Options { return Options{Transports: []string{"websocket"}} }

// Upgrading is a client that polls first and then upgrades, as it does by default.
func Upgrading() Options { return Options{Transports: []string{"polling", "websocket"}} }

// Start runs Node; the process ends with the test. It fails the test when Node or the client isn't installed.
func Start(t testing.TB) *Process {
	t.Helper()
	root, err := pgserver.ProjectRoot()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(root, "e2e")
	if _, err := exec.LookPath("node"); err != nil {
		t.Fatal("This test uses the official Socket.IO client and needs Node: " +
			"install Node.js 20 or newer (https://nodejs.org).")
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules/socket.io-client")); err != nil {
		t.Fatal("This test needs npm's socket.io-client: run `npm ci` in the folder e2e, or `make test`, which does it.")
	}
	p := &Process{t: t, command: exec.Command("node", "sockets.mjs"), changed: make(chan struct{}),
		reports: map[string][]Report{}}
	p.command.Dir, p.command.Stderr = folder, os.Stderr
	input, err := p.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	p.input = input
	read := make(chan struct{})
	go func() {
		defer close(read)
		p.read(output)
	}()
	t.Cleanup(func() {
		_ = p.input.Close() // it is over when Kill came first
		<-read
		_ = p.command.Wait()
	})
	return p
}

func (p *Process) read(output io.Reader) {
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r Report
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			p.t.Errorf("Node said: %s", lines.Bytes())
			continue
		}
		p.lock.Lock()
		p.reports[r.Name] = append(p.reports[r.Name], r)
		close(p.changed)
		p.changed = make(chan struct{})
		p.lock.Unlock()
	}
}

// Kill ends the process at once, so that its connections are cut without a word.
func (p *Process) Kill() { _ = p.command.Process.Kill() }

// Client is one client of the official library.
type Client struct {
	*Process
	Name string
}

func (p *Process) say(command map[string]any) {
	p.t.Helper()
	line, err := json.Marshal(command)
	if err == nil {
		_, err = p.input.Write(append(line, '\n'))
	}
	if err != nil {
		p.t.Error(err)
	}
}

// Open begins to connect to the server at url with this auth (nil: none).
func (p *Process) Open(name, url string, auth any, options Options) *Client {
	p.t.Helper()
	p.say(map[string]any{"do": "open", "name": name, "url": url, "auth": auth, "options": options})
	return &Client{p, name}
}

// OpenSpace begins to connect to a namespace.
func (p *Process) OpenSpace(name, url, namespace string, auth any, options Options) *Client {
	p.t.Helper()
	p.say(map[string]any{"do": "open", "name": name, "url": url, "path": namespace, "auth": auth, "options": options})
	return &Client{p, name}
}

// OpenCounting is Open for a client that reports "all" each time it has heard the given number of events more.
// Their payloads must be {"n":0}, {"n":1} and so on.
func (p *Process) OpenCounting(name, url string, auth any, options Options, events int) *Client {
	p.t.Helper()
	p.say(map[string]any{"do": "open", "name": name, "url": url, "auth": auth, "options": options, "quiet": events})
	return &Client{p, name}
}

// Do sends one of the plain commands: emit, binary, connect, close, count.
func (c *Client) Do(command string) {
	c.t.Helper()
	c.say(map[string]any{"do": command, "name": c.Name})
}

// SetAuth is what the client sends from its next connect on.
func (c *Client) SetAuth(auth any) {
	c.t.Helper()
	c.say(map[string]any{"do": "auth", "name": c.Name, "auth": auth})
}

// Next waits for the client's next report of this kind and takes it; reports of other kinds stay.
func (c *Client) Next(what string) Report {
	c.t.Helper()
	timeout := time.After(patience)
	for {
		c.lock.Lock()
		reports, changed := c.reports[c.Name], c.changed
		for i, r := range reports {
			if r.What == what {
				c.reports[c.Name] = append(reports[:i:i], reports[i+1:]...)
				c.lock.Unlock()
				return r
			}
		}
		c.lock.Unlock()
		select {
		case <-changed:
		case <-timeout:
			c.t.Fatalf("client %s: no %s came; there is %+v", c.Name, what, reports)
		}
	}
}

// Counted is how many events a counting client has heard, and how many of them were not the next one.
func (c *Client) Counted() (heard, wrong int) {
	c.t.Helper()
	c.Do("count")
	r := c.Next("count")
	return r.Heard, r.Wrong
}

// Waiting are the reports that were not taken yet.
func (c *Client) Waiting() []Report {
	c.lock.Lock()
	defer c.lock.Unlock()
	return append([]Report(nil), c.reports[c.Name]...)
}
