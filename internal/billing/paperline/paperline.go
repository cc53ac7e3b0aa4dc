package paperline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/stay/folio"
)

// Of is a charge as it is printed in the language.
func Of(c folio.Charge, language words.Language) document.Line {
	detail := ""
	if c.Kind == folio.Service && c.Day != "" { // the description of a night names it
		detail = language.Weekday(c.Day)
	}
	quantity, _ := c.Quantity.MarshalJSON()
	return document.Line{Description: c.Description, Detail: detail, SAC: c.SAC, Quantity: string(quantity),
		UnitPrice: c.UnitPrice, Discount: c.Discount, Applied: c.Applied}
}

// likeness is what nights have in common that are printed as one line.
type likeness struct {
	kind, sac, taxName string
	rate               int64
	unit, discount     money.Amount
	from, until        date.Date // the first and the last night of the room
	note               string    // what the description says after the night
}

// run is the nights of one room at one price, one after the other.
type run struct {
	likeness
	charges []folio.Charge
}

// Together prints the charges of many stays: rooms that have the same nights at the same price and tax are one line,
// with the count of room-nights and the numbers of the rooms; all else is printed one by one, after them.
func Together(charges []folio.Charge, language words.Language) []document.Line {
	var lines []document.Line
	runs, rest := runsOf(charges)
	var order []likeness
	of := map[likeness][]folio.Charge{}
	for _, r := range runs {
		if of[r.likeness] == nil {
			order = append(order, r.likeness)
		}
		of[r.likeness] = append(of[r.likeness], r.charges...)
	}
	slices.SortStableFunc(order, func(a, b likeness) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.until, b.until))
	})
	for _, like := range order {
		lines = append(lines, like.line(of[like], language))
	}
	for _, c := range rest {
		lines = append(lines, Of(c, language))
	}
	return lines
}

// runsOf finds the nights of each room that follow each other at one price, and the charges that are no nights.
func runsOf(charges []folio.Charge) (runs []run, rest []folio.Charge) {
	nights := []folio.Charge{}
	for _, c := range charges {
		if c.Kind == folio.RoomNight && c.Quantity == folio.One {
			nights = append(nights, c)
		} else {
			rest = append(rest, c)
		}
	}
	slices.SortStableFunc(nights, func(a, b folio.Charge) int {
		return cmp.Or(compareRooms(a.RoomNumber, b.RoomNumber), cmp.Compare(a.Day, b.Day))
	})
	for _, c := range nights {
		like := likeness{kind: c.Kind, sac: c.SAC, taxName: c.Name, rate: int64(c.Rate), unit: c.UnitPrice,
			discount: c.Discount, from: c.Day, until: c.Day, note: noteOf(c.Description)}
		if n := len(runs) - 1; n >= 0 && runs[n].goesOn(c, like) {
			runs[n].until, runs[n].charges = c.Day, append(runs[n].charges, c)
			continue
		}
		runs = append(runs, run{like, []folio.Charge{c}})
	}
	return runs, rest
}

// goesOn tells whether the night is the next one of the run, of the same room.
func (r run) goesOn(c folio.Charge, like likeness) bool {
	last := r.charges[len(r.charges)-1]
	like.from, like.until = r.from, r.until
	return last.RoomNumber == c.RoomNumber && last.Day.AddDays(1) == c.Day && r.likeness == like
}

// noteOf is what a night's description says after its date, such as ", extra bed". A weekday's date has one comma.
func noteOf(description string) string {
	parts := strings.Split(description, ", ")
	at := len(parts)
	for i, p := range parts {
		if len(p) > 4 && p[len(p)-4] >= '0' && p[len(p)-4] <= '9' { // "14 Apr 2026" ends in the year
			at = i + 1
		}
	}
	return strings.Join(parts[at:], ", ")
}

// line is the nights as one line.
func (like likeness) line(nights []folio.Charge, language words.Language) document.Line {
	l := document.Line{SAC: like.sac, UnitPrice: like.unit, Quantity: strconv.Itoa(len(nights)),
		Applied: nights[0].Applied}
	l.Taxable, l.Total, l.Parts = 0, 0, nil
	for _, c := range nights {
		l.Discount, l.Taxable, l.Total = l.Discount+c.Discount, l.Taxable+c.Taxable, l.Total+c.Total
		l.Parts = l.Parts.Plus(c.Parts)
	}
	l.Description = language.Say("Rooms, nights of %s to %s", language.Day(like.from), language.Day(like.until))
	if like.from == like.until {
		l.Description = language.Say("Rooms, night of %s", language.Day(like.from))
	}
	if like.note != "" {
		l.Description += ", " + like.note
	}
	l.Detail = roomsOf(nights)
	return l
}

// mostNamed bounds how many rooms a line names.
const mostNamed = 24

// roomsOf names the rooms, each once.
func roomsOf(nights []folio.Charge) string {
	var rooms []string
	for _, c := range nights {
		if c.RoomNumber != "" && !slices.Contains(rooms, c.RoomNumber) {
			rooms = append(rooms, c.RoomNumber)
		}
	}
	more := ""
	if len(rooms) > mostNamed {
		rooms, more = rooms[:mostNamed], " …"
	}
	return strings.Join(rooms, ", ") + more
}

// compareRooms orders numbers of rooms as people do: 9 before 10.
func compareRooms(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
