package till

import (
	"cmp"
	"context"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

// bureau exchanges foreign cash: what a Service does beside the counting of drawers.
type bureau struct{ *Service }

// setRate notes what the hotel gives for a currency on the business day, from now on.
func (b bureau) setRate(ctx context.Context, sc scope.Scope, currency string, rate int64) (Rate, error) {
	return idempotency.Write(ctx, b.db, sc, func(tx *db.Tx) (Rate, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Rate{}, err
		}
		last, err := rateOf(tx, sc, books.Days.Business(), currency)
		if err != nil {
			return Rate{}, err
		}
		r := Rate{Day: books.Days.Business(), Currency: currency, Number: last.Number + 1, Rate: rate, CreatedBy: sc.User,
			CreatedAt: tx.Now.UnixMilli()}
		if err := insertRate(tx, sc, r); err != nil {
			return r, err
		}
		return r, b.bus.Publish(tx, sc, rateSet.Of(currency, rateFacts{Currency: currency, Rate: rateNumber(rate),
			Date: r.Day}))
	})
}

// rates are those of a day; "" is the business day. The last of each currency stands last.
func (b bureau) rates(ctx context.Context, sc scope.Scope, day date.Date) ([]Rate, error) {
	return db.Read(ctx, b.db, func(tx *db.Tx) ([]Rate, error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return nil, err
		}
		return ratesOf(tx, sc, cmp.Or(day, business))
	})
}

// requireRate is the rate of the business day, or Invalid.
func requireRate(books ledger.Locked, sc scope.Scope, currency string) (Rate, error) {
	day := books.Days.Business()
	r, err := rateOf(books.Tx(), sc, day, currency)
	if err == nil && r.Number == 0 {
		err = errs.InvalidField("currency", "must have a rate of the business day, %s: %s has none yet", day.Short(),
			currency)
	}
	return r, err
}

// change writes an entry of foreign cash in an open shift: made fills in what it is, and what else is posted.
func (b bureau) change(ctx context.Context, sc scope.Scope, shiftID string, f Foreign,
	made func(books ledger.Locked, shift Shift, f *Foreign) ([]ledger.Entry, error)) (Foreign, error) {
	return idempotency.Write(ctx, b.db, sc, func(tx *db.Tx) (Foreign, error) {
		f := f // this may run again
		books, shift, err := lockOpen(tx, sc, shiftID)
		if err != nil {
			return f, err
		}
		f.ID, f.ShiftID, f.AccountID, f.Day = id.New(), shift.ID, shift.AccountID, books.Days.Business()
		f.CreatedBy, f.CreatedAt = sc.User, tx.Now.UnixMilli()
		others, err := made(books, shift, &f)
		if err != nil {
			return f, err
		}
		if err := insertForeign(tx, sc, f); err != nil {
			return f, err
		}
		p := ledger.Posting{Document: "foreign-" + f.Kind, DocumentID: f.ID, Number: f.Reference, Day: f.Day,
			Note: f.said()}
		for _, e := range append([]ledger.Entry{{Account: foreignCash, Amount: f.Worth}}, others...) {
			if e.Amount != 0 {
				p.Entries = append(p.Entries, e)
			}
		}
		if len(p.Entries) > 0 {
			if err := ledger.Post(books, sc, p); err != nil {
				return f, err
			}
		}
		return f, b.bus.Publish(tx, sc, foreignMoved.Of(shift.ID, f.facts(sc)))
	})
}

// said is what the books say of it.
func (f Foreign) said() string {
	return f.Amount.Text(f.Currency) + map[bool]string{true: ", " + f.Guest}[f.Guest != ""]
}

// exchange takes foreign notes from a guest, who gets the hotel's currency for them at the day's rate.
func (b bureau) exchange(ctx context.Context, sc scope.Scope, shiftID string, f Foreign) (Foreign, error) {
	return b.change(ctx, sc, shiftID, f, func(books ledger.Locked, shift Shift, f *Foreign) ([]ledger.Entry, error) {
		r, err := requireRate(books, sc, f.Currency)
		if err != nil {
			return nil, err
		}
		coin := money.Amount(1)
		if known := Denominations(sc); len(known) > 0 {
			coin = known[len(known)-1]
		}
		f.Kind, f.Rate = exchangeKind, r.Rate
		f.Worth = exchanged(f.Amount, f.Currency, r.Rate, sc.Currency, coin)
		switch {
		case f.Worth > money.Max:
			return nil, errs.InvalidField("foreignAmount", "must come to less: that is more than an amount can be")
		case f.Worth == 0:
			return nil, errs.InvalidField("foreignAmount", "must come to %s at least at the rate %s",
				coin.Text(sc.Currency), rateNumber(r.Rate))
		}
		f.Paid = f.Worth
		return []ledger.Entry{{Account: shift.AccountID, Amount: -f.Paid}}, nil
	})
}

