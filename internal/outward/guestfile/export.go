package guestfile

import (
	"cmp"
	"context"
	"strings"
	"time"

	"sarai/internal/country/words"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/property/guest"
)

// Everything is all that the hotel keeps of one guest.
type Everything struct {
	Guest    guest.Abroad
	Sections []Section // in the order of the keepers
	At       time.Time
	seller   document.Party
}

// Section is what one keeper tells.
type Section struct {
	Name string
	guest.Section
}

// everything collects what all keepers tell of a guest, and writes into the audit log that it was asked for, and
// for what.
func (s *Service) everything(ctx context.Context, sc scope.Scope, guestID, purpose string) (Everything, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (all Everything, err error) {
		all.At = tx.Now
		if all.Guest, err = s.guests.Whole(tx, sc, guestID); err != nil {
			return all, err
		}
		if purpose == "" {
			return all, errs.InvalidField("purpose", "is required: for what is it collected?")
		}
		was, err := mergedInto(tx, sc, guestID)
		if err != nil {
			return all, err
		}
		for _, k := range s.keepers {
			section, err := k.Tell(tx, sc, guestID)
			for _, duplicateID := range was {
				if err == nil {
					var more guest.Section
					more, err = k.Tell(tx, sc, duplicateID)
					section.Records = append(section.Records, more.Records...)
				}
			}
			if err != nil {
				return all, err
			}
			all.Sections = append(all.Sections, Section{k.Name, section})
		}
		if all.seller, err = document.Seller(tx, sc); err != nil {
			return all, err
		}
		return all, s.bus.Publish(tx, sc, told.Of(guestID, toldFacts{purpose, len(all.Sections)}))
	})
}

// records are a section's records by the names of their facts, without empty ones.
func (s Section) records() []map[string]string {
	list := []map[string]string{}
	for _, record := range s.Records {
		facts := map[string]string{}
		for i, fact := range s.Facts {
			if text := strings.TrimSpace(record[i]); text != "" {
				facts[fact.Name] = text
			}
		}
		list = append(list, facts)
	}
	return list
}

// headings are how a paper calls what keepers tell of.
var headings = map[string]string{"notes": "Notes", "consents": "Consents", "bookings": "Bookings",
	"payments": "Payments", "stays": "Stays with others", "registrations": "Registration cards",
	"formsIII": "Form III", "letters": "Letters", "documents": "Pictures of documents",
	"waitlist": "Waitlist", "quotes": "Quotes", "invoices": "Invoices", "creditNotes": "Credit notes"}

// List is everything on paper.
func (e Everything) List(sc scope.Scope) document.List {
	today := sc.Today(e.At)
	l := document.List{Kind: document.GuestFile, Date: today, Seller: e.seller, Summary: e.Guest.Name,
		Columns: []document.ListColumn{{Title: "What", Share: 2}, {Title: "Details", Share: 7}},
		Printed: words.Of(sc).Moment(e.At.In(sc.Zone)), Created: e.At}
	record := document.ListGroup{Name: "Record"}
	for _, f := range guest.Told(e.Guest) {
		record.Rows = append(record.Rows, []string{f.Label, f.Text})
	}
	l.Groups = append(l.Groups, record)
	for _, s := range e.Sections {
		group := document.ListGroup{Name: cmp.Or(headings[s.Name], s.Name)}
		for _, record := range s.Records {
			group.Rows = append(group.Rows, []string{record[0], s.line(record)})
		}
		if len(group.Rows) > 0 {
			l.Groups = append(l.Groups, group)
		}
	}
	return l
}

// line tells the facts of a record after the first one.
func (s Section) line(record []string) string {
	var parts []string
	for i, fact := range s.Facts {
		if text := strings.TrimSpace(record[i]); i > 0 && text != "" {
			parts = append(parts, fact.Label+": "+text)
		}
	}
	return strings.Join(parts, "; ")
}
