package socketio

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/web/intake"
)

// Session says whom a socket belongs to and what it hears.
type Session struct {
	User      string
	SessionID string
	Rooms     []string
	Expires   time.Time // by the Clock; the connection ends then, and the client reconnects with a new token
	Changes   bool      // it asked to hear of changes
}

// Handshake is what a client sends to be let in.
type Handshake struct {
	Token   string // "" if there is none
	Changes bool   // auth.changes is true
}

// Config configures a Server. Zero durations and sizes mean the defaults.
type Config struct {
	// Connect returns the session of who sends the handshake. The client is shown the message of an *errs.Error; anything
	// else is logged.
	Connect func(ctx context.Context, given Handshake) (Session, error)
	// Origins are the origins of pages that may connect, besides the server's own, as in CORS: "*" is all, and one *
	// inside an origin stands for anything.
	Origins []string
	// Genuine tells, without asking anybody, whether an opening request's token is one of ours.
	Genuine func(token string) bool
	// Address names where a request comes from, for MaxHalfOpen.
	Address func(r *http.Request) string

	MaxTotal     int           // connections, 10,000
	MaxPerUser   int           // connected sockets of one user, 50
	MaxHalfOpen  int           // connections from one address without a successful CONNECT, 100
	Queue        int           // packets queued for one client, 1,024
	MaxPayload   int           // bytes of one packet or payload from a client, 100,000
	PingInterval time.Duration // 25 s
	PingTimeout  time.Duration // 20 s; also how long one write may take
	// ConnectTimeout is how long a connection may be open without a successful CONNECT, 15 s; it also bounds Connect and
	// upgrades.
	ConnectTimeout time.Duration

	Log     *slog.Logger
	Metrics prometheus.Registerer
	Clock   clock.Clock // for Expires only; heartbeats go by the machine's own time
}

func (c Config) withDefaults() Config {
	orElse(&c.MaxTotal, 10_000)
	orElse(&c.MaxPerUser, 50)
	orElse(&c.MaxHalfOpen, 100)
	orElse(&c.Queue, 1024)
	orElse(&c.MaxPayload, 100_000)
	orElse(&c.PingInterval, 25*time.Second)
	orElse(&c.PingTimeout, 20*time.Second)
	orElse(&c.ConnectTimeout, 15*time.Second)
	return c
}

func orElse[T comparable](setting *T, usual T) {
	var zero T
	if *setting == zero {
		*setting = usual
	}
}

// Server holds the connections. It is safe for concurrent use.
type Server struct {
	Config
	metrics *metrics
	stop    context.CancelFunc
	ctx     context.Context // ends with Close
	running sync.WaitGroup  // the keeper and the websockets' goroutines

	// mu guards the fields below, and the conns' fields that say so. It is locked before a conn's own lock.
	mu       sync.Mutex
	kept     bool // keep is running
	closing  bool
	conns    map[string]*conn   // by Engine.IO id; an ended one stays until its farewell is delivered
	waiting  int                // connections without a session, less those that began with a genuine token
	halfOpen map[string][]*conn // the same by address, the oldest first
	rooms    index
	users    index
	sessions index
	// changes counts the calls that end sessions or memberships, so that a CONNECT that read them before asks again.
	changes uint64
}

// index finds connections by a name.
type index map[string]map[*conn]struct{}

func (i index) add(name string, c *conn) {
	if i[name] == nil {
		i[name] = map[*conn]struct{}{}
	}
	i[name][c] = struct{}{}
}

func (i index) remove(name string, c *conn) {
	delete(i[name], c)
	if len(i[name]) == 0 {
		delete(i, name)
	}
}

func (i index) list(name string) []*conn {
	list := make([]*conn, 0, len(i[name]))
	for c := range i[name] {
		list = append(list, c)
	}
	return list
}

