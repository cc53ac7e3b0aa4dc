package payrun

import (
	"fmt"

	"sarai/internal/billing/expense"
	"sarai/internal/billing/vendors"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// The states of a run.
const (
	draft     = "draft"
	confirmed = "confirmed"
	cancelled = "cancelled"
)

// Run is a payment run.
type Run struct {
	ID          string       `db:"run_id,key"`
	State       string       `db:"state"`
	AccountID   string       `db:"account_id"`
	Notes       string       `db:"notes"`
	Total       money.Amount `db:"total"`
	PaidOn      date.Date    `db:"paid_on"` // "" until it is confirmed
	ConfirmedBy string       `db:"confirmed_by"`
	ConfirmedAt *int64       `db:"confirmed_at"` // UTC milliseconds
	CreatedBy   string       `db:"created_by"`
	CreatedAt   int64        `db:"created_at"` // UTC milliseconds
}

// Line is what of a bill a run pays.
type Line struct {
	Position int          `db:"position,key"`
	VendorID string       `db:"vendor_id"`
	Vendor   string       `db:"vendor"`
	BillID   string       `db:"bill_id"`
	Number   string       `db:"number"`
	Due      date.Date    `db:"due_date"`
	Amount   money.Amount `db:"amount"`
}

// Payee is whom a run has paid.
type Payee struct {
	PaymentID string       `db:"vendor_payment_id,key"`
	VendorID  string       `db:"vendor_id"`
	Number    string       `db:"number"` // of the payment
	Name      string       `db:"name"`
	Account   string       `db:"account_number"`
	IFSC      string       `db:"ifsc"`
	Amount    money.Amount `db:"amount"`
}

// Whole is a run with its lines and payees. Repeated requests are answered from what package idempotency keeps of it,
// hence its fields are exported.
type Whole struct {
	Run
	Lines  []Line
	Payees []Payee
}

// Choice is a bill that is to be paid.
type Choice struct {
	BillID string
	Amount *money.Amount // nil: all that is owed
	Field  string        // before the names of its fields in errors
}

// New is a run that is to be drafted: of the choices, or else of all bills of vendors that are due until a day.
type New struct {
	AccountID string
	Notes     string
	DueUntil  date.Date
	Choices   []Choice
}

const noBank = "%s has no bank account number and IFSC on record: a bank can't pay it"

// lines are those of the run, of bills on which something is owed.
func (n New) lines(sc scope.Scope, bills []expense.OpenBill, known map[string]vendors.Vendor) (list []Line, err error) {
	var bad errs.Fields
	if len(n.Choices) > 0 {
		list = n.chosen(sc, bills, known, &bad)
	} else {
		for _, b := range bills {
			if v, there := known[b.VendorID]; there && b.Due <= n.DueUntil {
				if !v.Bank.Complete() {
					bad.Add("dueUntil", noBank, v.Name)
				}
				list = append(list, line(b, v, b.Owed()))
			}
		}
	}
	if len(list) == 0 && len(bad) == 0 {
		bad.Add("bills", "must name bills of vendors on which something is owed, where dueUntil finds none")
		bad.Add("dueUntil", "finds no bill of a vendor on which something is owed")
	}
	for i := range list {
		list[i].Position = i
	}
	return list, bad.Err()
}

func (n New) chosen(sc scope.Scope, bills []expense.OpenBill, known map[string]vendors.Vendor, bad *errs.Fields) (
	list []Line) {
	open := map[string]expense.OpenBill{}
	for _, b := range bills {
		open[b.ID] = b
	}
	for _, c := range n.Choices {
		b := open[c.BillID]
		v, there := known[b.VendorID]
		amount := b.Owed()
		if c.Amount != nil {
			amount = *c.Amount
		}
		switch {
		case !there:
			bad.Add(c.Field+"billId", "must be a bill of a vendor's record on which something is owed, once")
		case !v.Bank.Complete():
			bad.Add(c.Field+"billId", noBank, v.Name)
		case amount > b.Owed():
			bad.Add(c.Field+"amount", "must not be more than is owed on bill %s, %s", b.Number, b.Owed().Text(sc.Currency))
		}
		delete(open, c.BillID)
		list = append(list, line(b, v, amount))
	}
	return list
}

func line(b expense.OpenBill, v vendors.Vendor, amount money.Amount) Line {
	return Line{VendorID: v.ID, Vendor: v.Name, BillID: b.ID, Number: b.Number, Due: b.Due, Amount: amount}
}

// ready tells why the line can't be paid any more.
func (l Line) ready(open map[string]expense.OpenBill, known map[string]vendors.Vendor) error {
	b, owed := open[l.BillID]
	v, there := known[l.VendorID]
	switch {
	case !owed || b.Owed() < l.Amount || !there || b.VendorID != l.VendorID:
		return errs.Conflict("Bill %s owes less by now than the run pays: cancel the run and draft it anew.", l.Number)
	case !v.Bank.Complete():
		return errs.Conflict("%s.", fmt.Sprintf(noBank, v.Name))
	}
	return nil
}

// rtgsFrom is the least that the Reserve Bank of India lets banks pay by RTGS, in paise; less goes by NEFT.
const rtgsFrom = 200_000_00

// By is the system by which a bank pays it.
func (p Payee) By() string {
	if p.Amount >= rtgsFrom {
		return "RTGS"
	}
	return "NEFT"
}