// reverse takes an exchange back that was typed wrong, in the open shift of its drawer. What the notes are worth in the
// books may have changed since by sales: the rest is a gain or loss of exchange.
func (b bureau) reverse(ctx context.Context, sc scope.Scope, shiftID, entryID, reason string) (Foreign, error) {
	return b.change(ctx, sc, shiftID, Foreign{Notes: reason}, func(books ledger.Locked, shift Shift, f *Foreign) (
		[]ledger.Entry, error) {
		of, err := findExchange(books.Tx(), sc, entryID)
		if err != nil {
			return nil, err
		}
		if of.AccountID != shift.AccountID {
			return nil, errs.Conflict("The exchange was made in another drawer: take it back in a shift of that one.")
		}
		f.Kind, f.Currency, f.Amount, f.Rate, f.Paid = reversalKind, of.Currency, -of.Amount, of.Rate, -of.Paid
		f.Guest, f.Reference, f.Reverses = of.Guest, of.Reference, &of.ID
		if err := leave(books.Tx(), sc, "exchangeId", f); err != nil {
			return nil, err
		}
		return []ledger.Entry{{Account: shift.AccountID, Amount: of.Paid},
			{Account: exchangeGains, Amount: -f.Worth - of.Paid}}, nil
	})
}

// leave takes notes out of the drawer with what they are worth. Invalid if it has less.
func leave(tx *db.Tx, sc scope.Scope, field string, f *Foreign) error {
	has, err := stockOf(tx, sc, f.AccountID, f.Currency)
	if err != nil {
		return err
	}
	if -f.Amount > has.amount {
		return errs.InvalidField(field, "must be at most what is in the drawer: it has only %s in foreign cash",
			has.amount.Text(f.Currency))
	}
	f.Worth = -has.part(-f.Amount)
	return nil
}

// sell gives notes to a bank or a money changer, who has paid f.Paid below zero into the account f.ToID.
func (b bureau) sell(ctx context.Context, sc scope.Scope, shiftID string, f Foreign) (Foreign, error) {
	return b.change(ctx, sc, shiftID, f, func(books ledger.Locked, _ Shift, f *Foreign) ([]ledger.Entry, error) {
		if _, err := ledger.Usable(books.Tx(), sc, "toAccountId", f.ToID).Get(); err != nil {
			return nil, err
		}
		f.Kind = saleKind
		if err := leave(books.Tx(), sc, "foreignAmount", f); err != nil {
			return nil, err
		}
		return []ledger.Entry{{Account: f.ToID, Amount: -f.Paid},
			{Account: exchangeGains, Amount: f.Paid - f.Worth}}, nil
	})
}

// count says how many notes of a currency are in the drawer. What is missing leaves with its part of what they are
// worth, what is beyond comes at the day's rate; either is over or short.
func (b bureau) count(ctx context.Context, sc scope.Scope, shiftID string, f Foreign) (Foreign, error) {
	return b.change(ctx, sc, shiftID, f, func(books ledger.Locked, _ Shift, f *Foreign) ([]ledger.Entry, error) {
		has, err := stockOf(books.Tx(), sc, f.AccountID, f.Currency)
		if err != nil {
			return nil, err
		}
		f.Kind, f.Amount = countKind, *f.Counted-has.amount
		switch {
		case f.Amount < 0:
			f.Worth = -has.part(-f.Amount)
		case f.Amount > 0:
			r, err := requireRate(books, sc, f.Currency)
			if err != nil {
				return nil, err
			}
			f.Worth = exchanged(f.Amount, f.Currency, r.Rate, sc.Currency, 1)
			if f.Worth > money.Max {
				return nil, errs.InvalidField("counted", "must be less: that is more than an amount can be")
			}
		}
		return []ledger.Entry{{Account: ledger.OverShort, Amount: -f.Worth}}, nil
	})
}

func (b bureau) moved(ctx context.Context, sc scope.Scope, in entriesInput) (listing.Page[Foreign], error) {
	return db.Read(ctx, b.db, func(tx *db.Tx) (page listing.Page[Foreign], err error) {
		shift, err := find(tx, sc, in.ShiftID.String())
		if err == nil {
			err = shift.requireKnown(sc)
		}
		if err != nil {
			return page, err
		}
		return foreignList.Page(tx, sc, in, in.Paging)
	})
}
