package guestfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/party"
)

// undoable is for how long a merge can be undone.
const undoable = 30 * 24 * time.Hour

// Merge is that two records became one.
type Merge struct {
	ID            string              `db:"merge_id,key"`
	GuestID       string              `db:"guest_id"`
	GuestName     string              `db:"guest_name"`
	DuplicateID   string              `db:"duplicate_id"`
	DuplicateName string              `db:"duplicate_name"`
	Before        string              `db:"kept_before"` // snapshots of records
	After         string              `db:"kept_after"`
	Duplicate     string              `db:"duplicate"`
	Moved         map[string][]string `db:"moved,json"` // ids, by the names of keepers
	By            string              `db:"merged_by"`
	ByName        string              `db:"merged_by_name"`
	At            int64               `db:"merged_at"` // UTC milliseconds
	UndoneByName  string              `db:"undone_by_name"`
	UndoneAt      *int64              `db:"undone_at"`
}

// Pair names the records that are to become one, and the fields that are to have the duplicate's values.
type Pair struct {
	GuestID, DuplicateID string
	Take                 []string
}

// check names what is wrong with a pair, by the place of the pair in the request, which ends with a dot or is "".
func (p Pair) check(bad *errs.Fields, place string) {
	for field, guestID := range map[string]string{"guestId": p.GuestID, "duplicateId": p.DuplicateID} {
		if !id.Valid(guestID) {
			bad.Add(place+field, "must be the id of one of the hotel's guests")
		}
	}
	if p.GuestID == p.DuplicateID {
		bad.Add(place+"duplicateId", "must be another record than guestId")
	}
	guest.CheckTake(bad, place+"take", p.Take)
}

func checked(p Pair) error {
	var bad errs.Fields
	p.check(&bad, "")
	return bad.Err()
}

var errNoMerge = errs.NotFound("There is no such merge, or it is more than 30 days old.")

// preview is what merging would make of the records, field by field.
func (s *Service) preview(ctx context.Context, sc scope.Scope, p Pair) ([]guest.Merged, error) {
	if err := checked(p); err != nil {
		return nil, err
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]guest.Merged, error) {
		kept, err := s.guests.Whole(tx, sc, p.GuestID)
		if err != nil {
			return nil, ofField("guestId", err)
		}
		duplicate, err := s.guests.Whole(tx, sc, p.DuplicateID)
		if err != nil {
			return nil, ofField("duplicateId", err)
		}
		_, fields := guest.Merge(kept, duplicate, p.Take)
		return fields, nil
	})
}

// merge makes the two records one. Asked again, it answers what it did.
func (s *Service) merge(ctx context.Context, sc scope.Scope, p Pair) (Merge, error) {
	if err := checked(p); err != nil {
		return Merge{}, err
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Merge, error) {
		kept, duplicate, err := s.lockBoth(tx, sc, p.GuestID, p.DuplicateID)
		if errs.Is(err, errs.KindNotFound) {
			if done, known := mergeOf(tx, sc, p); known == nil {
				return done, nil
			}
			field := "duplicateId"
			if _, missing := s.guests.Get(tx, sc, p.GuestID); missing != nil {
				field = "guestId"
			}
			err = ofField(field, err)
		}
		if err != nil {
			return Merge{}, err
		}
		if err := cmp.Or(kept.RequireKnown(), duplicate.RequireKnown()); err != nil {
			return Merge{}, err
		}
		result, _ := guest.Merge(kept, duplicate, p.Take)
		m := Merge{ID: id.New(), GuestID: kept.ID, GuestName: result.Name, DuplicateID: duplicate.ID,
			DuplicateName: duplicate.Name, Before: s.guests.Snapshot(sc, kept),
			After: s.guests.Snapshot(sc, result), Duplicate: s.guests.Snapshot(sc, duplicate), By: sc.User,
			ByName: sc.UserName, At: tx.Now.UnixMilli()}
		if m.Moved, err = s.move(tx, sc, guest.Move{From: duplicate.ID, To: kept.ID}, nil); err != nil {
			return m, err
		}
		if err := s.guests.Remove(tx, sc, duplicate.ID); err != nil {
			return m, err
		}
		if err := s.guests.Rewrite(tx, sc, result); err != nil {
			return m, err
		}
		if err := insertMerge(tx, sc, m); err != nil {
			return m, err
		}
		return m, s.bus.Publish(tx, sc, m.told(merged))
	})
}

// ofField is the error of a guest that a request names: Invalid, by the field, if there is no such guest.
func ofField(field string, err error) error {
	if errs.Is(err, errs.KindNotFound) {
		return errs.InvalidField(field, "must be the id of one of the hotel's guests: there is no such guest")
	}
	return err
}

// lock locks the books and the bookings of guests.
func lock(tx *db.Tx, sc scope.Scope, guests ...string) error {
	if _, err := ledger.Lock(tx, sc).Get(); err != nil {
		return err
	}
	return party.LockAll(tx, sc, guests...)
}