// New returns a server. It runs nothing until the first connection; Close ends it.
func New(c Config) *Server {
	s := &Server{Config: c.withDefaults(), conns: map[string]*conn{}, halfOpen: map[string][]*conn{}, rooms: index{},
		users: index{}, sessions: index{}}
	s.metrics = newMetrics(s)
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// Emit sends an event to every socket of the room. It never waits for any of them.
func (s *Server) Emit(room, event string, payload json.RawMessage) {
	s.EmitTo(room, func(Session) bool { return true }, event, payload)
}

// EmitTo is Emit for those sockets of the room that such is true of. It must be quick, and not use the Server.
func (s *Server) EmitTo(room string, such func(Session) bool, event string, payload json.RawMessage) {
	message := encodeEvent(event, payload)
	var full []*conn
	heard := 0
	s.mu.Lock()
	for c := range s.rooms[room] {
		if !such(c.session) {
			continue
		}
		if c.send(message) {
			heard++
		} else {
			full = append(full, c)
		}
	}
	s.mu.Unlock()
	s.metrics.emitted.Inc()
	s.metrics.queued.Add(float64(heard))
	for _, c := range full {
		s.end(c, endSlow, cut)
	}
}

// HasAny reports whether such is true of a socket of the room. It must be quick, and not use the Server.
func (s *Server) HasAny(room string, such func(Session) bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.rooms[room] {
		if such(c.session) {
			return true
		}
	}
	return false
}

// Join puts the user's sockets into a room.
func (s *Server) Join(user, room string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	for c := range s.users[user] {
		c.rooms[room] = struct{}{}
		s.rooms.add(room, c)
	}
}

// Leave removes the user's sockets from a room, and disconnects those that are in no other.
func (s *Server) Leave(user, room string) {
	s.mu.Lock()
	s.changes++
	list := s.users.list(user)
	homeless := s.leave(list, room)
	s.mu.Unlock()
	s.putOut(homeless)
}

// Empty removes every socket from a room, and disconnects those that are in no other.
func (s *Server) Empty(room string) {
	s.mu.Lock()
	s.changes++
	homeless := s.leave(s.rooms.list(room), room)
	s.mu.Unlock()
	s.putOut(homeless)
}

// leave removes the connections from the room and returns those that are now in none.
func (s *Server) leave(list []*conn, room string) (homeless []*conn) {
	for _, c := range list {
		s.rooms.remove(room, c)
		delete(c.rooms, room)
		if len(c.rooms) == 0 {
			homeless = append(homeless, c)
		}
	}
	return homeless
}

// EndSession disconnects the sockets of a session.
func (s *Server) EndSession(sessionID string) { s.putOut(s.changed(s.sessions, sessionID)) }

// EndUser disconnects the user's sockets.
func (s *Server) EndUser(user string) { s.putOut(s.changed(s.users, user)) }

func (s *Server) changed(of index, name string) []*conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	return of.list(name)
}

// putOut disconnects for good: the official client doesn't reconnect by itself.
func (s *Server) putOut(list []*conn) {
	for _, c := range list {
		s.end(c, endPutOut, encode(packetDisconnect, mainSpace, nil))
	}
}

// Reset ends every connection so that the official client reconnects by itself, for when clients may have missed
// something.
func (s *Server) Reset() {
	s.mu.Lock()
	s.changes++
	list := s.all()
	s.mu.Unlock()
	for _, c := range list {
		s.end(c, endReset)
	}
}

func (s *Server) all() []*conn {
	list := make([]*conn, 0, len(s.conns))
	for _, c := range s.conns {
		list = append(list, c)
	}
	return list
}

// Close refuses new connections and ends all others. Clients are told, and reconnect by themselves once a server
// listens again. It returns when nothing runs any more; if ctx ends first, it cuts what is left.
func (s *Server) Close(ctx context.Context) {
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	s.Reset()
	s.stop()
	done := make(chan struct{})
	go func() { s.running.Wait(); close(done) }()
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	s.mu.Lock()
	list := s.all()
	s.mu.Unlock()
	for _, c := range list {
		c.cutSocket()
	}
	<-done
}

// keep checks all connections about once a second: heartbeats, timeouts, expired tokens.
func (s *Server) keep() {
	ticker := time.NewTicker(min(time.Second, s.PingInterval/4))
	defer ticker.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case now := <-ticker.C:
			s.mu.Lock()
			list := s.all()
			s.mu.Unlock()
			clock := s.Clock.Now()
			for _, c := range list {
				c.check(now, clock)
			}
		}
	}
}

// welcomes reports whether a page of that origin may connect to the server at host. Programs send no origin.
func (s *Server) welcomes(origin, host string) bool {
	if origin == "" {
		return true
	}
	if parsed, err := url.Parse(origin); err == nil && strings.EqualFold(parsed.Host, host) {
		return true
	}
	return intake.AllowsOrigin(s.Origins, origin)
}
