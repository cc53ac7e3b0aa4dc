package approval

import (
	"encoding/json"
	"errors"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// told is what events tell of acts. Their details are published, so they are read as others read them.
type told struct {
	Number         string
	Code           string
	Kind           string
	RefundOf       string
	BookingID      string
	BookingCode    string
	InvoiceID      string
	InvoiceNumber  string
	OldCheckIn     string
	OldCheckOut    string
	CheckIn        string
	CheckOut       string
	Amount         money.Number
	TotalAmount    *money.Number
	DiscountAmount money.Number
	Complimentary  money.Number `json:"complimentaryAmount"`
}

// reading is an event that tells of acts.
type reading struct {
	told
	tx *db.Tx
	sc scope.Scope
	of event.Event
}

// readers find the acts of which events tell, by the names of their types. An act of nothing or less is none.
var readers = map[string]func(r reading) ([]Act, error){
	"payment.recorded": reading.refund,
	"payment.voided": func(r reading) ([]Act, error) {
		return one(PaymentVoid, r.amount(&r.Amount), Document{"payment", r.of.ResourceID, r.Number}), nil
	},
	"credit_note.created": func(r reading) ([]Act, error) {
		return one(CreditNote, r.amount(r.TotalAmount), Document{"invoice", r.InvoiceID, r.InvoiceNumber}), nil
	},
	"invoice.updated voided": func(r reading) ([]Act, error) {
		return one(InvoiceVoid, r.amount(r.TotalAmount), Document{"invoice", r.of.ResourceID, r.Number}), nil
	},
	"voucher.posted": func(r reading) ([]Act, error) {
		return one(Voucher, r.amount(&r.Amount), Document{Kind: "voucher"}), nil
	},
	"voucher.reversed": func(r reading) ([]Act, error) {
		return one(Voucher, r.amount(&r.Amount), Document{"voucher", r.of.ResourceID, r.Number}), nil
	},
	"folio.charged": func(r reading) ([]Act, error) {
		return append(one(Allowance, -r.amount(r.TotalAmount), r.booking()),
			one(Discount, r.amount(&r.DiscountAmount), r.booking())...), nil
	},
	"folio.reversed": func(r reading) ([]Act, error) {
		return one(Allowance, -r.amount(r.TotalAmount), r.booking()), nil
	},
	"booking.updated nights":           reading.lessened,
	"booking.updated stay":             reading.lessened,
	"booking.updated room-moved":       reading.lessened,
	"booking.updated category-changed": reading.lessened,
	"invoice.created":                  reading.ownLines,
	"invoice.updated updated":          reading.ownLines,
	"quote.accepted": func(r reading) ([]Act, error) {
		return one(Discount, r.amount(&r.DiscountAmount), Document{"booking", r.BookingID, r.BookingCode}), nil
	},
}

// actsOf are the acts that the event tells of.
func actsOf(tx *db.Tx, sc scope.Scope, e event.Event) ([]Act, error) {
	read := readers[e.Name()]
	if read == nil {
		return nil, nil
	}
	r := reading{tx: tx, sc: sc, of: e}
	if err := json.Unmarshal(e.Details, &r.told); err != nil {
		return nil, err
	}
	return read(r)
}

func one(kind string, amount money.Amount, of Document) []Act {
	if amount <= 0 {
		return nil
	}
	return []Act{{kind, amount, of}}
}

// amount reads what the event tells; nothing is 0.
func (r reading) amount(told *money.Number) money.Amount {
	if told == nil || *told == "" {
		return 0
	}
	amount, err := told.Sum(r.sc.Currency)
	if err != nil {
		panic(err) // an amount of ours
	}
	return amount
}

// lessened are what nights cost less that the stay had before; see newNights for others.
func (r reading) lessened() ([]Act, error) {
	return append(one(Complimentary, r.amount(&r.Complimentary), r.booking()),
		one(Discount, r.amount(&r.DiscountAmount), r.booking())...), nil
}

// ownLines are what lines of an invoice are less that were never charged to a folio before.
func (r reading) ownLines() ([]Act, error) {
	of := Document{"invoice", r.of.ResourceID, r.Number}
	if r.BookingID != "" {
		of = Document{"booking", r.BookingID, r.BookingCode}
	}
	return one(Discount, r.amount(&r.DiscountAmount), of), nil
}

func (r reading) booking() Document { return Document{"booking", r.of.ResourceID, r.Code} }

func (r reading) refund() ([]Act, error) {
	if r.Kind != ledger.Refund {
		return nil, nil
	}
	of := Document{"booking", r.BookingID, r.BookingCode}
	if r.RefundOf != "" {
		m, err := ledger.Get(r.tx, r.sc, r.RefundOf)
		if err != nil && !errs.Is(err, errs.KindNotFound) && !errors.Is(err, db.ErrNoRows) {
			return nil, err
		}
		of = Document{"payment", r.RefundOf, m.Number}
	}
	return one(Refund, r.amount(&r.Amount), of), nil
}