// lockBoth locks the guests in the order of their ids, after all that they have.
func (s *Service) lockBoth(tx *db.Tx, sc scope.Scope, keptID, otherID string) (kept, other guest.Abroad, err error) {
	if err := lock(tx, sc, keptID, otherID); err != nil {
		return kept, other, err
	}
	first, second := &kept, &other
	if otherID < keptID {
		first, second = second, first
	}
	if *first, err = s.guests.LockWhole(tx, sc, min(keptID, otherID)); err != nil {
		return kept, other, err
	}
	*second, err = s.guests.LockWhole(tx, sc, max(keptID, otherID))
	return kept, other, err
}

// move lets all keepers give records to another guest; only, by the names of keepers, or everything if it is nil.
func (s *Service) move(tx *db.Tx, sc scope.Scope, m guest.Move, only map[string][]string) (map[string][]string, error) {
	moved := map[string][]string{}
	for _, k := range s.keepers {
		if k.Move == nil {
			continue
		}
		if only != nil {
			if m.Only = only[k.Name]; len(m.Only) == 0 {
				continue
			}
		}
		ids, err := k.Move(tx, sc, m)
		if err != nil {
			return nil, err
		}
		if len(ids) > 0 {
			moved[k.Name] = ids
		}
	}
	return moved, nil
}

// Undo takes a merge back: the duplicate is there again, with what is still the guest's of what it had.
func (s *Service) undo(ctx context.Context, sc scope.Scope, mergeID string) (Merge, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Merge, error) {
		m, err := findMerge(tx, sc, mergeID)
		if err != nil {
			return m, err
		}
		if err := lock(tx, sc, m.GuestID); err != nil {
			return m, err
		}
		if m, err = findMerge(tx, sc, mergeID); err != nil || m.UndoneAt != nil { // somebody else was faster
			return m, err
		}
		if tx.Now.UnixMilli() > m.At+undoable.Milliseconds() {
			return m, errNoMerge
		}
		now, err := s.guests.LockWhole(tx, sc, m.GuestID)
		if errs.Is(err, errs.KindNotFound) {
			return m, errs.Conflict("The record of %s was merged into another since, or is deleted. Undo that merge first.",
				m.GuestName)
		}
		if err != nil {
			return m, err
		}
		if later, err := laterMerge(tx, sc, m); err != nil || later != "" {
			return m, orConflict(err, "Undo the later merge with %s first.", later)
		}
		return s.takeBack(tx, sc, m, now)
	})
}

func orConflict(err error, message string, args ...any) error {
	if err != nil {
		return err
	}
	return errs.Conflict(message, args...)
}

// takeBack undoes the merge of a locked guest.
func (s *Service) takeBack(tx *db.Tx, sc scope.Scope, m Merge, now guest.Abroad) (Merge, error) {
	before, err := s.guests.OfSnapshot(sc, m.Before)
	if err != nil {
		return m, err
	}
	after, err := s.guests.OfSnapshot(sc, m.After)
	if err != nil {
		return m, err
	}
	duplicate, err := s.guests.OfSnapshot(sc, m.Duplicate)
	if err != nil {
		return m, err
	}
	if err := s.guests.PutBack(tx, sc, duplicate); err != nil {
		return m, err
	}
	if err := s.guests.Rewrite(tx, sc, guest.Unmerge(now, before, after)); err != nil {
		return m, err
	}
	back := guest.Move{From: m.GuestID, To: m.DuplicateID}
	if m.Moved, err = s.move(tx, sc, back, m.Moved); err != nil {
		return m, err
	}
	m.UndoneByName, m.UndoneAt = sc.UserName, new(tx.Now.UnixMilli())
	if err := saveMerge(tx, sc, &m); err != nil {
		return m, err
	}
	return m, s.bus.Publish(tx, sc, m.told(unmerged))
}

// suggestions are pairs of records that may be of one person, the likeliest first.
var suggestions = listing.Held[guest.Pair]{Name: "duplicates",
	Place: func(p guest.Pair) []any { return []any{int64(100 - p.Score), p.Kept.ID + " " + p.Duplicate.ID} }}

func (s *Service) suggest(ctx context.Context, sc scope.Scope, in *suggestInput) (listing.Page[guest.Pair], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (page listing.Page[guest.Pair], err error) {
		var pairs []guest.Pair
		if in.GuestID == "" {
			pairs, err = guest.Duplicates(tx, sc)
		} else {
			var g guest.Guest
			if g, err = s.guests.Get(tx, sc, in.GuestID.String()); err == nil {
				pairs, err = guest.Like(tx, sc, g)
			} else if errs.Is(err, errs.KindNotFound) {
				err = nil
			}
		}
		if err != nil {
			return page, err
		}
		return suggestions.Page(sc, in.GuestID, pairs, in.Paging)
	})
}

// setApart notes that two records are of two people, so that they aren't suggested any more.
func (s *Service) setApart(ctx context.Context, sc scope.Scope, p Pair) error {
	if err := checked(p); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := s.guests.Get(tx, sc, p.GuestID); err != nil {
			return ofField("guestId", err)
		}
		if _, err := s.guests.Get(tx, sc, p.DuplicateID); err != nil {
			return ofField("duplicateId", err)
		}
		if err := guest.SetApart(tx, sc, p.GuestID, p.DuplicateID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, keptApart.Of(p.GuestID, apartFacts{p.DuplicateID}))
	})
}

