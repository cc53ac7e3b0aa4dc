package buyer

import (
	"cmp"

	"sarai/internal/country"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/company"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
)

// Edit changes who is billed, and adds what it can't set to fields.
type Edit func(buyer *document.Party, fields *errs.Fields)

// Apply returns the buyer after the edit, in the state that follows from it. A nil edit changes nothing.
func (edit Edit) Apply(c *country.Country, buyer document.Party, fields *errs.Fields) document.Party {
	if edit != nil {
		edit(&buyer, fields)
	}
	return Placed(c, buyer, fields)
}

// Placed gives the buyer the state of its tax number or, without one, the state that it has or that its address names.
func Placed(c *country.Country, p document.Party, fields *errs.Fields) document.Party {
	number := c.TaxNumber
	p.GSTIN, p.PAN = number.Normalize(p.GSTIN), ""
	switch {
	case p.GSTIN == "":
		p.StateCode = cmp.Or(p.StateCode, c.States.Code(p.Address.State))
	case !number.WellFormed(p.GSTIN):
		fields.Add("buyer.gstin", "%s", number.Shape)
		return p
	default:
		p.StateCode, p.PAN = number.State(p.GSTIN), number.Person(p.GSTIN)
	}
	p.State = c.States.Name(p.StateCode)
	return p
}

// Of is the guest as a buyer: under the company's name if the record has a GSTIN.
func Of(g guest.Guest) document.Party {
	p := document.Party{Name: g.Name, Email: g.Email, Phone: g.Phone, GSTIN: g.GSTIN, Address: g.Address}
	if g.GSTIN != "" && g.Company != "" {
		p.Name = g.Company
	}
	return p
}

// AsBooked is the buyer with the name and contacts that the booking has for its guest.
func AsBooked(p document.Party, b *booking.Booking) document.Party {
	if p.GSTIN == "" {
		p.Name = b.GuestName
	}
	p.Email, p.Phone = cmp.Or(b.GuestEmail, p.Email), b.GuestPhone
	return p
}

// Company is the company as a buyer; where it has no contacts of its own, with those of the guest.
func Company(c company.Company, guest document.Party) document.Party {
	return document.Party{Name: c.Name, Email: cmp.Or(c.Email, guest.Email), Phone: cmp.Or(c.Phone, guest.Phone),
		GSTIN: c.GSTIN, Address: c.Address}
}

// MailAddress is where a document is sent to: the given address, or the buyer's, or that of the guest's record. Invalid
// if there is none.
func MailAddress(tx *db.Tx, sc scope.Scope, guests *guest.Service, given, buyer, guestID string) (string, error) {
	to := cmp.Or(given, buyer)
	if to == "" && guestID != "" {
		g, err := guests.Get(tx, sc, guestID)
		if err != nil && !errs.Is(err, errs.KindNotFound) {
			return "", err
		}
		to = g.Email
	}
	if !contact.Email(to) {
		return "", errs.InvalidField("email", "must be given: neither the buyer nor the guest has an e-mail address")
	}
	return to, nil
}
