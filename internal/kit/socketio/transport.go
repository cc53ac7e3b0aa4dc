package socketio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"sarai/internal/kit/errs"
)

// The transports' names in queries and metrics.
const (
	polling   = "polling"
	webSocket = "websocket"
)

var (
	errBusy          = errs.Upstream("The server is busy. Try again in a moment.")
	errFailed        = errs.Upstream("The server could not check your token. Try again in a moment.")
	errTooManyOfUser = errs.Forbidden("You have too many connections open. Close some of them, and try again.")
)

// The codes of refused requests, as in the reference server.
const (
	codeTransport = 0
	codeSession   = 1
	codeMethod    = 2
	codeRequest   = 3
	codeForbidden = 4
	codeVersion   = 5
)

func refuse(w http.ResponseWriter, status, code int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// If the caller is gone, there is nobody left to tell.
	_ = json.NewEncoder(w).Encode(map[string]any{"code": code, "message": message})
}

// ServeHTTP serves everything under the server's path.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	transport, sid := query.Get("transport"), query.Get("sid")
	isPost := r.Method == http.MethodPost
	switch {
	case query.Get("EIO") != "4":
		refuse(w, http.StatusBadRequest, codeVersion, "Unsupported protocol version")
	case !s.welcomes(r.Header.Get("Origin"), r.Host):
		s.metrics.refused.WithLabelValues("origin").Inc()
		refuse(w, http.StatusForbidden, codeForbidden, "Forbidden")
	case transport != polling && transport != webSocket:
		refuse(w, http.StatusBadRequest, codeTransport, "Transport unknown")
	case r.Method != http.MethodGet && !isPost || isPost && (sid == "" || transport != polling):
		refuse(w, http.StatusBadRequest, codeMethod, "Bad handshake method")
	case sid == "":
		s.open(w, r, transport)
	default:
		s.mu.Lock()
		c := s.conns[sid]
		s.mu.Unlock()
		switch {
		case c == nil:
			refuse(w, http.StatusBadRequest, codeSession, "Session ID unknown")
		case isPost:
			c.post(w, r)
		case transport == polling:
			c.poll(w, r)
		default:
			c.upgrade(w, r)
		}
	}
}

// open begins a connection.
func (s *Server) open(w http.ResponseWriter, r *http.Request, transport string) {
	scheme, header, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		header = ""
	}
	header = strings.TrimSpace(header)
	from := ""
	if header == "" || !s.Genuine(header) {
		from = s.Address(r)
	}
	c := newConn(s, header, from)
	crowded, admitted := s.admitsOne(c)
	if crowded != nil {
		s.end(crowded, endCrowded, cut)
	}
	if !admitted {
		s.metrics.refused.WithLabelValues("total").Inc()
		w.Header().Set("Retry-After", "5")
		refuse(w, http.StatusServiceUnavailable, codeForbidden, "Too many connections")
		return
	}
	hello := welcome{ID: c.id, Upgrades: []string{}, PingInterval: s.PingInterval.Milliseconds(),
		PingTimeout: s.PingTimeout.Milliseconds(), MaxPayload: s.MaxPayload}
	if transport == polling {
		hello.Upgrades = append(hello.Upgrades, webSocket)
	}
	text, err := json.Marshal(hello)
	if err != nil {
		panic(err) // strings and numbers
	}
	c.send(append([]byte{frameOpen}, text...))
	if transport == polling {
		c.poll(w, r)
		return
	}
	socket, ok := c.accept(w, r)
	if !ok {
		s.end(c, endClient, cut)
		return
	}
	c.use(socket)
	go func() {
		defer s.running.Done()
		c.read(socket)
	}()
}

// admitsOne registers a new connection, unless there are too many. If its address has too many that are half open, the
// oldest of those has to end: who is let in needs no more than a moment for it.
func (s *Server) admitsOne(c *conn) (crowded *conn, admitted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing || len(s.conns) >= s.MaxTotal || c.from != "" && s.waiting >= max(1, s.MaxTotal/4) {
		return nil, false
	}
	s.conns[c.id] = c
	if c.from != "" {
		others := s.halfOpen[c.from]
		if len(others) >= s.MaxHalfOpen {
			crowded = others[0]
		}
		s.waiting++
		s.halfOpen[c.from] = append(others, c)
	}
	if !s.kept {
		s.kept = true
		s.running.Go(s.keep)
	}
	return crowded, true
}

// post receives a payload from a polling client.
func (c *conn) post(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(c.server.MaxPayload)))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		c.server.end(c, endMalformed, cut)
		refuse(w, http.StatusRequestEntityTooLarge, codeRequest, "Payload too large")
		return
	}
	frames, malformed := readPayload(string(body))
	if err != nil || malformed != nil || c.transport() != polling {
		c.server.end(c, endMalformed, cut)
		refuse(w, http.StatusBadRequest, codeRequest, "Bad request")
		return
	}
	c.handling.Lock()
	defer c.handling.Unlock()
	for _, f := range frames {
		c.handle(f)
	}
	w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	// A client that doesn't get this sends nothing more, and times out as silent.
	_, _ = io.WriteString(w, "ok")
}

