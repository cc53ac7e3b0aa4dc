package expense

import (
	"slices"

	"sarai/internal/billing/payable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// OpenBill is a bill on which something is owed.
type OpenBill struct {
	ID       string       `db:"expense_id"`
	Number   string       `db:"number"`
	VendorID string       `db:"vendor_id"`
	Vendor   string       `db:"vendor_name"`
	Bill     string       `db:"bill_number"` // the vendor's own number
	Date     date.Date    `db:"expense_date"`
	Due      date.Date    `db:"open_due"`
	Amount   money.Amount `db:"amount"`
	Tax      money.Amount `db:"tax"`
	Paid     money.Amount `db:"paid"`
}

// Total is what was to be paid of it.
func (b OpenBill) Total() money.Amount { return b.Amount + b.Tax }

// Owed is what is still to be paid.
func (b OpenBill) Owed() money.Amount { return b.Amount + b.Tax - b.Paid }

// Part is what of a payment to a vendor pays a bill.
type Part struct {
	Bill   OpenBill
	Amount money.Amount
}

// PayParts pays bills, or parts of them, by a payment to their vendor that p describes, with its id in p.Of. Whoever
// calls posts the payment, and writes what the vendor's account says of it.
func PayParts(books ledger.Locked, sc scope.Scope, p Payment, parts []Part) error {
	rows := make([]partRow, len(parts))
	for i, part := range parts {
		rows[i] = partRow{BillID: part.Bill.ID, Payment: p}
		rows[i].ID, rows[i].Amount, rows[i].Status = id.New(), part.Amount, recorded
		rows[i].CreatedBy, rows[i].CreatedAt = sc.User, books.Tx().Now.UnixMilli()
	}
	if err := insertParts(books.Tx(), sc, rows); err != nil {
		return err
	}
	return addPaid(books.Tx(), sc, parts)
}

// UnpayParts makes void what a payment to a vendor has paid of bills, which are owed again. It returns the parts, and
// leaves the books to whoever calls.
func UnpayParts(books ledger.Locked, sc scope.Scope, vendorPaymentID, reason string) ([]Part, error) {
	tx := books.Tx()
	parts, err := partsOf(tx, sc, vendorPaymentID)
	if err != nil || len(parts) == 0 {
		return parts, err
	}
	if err := voidParts(tx, sc, vendorPaymentID, reason); err != nil {
		return parts, err
	}
	back := slices.Clone(parts)
	for i := range back {
		back[i].Amount = -back[i].Amount
	}
	return parts, addPaid(tx, sc, back)
}

// Line is a line of the account of the bill's vendor.
func (b OpenBill) Line(document, documentID, number string, day date.Date, amount money.Amount) payable.Line {
	return payable.Line{VendorID: b.VendorID, Day: day, Document: document, DocumentID: documentID, Number: number,
		BillID: b.ID, Due: b.Due, Amount: amount, Note: b.Number}
}

// PartsOf are the bills that a payment to a vendor pays.
func PartsOf(tx *db.Tx, sc scope.Scope, vendorPaymentID string) ([]Part, error) {
	return partsOf(tx, sc, vendorPaymentID)
}
