package socketio

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/token"
)

// conn is an Engine.IO connection and the one socket on it.
type conn struct {
	server *Server
	id     string
	opened time.Time
	from   string // the address that it counts for while it is half open; "": for none

	// handling is held while a packet of the client is handled: one at a time, whichever transport brought it. It guards
	// the three fields below.
	handling  sync.Mutex
	header    string // the token of the opening request's Authorization header
	connects  int    // CONNECT packets so far
	connected bool

	// Guarded by the server's lock.
	gone    bool // ended, and in no index any more
	session Session
	rooms   map[string]struct{}

	wakePoll, wakeSocket chan struct{} // signal news to the waiting poll, and to the websocket's writer

	mu       sync.Mutex
	queue    [][]byte // encoded Engine.IO packets
	expires  time.Time
	pinged   time.Time // the last ping, or when the connection was opened
	unponged bool
	polls    bool            // a poll is waiting
	paused   bool            // the websocket was probed: polls end at once, so that the client can pause polling
	probing  *websocket.Conn // becoming socket
	socket   *websocket.Conn // nil while polling
	writing  time.Time       // when the running write on socket began; zero when none does
	ended    time.Time       // zero while it lives
}

// maxConnects is how many CONNECT packets one connection may send; the official client sends one.
const maxConnects = 8

// cut is the farewell of a connection that is cut off: nothing more is delivered, not even what is queued.
var cut = []byte(nil)

func newConn(s *Server, header, from string) *conn {
	now := time.Now()
	return &conn{server: s, id: token.Random(), header: header, from: from, opened: now, pinged: now,
		wakePoll: make(chan struct{}, 1), wakeSocket: make(chan struct{}, 1)}
}

func (c *conn) transport() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.socket != nil {
		return webSocket
	}
	return polling
}

// wake signals the deliverer that there is something new. An extra wake-up does no harm.
func (c *conn) wake() {
	for _, sleeper := range []chan struct{}{c.wakePoll, c.wakeSocket} {
		select {
		case sleeper <- struct{}{}:
		default:
		}
	}
}

// send queues a packet. It returns false if the queue is full.
func (c *conn) send(message []byte) bool {
	c.mu.Lock()
	full := len(c.queue) >= c.server.Queue
	if !full && c.ended.IsZero() {
		c.queue = append(c.queue, message)
	}
	c.mu.Unlock()
	if !full {
		c.wake()
	}
	return !full
}

// end ends a connection, once. From here on it is in no room. What is queued and the farewell are still delivered,
// unless the farewell is cut.
func (s *Server) end(c *conn, reason string, farewell ...[]byte) {
	s.mu.Lock()
	if c.gone {
		s.mu.Unlock()
		return
	}
	c.gone = true
	s.unregister(c)
	isCut := len(farewell) == 1 && farewell[0] == nil
	c.mu.Lock()
	c.ended = time.Now()
	if isCut {
		c.queue = nil
	} else {
		c.queue = append(c.queue, farewell...)
	}
	if isCut && c.socket == nil && !c.polls {
		delete(s.conns, c.id) // nobody is left to tell
	}
	c.mu.Unlock()
	s.mu.Unlock()

	s.metrics.ended.WithLabelValues(reason).Inc()
	c.wake()
	if isCut {
		c.cutSocket()
	}
}

// unregister removes the connection from every index. Callers must hold the server's lock.
func (s *Server) unregister(c *conn) {
	if c.session.User == "" {
		s.settle(c)
		return
	}
	s.users.remove(c.session.User, c)
	s.sessions.remove(c.session.SessionID, c)
	for room := range c.rooms {
		s.rooms.remove(room, c)
	}
}

// settle notes that the connection isn't half open any more. Callers must hold the server's lock.
func (s *Server) settle(c *conn) {
	if c.from == "" {
		return
	}
	s.waiting--
	others := slices.DeleteFunc(s.halfOpen[c.from], func(other *conn) bool { return other == c })
	if s.halfOpen[c.from] = others; len(others) == 0 {
		delete(s.halfOpen, c.from)
	}
}

// forget drops what is left of an ended connection.
func (s *Server) forget(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c.id)
}

// cutSocket closes the websocket, whatever waits for it.
func (c *conn) cutSocket() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, socket := range []*websocket.Conn{c.socket, c.probing} {
		if socket != nil {
			go socket.CloseNow()
		}
	}
}

// lingering is how long the farewell waits for a polling client to fetch it.
const lingering = 10 * time.Second

