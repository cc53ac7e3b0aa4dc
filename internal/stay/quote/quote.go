package quote

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/folio"
)

// The statuses of a quote.
const (
	Draft    = "draft"
	Sent     = "sent"
	Accepted = "accepted"
	Declined = "declined"
	Expired  = "expired"
)

// Quote is one offer as it is stored. Amounts are minor units, instants UTC milliseconds.
type Quote struct {
	ID               string    `db:"quote_id,key"`
	Number           string    `db:"number,fixed"`
	Status           string    `db:"status"`
	GuestID          string    `db:"guest_id"`
	GuestName        string    `db:"guest_name"`
	GuestEmail       string    `db:"guest_email"`
	GuestPhone       string    `db:"guest_phone"`
	Date             date.Date `db:"quote_date,fixed"`
	ValidUntil       date.Date `db:"valid_until"`
	CheckIn          date.Date `db:"check_in"` // empty where no rooms are offered
	CheckOut         date.Date `db:"check_out"`
	MealPlan         string    `db:"meal_plan"`
	Notes            string    `db:"notes"`
	Rooms            []Room    `db:"rooms,json"`
	Lines            []Line    `db:"lines,json"`
	PricesIncludeTax bool      `db:"prices_include_tax,fixed"`
	BookingID        string    `db:"booking_id"` // once it is accepted
	Reason           string    `db:"reason"`     // why it was declined
	SentAt           *int64    `db:"sent_at"`
	ClosedAt         *int64    `db:"closed_at"`
	SearchText       string    `db:"search_text"` // what the list's search looks into, in lower case
	CreatedBy        string    `db:"created_by,fixed"`
	CreatedAt        int64     `db:"created_at,fixed"`
	UpdatedAt        int64     `db:"updated_at"`
	Version          int64     `db:"version,version"` // every change raises it
	Totals

	Sum         tax.Applied // of rooms and lines
	BookingCode string      // empty when the booking was removed
}

// Totals are the amounts of Sum, stored for those who read the table itself.
type Totals struct {
	Taxable money.Amount `db:"taxable"`
	Tax     tax.Parts    `db:"parts"`
	Total   money.Amount `db:"total"`
}

// Room is one room, or Count rooms of a category, at a price a night.
type Room struct {
	RoomID, Number   string // empty where any room of the category will do
	Type             string // the category's name
	Count            int
	Rate             money.Amount
	Adults, Children int
	Parts            []Part
}

// Part is the room-nights of a room that bear the same tax.
type Part struct {
	Nights int // of all Count rooms together
	tax.Applied
}

// Line is a charge that is no room.
type Line struct {
	TaxID string
	folio.Charge
	TaxKind string // as in the charge's Applied, where JSON doesn't reach it: the charge has its own Kind
}

// Words are what the quote is searched by.
func (q Quote) Words() (words wordindex.Words) {
	words.Number(q.Number)
	words.Text(q.GuestName)
	words.Email(q.GuestEmail)
	words.Phone(q.GuestPhone)
	return words
}

var errNoQuote = errs.NotFound("There is no such quote.")

// statusOn is what the quote is on that day.
func (q Quote) statusOn(today date.Date) string {
	if (q.Status == Draft || q.Status == Sent) && q.ValidUntil < today {
		return Expired
	}
	return q.Status
}

// requireOpen refuses what can't be done any more with a quote that is accepted, declined or expired.
func (q Quote) requireOpen(today date.Date) error {
	switch status := q.statusOn(today); status {
	case Draft, Sent:
		return nil
	case Expired:
		return errs.Conflict("Quote %s expired after %s. Make a new one.", q.Number, q.ValidUntil.Short())
	default:
		return errs.Conflict("Quote %s is %s already.", q.Number, status)
	}
}

func (q Quote) nights() int {
	if q.CheckIn == "" {
		return 0
	}
	return q.CheckIn.DaysUntil(q.CheckOut)
}

// roomsPrice is what the rooms cost, as prices are quoted.
func (q Quote) roomsPrice() money.Amount {
	var sum money.Amount
	for _, r := range q.Rooms {
		sum += r.Rate * money.Amount(r.Count*q.nights())
	}
	return sum
}

// name is what people call the room, or the rooms.
func (r Room) name() string {
	switch {
	case r.RoomID != "":
		return r.Number + " (" + r.Type + ")"
	case r.Count > 1:
		return fmt.Sprintf("%d × %s", r.Count, r.Type)
	}
	return r.Type
}

func (q Quote) roomNames() string {
	names := make([]string, 0, len(q.Rooms))
	for _, r := range q.Rooms {
		names = append(names, r.name())
	}
	return strings.Join(names, ", ")
}

// sum is what the room costs with its taxes.
func (r Room) sum() (sum tax.Applied) {
	for _, p := range r.Parts {
		sum = sum.Plus(p.Applied)
	}
	return sum
}

// tax finds the tax of every night, and puts nights together that bear the same.
func (r *Room) tax(rules *tax.Rules, nights []date.Date, inclusive bool) {
	r.Parts = nil
	for _, night := range nights {
		one := rules.Night(night, r.Rate, inclusive).Times(r.Count)
		i := slices.IndexFunc(r.Parts, func(p Part) bool { return p.Burden() == one.Burden() })
		if i < 0 {
			like := tax.Applied{Name: one.Name, Kind: one.Kind, Rate: one.Rate}
			i, r.Parts = len(r.Parts), append(r.Parts, Part{Applied: like})
		}
		r.Parts[i].Nights += r.Count
		r.Parts[i].Applied = r.Parts[i].Applied.Plus(one)
	}
}

// charges are all that bears a tax of its own: the parts of the rooms, and the lines.
func (q Quote) charges() []tax.Applied {
	var list []tax.Applied
	for _, r := range q.Rooms {
		for _, p := range r.Parts {
			list = append(list, p.Applied)
		}
	}
	for _, l := range q.Lines {
		list = append(list, l.Applied)
	}
	return list
}

// add sums the quote up.
func (q *Quote) add() {
	q.Sum = tax.Applied{}
	for _, charge := range q.charges() {
		q.Sum = q.Sum.Plus(charge)
	}
	q.Totals = Totals{q.Sum.Taxable, q.Sum.Parts, q.Sum.Total}
}

// planMeals gives a stay a meal plan, and takes it from what is none.
func (q *Quote) planMeals() {
	if q.MealPlan = cmp.Or(q.MealPlan, "EP"); len(q.Rooms) == 0 {
		q.MealPlan = ""
	}
}
