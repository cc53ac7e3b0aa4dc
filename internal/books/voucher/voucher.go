package voucher

import (
	"fmt"
	"slices"

	"sarai/internal/books/chart"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// The kinds of vouchers.
const (
	Journal = "journal"
	Contra  = "contra" // between accounts of kind cash and bank alone
)

// Voucher is a posting that the hotel has written, or the reversal of one.
type Voucher struct {
	ID            string       `db:"voucher_id,key"`
	Number        string       `db:"number"`
	Kind          string       `db:"kind"`
	Date          date.Date    `db:"business_date"`
	Narration     string       `db:"narration"` // of a reversal: its reason
	Reference     string       `db:"reference"`
	Amount        money.Amount `db:"amount"`      // of its debits
	ReversalOf    string       `db:"reversal_of"` // the voucher that it takes back; "": none
	ReversedBy    string       `db:"reversed_by"` // the voucher that takes it back; "": none does
	CreatedBy     string       `db:"created_by"`
	CreatedByName string       `db:"created_by_name"`
	CreatedAt     int64        `db:"created_at"` // UTC milliseconds
	Lines         []Line
}

// Line is what a voucher does to an account.
type Line struct {
	VoucherID string       `db:"voucher_id,key"`
	Position  int          `db:"position,key"`
	Account   string       `db:"account"` // an account's id, or one of the books' own
	Amount    money.Amount `db:"amount"`  // a debit; a credit is below zero
	Note      string       `db:"note"`
}

// check refuses a voucher that doesn't balance, or moves accounts of the chart that vouchers can't.
func (v Voucher) check(all []chart.Account, currency string) error {
	var fields errs.Fields
	var debits, credits money.Amount
	for i, l := range v.Lines {
		debits, credits = debits+max(l.Amount, 0), credits-min(l.Amount, 0)
		if problem := v.problemOf(l, all); problem != "" {
			fields.Add(fmt.Sprintf("lines[%d].account", i), "%s", problem)
		}
	}
	if debits != credits {
		fields.Add("lines", "must have debits and credits that are equal: they differ by %s",
			max(debits-credits, credits-debits).Text(currency))
	}
	return fields.Err()
}

func (v Voucher) problemOf(l Line, all []chart.Account) string {
	at := slices.IndexFunc(all, func(a chart.Account) bool { return a.AccountID == l.Account })
	if at < 0 {
		return "must be the id of one of the hotel's accounts, or one of the books' own"
	}
	switch a := all[at]; {
	case a.Control:
		return fmt.Sprintf("must not be %s: its documents (invoices, payments, expenses) move it, and vouchers would part "+
			"it from them. Use a document, or an account of the hotel's chart", a.Name)
	case !a.Active:
		return fmt.Sprintf("names the account %s, which is not in use", a.Name)
	case a.Heading:
		return fmt.Sprintf("must name an account under %s, which is a heading", a.Name)
	case v.Kind == Contra && a.Kind != "cash" && a.Kind != "bank":
		return fmt.Sprintf("must be of kind cash or bank in a contra: %s is of kind %s", a.Name, a.Kind)
	}
	return ""
}

// kindOf is Contra if all lines move cash and bank accounts.
func (v Voucher) kindOf(all []chart.Account) string {
	for _, l := range v.Lines {
		at := slices.IndexFunc(all, func(a chart.Account) bool { return a.AccountID == l.Account })
		if at < 0 || all[at].Kind != "cash" && all[at].Kind != "bank" {
			return Journal
		}
	}
	return Contra
}

// reversal is the voucher with the opposite lines.
func (v Voucher) reversal(reason string, day date.Date) Voucher {
	r := Voucher{Kind: v.Kind, Date: day, Narration: reason, Reference: v.Number, ReversalOf: v.ID}
	for _, l := range v.Lines {
		r.Lines = append(r.Lines, Line{Account: l.Account, Amount: -l.Amount, Note: l.Note})
	}
	return r
}

func (v Voucher) posting() ledger.Posting {
	p := ledger.Posting{Document: "voucher", DocumentID: v.ID, Number: v.Number, Day: v.Date, Note: v.Narration}
	for _, l := range v.Lines {
		p.Entries = append(p.Entries, ledger.Entry{Account: l.Account, Amount: l.Amount})
	}
	return p
}
