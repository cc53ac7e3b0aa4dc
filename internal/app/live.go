package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/identity/factor"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/session"
	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/relay"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/socketio"
	"sarai/internal/kit/web"
	"sarai/internal/record/changes"
	"sarai/internal/record/event"
)

// live is the channel that tells browsers what has changed. Each organization is a room. Each node serves its own
// sockets, and the relay tells every node what to send and whom to disconnect, in commit order: whoever lost access
// before an event doesn't hear it.
type live struct {
	sessions *session.Service
	db       *db.DB
	log      *slog.Logger
	sockets  *socketio.Server
	relay    *relay.Relay
	feed     *feed
}

// hangUpTime is how long sockets may take to close when the server stops.
const hangUpTime = 5 * time.Second

func newLive(c Config, sessions *session.Service, metrics prometheus.Registerer) *live {
	l := &live{sessions: sessions, db: c.DB, log: c.Log}
	l.sockets = socketio.New(socketio.Config{Connect: l.connect, Origins: append([]string{c.PublicURL}, c.CORSOrigins...),
		Genuine: func(token string) bool { _, genuine := sessions.SessionOf(token); return genuine },
		Address: web.ClientNetwork, Log: c.Log, Metrics: metrics, Clock: c.Clock})
	l.feed = newFeed(c.DB, c.Log, l.sockets)
	l.relay = relay.New(c.DB, c.Log, l.deliver, l.lost)
	sessions.Connect(session.Hooks{OnSessionsEnd: func(tx *db.Tx, sessionIDs []string) {
		l.tell(tx, order{Sessions: sessionIDs})
	}})
	return l
}

func roomOf(org string) string { return "org:" + org }

// lost ends all connections: messages of other nodes may be missing.
func (l *live) lost() {
	l.feed.forget()
	l.sockets.Reset()
}

// connect finds the session and the rooms of a new socket.
func (l *live) connect(ctx context.Context, given socketio.Handshake) (socketio.Session, error) {
	who, err := l.sessions.Presence(ctx, given.Token)
	if err == nil && given.Changes {
		err = l.beginFeeds(ctx, who.Organizations)
	}
	if err != nil {
		return socketio.Session{}, err
	}
	rooms := make([]string, 0, len(who.Organizations))
	for _, org := range who.Organizations {
		rooms = append(rooms, roomOf(org))
	}
	return socketio.Session{User: who.Login, SessionID: who.Session, Rooms: rooms, Expires: who.Expires,
		Changes: given.Changes}, nil
}

func (l *live) beginFeeds(ctx context.Context, orgs []string) error {
	return l.db.Read(ctx, func(tx *db.Tx) error {
		for _, org := range orgs {
			revision, err := changes.Revision(tx, org)
			if err != nil {
				return err
			}
			l.feed.begin(org, revision)
		}
		return nil
	})
}

// order is what one node tells all nodes. Only one of its groups is set.
type order struct {
	// An event for everyone in the organization.
	Org     string          `json:"org,omitempty"`
	Event   string          `json:"event,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
	// The organization has changes up to this revision.
	Revision int64 `json:"revision,omitempty"`
	// The organization's memberships, roles or settings have changed.
	Members bool `json:"members,omitempty"`
	// Somebody gained (at what From is the revision then) or lost access to the organization, or the organization is gone.
	Enters string `json:"enters,omitempty"`
	From   int64  `json:"from,omitempty"`
	Leaves string `json:"leaves,omitempty"`
	Closed bool   `json:"closed,omitempty"`
	// Sessions that have ended.
	Sessions []string `json:"sessions,omitempty"`
}

// send delivers the event to every socket of the organization after the commit, once and in order.
func (l *live) send(tx *db.Tx, org, event string, payload any) {
	text, err := json.Marshal(payload)
	if err != nil {
		panic(err) // the payloads are structs of our own
	}
	l.tell(tx, order{Org: org, Event: event, Payload: text})
}

// announce tells, after the commit, that the organization has changes up to this revision.
func (l *live) announce(tx *db.Tx, org string, revision int64) {
	l.tell(tx, order{Org: org, Revision: revision})
}

func (l *live) tell(tx *db.Tx, o order) {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // strings and JSON
	}
	l.relay.Send(tx, text)
}

// follow listens to events: every node hears whose memberships have changed, and sockets join and leave an
// organization's room as people gain and lose access.
func (l *live) follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if user.ChangesMemberships(e) {
		l.tell(tx, order{Org: sc.Org, Members: true})
	}
	switch {
	case organization.Deleted.Is(e):
		l.tell(tx, order{Org: sc.Org, Closed: true})
	case e.ResourceType == "user" || factor.Changes(e):
		return l.place(tx, sc.Org, e.ResourceID)
	case organization.ChangesRule(e):
		members, err := user.PermissionsIn(tx, sc.Org)
		for _, login := range slices.Sorted(maps.Keys(members)) {
			err = errors.Join(err, l.place(tx, sc.Org, login))
		}
		return err
	}
	return nil
}

// place has a login's sockets join the organization's room or leave it, as the login can enter it or not.
func (l *live) place(tx *db.Tx, org, login string) error {
	enters, err := user.Enters(tx, org, login)
	if err != nil {
		return err
	}
	if !enters {
		l.tell(tx, order{Org: org, Leaves: login})
		return nil
	}
	revision, err := changes.Revision(tx, org)
	l.tell(tx, order{Org: org, Enters: login, From: revision})
	return err
}

// deliver carries out on this node what a node has told all nodes.
func (l *live) deliver(message json.RawMessage) {
	var o order
	if err := json.Unmarshal(message, &o); err != nil {
		l.log.Error("live message not understood", slog.String("error", err.Error()))
		return
	}
	switch {
	case o.Event != "":
		l.sockets.Emit(roomOf(o.Org), o.Event, o.Payload)
	case o.Revision > 0:
		l.feed.announce(o.Org, o.Revision)
	case o.Members: // on the node that has changed them this is at the commit, so before the request is answered
		l.sessions.Directory.Drop(o.Org)
	case o.Enters != "":
		l.feed.begin(o.Org, o.From)
		l.sockets.Join(o.Enters, roomOf(o.Org))
	case o.Leaves != "":
		l.sockets.Leave(o.Leaves, roomOf(o.Org))
	case o.Closed:
		l.sockets.Empty(roomOf(o.Org))
	default:
		l.sessions.Forget(o.Sessions)
		for _, session := range o.Sessions {
			l.sockets.EndSession(session)
		}
	}
}

// hangUp closes all sockets. Their clients reconnect to another node, or to this one when it is back.
func (l *live) hangUp() {
	ctx, cancel := context.WithTimeout(context.Background(), hangUpTime)
	defer cancel()
	l.sockets.Close(ctx)
}
