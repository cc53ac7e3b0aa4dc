package expense

import (
	"strings"

	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/books/mapping"
	"sarai/internal/books/tax"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/record/wordindex"
)

// Expense is something that the hotel bought.
type Expense struct {
	ID          string       `db:"expense_id,key"`
	Number      string       `db:"number,fixed"`
	VendorID    string       `db:"vendor_id"`   // "" if the hotel keeps no record of the vendor
	VendorName  string       `db:"vendor_name"` // as it was called when it was given; perhaps ""
	Category    string       `db:"category"`    // the hotel's own word
	Description string       `db:"description"`
	Amount      money.Amount `db:"amount"` // before tax
	Tax         money.Amount `db:"tax"`
	Parts       tax.Parts    `db:"parts"`           // of the lines
	Claimed     money.Amount `db:"tax_claimed"`     // what of Tax is claimed back whatever the hotel's rule is
	NotClaimed  money.Amount `db:"tax_not_claimed"` // what of Tax is a cost whatever the hotel's rule is
	DueDate     date.Date    `db:"due_date"`        // of a bill that was recorded unpaid; else ""
	OpenDue     date.Date    `db:"open_due"`        // DueDate as long as something is owed; else ""
	Paid        money.Amount `db:"paid"`
	TDSSection  string       // of a new bill: "": its vendor's
	OnCredit    bool         // of a new one: due by the vendor's terms unless it says when
	Lines       []Line       // of one expense; lists leave them out
	Payments    []Payment    // likewise, void ones included, in the order in which they were recorded
	AccountID   string       `db:"account_id"` // that has paid; "" of a bill
	AccountName string       // as the account is called now
	Date        date.Date    `db:"expense_date"` // of the bill
	PostedOn    date.Date    `db:"posted_on"`    // the business day in whose books it is
	BillNumber  string       `db:"bill_number"`
	FileName    string       `db:"file_name"` // "" without a file
	FileType    string       `db:"file_type"`
	FileSize    int64        `db:"file_size"` // bytes
	CreatedBy   string       `db:"created_by,fixed"`
	CreatedAt   int64        `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt   int64        `db:"updated_at"`       // UTC milliseconds
	Version     int64        `db:"version,version"`  // every change raises it
}

var errNoExpense = errs.NotFound("There is no such expense.")

// Total is what the account has paid or, of a bill, what is to be paid.
func (e Expense) Total() money.Amount { return e.Amount + e.Tax }

// check adds what is wrong with the values to bad.
func (e Expense) check(bad *errs.Fields, days businessday.Days) {
	bad.CheckLine("category", e.Category)
	bad.CheckLine("vendorName", e.VendorName)
	bad.CheckLine("billNumber", e.BillNumber)
	if e.Category == "" {
		bad.Add("category", "must not be empty")
	}
	e.checkLines(bad)
	e.checkBill(bad)
	if e.Amount+e.Tax > money.Max {
		bad.Add("tax", "is too large: together with amount it is more than an amount can be")
	}
	if _, err := date.Parse(string(e.Date)); err != nil {
		bad.Add("date", "%s", err)
	} else if e.Date > days.Today {
		bad.Add("date", "must not be after today (%s)", days.Today.Short())
	} else if err := days.CheckLocked("date", e.Date); err != nil {
		*bad = append(*bad, errs.FieldsOf(err)...)
	}
}

// sameMoney reports whether both make the same posting.
func (e Expense) sameMoney(other Expense) bool {
	return e.Amount == other.Amount && e.Tax == other.Tax && e.AccountID == other.AccountID && e.Date == other.Date &&
		e.Claimed == other.Claimed && e.NotClaimed == other.NotClaimed
}

// posting is what the expense does in the books.
func (e Expense) posting() mapping.Posting {
	from := e.AccountID
	if e.IsBill() {
		from = ledger.Payables
	}
	p := mapping.Posting{Posting: ledger.Posting{Document: "expense", DocumentID: e.ID, Number: e.Number, Day: e.PostedOn,
		Entries: []ledger.Entry{{Account: ledger.InputTax, Amount: e.Tax - e.Claimed - e.NotClaimed},
			{Account: ledger.ClaimedTax, Amount: e.Claimed}, {Account: ledger.UnclaimedTax, Amount: e.NotClaimed},
			{Account: from, Amount: -e.Total()}}}}
	p.Spend(e.Category, e.Amount)
	return p
}

// Words are what the expense is searched by.
func (e Expense) Words() (words wordindex.Words) {
	words.Number(e.Number)
	words.Text(e.VendorName)
	words.Text(e.Category)
	words.Text(e.BillNumber)
	words.Number(e.BillNumber)
	words.Text(e.Description)
	return words
}

// searchText is what lists are searched in, in lower case.
func (e Expense) searchText() string {
	return strings.ToLower(strings.Join([]string{e.Number, e.VendorName, e.Category, e.BillNumber, e.Description}, "\n"))
}
