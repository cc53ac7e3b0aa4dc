package housekeeping

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/room"
)

// printed is a board with the hotel and the time that its paper names.
type printed struct {
	Board
	list document.List
}

// Paper is a board to be printed, by floors.
func (s *Service) Paper(ctx context.Context, sc scope.Scope, day date.Date, f Filter) (document.List, error) {
	language := words.Of(sc)
	p, err := db.Read(ctx, s.db, func(tx *db.Tx) (p printed, err error) {
		if p.Board, err = s.board(tx, sc, day, f); err != nil {
			return p, err
		}
		p.list = document.List{Kind: document.HousekeepingList, Date: p.Date, Created: tx.Now,
			Printed: language.Moment(tx.Now.In(sc.Zone))}
		p.list.Seller, err = document.Seller(tx, sc)
		return p, err
	})
	p.list.Columns = []document.ListColumn{{Title: "Room", Share: 9}, {Title: "Category", Share: 17},
		{Title: language.Sense("State", "of a room"), Share: 11}, {Title: "Guests", Share: 22},
		{Title: "Persons", Share: 9, Number: true}, {Title: "By", Share: 15}, {Title: "Note", Share: 24},
		{Title: "Done", Share: 7, Tick: true}}
	p.list.Groups = floors(p.Lines, language)
	p.list.Summary = summary(p.Lines, language)
	return p.list, err
}

// floors are the lines by floor, in the natural order of the floors.
func floors(lines []Line, language words.Language) []document.ListGroup {
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b Line) int { return room.Naturally(a.Floor, b.Floor) })
	var groups []document.ListGroup
	for _, l := range sorted {
		name := language.Say("Floor %s", l.Floor)
		if l.Floor == "" {
			name = language.Say("Without a floor")
		}
		if len(groups) == 0 || groups[len(groups)-1].Name != name {
			groups = append(groups, document.ListGroup{Name: name})
		}
		last := &groups[len(groups)-1]
		last.Rows = append(last.Rows, l.row(language))
	}
	return groups
}

// row is a line without the names of guests: the paper goes from hand to hand.
func (l Line) row(language words.Language) []string {
	number, by := l.Number, ""
	if l.Priority() {
		number += "\n" + language.Say("first")
	}
	if l.Assignee != nil {
		by = l.Assignee.Name
	}
	persons := ""
	if n := l.Persons(); n > 0 {
		persons = fmt.Sprint(n)
	}
	return []string{number, l.Category, language.Say(l.Housekeeping), l.inWords(language), persons, by,
		strings.Join(strings.Fields(l.Note), " "), ""}
}

// inWords says who is in the room and who comes.
func (l Line) inWords(language words.Language) string {
	who := map[string]string{Vacant: "vacant", Expected: "", Arrived: "occupied", Stayover: "stays", DueOut: "leaves",
		OutOfOrder: "out of order"}[l.Occupancy]
	if l.Arrival == nil {
		return language.Say(who)
	}
	arrival := strings.TrimSpace(language.Say("arrival %s", l.Arrival.Time))
	if who == "" {
		return arrival
	}
	return language.Say("%s, then %s (%d)", language.Say(who), arrival, l.Arrival.Persons)
}

// summary counts the rooms by how clean they are.
func summary(lines []Line, language words.Language) string {
	count := map[string]int{}
	for _, l := range lines {
		count[l.Housekeeping]++
	}
	parts := []string{language.Count(len(lines), "1 room", "%d rooms")}
	for _, state := range []string{room.Dirty, room.Clean, room.Inspected} {
		parts = append(parts, fmt.Sprintf("%d %s", count[state], language.Say(state)))
	}
	return strings.Join(parts, ", ")
}
