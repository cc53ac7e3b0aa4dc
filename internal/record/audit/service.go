package audit

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

// Service writes and reads the log.
type Service struct {
	db *db.DB
}

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

const maxUserAgent = 300 // bytes kept of what the client says about itself

// Record listens on the event bus and writes the event's entry.
func (s *Service) Record(tx *db.Tx, sc scope.Scope, e event.Event) error {
	details := []byte("{}")
	if len(e.Details) > 0 {
		var err error
		if details, err = json.Marshal(e.Details); err != nil {
			return err
		}
	}
	// A header may hold any bytes; text columns take UTF-8 only.
	userAgent := strings.ToValidUTF8(sc.UserAgent[:min(len(sc.UserAgent), maxUserAgent)], "")
	return insert(tx, entry{Org: sc.Org, ID: id.New(), UserID: sc.User, UserName: sc.UserName, Action: e.Action,
		ResourceType: e.ResourceType, ResourceID: e.ResourceID, Details: string(details), IP: sc.IP, UserAgent: userAgent,
		CreatedAt: tx.Now.UnixMilli()})
}

// found is one page of entries, newest first, and how many there are on all pages.
type found struct {
	entries []entry
	total   int
}

func (s *Service) list(ctx context.Context, sc scope.Scope, f filter, paging web.Paging) (found, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (found, error) { return list(tx, sc, f, paging) })
}

func (s *Service) statistics(ctx context.Context, sc scope.Scope) (Statistics, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Statistics, error) { return statistics(tx, sc) })
}

// deeds is what one user did.
type deeds struct {
	userName string
	found
}

// byUser is NotFound for a user of whom neither the organization nor its log knows.
func (s *Service) byUser(ctx context.Context, sc scope.Scope, userID string, paging web.Paging) (deeds, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (deeds, error) {
		name, err := nameOf(tx, sc, storedUser(userID))
		if errors.Is(err, db.ErrNoRows) {
			return deeds{}, errs.NotFound("There is no such user in this organization.")
		}
		if err != nil {
			return deeds{}, err
		}
		entries, err := list(tx, sc, filter{userID: userID}, paging)
		return deeds{name, entries}, err
	})
}

func (s *Service) byResource(ctx context.Context, sc scope.Scope, resourceType, resourceID string) ([]entry, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]entry, error) { return trail(tx, sc, resourceType, resourceID) })
}

func (s *Service) get(ctx context.Context, sc scope.Scope, entryID string) (entry, error) {
	e, err := db.Read(ctx, s.db, func(tx *db.Tx) (entry, error) { return find(tx, sc, entryID) })
	if errors.Is(err, db.ErrNoRows) {
		return e, errs.NotFound("There is no such audit log entry.")
	}
	return e, err
}
