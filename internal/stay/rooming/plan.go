package rooming

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/property/allotment"
	"sarai/internal/property/room"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/group"
	"sarai/internal/stay/lodging"
)

// What is to be done for a room of the list.
const (
	Create = "create"
	Change = "change"
	Same   = "same"
)

// Party is a room of a list: the rows that share it.
type Party struct {
	Rows       []Row // the first is the guest of the booking
	Reference  string
	CategoryID string
	Action     string
	Booking    *booking.Booking // what there is of the reference, and later what was made of it; nil: nothing
	Changes    []Difference
	try        string // a room of the hotel that seems free for it
	Outside    bool   // a night of it is not taken from the block, but from what is free for everybody
}

// Difference is a field that the list would change.
type Difference struct{ Field, From, To string }

func (p Party) lead() Row { return p.Rows[0] }

func (p Party) adults() int {
	adults := 0
	for _, r := range p.Rows {
		adults = max(adults, r.Adults)
	}
	return max(adults, len(p.Rows), 1)
}

func (p Party) children() (n int) {
	for _, r := range p.Rows {
		n = max(n, r.Children)
	}
	return n
}

// sharing is who shares the room with its first guest, as the list says.
func (p Party) sharing() string {
	var names []string
	for _, r := range p.Rows[1:] {
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}

// compareSharing tells whether the list names others than are in the room. Who is in house stays there.
func (p Party) compareSharing(r lodging.Room) (d Difference, differs bool) {
	d = Difference{"sharing", r.Sharers, p.sharing()}
	sorted := func(names string) []string { return slices.Sorted(slices.Values(strings.Split(names, ", "))) }
	have := sorted(d.From)
	if !r.Arrived() {
		return d, !slices.Equal(have, sorted(d.To))
	}
	return d, d.To != "" && slices.ContainsFunc(sorted(d.To), func(name string) bool {
		return !slices.Contains(have, name)
	})
}

func (p Party) requests() string {
	var list []string
	for _, r := range p.Rows {
		if r.Requests != "" && !slices.Contains(list, r.Requests) {
			list = append(list, r.Requests)
		}
	}
	return strings.Join(list, "; ")
}

// check adds what is wrong with the row itself to fields.
func (r Row) check(fields *errs.Fields, g group.Group) {
	fields.RequireLine(r.Field+"name", r.Name)
	if len(r.Name) > 120 {
		fields.Add(r.Field+"name", "must have at most 120 characters")
	}
	fields.CheckLine(r.Field+"reference", r.Reference)
	fields.CheckLine(r.Field+"sharing", r.Sharing)
	contact.CheckPhone(fields, r.Field+"phone", r.Phone)
	contact.CheckEmail(fields, r.Field+"email", r.Email)
	if r.Phone == "" && g.ContactPhone == "" {
		fields.Add(r.Field+"phone", "is required, since the group's contact has none")
	}
	var stay errs.Fields
	lodging.CheckStay(&stay, r.CheckIn, r.CheckOut, false, 1)
	for _, f := range stay {
		fields.Add(r.Field+f.Field, "%s", f.Message)
	}
}

// parties puts the rows together that share a room, in the order of the list.
func parties(fields *errs.Fields, rows []Row, g group.Group, categories []room.Category) []*Party {
	var list []*Party
	shared, byReference := map[string]*Party{}, map[string]Row{}
	for _, r := range rows {
		before := len(*fields)
		r.check(fields, g)
		categoryID := named(categories, r.Category)
		if categoryID == "" {
			fields.Add(r.Field+"category", "must be one of the hotel's room categories, by its name or its id")
		}
		key := strings.ToLower(r.Sharing)
		if p := shared[key]; key != "" && p != nil {
			if lead := p.lead(); lead.CheckIn != r.CheckIn || lead.CheckOut != r.CheckOut || p.CategoryID != categoryID {
				fields.Add(r.Field+"sharing", "must have the category and the dates of the row that it shares a room with")
			}
			p.Rows = append(p.Rows, r)
			continue
		}
		if len(*fields) > before {
			continue
		}
		p := &Party{Rows: []Row{r}, CategoryID: categoryID, Reference: r.Reference, Action: Create}
		if p.Reference == "" {
			p.Reference = strings.ToLower(r.Name) + " " + string(r.CheckIn)
		}
		if _, twice := byReference[strings.ToLower(p.Reference)]; twice {
			fields.Add(r.Field+"reference", "must be given, and be another one: there is a row like it")
		}
		byReference[strings.ToLower(p.Reference)] = r
		if key != "" {
			shared[key] = p
		}
		list = append(list, p)
	}
	return list
}

// named is the id of the category with this name or id; "" for none.
func named(categories []room.Category, text string) string {
	for _, c := range categories {
		if c.ID == text || strings.EqualFold(c.Name, strings.TrimSpace(text)) {
			return c.ID
		}
	}
	return ""
}

// compare sees what there is of the list already.
func (p *Party) compare(fields *errs.Fields, there map[string]*booking.Booking, g group.Group) {
	b := there[strings.ToLower(p.Reference)]
	if b == nil {
		return
	}
	lead := p.lead()
	p.Booking, p.Action = b, Same
	if b.Status == booking.Cancelled {
		fields.Add(lead.Field+"reference", "is that of booking %s, which is cancelled: reinstate it, or take another one",
			b.Code)
		return
	}
	rooms := b.Rooms.Current()
	if len(rooms) > 0 && rooms[0].CategoryID != p.CategoryID {
		fields.Add(lead.Field+"category", "can't be changed by a list: booking %s has another one", b.Code)
	}
	phone := lead.Phone
	if phone == "" {
		phone = b.GuestPhone
	}
	for _, d := range []Difference{{"name", b.GuestName, lead.Name}, {"phone", b.GuestPhone, phone},
		{"email", b.GuestEmail, lead.Email}, {"checkIn", string(b.CheckIn), string(lead.CheckIn)},
		{"checkOut", string(b.CheckOut), string(lead.CheckOut)}, {"requests", b.SpecialRequests, p.requests()}} {
		if d.From != d.To && (d.To != "" || d.Field == "requests") {
			p.Changes = append(p.Changes, d)
		}
	}
	if len(rooms) > 0 {
		if d, differs := p.compareSharing(*rooms[0]); differs {
			p.Changes = append(p.Changes, d)
		}
	}
	if len(p.Changes) > 0 {
		p.Action = Change
	}
}

func (p Party) changes(field string) bool {
	return slices.ContainsFunc(p.Changes, func(d Difference) bool { return d.Field == field })
}

// stock is how many rooms can still be had, by category and night.
type stock struct{ block, free map[string]map[date.Date]int }

// take takes the rooms that are to be made from the block, as far as it has them, and else from what is free. It adds
// the rows to fields for which there is none.
func (s stock) take(fields *errs.Fields, list []*Party) {
	for _, p := range list {
		if p.Action != Create {
			continue
		}
		lead := p.lead()
		var missing []date.Date
		for _, night := range date.Days(lead.CheckIn, lead.CheckOut) {
			switch {
			case s.block[p.CategoryID][night] > 0:
				s.block[p.CategoryID][night]--
			case s.free[p.CategoryID][night] > 0:
				s.free[p.CategoryID][night]--
				p.Outside = true
			default:
				missing = append(missing, night)
			}
		}
		if len(missing) > 0 {
			fields.Add(lead.Field+"category", "has no room free on %s", date.Join(missing))
		}
	}
}

// toMake are the rooms that are to be made.
func toMake(list []*Party) allotment.Rooms {
	rooms := allotment.Rooms{}
	for _, p := range list {
		if lead := p.lead(); p.Action == Create {
			rooms.Add(p.CategoryID, lead.CheckIn, lead.CheckOut, 1)
		}
	}
	return rooms
}

// span is from the first arrival to the last departure of those that are to be made.
func span(list []*Party) (from, to date.Date) {
	for _, p := range list {
		if lead := p.lead(); p.Action == Create {
			if from == "" || lead.CheckIn < from {
				from = lead.CheckIn
			}
			to = max(to, lead.CheckOut)
		}
	}
	return from, to
}

// priced are the rates of the stay's nights: the group's, or else the category's.
func priced(rates []group.Rate, c room.Category, from, to date.Date) []lodging.Rate {
	byNight := map[date.Date]group.Rate{}
	for _, r := range rates {
		if r.CategoryID == c.ID {
			byNight[r.Night] = r
		}
	}
	var list []lodging.Rate
	for i, night := range date.Days(from, to) {
		price := c.BaseRate
		if r, set := byNight[night]; set {
			price = r.Price
		}
		list = append(list, lodging.Rate{Field: fmt.Sprintf("rates[%d]", i), Day: night, Price: price})
	}
	return list
}

func categoriesOf(list []*Party) []string {
	ids := map[string]bool{}
	for _, p := range list {
		ids[p.CategoryID] = true
	}
	return slices.Sorted(maps.Keys(ids))
}
