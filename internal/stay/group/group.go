package group

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/wordindex"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/lodging"
)

// The statuses of a group.
const (
	Tentative = "tentative"
	Definite  = "definite"
	Cancelled = "cancelled"
)

// What the master account pays of the bookings' charges.
const (
	PaysNothing = "nothing"
	PaysRooms   = "rooms" // with their tax
	PaysAll     = "all"
)

// Group is bookings that come together. Texts and dates are empty where nothing is known.
type Group struct {
	ID           string    `db:"group_id,key"`
	Code         string    `db:"code"`
	Name         string    `db:"name"`
	Status       string    `db:"status"`
	Holds        bool      `db:"holds"` // its block
	CheckIn      date.Date `db:"check_in"`
	CheckOut     date.Date `db:"check_out"`
	ContactName  string    `db:"contact_name"`
	ContactPhone string    `db:"contact_phone"`
	ContactEmail string    `db:"contact_email"`
	CompanyID    string    `db:"company_id"`
	Agent        string    `db:"agent"` // who has brought it, by name
	DecisionDate date.Date `db:"decision_date"`
	CutoffDate   date.Date `db:"cutoff_date"`
	CutoffDays   *int      `db:"cutoff_days"` // before each night; nil: not by days
	MasterPays   string    `db:"master_pays"`

	Routing folio.Routing `db:"routing"` // to the master account or to nobody's: "" or folio.OfMaster

	Deposits  []Deposit `db:"deposits,json"`
	Notes     string    `db:"notes"`
	CreatedBy string    `db:"created_by,fixed"`
	CreatedAt int64     `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64     `db:"updated_at"`       // UTC milliseconds
	Version   int64     `db:"version,version"`  // every change raises it
}

// routings are what the words of MasterPays mean.
var routings = map[string]folio.Routing{
	PaysNothing: {},
	PaysRooms:   {Rooms: folio.OfMaster},
	PaysAll:     {Rooms: folio.OfMaster, Food: folio.OfMaster, Other: folio.OfMaster},
}

// SetRouting sets the rules, and the word for them: the nearest, where none says it all.
func (g *Group) SetRouting(r folio.Routing) {
	g.Routing, g.MasterPays = r, PaysNothing
	switch {
	case r == routings[PaysAll]:
		g.MasterPays = PaysAll
	case r.Rooms == folio.OfMaster:
		g.MasterPays = PaysRooms
	}
}

// Deposit is a part of what the group pays before it comes.
type Deposit struct {
	Due    date.Date    `json:"due"`
	Amount money.Amount `json:"amount"` // minor units
}

// mostDeposits is how many deposits a group may have.
const mostDeposits = 24

var errNoGroup = errs.NotFound("There is no such group.")

func codeKey(code string) string { return strings.ToLower(code) }

// Words are what the group is searched by.
func (g Group) Words() (words wordindex.Words) {
	words.Number(g.Code)
	words.Text(g.Name)
	words.Text(g.ContactName)
	words.Text(g.Agent)
	words.Phone(g.ContactPhone)
	words.Email(g.ContactEmail)
	return words
}

// check refuses values that no group can have. The e-mail address that it had before stays.
func (g Group) check(emailBefore string) error {
	var fields errs.Fields
	fields.RequireLine("name", g.Name)
	fields.CheckLine("code", g.Code)
	fields.CheckLine("contactName", g.ContactName)
	fields.CheckLine("agent", g.Agent)
	lodging.CheckStay(&fields, g.CheckIn, g.CheckOut, false, 1)
	contact.CheckNewEmail(&fields, "contactEmail", emailBefore, g.ContactEmail)
	contact.CheckPhone(&fields, "contactPhone", g.ContactPhone)
	if g.CutoffDate != "" && g.CutoffDays != nil {
		fields.Add("cutoffDays", "must be left out if cutoffDate is given")
	}
	for _, day := range []struct {
		field string
		day   date.Date
	}{{"decisionDate", g.DecisionDate}, {"cutoffDate", g.CutoffDate}} {
		if date.CheckDay(&fields, day.field, day.day); day.day > g.CheckOut {
			fields.Add(day.field, "must not be after the group's departure (%s)", g.CheckOut.Short())
		}
	}
	if len(g.Deposits) > mostDeposits {
		fields.Add("deposits", "must be at most %d", mostDeposits)
	}
	for i, d := range g.Deposits {
		date.CheckDay(&fields, fmt.Sprintf("deposits[%d].due", i), d.Due)
		if i > 0 && d.Due < g.Deposits[i-1].Due {
			fields.Add(fmt.Sprintf("deposits[%d].due", i), "must not be before the deposit above it")
		}
	}
	return fields.Err()
}

// releasedBefore is the first night that is not to be released yet on a day: nights that are over always are.
func (g Group) releasedBefore(today date.Date) date.Date {
	switch {
	case g.CutoffDate != "" && g.CutoffDate <= today:
		return endOfTime
	case g.CutoffDays != nil:
		return today.AddDays(*g.CutoffDays + 1)
	}
	return today
}

// endOfTime is after every night.
const endOfTime date.Date = "9999-12-31"

// RequireLive refuses what can't be done with a cancelled group.
func (g Group) RequireLive() error {
	if g.Status == Cancelled {
		return errs.Conflict("Group %s is cancelled.", g.Code)
	}
	return nil
}

func (g Group) is(other Group) bool { return reflect.DeepEqual(g, other) }

// holdsAs tells whether a group of its status holds its block, if tentative ones do so or not.
func (g Group) holdsAs(tentativeHolds bool) bool {
	return g.Status == Definite || g.Status == Tentative && tentativeHolds
}

// withDefaults is the group with what a request may leave out.
func (g Group) withDefaults() Group {
	g.Status, g.MasterPays = cmp.Or(g.Status, Tentative), cmp.Or(g.MasterPays, PaysNothing)
	if g.Deposits == nil {
		g.Deposits = []Deposit{}
	}
	return g
}
