package housekeeping

import (
	"context"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
)

// empty tells whether the report says nothing.
func (r Report) empty() bool {
	return r.Housekeeping == nil && r.Note == nil && r.Service == nil && r.Turndown == nil && r.Occupied == nil
}

// infer adds what follows from what the report says: a service that is done leaves a dirty room clean, and a room that
// is clean had its service.
func (r *Report) infer(before Line) {
	switch {
	case r.Housekeeping == nil && r.Service != nil && *r.Service == Done && before.Housekeeping == room.Dirty:
		r.Housekeeping = new(room.Clean)
	case r.Service == nil && r.Housekeeping != nil && *r.Housekeeping != room.Dirty && before.Service != nil:
		r.Service = new(Done)
	}
}

// seen keeps what the report says of the visit, and of who is in the room.
func (s *Service) seen(tx *db.Tx, sc scope.Scope, before Line, report Report, at int64, done *Reported) error {
	for _, part := range []struct {
		name  string
		state *string
	}{{PartService, report.Service}, {PartTurndown, report.Turndown}} {
		if part.state == nil {
			continue
		}
		if err := s.visited(tx, sc, before, part.name, *part.state, at, done); err != nil {
			return err
		}
	}
	if report.Occupied == nil {
		return nil
	}
	return s.sighted(tx, sc, before, *report.Occupied, at, done)
}

// visited keeps what came of a part of the room's day, unless it is known what came of it later.
func (s *Service) visited(tx *db.Tx, sc scope.Scope, before Line, part, state string, at int64, done *Reported) error {
	day := date.Of(time.UnixMilli(at), sc.Zone)
	v, err := visitOf(tx, sc, visit{RoomID: before.ID, Day: day, Part: part})
	if err != nil {
		return err
	}
	switch {
	case at < v.At && state != v.State:
		done.Late = append(done.Late, lateVisit(before.Room, v, sc))
		return nil
	case at <= v.At && state == v.State, at < v.At:
		return nil
	}
	if state == DoNotDisturb || state == Refused {
		v.Knocks++
	}
	v.State, v.At, v.Service, v.Credits = state, at, "", 0
	task := before.Service
	if part == PartTurndown {
		task = before.Turndown
	}
	if task != nil && day == sc.Today(tx.Now) {
		v.Service, v.Credits = task.Service, task.Credits
	}
	if err := saveVisit(tx, sc, v); err != nil {
		return err
	}
	return s.publish(tx, sc, visitedEvent.Of(before.ID, visitedDetails{before.Number, day, part, state}))
}

// sighting is whether somebody was in a room when the floor looked, and whom the desk had in it.
type sighting struct {
	RoomID   string `db:"room_id,key"`
	Occupied bool   `db:"occupied"`
	SeenAt   int64  `db:"seen_at"` // UTC milliseconds
	InRoom   string `db:"in_room"` // the booking's id; "": nobody
}

// sighted keeps who was seen in the room, unless the floor looked later, or the desk has let somebody in or out since.
func (s *Service) sighted(tx *db.Tx, sc scope.Scope, before Line, occupied bool, at int64, done *Reported) error {
	all, err := sightings(tx, sc)
	if err != nil {
		return err
	}
	last := all[before.ID]
	left := before.InRoom == nil && before.Housekeeping == room.Dirty && before.HousekeepingAt > at
	if at < last.SeenAt || before.arrived > at || left {
		if at < last.SeenAt && occupied == last.Occupied {
			return nil
		}
		done.Late = append(done.Late, lateSighting(before.Room))
		return nil
	}
	now := sighting{RoomID: before.ID, Occupied: occupied, SeenAt: at}
	if before.InRoom != nil {
		now.InRoom = before.InRoom.BookingID
	}
	if err := saveSighting(tx, sc, now); err != nil {
		return err
	}
	kind := before.differs(now)
	if kind == "" || kind == before.differs(last) && last.SeenAt > 0 {
		return nil
	}
	return s.publish(tx, sc, sighted.Of(before.ID, sightedDetails{before.Number, kind}))
}

// How the desk and the floor differ.
const (
	Sleep = "sleep" // somebody is in a room that is vacant at the desk
	Skip  = "skip"  // nobody is in a room that is occupied at the desk
)

// differs says how the room differs from what was seen while the desk had it as it has it now; "" for not at all.
func (l Line) differs(s sighting) string {
	inRoom := ""
	if l.InRoom != nil {
		inRoom = l.InRoom.BookingID
	}
	switch {
	case s.SeenAt == 0 || inRoom != s.InRoom || s.Occupied == (inRoom != ""):
		return ""
	case s.Occupied:
		return Sleep
	}
	return Skip
}

// Discrepancy is a room of which desk and floor say different things.
type Discrepancy struct {
	Line
	Kind   string
	SeenAt int64 // UTC milliseconds
}

// Discrepancies are the rooms of which the desk has said something else, since the floor looked today, than the floor.
func (s *Service) Discrepancies(ctx context.Context, sc scope.Scope) ([]Discrepancy, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Discrepancy, error) {
		today := sc.Today(tx.Now)
		lines, err := s.lines(tx, sc, today)
		if err != nil {
			return nil, err
		}
		all, err := sightings(tx, sc)
		if err != nil {
			return nil, err
		}
		list := []Discrepancy{}
		for _, l := range lines {
			seen := all[l.ID]
			if kind := l.differs(seen); kind != "" && seen.SeenAt >= today.Start(sc.Zone).UnixMilli() {
				list = append(list, Discrepancy{l, kind, seen.SeenAt})
			}
		}
		return list, nil
	})
}