// check ends the connection if it is overdue, and pings it if a ping is due.
func (c *conn) check(now, clock time.Time) {
	s := c.server
	c.mu.Lock()
	ended, stuck := !c.ended.IsZero(), !c.writing.IsZero() && now.Sub(c.writing) > s.PingTimeout
	forgotten := ended && c.socket == nil && !c.polls && now.Sub(c.ended) > lingering
	expired := !c.expires.IsZero() && !clock.Before(c.expires)
	late := c.expires.IsZero() && now.Sub(c.opened) > s.ConnectTimeout
	silent := c.unponged && now.Sub(c.pinged) > s.PingTimeout
	due := !ended && !c.unponged && now.Sub(c.pinged) > s.PingInterval
	if due {
		c.pinged, c.unponged = now, true
	}
	c.mu.Unlock()
	switch {
	case ended && stuck:
		c.cutSocket()
	case forgotten:
		s.forget(c)
	case ended:
	case stuck || silent:
		s.end(c, endSilent, cut)
	case expired:
		s.end(c, endExpired)
	case late:
		s.end(c, endLate)
	case due && !c.send([]byte{framePing}):
		s.end(c, endSlow, cut)
	}
}

// handle handles a packet of the client.
func (c *conn) handle(f frame) {
	switch f.kind {
	case frameClose:
		c.server.end(c, endClient, cut)
	case framePong:
		c.mu.Lock()
		c.unponged = false
		c.mu.Unlock()
	case frameMessage:
		p, err := readPacket(f.data)
		if err != nil {
			c.server.end(c, endMalformed, cut)
			return
		}
		c.receive(p)
	default:
		c.server.end(c, endMalformed, cut)
	}
}

func (c *conn) receive(p packet) {
	switch {
	case p.kind == packetConnect:
		c.connects++
		if c.connects > maxConnects || c.connected && p.namespace == mainSpace {
			c.server.end(c, endMalformed, cut)
			return
		}
		if p.namespace != mainSpace {
			c.send(encode(packetConnectError, p.namespace, refusal{"There is no such namespace. Connect to the main one."}))
			return
		}
		c.connect(p.payload)
	case p.namespace != mainSpace: // the client was told that it doesn't exist
	case !c.connected: // the protocol requires a CONNECT first
		c.server.end(c, endMalformed, cut)
	case p.kind == packetDisconnect:
		c.server.end(c, endClient)
	}
}

// connect answers a CONNECT.
func (c *conn) connect(payload string) {
	var auth struct {
		Token   any `json:"token"`
		Changes any `json:"changes"`
	}
	if payload != "" && json.Unmarshal([]byte(payload), &auth) != nil {
		c.server.end(c, endMalformed, cut)
		return
	}
	given := Handshake{Changes: auth.Changes == true}
	if given.Token, _ = auth.Token.(string); given.Token == "" {
		given.Token = c.header
	}
	why, err := c.server.admit(c, given)
	if err != nil {
		c.server.metrics.refused.WithLabelValues(why).Inc()
		c.send(encode(packetConnectError, mainSpace, refusal{err.Error()}))
		return
	}
	c.connected, c.header = true, ""
}

// admit finds who is there and lets the socket in. The error is for the client, why for the metrics.
func (s *Server) admit(c *conn, given Handshake) (why string, err error) {
	ctx, cancel := context.WithTimeout(s.ctx, s.ConnectTimeout)
	defer cancel()
	for range 10 {
		s.mu.Lock()
		changes := s.changes
		s.mu.Unlock()
		session, err := s.Connect(ctx, given)
		if said := (*errs.Error)(nil); errors.As(err, &said) {
			return "token", said
		}
		if err != nil {
			s.Log.LogAttrs(ctx, slog.LevelError, "a socket could not be connected", slog.String("error", err.Error()))
			return "failure", errFailed
		}
		s.mu.Lock()
		if s.changes == changes {
			defer s.mu.Unlock()
			return s.register(c, session)
		}
		s.mu.Unlock()
	}
	return "busy", errBusy
}

// register adds the socket to its rooms, after the CONNECT that answers the client's. Callers must hold the server's
// lock.
func (s *Server) register(c *conn, session Session) (why string, err error) {
	if c.gone {
		return "gone", errBusy
	}
	if len(s.users[session.User]) >= s.MaxPerUser {
		return "user", errTooManyOfUser
	}
	s.settle(c)
	c.session, c.rooms = session, map[string]struct{}{}
	s.users.add(session.User, c)
	s.sessions.add(session.SessionID, c)
	for _, room := range session.Rooms {
		c.rooms[room] = struct{}{}
		s.rooms.add(room, c)
	}
	c.mu.Lock()
	c.expires = session.Expires
	c.mu.Unlock()
	c.send(encode(packetConnect, mainSpace, map[string]string{"sid": id.New()}))
	return "", nil
}

// take empties the queue. spare is a slice that the caller no longer needs.
func (c *conn) take(spare [][]byte) (packets [][]byte, ended bool) {
	clear(spare)
	if cap(spare) > 64 {
		spare = nil // an idle client shouldn't keep the memory of a burst
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	packets, c.queue = c.queue, spare[:0]
	return packets, !c.ended.IsZero()
}
