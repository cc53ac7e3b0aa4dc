package housekeeping

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
)

// Service reads the board and takes what housekeeping tells.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	rooms *room.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service) *Service {
	return &Service{db: d, bus: bus, rooms: rooms}
}

// Board reads the rooms in use on a day, today or later, "" being today, in the order of their numbers. Invalid names
// another day as date.
func (s *Service) Board(ctx context.Context, sc scope.Scope, day date.Date, f Filter) (Board, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Board, error) { return s.board(tx, sc, day, f) })
}

func (s *Service) board(tx *db.Tx, sc scope.Scope, day date.Date, f Filter) (Board, error) {
	day, err := checkedDay(tx, sc, day)
	if err != nil {
		return Board{}, err
	}
	lines, err := s.lines(tx, sc, day)
	lines = slices.DeleteFunc(lines, func(l Line) bool { return !f.takes(sc, l) })
	return Board{Date: day, Lines: lines}, err
}

// checkedDay is the day that is asked for.
func checkedDay(tx *db.Tx, sc scope.Scope, day date.Date) (date.Date, error) {
	today := sc.Today(tx.Now)
	if day == "" {
		return today, nil
	}
	if _, err := date.Parse(string(day)); err != nil {
		return day, errs.InvalidField("date", "%s", err)
	}
	if day < today {
		return day, errs.InvalidField("date", "must be today (%s) or later", today.Short())
	}
	return day, nil
}

// lines are all rooms in use on the day.
func (s *Service) lines(tx *db.Tx, sc scope.Scope, day date.Date) ([]Line, error) {
	rooms, err := s.rooms.All(tx, sc)
	if err != nil {
		return nil, err
	}
	lines, at := make([]Line, 0, len(rooms)), make(map[string]int, len(rooms))
	for _, r := range rooms {
		if r.Active {
			at[r.ID] = len(lines)
			lines = append(lines, Line{Room: r})
		}
	}
	live, err := stays(tx, sc, day)
	if err != nil {
		return nil, err
	}
	for _, one := range live {
		if i, ok := at[one.roomID]; ok {
			lines[i].put(one, day, sc.Today(tx.Now))
		}
	}
	return lines, s.complete(tx, sc, day, lines)
}

// complete adds to the lines what else is known of their rooms.
func (s *Service) complete(tx *db.Tx, sc scope.Scope, day date.Date, lines []Line) error {
	outOfOrder, err := blocked(tx, sc, day)
	if err != nil {
		return err
	}
	assignees, err := assigned(tx, sc, day)
	if err != nil {
		return err
	}
	noted, err := notes(tx, sc)
	if err != nil {
		return err
	}
	photos, err := photographed(tx, sc)
	if err != nil {
		return err
	}
	rules, err := RulesOf(tx, sc).Get()
	if err != nil {
		return err
	}
	visits, err := visitsOn(tx, sc, day)
	if err != nil {
		return err
	}
	for i := range lines {
		l := &lines[i]
		l.settle(outOfOrder[l.ID])
		l.ready = rules.Ready(l.Housekeeping)
		l.plan(rules, day, visits[l.ID])
		if a, ok := assignees[l.ID]; ok {
			l.Assignee = &a
		}
		l.Note, l.NotedAt, l.HasPhoto = noted[l.ID].Text, noted[l.ID].At, photos[l.ID]
	}
	return nil
}

// Assign gives rooms to members for a day, all or none, and returns their lines in the order of their numbers. Invalid
// names what is wrong as date or assignments[i].
func (s *Service) Assign(ctx context.Context, sc scope.Scope, day date.Date, list []Assignment) (Board, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Board, error) {
		day, err := checkedDay(tx, sc, day)
		if err != nil {
			return Board{}, err
		}
		rooms, members, err := s.named(tx, sc, list)
		if err != nil {
			return Board{}, err
		}
		before, err := assigned(tx, sc, day)
		if err != nil {
			return Board{}, err
		}
		// In the order of the rooms' ids, so that two such requests don't wait for each other.
		slices.SortFunc(list, func(a, b Assignment) int { return strings.Compare(a.RoomID, b.RoomID) })
		for _, a := range list {
			if err := s.assign(tx, sc, day, a, rooms[a.RoomID], before[a.RoomID], members); err != nil {
				return Board{}, err
			}
		}
		lines, err := s.lines(tx, sc, day)
		lines = slices.DeleteFunc(lines, func(l Line) bool { _, ok := rooms[l.ID]; return !ok })
		return Board{Date: day, Lines: lines}, err
	})
}

// named are the rooms and the members' names that the assignments name.
func (s *Service) named(tx *db.Tx, sc scope.Scope, list []Assignment) (map[string]room.Room, map[string]string, error) {
	var roomIDs, logins []string
	for _, a := range list {
		roomIDs = append(roomIDs, a.RoomID)
		if a.UserID != nil {
			logins = append(logins, *a.UserID)
		}
	}
	rooms, err := s.rooms.LockShared(tx, sc, roomIDs).Get()
	if err != nil {
		return nil, nil, err
	}
	members, err := activeMembers(tx, sc, logins)
	if err != nil {
		return nil, nil, err
	}
	var bad errs.Fields
	for i, a := range list {
		place := fmt.Sprintf("assignments[%d].", i)
		switch r, known := rooms[a.RoomID]; {
		case !known:
			bad.Add(place+"roomId", "must be the id of one of the hotel's rooms")
		case !r.Active:
			bad.Add(place+"roomId", "must be a room in use: %s is inactive", r.Number)
		}
		if a.UserID != nil && members[*a.UserID] == "" {
			bad.Add(place+"userId", "must be the id of an active user of the hotel")
		}
	}
	return rooms, members, bad.Err()
}