// Done is what became of one pair of many.
type Done struct {
	Pair
	MergeID string
	Problem string // "": they are one
}

// mergeMany makes one record of each pair, each in a transaction of its own: what can't be merged keeps no other from
// it.
func (s *Service) mergeMany(ctx context.Context, sc scope.Scope, pairs []Pair) ([]Done, error) {
	var bad errs.Fields
	for i, p := range pairs {
		p.check(&bad, fmt.Sprintf("merges[%d].", i))
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if err := s.db.Read(ctx, func(tx *db.Tx) error { return s.known(tx, sc, pairs) }); err != nil {
		return nil, err
	}
	list := []Done{}
	for _, p := range pairs {
		m, err := s.merge(ctx, sc, p)
		var refused *errs.Error
		if errors.As(err, &refused) && refused.Kind != errs.KindUnavailable {
			m.ID, err = "", nil
		}
		if err != nil {
			return list, err
		}
		done := Done{Pair: p, MergeID: m.ID}
		if refused != nil {
			done.Problem = refused.Message
		}
		list = append(list, done)
	}
	return list, nil
}

// known refuses pairs of records that the hotel doesn't have, unless they were merged before.
func (s *Service) known(tx *db.Tx, sc scope.Scope, pairs []Pair) error {
	var bad errs.Fields
	for i, p := range pairs {
		if _, err := mergeOf(tx, sc, p); err == nil {
			continue
		} else if !errors.Is(err, db.ErrNoRows) {
			return err
		}
		for field, guestID := range map[string]string{"guestId": p.GuestID, "duplicateId": p.DuplicateID} {
			if _, err := s.guests.Get(tx, sc, guestID); errs.Is(err, errs.KindNotFound) {
				bad.Add(fmt.Sprintf("merges[%d].%s", i, field), "must be the id of one of the hotel's guests")
			} else if err != nil {
				return err
			}
		}
	}
	return bad.Err()
}

// Sweep deletes what is kept of merges that can't be undone any more, and what of the duplicates had no place with
// their guests.
func (s *Service) Sweep(ctx context.Context, sc scope.Scope) error {
	over := func(tx *db.Tx) ([]Merge, error) { return mergesBefore(tx, sc, tx.Now.Add(-undoable).UnixMilli()) }
	some, err := db.Read(ctx, s.db, over)
	for err == nil && len(some) > 0 {
		err = s.db.Write(ctx, func(tx *db.Tx) error {
			if _, err := ledger.Lock(tx, sc).Get(); err != nil {
				return err
			}
			list, err := over(tx)
			for _, m := range list {
				if err == nil && m.UndoneAt == nil {
					err = s.eachErase(tx, sc, guest.Erasure{GuestID: m.DuplicateID, AskedAt: m.At, Today: sc.Today(tx.Now)}, ignore)
				}
				if err == nil {
					err = removeMerge(tx, sc, m.ID)
				}
			}
			return err
		})
		if err == nil {
			some, err = db.Read(ctx, s.db, over)
		}
	}
	return err
}

func ignore(string, guest.Erased) {}

// Reseal seals what is kept of merges with the first of the token keys. It fails if something was sealed with a key
// that isn't configured any more.
func (s *Service) Reseal(ctx context.Context, sc scope.Scope) error {
	ids, err := db.Read(ctx, s.db, func(tx *db.Tx) ([]string, error) { return mergeIDs(tx, sc) })
	for _, id := range ids {
		if err == nil {
			err = s.db.Write(ctx, func(tx *db.Tx) error { return s.reseal(tx, sc, id) })
		}
	}
	return err
}

func (s *Service) reseal(tx *db.Tx, sc scope.Scope, mergeID string) error {
	m, err := findMerge(tx, sc, mergeID)
	if errs.Is(err, errs.KindNotFound) { // swept meanwhile
		return nil
	}
	for _, text := range []*string{&m.Before, &m.After, &m.Duplicate} {
		if err == nil {
			*text, err = s.guests.ResealSnapshot(sc, *text)
		}
	}
	if err != nil {
		return err
	}
	return setSnapshots(tx, sc, m)
}

// numbers are how many records have moved, by the names of keepers.
func (m Merge) numbers() map[string]int {
	numbers := map[string]int{}
	for name, ids := range m.Moved {
		numbers[name] = len(ids)
	}
	return numbers
}

// told is the event of the merge, with the records that changed with it.
func (m Merge) told(what event.Typed[mergeFacts]) event.Event {
	total := 0
	for _, number := range m.numbers() {
		total += number
	}
	e := what.Of(m.GuestID, mergeFacts{m.GuestName, m.DuplicateID, total})
	e.Touched = map[string][]string{"guest": {m.DuplicateID}, "booking": m.Moved["bookings"],
		"invoice": m.Moved["invoices"], "waitlist": m.Moved["waitlist"]}
	return e
}
