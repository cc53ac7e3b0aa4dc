package audit

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/id"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/lockorder"
)

// Service writes and reads the log.
type Service struct {
	db    *db.DB
	marks token.Marks
	atEnd *db.AtEnd[entry]
	hooks Hooks
}

// Hooks are what the service needs from packages above it.
type Hooks struct {
	// MemberName is the name of the organization's member with this login; db.ErrNoRows if there is none.
	MemberName func(tx *db.Tx, org, login string) (string, error)
	// Organizations lists the ids of all organizations, deleted ones too.
	Organizations func(tx *db.Tx) ([]string, error)
}

// New makes the service. It panics if a hook is missing.
func New(d *db.DB, keys *token.Keys, hooks Hooks) *Service {
	hook.Require(hooks)
	s := &Service{db: d, marks: Marks(keys), hooks: hooks}
	s.atEnd = db.NewAtEnd(lockorder.Audit, s.link)
	return s
}

// Marks sign the heads of chains.
func Marks(keys *token.Keys) token.Marks { return keys.Marks("audit") }

const maxUserAgent = 300 // bytes kept of what the client says about itself

// Record listens on the event bus. The entries of a transaction are written as its last act, since everybody else who
// writes one in the organization waits from then until the commit.
func (s *Service) Record(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if e.Action == founded && e.ResourceID == sc.Org {
		if err := s.enter(tx, sc.Org, 1); err != nil {
			return err
		}
	}
	details := e.Details
	if details == nil {
		details = []byte("{}")
	}
	// A header may hold any bytes; text columns take UTF-8 only.
	userAgent := strings.ToValidUTF8(sc.UserAgent[:min(len(sc.UserAgent), maxUserAgent)], "")
	s.atEnd.Note(tx, entry{Org: sc.Org, ID: id.New(), UserID: sc.User, UserName: sc.UserName, Action: e.Action,
		ResourceType: e.ResourceType, ResourceID: e.ResourceID, Details: string(details), IP: sc.IP, UserAgent: userAgent,
		CreatedAt: tx.Now.UnixMilli()})
	return nil
}

// link writes the entries at the end of their organizations' chains. It locks the chains in the order of the
// organizations' ids, so that no two transactions wait for each other.
func (s *Service) link(tx *db.Tx, entries []entry) (func() error, error) {
	byOrg := map[string][]entry{}
	for _, e := range entries {
		byOrg[e.Org] = append(byOrg[e.Org], e)
	}
	orgs := slices.Sorted(maps.Keys(byOrg))
	asked := make([]db.Later[head], len(orgs))
	for i, org := range orgs {
		asked[i] = lockHead(tx, org)
	}
	return func() error {
		for i, org := range orgs {
			if err := s.append(tx, org, asked[i], byOrg[org]); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// append lengthens the organization's chain.
func (s *Service) append(tx *db.Tx, org string, asked db.Later[head], entries []entry) error {
	before, err := asked.Get()
	if errors.Is(err, db.ErrNoRows) {
		before, err = newHead(tx, org)
	}
	if err != nil {
		return err
	}
	ended := s.extended(before, entries)
	if err := move(tx, ended); err != nil {
		return err
	}
	if err := entryTable.Insert(tx, nil, entries...); err != nil {
		return err
	}
	if counted(before.Number) < counted(ended.Number) {
		return addCounts(tx, org, counted(before.Number), counted(ended.Number))
	}
	return nil
}

// counted is how many entries of a chain with so many are in audit_counts: whole thousands, so that few entries are
// counted on reading, and few writes count.
func counted(number int64) int64 { return number - number%1000 }

// extended links the entries to the head and returns where the chain ends then. It never signs what follows a head that
// isn't ours, so that nobody's changes are signed with what comes after them.
func (s *Service) extended(h head, entries []entry) head {
	ours := s.marks.Signed(h.text(), h.Mark) || h.Number == 0 && slices.ContainsFunc(entries, foundation)
	if !ours && h.Mark != "" {
		slog.Error("an audit log's head isn't signed by one of our keys: sarai audit verify tells more", "org", h.Org)
	}
	for i := range entries {
		entries[i] = entries[i].linked(h)
		h.Number, h.Link = entries[i].Number, entries[i].Link
	}
	h.Mark = ""
	if ours {
		h.Mark = s.marks.Sign(h.text())
	}
	return h
}

// founded is the action that begins a log.
const founded = "organization.created"

// foundation reports whether the entry begins a log.
func foundation(e entry) bool { return e.Action == founded && e.ResourceID == e.Org }

func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, p paging.Query) (listing.Page[entry], error) {
	return list.Read(ctx, s.db, sc, f, p)
}

func (s *Service) statistics(ctx context.Context, sc scope.Scope) (Statistics, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Statistics, error) { return statistics(tx, sc) })
}

// deeds is what one user did.
type deeds struct {
	userName string
	listing.Page[entry]
}

// nameOf is the member's name or, of somebody who is no longer a member, the one that the log saw last.
func (s *Service) nameOf(tx *db.Tx, sc scope.Scope, userID string) (string, error) {
	name, err := s.hooks.MemberName(tx, sc.Org, userID)
	if errors.Is(err, db.ErrNoRows) {
		return nameInLog(tx, sc, userID)
	}
	return name, err
}

// byUser is NotFound for a user of whom neither the organization nor its log knows.
func (s *Service) byUser(ctx context.Context, sc scope.Scope, userID string, paging paging.Query) (deeds, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (deeds, error) {
		name, err := s.nameOf(tx, sc, storedUser(userID))
		if errors.Is(err, db.ErrNoRows) {
			return deeds{}, errs.NotFound("There is no such user in this organization.")
		}
		if err != nil {
			return deeds{}, err
		}
		entries, err := list.Page(tx, sc, filter{userID: userID}, paging)
		return deeds{name, entries}, err
	})
}

func (s *Service) byResource(ctx context.Context, sc scope.Scope, resourceType, resourceID string) ([]entry, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]entry, error) {
		return trail(tx, sc, resourceType, storedResource(sc.Org, resourceType, resourceID))
	})
}

// last is the last entry of the last day about the record, or none.
func (s *Service) last(ctx context.Context, sc scope.Scope, recordID string) (entry, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (entry, error) {
		e, err := lastOf(tx, sc, recordID, tx.Now.Add(-24*time.Hour).UnixMilli())
		if errors.Is(err, db.ErrNoRows) {
			err = nil
		}
		return e, err
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, entryID string) (entry, error) {
	e, err := db.Read(ctx, s.db, func(tx *db.Tx) (entry, error) { return find(tx, sc, entryID) })
	if errors.Is(err, db.ErrNoRows) {
		return e, errs.NotFound("There is no such audit log entry.")
	}
	return e, err
}