func (s *Service) assign(tx *db.Tx, sc scope.Scope, day date.Date, a Assignment, r room.Room, before Assignee,
	members map[string]string) error {
	after, err := Assignee{}, error(nil)
	if a.UserID == nil {
		err = unassign(tx, sc, day, a.RoomID)
	} else {
		after = Assignee{*a.UserID, members[*a.UserID]}
		err = assign(tx, sc, day, a.RoomID, after.ID)
	}
	if err != nil || after.ID == before.ID {
		return err
	}
	return s.publish(tx, sc, assignedEvent.Of(r.ID,
		assignedDetails{r.Number, day, AssigneeChanges{FromTo{before.Name, after.Name}}}))
}

// Reported is a room after a report, and what of the report came too late.
type Reported struct {
	Line
	Late []errs.Warning
}

// Report takes what was seen of a room. Of what is known from later it changes nothing, and says so.
func (s *Service) Report(ctx context.Context, sc scope.Scope, roomID string, report Report) (Reported, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Reported, error) {
		at, err := report.instant(tx.Now)
		if err != nil {
			return Reported{}, err
		}
		days, err := businessday.Hold(tx, sc).Get()
		if err != nil {
			return Reported{}, err
		}
		r, err := s.lock(tx, sc, roomID)
		if err != nil {
			return Reported{}, err
		}
		var done Reported
		before, err := s.line(tx, sc, roomID)
		if err != nil {
			return done, err
		}
		report.infer(before)
		if report.Housekeeping != nil {
			if err := s.state(tx, sc, r, days, *report.Housekeeping, at, &done); err != nil {
				return done, err
			}
		}
		if err := s.seen(tx, sc, before, report, at, &done); err != nil {
			return done, err
		}
		if report.Note != nil {
			if err := s.note(tx, sc, r, *report.Note, at, &done); err != nil {
				return done, err
			}
		}
		done.Line, err = s.line(tx, sc, roomID)
		return done, err
	})
}

// lock reads a room in use that nobody else changes until the transaction ends.
func (s *Service) lock(tx *db.Tx, sc scope.Scope, roomID string) (room.Room, error) {
	rooms, err := s.rooms.LockExclusive(tx, sc, []string{roomID}).Get()
	if err != nil {
		return room.Room{}, err
	}
	r, known := rooms[roomID]
	if !known {
		return r, errs.NotFound("There is no such room.")
	}
	if err := sc.CheckVersion(r.Version); err != nil {
		return r, err
	}
	if !r.Active {
		return r, errs.Conflict("Room %s is inactive: nobody cleans it.", r.Number)
	}
	return r, nil
}

// state makes the room as clean as it was then, unless it is known how clean it was later.
func (s *Service) state(tx *db.Tx, sc scope.Scope, r room.Room, days businessday.Days, housekeeping string, at int64,
	done *Reported) error {
	same := r.Housekeeping == housekeeping
	switch {
	case at < r.HousekeepingAt && !same:
		done.Late = append(done.Late, lateState(r, sc))
	case at > r.HousekeepingAt && same:
		return room.Confirm(tx, sc, r.ID, at)
	case !same:
		_, err := s.rooms.ChangeIn(tx, sc, r.ID, days, func(r *room.Room) error {
			r.Housekeeping, r.HousekeepingAt = housekeeping, at
			return nil
		})
		return err
	}
	return nil
}

// note keeps the text, unless there is one that was written later.
func (s *Service) note(tx *db.Tx, sc scope.Scope, r room.Room, text string, at int64, done *Reported) error {
	before, err := noteOf(tx, sc, r.ID)
	if err != nil {
		return err
	}
	if at < before.At {
		if text != before.Text {
			done.Late = append(done.Late, lateNote(r, before.At, sc))
		}
		return nil
	}
	if err := saveNote(tx, sc, note{r.ID, text, at}); err != nil || text == before.Text {
		return err
	}
	return s.publish(tx, sc, noted.Of(r.ID, notedDetails{r.Number, NoteChanges{FromTo{before.Text, text}}}))
}

// line is today's line of a room in use.
func (s *Service) line(tx *db.Tx, sc scope.Scope, roomID string) (Line, error) {
	lines, err := s.lines(tx, sc, sc.Today(tx.Now))
	if err != nil {
		return Line{}, err
	}
	return lines[slices.IndexFunc(lines, func(l Line) bool { return l.ID == roomID })], nil
}

// publish publishes what happened to the cleaning of a room.
func (s *Service) publish(tx *db.Tx, sc scope.Scope, e event.Event) error {
	e.Touched = map[string][]string{"housekeeping": {e.ResourceID}}
	return s.bus.Publish(tx, sc, e)
}
