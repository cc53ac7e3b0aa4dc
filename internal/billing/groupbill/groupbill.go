package groupbill

import (
	"cmp"

	"sarai/internal/billing/buyer"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/company"
	"sarai/internal/stay/group"
)

// Request is what a group's invoice is drafted from.
type Request struct {
	BookingIDs []string // only their lines; none: those of all bookings
	LineIDs    []string // only these; none: all open ones
	WholeStays bool     // with the nights to come
	Buyer      buyer.Edit
	DueDate    date.Date
	Notes      string
	Issue      bool
	Advances   *bool
}

// party is who is billed for the group: its company, or its contact.
func party(tx *db.Tx, sc scope.Scope, g group.Group) (document.Party, error) {
	contact := document.Party{Name: cmp.Or(g.ContactName, g.Name), Email: g.ContactEmail, Phone: g.ContactPhone}
	if g.CompanyID == "" {
		return contact, nil
	}
	c, err := company.Find(tx, sc, g.CompanyID)
	if err != nil {
		return contact, err
	}
	return buyer.Company(c, contact), nil
}

// Deposit is a part of a group's deposits, and what of it was received.
type Deposit struct {
	group.Deposit
	Paid money.Amount
}

// Open is what is still to be received.
func (d Deposit) Open() money.Amount { return d.Amount - d.Paid }

// Status is paid, or else overdue after its day, and due until then.
func (d Deposit) Status(today date.Date) string {
	switch {
	case d.Open() <= 0:
		return "paid"
	case d.Due < today:
		return "overdue"
	}
	return "due"
}

// spread lets what was received pay the deposits in their order.
func spread(deposits []group.Deposit, received money.Amount) []Deposit {
	list := make([]Deposit, len(deposits))
	for i, d := range deposits {
		paid := min(max(received, 0), d.Amount)
		list[i] = Deposit{d, paid}
		received -= paid
	}
	return list
}
