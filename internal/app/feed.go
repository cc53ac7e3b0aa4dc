package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/socketio"
	"sarai/internal/record/changes"
)

const (
	// feedPace is the pause between two looks at what has changed, so that a burst of changes costs little.
	feedPace = 50 * time.Millisecond
	// feedRetry is the pause after a look that failed.
	feedRetry = 500 * time.Millisecond
	// feedBatch is how many changes are read at a time.
	feedBatch = 1000
)

// feed tells sockets that asked for it what has changed, of the kinds that their people may view. The relay only says
// that there is something new: the changes are read from the table, whose revisions are in the order of the commits on
// all nodes, and in the same snapshot what people may view. So each socket hears all changes in their order, and nobody
// hears of one that was made after they lost the permission.
type feed struct {
	db      *db.DB
	log     *slog.Logger
	sockets *socketio.Server
	wake    chan struct{}

	mu sync.Mutex
	// told is, by organization, the revision up to which whoever is connected has heard everything, or was connected
	// after it.
	told map[string]int64
	due  map[string]int64 // organizations with changes to tell, and the revision that was announced last
}

func newFeed(d *db.DB, log *slog.Logger, sockets *socketio.Server) *feed {
	return &feed{db: d, log: log, sockets: sockets, wake: make(chan struct{}, 1), told: map[string]int64{},
		due: map[string]int64{}}
}

// asked reports whether the socket asked to hear of changes.
func asked(s socketio.Session) bool { return s.Changes }

// begin is called before a socket can hear the organization, with a revision of then: it hears what comes after it.
func (f *feed) begin(org string, revision int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, known := f.told[org]; !known {
		f.told[org] = revision
	}
}

// forget is called before all sockets are disconnected because they may have missed something.
func (f *feed) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.told)
}

// announce says that the organization's changes up to this revision are committed.
func (f *feed) announce(org string, revision int64) {
	anyone := f.sockets.HasAny(roomOf(org), asked)
	f.mu.Lock()
	defer f.mu.Unlock()
	told, known := f.told[org]
	if !known || !anyone {
		f.told[org] = max(told, revision) // who connects from now on reads what is there
		return
	}
	if revision <= told {
		return
	}
	f.due[org] = max(f.due[org], revision)
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// run tells changes until ctx ends.
func (f *feed) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.wake:
		}
		pause := feedPace
		if err := f.tellAll(ctx); err != nil && ctx.Err() == nil {
			f.log.LogAttrs(ctx, slog.LevelError, "changes could not be told, trying again", slog.String("error", err.Error()))
			pause = feedRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// tellAll tells what is due. After a failure all of it is due again: what was told already isn't told twice.
func (f *feed) tellAll(ctx context.Context) error {
	f.mu.Lock()
	due := f.due
	f.due = map[string]int64{}
	f.mu.Unlock()
	for org, revision := range due {
		if err := f.tell(ctx, org, revision); err != nil {
			for org, revision := range due {
				f.announce(org, revision)
			}
			return err
		}
	}
	return nil
}

// news is what an organization's sockets are to hear, and what their people may do.
type news struct {
	changes []changes.Change
	may     map[string]scope.Permissions // by login
}

// tell sends the organization's sockets what has changed since they were told last.
func (f *feed) tell(ctx context.Context, org string, revision int64) error {
	for {
		f.mu.Lock()
		told, known := f.told[org]
		f.mu.Unlock()
		if !known || told >= revision {
			return nil
		}
		n, err := db.Read(ctx, f.db, func(tx *db.Tx) (n news, err error) {
			if n.changes, err = changes.Since(tx, org, told, feedBatch); err == nil {
				n.may, err = user.PermissionsIn(tx, org)
			}
			return n, err
		})
		if err != nil {
			return err
		}
		last := revision // also if it was swept away before it was told
		if count := len(n.changes); count > 0 {
			last = n.changes[count-1].Revision
		}
		for _, c := range changes.Merge(n.changes) {
			f.emit(org, c, n.may)
		}
		f.mu.Lock()
		f.told[org] = max(f.told[org], last)
		f.mu.Unlock()
	}
}

// changedPayload is the payload of the event changed.
type changedPayload struct {
	Org      string   `json:"orgId"`
	Revision int64    `json:"revision"`
	Kind     string   `json:"kind"`
	IDs      []string `json:"ids"`
}

func (f *feed) emit(org string, c changes.Change, may map[string]scope.Permissions) {
	payload, err := json.Marshal(changedPayload{org, c.Revision, c.Kind, append([]string{}, c.IDs...)})
	if err != nil {
		panic(err) // strings and a number
	}
	f.sockets.EmitTo(roomOf(org), func(s socketio.Session) bool {
		return s.Changes && c.Visible(may[s.User])
	}, "changed", payload)
}
