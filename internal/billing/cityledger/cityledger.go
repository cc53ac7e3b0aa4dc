package cityledger

import (
	"cmp"

	"sarai/internal/billing/payment"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/record/may"
)

// dispute is a kind of short payment that settles nothing: the rest stays owed, and is marked.
const dispute = "dispute"

// contra are the books' own accounts that bear what is settled without money, by kind.
var contra = map[string]string{receivable.TDS: ledger.TDS, receivable.Discount: ledger.Discounts,
	receivable.WrittenOff: ledger.BadDebts}

// Move is an invoice that is to go on a company's account.
type Move struct {
	InvoiceID string
	PONumber  string
	Reason    string // why it may exceed the limit
}

// check refuses what the company may not owe. balance is what it owes, and more what it is to owe too.
func (m Move) check(sc scope.Scope, c company.Company, balance, more money.Amount) error {
	switch {
	case !c.MayOwe:
		return errs.Conflict("%s may not leave on account. Set canLeaveOnAccount of the company first.", c.Name)
	case c.OnHold:
		return errs.Conflict("%s is on hold: nothing more goes on its account.", c.Name)
	case c.PORequired && m.PONumber == "":
		return errs.InvalidField("poNumber", "must be given: %s pays by purchase order only", c.Name)
	case c.Limit == nil || balance+more <= *c.Limit:
		return nil
	case !sc.Permissions.Has(may.Invoices, scope.Manage):
		return errs.Conflict("%s owes %s, and with this invoice it would be above its limit of %s. Whoever has the "+
			"permission invoices.manage may move it, with a reason.", c.Name, balance.Text(sc.Currency),
			c.Limit.Text(sc.Currency))
	case m.Reason == "":
		return errs.InvalidField("reason", "must be given, since the company would owe more than its limit of %s",
			c.Limit.Number(sc.Currency))
	}
	return nil
}

// Allocation is what of a payment an invoice gets, and what it is short of.
type Allocation struct {
	InvoiceID string
	Amount    money.Amount
	Short     money.Amount
	Kind      string // of Short: TDS, Discount or dispute
	Note      string
	Field     string // before the names of its fields in errors
}

// settles is what of the allocation settles the invoice without money.
func (a Allocation) settles() money.Amount {
	if a.Kind == dispute {
		return 0
	}
	return a.Short
}

// check refuses an allocation to what isn't on the company's account or owes less.
func (a Allocation) check(sc scope.Scope, companyID string, open map[string]receivable.Item) error {
	item, there := open[a.InvoiceID]
	var fields errs.Fields
	switch {
	case !there:
		fields.Add(a.Field+"invoiceId", "must be an invoice on the company's account that owes something, once")
	case a.Amount+a.Short == 0:
		fields.Add(a.Field+"amount", "must be above 0, unless there is a shortAmount")
	case a.Amount+a.Short > item.Open:
		for _, field := range []string{"amount", "shortAmount"} {
			fields.Add(a.Field+field, "must not come, with the other, to more than invoice %s owes, %s", item.Number,
				item.Open.Text(sc.Currency))
		}
	}
	return fields.Err()
}

// oldest spreads the amount over the items in their order.
func oldest(items []receivable.Item, amount money.Amount) (list []Allocation) {
	for _, item := range items {
		if part := min(item.Open, amount); part > 0 {
			list, amount = append(list, Allocation{InvoiceID: item.InvoiceID, Amount: part}), amount-part
		}
	}
	return list
}

// NewPayment is a payment of a company.
type NewPayment struct {
	payment.NewPayment
	Amount      money.Amount
	OldestFirst bool
	Allocations []Allocation
}

// of is the payment to record of the company: for the invoices of the allocations, and the rest for its account.
func (p NewPayment) of(c company.Company, list []Allocation) payment.NewPayment {
	asked, rest := p.NewPayment, p.Amount
	asked.Payer = cmp.Or(asked.Payer, c.Name)
	for _, a := range list {
		rest -= a.Amount
		if a.Amount > 0 {
			asked.Targets = append(asked.Targets, payment.Target{InvoiceID: a.InvoiceID, Amount: a.Amount, Field: a.Field})
		}
	}
	if rest > 0 {
		asked.Targets = append(asked.Targets, payment.Target{CompanyID: c.ID, Amount: rest})
	}
	return asked
}

// Settlement is what of an invoice was settled without money.
type Settlement struct {
	ID        string       `db:"settlement_id,key"`
	CompanyID string       `db:"company_id"`
	InvoiceID string       `db:"invoice_id"`
	BookingID string       `db:"booking_id"`
	PaymentID string       `db:"payment_id"` // "": a write-off
	Kind      string       `db:"kind"`
	Amount    money.Amount `db:"amount"`
	Reason    string       `db:"reason"`
	Void      bool         `db:"is_void"`
	CreatedBy string       `db:"created_by"`
	CreatedAt int64        `db:"created_at"` // UTC milliseconds
}

// Statement is a company's account on the days [From, To]. Opening and the lines add up to Closing.
type Statement struct {
	Company          company.Company
	From, To         date.Date
	Opening, Closing money.Amount
	Lines            []receivable.Line
}
