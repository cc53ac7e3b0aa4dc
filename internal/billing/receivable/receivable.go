package receivable

import (
	"fmt"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// What the lines of an account come from.
const (
	Invoice    = "invoice"    // moved to the account
	TakenBack  = "taken_back" // moved back to the guest
	Applied    = "apply"      // an unapplied payment that was given to an invoice
	Voided     = "void"       // of a payment
	CreditNote = "credit_note"
	TDS        = "tds"       // tax that the company withheld, and paid to the government
	Discount   = "discount"  // for paying early, or as agreed
	WrittenOff = "write_off" // given up
)

// Cause is the document behind lines.
type Cause struct {
	Document string // one of the constants, or a kind of movement of package ledger
	ID       string
	Number   string
	Day      date.Date
	Note     string
}

// Of is a payment or refund as a cause.
func Of(m ledger.Movement) Cause {
	return Cause{Document: m.Kind, ID: m.ID, Number: m.Number, Day: m.Date}
}

// Account is what a company owes.
type Account struct {
	CompanyID string       `db:"company_id,key"`
	Balance   money.Amount `db:"balance"`   // what is open of its invoices less Unapplied; negative: it has a credit
	Unapplied money.Amount `db:"unapplied"` // payments that are for no invoice yet
}

// Item is an invoice on an account.
type Item struct {
	InvoiceID string       `db:"invoice_id,key"`
	CompanyID string       `db:"company_id"`
	Number    string       `db:"number"`
	Date      date.Date    `db:"invoice_date"`
	Due       date.Date    `db:"due_date"`
	Amount    money.Amount `db:"amount"` // what was open when it came to the account
	Open      money.Amount `db:"open"`
	Disputed  money.Amount `db:"disputed"` // what of it the company contests
	Dispute   string       `db:"dispute"`
	PONumber  string       `db:"po_number"`
	Reason    string       `db:"reason"`
	MovedBy   string       `db:"moved_by"`
	MovedAt   int64        `db:"moved_at"` // UTC milliseconds
}

// Line is a line of an account.
type Line struct {
	CompanyID  string       `db:"company_id"`
	ID         string       `db:"entry_id,key"`
	Day        date.Date    `db:"business_date"`
	Document   string       `db:"document"`
	DocumentID string       `db:"document_id"`
	Number     string       `db:"number"`
	InvoiceID  string       `db:"invoice_id"`
	Due        date.Date    `db:"due_date"`
	Amount     money.Amount `db:"amount"` // above zero: the company owes more
	Note       string       `db:"note"`
	CreatedBy  string       `db:"created_by"`
	CreatedAt  int64        `db:"created_at"` // UTC milliseconds
}

func line(books ledger.Locked, sc scope.Scope, c Cause, of Item, amount money.Amount) Line {
	return Line{CompanyID: of.CompanyID, ID: id.New(), Day: books.Days.Posting(c.Day), Document: c.Document,
		DocumentID: c.ID, Number: c.Number, InvoiceID: of.InvoiceID, Due: of.Due, Amount: amount, Note: c.Note,
		CreatedBy: sc.User, CreatedAt: books.Tx().Now.UnixMilli()}
}

// Put moves what the invoice owes, item.Amount, from the guests to the company's account, and notes in the item who
// moved it when. It fails with Conflict if the invoice is on an account already.
func Put(books ledger.Locked, sc scope.Scope, item *Item) error {
	item.Open, item.MovedBy, item.MovedAt = item.Amount, sc.User, books.Tx().Now.UnixMilli()
	if err := open(books.Tx(), sc, item.CompanyID); err != nil {
		return err
	}
	if err := insertItem(books.Tx(), sc, *item); err != nil {
		return err
	}
	c := Cause{Document: Invoice, ID: item.InvoiceID, Number: item.Number, Day: books.Days.Business(), Note: item.Reason}
	return post(books, sc, c, []Line{line(books, sc, c, *item, item.Amount)})
}

// TakeBack moves what is open of the invoice back to the guests. Nothing of it may be paid or settled by the company.
func TakeBack(books ledger.Locked, sc scope.Scope, item Item, reason string) error {
	if paid, err := touched(books.Tx(), sc, item.InvoiceID, item.CompanyID); err != nil {
		return err
	} else if paid != 0 {
		return errs.Conflict("Something of invoice %s is paid or settled by the company: it stays on its account.",
			item.Number)
	}
	if err := removeItem(books.Tx(), sc, item); err != nil {
		return err
	}
	c := Cause{Document: TakenBack, ID: item.InvoiceID, Number: item.Number, Day: books.Days.Business(), Note: reason}
	return post(books, sc, c, []Line{line(books, sc, c, item, -item.Open)})
}

// Follow lets the accounts of companies follow what happened to parts of payments, or to what else settles invoices: a
// part above zero was put on its invoice, or without one on the account of its booking, group or company; one below
// zero was taken off. What concerns no company is left alone.
func Follow(books ledger.Locked, sc scope.Scope, c Cause, parts ...ledger.Part) error {
	return FollowAll(books, sc, []Event{{c, parts}})
}

// Event is a document with the parts that it put on invoices and accounts, or took off.
type Event struct {
	Cause
	Parts []ledger.Part
}

// FollowAll is Follow for many documents at once.
func FollowAll(books ledger.Locked, sc scope.Scope, events []Event) error {
	var parts []ledger.Part
	for _, e := range events {
		parts = append(parts, e.Parts...)
	}
	items, companies, err := concerned(books.Tx(), sc, parts)
	if err != nil || len(items)+len(companies) == 0 {
		return err
	}
	unapplied, settled := map[string]money.Amount{}, map[string]money.Amount{}
	for _, e := range events {
		var lines []Line
		for _, p := range e.Parts {
			of := items[p.InvoiceID]
			if p.InvoiceID == "" && companies[p.BookingID] {
				of.CompanyID = p.BookingID
				unapplied[of.CompanyID] += p.Amount
			}
			if of.CompanyID == "" {
				continue
			}
			if p.InvoiceID != "" {
				settled[p.InvoiceID] += p.Amount
			}
			lines = append(lines, line(books, sc, e.Cause, of, -p.Amount))
		}
		if err := post(books, sc, e.Cause, lines); err != nil {
			return err
		}
	}
	if err := settle(books.Tx(), sc, settled); err != nil {
		return err
	}
	for companyID, amount := range unapplied {
		if err := addUnapplied(books.Tx(), sc, companyID, amount); err != nil {
			return err
		}
	}
	return nil
}

// post writes the lines, adds them to their accounts and moves their sum between the books' accounts of guests
// and companies.
func post(books ledger.Locked, sc scope.Scope, c Cause, lines []Line) error {
	if len(lines) == 0 {
		return nil
	}
	if err := lineTable.Insert(books.Tx(), []any{sc.Org}, lines...); err != nil {
		return err
	}
	var total money.Amount
	balances := map[string]money.Amount{}
	for _, l := range lines {
		total += l.Amount
		balances[l.CompanyID] += l.Amount
	}
	for companyID, amount := range balances {
		if err := addBalance(books.Tx(), sc, companyID, amount); err != nil {
			return err
		}
	}
	if total == 0 {
		return nil
	}
	note := c.Note
	if note == "" {
		note = fmt.Sprintf("on account: %s", c.Document)
	}
	return ledger.Post(books, sc, ledger.Posting{Document: "company", DocumentID: c.ID, Number: c.Number, Day: c.Day,
		Note: note, Entries: []ledger.Entry{{Account: ledger.Companies, Amount: total},
			{Account: ledger.Guests, Amount: -total}}})
}
