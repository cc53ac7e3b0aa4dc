package payment

import (
	"sarai/internal/books/ledger"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Payment is a payment or refund, with the names of its account, bookings and invoices.
type Payment struct {
	ledger.Movement
	AccountName string
	Parts       []Part // what it is for now; of a refund, what it was taken from
}

// Part is what a part of a payment is for, with the names that people know it by.
type Part struct {
	ledger.Part
	BookingCode   string
	InvoiceNumber string
}

// NewPayment is a payment that is to be taken. Its amount is the sum of its targets.
type NewPayment struct {
	Method     ledger.Method
	AccountID  string // "" is the default account of the method's kind
	Reference  string
	Notes      string
	Payer      string   // "" is the guest or buyer of the first target
	ReceivedAt *int64   // UTC milliseconds; nil is now
	Targets    []Target // at least one
}

// Target is a booking, a group's master account or an invoice that is to be paid.
type Target struct {
	BookingID string
	GroupID   string
	CompanyID string // whose account keeps it until it is applied
	InvoiceID string // "" if it is a booking
	Amount    money.Amount
	Field     string // before the names of its fields in errors: "" or "allocations[1]."
}

func (t Target) invalid(field, format string, args ...any) error {
	return errs.InvalidField(t.Field+field, format, args...)
}

// NewRefund is a refund that is to be made.
type NewRefund struct {
	Amount    money.Amount // above zero
	Reason    string
	Method    ledger.Method // "" is the payment's own
	AccountID string        // "" is the payment's own, or with another method its default
	Reference string
}

// advance is how much of a payment is on no invoice.
func advance(parts []ledger.Part) (sum money.Amount) {
	for _, p := range parts {
		if p.InvoiceID == "" {
			sum += p.Amount
		}
	}
	return sum
}
