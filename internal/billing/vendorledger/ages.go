package vendorledger

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/billing/ageing"
	"sarai/internal/billing/expense"
	"sarai/internal/billing/payable"
	"sarai/internal/billing/vendors"
	"sarai/internal/books/businessday"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

const mostDays = 366

// statement is the vendor's account on the days from and to; without them, of the month of the business day.
func (s *Service) statement(ctx context.Context, sc scope.Scope, vendorID string, from, to date.Date) (Statement,
	error) {
	if err := date.CheckDays(from, to); err != nil {
		return Statement{}, err
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (st Statement, err error) {
		if st.Vendor, err = vendors.Find(tx, sc, vendorID); err != nil {
			return st, err
		}
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return st, err
		}
		if st.From, st.To, err = date.Span(from, to, business, mostDays); err != nil {
			return st, err
		}
		if st.Opening, err = payable.Before(tx, sc, vendorID, st.From); err != nil {
			return st, err
		}
		if st.Lines, err = payable.Lines(tx, sc, vendorID, st.From, st.To, export.MaxRows+1); err != nil {
			return st, err
		}
		st.Closing = st.Opening
		for _, l := range st.Lines {
			st.Closing += l.Amount
		}
		return st, export.CheckRows(len(st.Lines))
	})
}

// Aged is what the hotel owes to one vendor.
type Aged struct {
	ID, Name string
	ageing.Ages
}

// ageing is what the hotel owes to each vendor at the end of a day, by how long it has been due. The day is the
// business day if it is "".
func (s *Service) ageing(ctx context.Context, sc scope.Scope, asOf date.Date) (day date.Date, list []Aged, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return err
		}
		day = cmp.Or(asOf, business)
		dues, err := expense.Dues(tx, sc)
		if err != nil {
			return err
		}
		advances, err := unapplied(tx, sc)
		if err != nil {
			return err
		}
		dues = append(dues, advances...)
		if day < business {
			later, err := payable.DuesAfter(tx, sc, day)
			if err != nil {
				return err
			}
			for _, d := range later {
				d.Amount = -d.Amount
				dues = append(dues, d)
			}
		}
		list, err = aged(tx, sc, day, dues)
		return err
	})
	return day, list, err
}

// aged adds up what is due by vendor, in the order of their names.
func aged(tx *db.Tx, sc scope.Scope, day date.Date, dues []payable.Due) (list []Aged, err error) {
	at := map[string]int{}
	for _, d := range dues {
		n, known := at[d.VendorID]
		if !known {
			n = len(list)
			at[d.VendorID], list = n, append(list, Aged{ID: d.VendorID})
		}
		list[n].Add(d.Day, day, d.Amount)
	}
	list = slices.DeleteFunc(list, func(a Aged) bool { return a.Ages == ageing.Ages{} })
	names, err := vendors.Names(tx, sc)
	for n := range list {
		list[n].Name = names[list[n].ID]
	}
	slices.SortFunc(list, func(a, b Aged) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return list, err
}

// account is what the hotel owes to the vendor on bills, and what it has paid in advance.
func (s *Service) account(ctx context.Context, sc scope.Scope, vendorID string) (bills []expense.OpenBill,
	advances []Payment, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if _, err = vendors.Find(tx, sc, vendorID); err != nil {
			return err
		}
		if bills, err = expense.OpenBills(tx, sc, vendorID); err != nil {
			return err
		}
		advances, err = advancesOf(tx, sc, vendorID)
		return err
	})
	return bills, advances, err
}

func owed(bills []expense.OpenBill) (sum money.Amount) {
	for _, b := range bills {
		sum += b.Owed()
	}
	return sum
}