// poll answers with what is queued, or waits until there is something.
func (c *conn) poll(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	twice, wrong := c.polls, c.socket != nil
	c.polls = c.polls || !wrong
	c.mu.Unlock()
	if wrong {
		refuse(w, http.StatusBadRequest, codeRequest, "Bad request")
		return
	}
	if twice { // like the reference server: answers could overtake each other
		c.server.end(c, endMalformed, cut)
		refuse(w, http.StatusBadRequest, codeRequest, "Bad request")
		return
	}
	body, here := c.await(r.Context())
	if !here {
		c.server.end(c, endClient, cut)
		c.server.forget(c)
		return
	}
	if body[0] == frameClose {
		c.server.forget(c)
	}
	w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	if _, err := w.Write(body); err != nil {
		c.server.end(c, endClient, cut) // what was in it is lost
	}
}

// await waits until there is something for a poll. here is false if the client has gone.
func (c *conn) await(ctx context.Context) (body []byte, here bool) {
	for {
		if body = c.pollable(); body != nil {
			return body, true
		}
		select {
		case <-c.wakePoll:
		case <-ctx.Done():
			c.mu.Lock()
			defer c.mu.Unlock()
			c.polls = false
			return nil, false
		}
	}
}

// pollable returns the answer to a poll, or nil if there is none yet.
func (c *conn) pollable() (body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.socket != nil: // the queue is the websocket's now
		body = []byte{frameNoop}
	case len(c.queue) > 0:
		body, c.queue = bytes.Join(c.queue, []byte{separator}), nil
	case !c.ended.IsZero():
		// Not together with what is queued: the official client would drop a DISCONNECT beside it.
		body = []byte{frameClose}
	case c.paused:
		body = []byte{frameNoop}
	}
	c.polls = c.polls && body == nil
	return body
}

// accept turns the request into a websocket. If it returns true, the server counts one more running goroutine.
func (c *conn) accept(w http.ResponseWriter, r *http.Request) (*websocket.Conn, bool) {
	s := c.server
	s.mu.Lock()
	if s.closing {
		s.mu.Unlock()
		refuse(w, http.StatusServiceUnavailable, codeForbidden, "The server is stopping")
		return nil, false
	}
	s.running.Add(1)
	s.mu.Unlock()
	// No compression, which would cost each client more memory than everything else. Origins are already checked.
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true,
		CompressionMode: websocket.CompressionDisabled})
	if err != nil { // Accept has already answered
		s.running.Done()
		return nil, false
	}
	socket.SetReadLimit(int64(s.MaxPayload))
	return socket, true
}

// upgrade lets a websocket take over a polling connection.
func (c *conn) upgrade(w http.ResponseWriter, r *http.Request) {
	socket, ok := c.accept(w, r)
	if !ok {
		return
	}
	c.mu.Lock()
	free := c.socket == nil && c.probing == nil && c.ended.IsZero()
	if free {
		c.probing = socket
	}
	c.mu.Unlock()
	go func() {
		defer c.server.running.Done()
		if !free || !c.probe(socket) {
			// Polling continues as if nothing had happened.
			_ = socket.CloseNow()
			return
		}
		c.read(socket)
	}()
}

// probe performs the upgrade with the client. It returns true if the websocket now carries the connection.
func (c *conn) probe(socket *websocket.Conn) bool {
	ctx, cancel := context.WithTimeout(c.server.ctx, c.server.ConnectTimeout)
	defer cancel()
	expect := func(text string) bool {
		kind, message, err := socket.Read(ctx)
		return err == nil && kind == websocket.MessageText && string(message) == text
	}
	upgraded := expect("2probe") && socket.Write(ctx, websocket.MessageText, []byte("3probe")) == nil
	if upgraded {
		c.mu.Lock()
		c.paused = true
		c.mu.Unlock()
		c.wake()
		upgraded = expect(string(frameUpgrade))
	}
	c.mu.Lock()
	c.probing, c.paused = nil, false
	c.mu.Unlock()
	if upgraded {
		c.use(socket)
	}
	return upgraded
}

// use makes the websocket carry the connection and starts delivering.
func (c *conn) use(socket *websocket.Conn) {
	c.mu.Lock()
	c.socket = socket
	c.mu.Unlock()
	c.wake()
	// Its own reader still counts as running, so Close is waiting or hasn't been called.
	c.server.running.Go(func() { c.deliver(socket) })
}

// read handles what the client sends until it ends.
func (c *conn) read(socket *websocket.Conn) {
	for {
		kind, message, err := socket.Read(context.Background())
		if err != nil {
			c.server.end(c, endClient, cut)
			return
		}
		f, err := readFrame(string(message))
		if err != nil || kind != websocket.MessageText {
			c.server.end(c, endMalformed, cut)
			return
		}
		c.handling.Lock()
		c.handle(f)
		c.handling.Unlock()
	}
}

// deliver writes what is queued until the connection ends.
func (c *conn) deliver(socket *websocket.Conn) {
	defer c.server.forget(c)
	var packets [][]byte
	for {
		var ended bool
		packets, ended = c.take(packets)
		for _, message := range packets {
			c.mark(time.Now())
			if err := socket.Write(context.Background(), websocket.MessageText, message); err != nil {
				c.server.end(c, endClient, cut)
				_ = socket.CloseNow()
				return
			}
		}
		c.mark(time.Time{})
		if ended {
			// The client closes in turn, or is cut off after some seconds.
			_ = socket.Close(websocket.StatusNormalClosure, "")
			return
		}
		if len(packets) == 0 {
			<-c.wakeSocket
		}
	}
}

// mark records when the current write began.
func (c *conn) mark(at time.Time) {
	c.mu.Lock()
	c.writing = at
	c.mu.Unlock()
}
