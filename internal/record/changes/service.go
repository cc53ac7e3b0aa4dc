package changes

import (
	"context"
	"maps"
	"slices"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/lockorder"
)

const (
	// kept is how long a change can be asked for.
	kept = 24 * time.Hour
	// mostMissed is how many changes a client may have missed before reading everything again is quicker.
	mostMissed = 1000
)

// Service numbers changes and lists them.
type Service struct {
	db    *db.DB
	atEnd *db.AtEnd[noted]
}

// Tell says that the organization's last revision is this one; tx is about to be committed.
type Tell func(tx *db.Tx, org string, revision int64)

type noted struct {
	org   string
	event event.Event
}

// New makes the service.
func New(d *db.DB, tell Tell) *Service {
	return &Service{db: d, atEnd: db.NewAtEnd(lockorder.Changes, func(tx *db.Tx, notes []noted) (func() error, error) {
		return number(tx, notes, tell), nil
	})}
}

// Record listens on the event bus.
func (s *Service) Record(tx *db.Tx, sc scope.Scope, e event.Event) error {
	s.atEnd.Note(tx, noted{sc.Org, e})
	return nil
}

// number gives all changes of the transaction their revisions. It locks those of one organization after another in the
// order of their ids, so that no two transactions wait for each other.
func number(tx *db.Tx, notes []noted, tell Tell) (then func() error) {
	byOrg := map[string]changed{}
	for _, n := range notes {
		if byOrg[n.org] == nil {
			byOrg[n.org] = changed{}
		}
		byOrg[n.org].add(n.event)
	}
	var asked []numbered
	for _, org := range slices.Sorted(maps.Keys(byOrg)) {
		if list := byOrg[org].list(); len(list) > 0 {
			asked = append(asked, numbered{org, list, nextRevisions(tx, org, len(list))})
		}
	}
	return func() error {
		for _, n := range asked {
			last, err := n.last.Get()
			if err != nil {
				return err
			}
			if err := insert(tx, n.org, last, n.list); err != nil {
				return err
			}
			tell(tx, n.org, last)
		}
		return nil
	}
}

// numbered are an organization's changes, whose last revision was asked for.
type numbered struct {
	org  string
	list []Change
	last db.Later[int64]
}

// Missed is what a client has missed.
type Missed struct {
	Revision int64 // of the last change
	Reload   bool  // it is too much, or too long ago: nothing is listed
	Changes  []Change
}

// missed lists what has changed after the revision, as far as the caller may see it.
func (s *Service) missed(ctx context.Context, sc scope.Scope, since int64) (Missed, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (m Missed, err error) {
		m.Changes = []Change{}
		if m.Revision, err = Revision(tx, sc.Org); err != nil {
			return m, err
		}
		// A client may be ahead of a database that was restored from a backup.
		if m.Reload = since > m.Revision || m.Revision-since > mostMissed; m.Reload {
			return m, nil
		}
		all, err := Since(tx, sc.Org, since, mostMissed)
		if err != nil {
			return m, err
		}
		if m.Reload = int64(len(all)) < m.Revision-since; m.Reload { // some are gone
			return m, nil
		}
		all = slices.DeleteFunc(all, func(c Change) bool { return !c.Visible(sc.Permissions) })
		m.Changes = byKind(all)
		return m, nil
	})
}

// Sweep deletes the organization's changes of more than a day ago. A background job calls it.
func (s *Service) Sweep(ctx context.Context, sc scope.Scope) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return sweep(tx, sc.Org, tx.Now.Add(-kept).UnixMilli()) })
}
