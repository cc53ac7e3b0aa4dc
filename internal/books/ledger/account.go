package ledger

import (
	"strings"

	"sarai/internal/books/ledger/events"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
)

// Account is a place where the hotel's money is, somebody who owes it to the hotel, such as a travel agent, or an
// account of the hotel's own chart.
type Account struct {
	ID        string       `db:"account_id,key"`
	Name      string       `db:"name"`       // unique in the organization whatever its case
	Kind      string       `db:"kind,fixed"` // cash, bank, card, upi or ota; of the chart: a class
	Default   bool         `db:"is_default"` // takes what names no account, by the method; at most one of a kind
	Active    bool         `db:"is_active"`  // may take money
	Safe      bool         `db:"is_safe"`    // of kind cash: kept without shifts, so no drawer
	Notes     string       `db:"notes"`
	Balance   money.Amount `db:"balance,fixed"`    // the sum of the account's entries; may be negative
	CreatedAt int64        `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64        `db:"updated_at"`       // UTC milliseconds
	Version   int64        `db:"version,version"`  // every change raises it
}

// Opened is an account with the balance that it was opened with.
type Opened struct {
	Account
	Opening money.Amount
}

// kindOf is the kind of account that takes the money of a method if no account is named.
var kindOf = map[Method]string{
	Cash: "cash", Card: "card", UPI: "upi", BankTransfer: "bank", OTA: "ota", OtherMethod: "cash",
}

// ofEachKind are the name and kind of each account that a new organization starts with.
var ofEachKind = [][2]string{
	{"Cash", "cash"}, {"Bank", "bank"}, {"Card", "card"}, {"UPI", "upi"}, {"OTA receivable", "ota"},
}

// nameKey is what account names are compared by.
func nameKey(name string) string { return strings.ToLower(name) }

// facts are what events tell of the account.
func (o Opened) facts(sc scope.Scope) events.Account {
	return events.Account{Name: o.Name, Kind: o.Kind, Default: o.Default, Active: o.Active, Notes: o.Notes,
		Opening: o.Opening.Number(sc.Currency), Safe: o.Safe}
}

// needsIdle tells whether the change must wait until no shift is open on the account.
func (o Opened) needsIdle(after Opened) bool {
	return o.Active != after.Active || o.Safe != after.Safe || o.Opening != after.Opening
}

// allows refuses a change that leaves no usable default for this kind of account.
func (o Opened) allows(after Opened) error {
	var fields errs.Fields
	if after.Safe && o.Kind != "cash" {
		fields.Add("isSafe", "can be true of accounts of kind cash only")
	}
	if o.Default && !after.Default {
		fields.Add("isDefault", "can't be taken away: make another account of kind %s the default instead", o.Kind)
	}
	if after.Default && !after.Active {
		fields.Add("isActive",
			"must stay true while the account is the default of kind %s; make another one the default first",
			after.Kind)
	}
	return fields.Err()
}

// Transfer is money moved from one account into another.
type Transfer struct {
	ID        string       `db:"transfer_id,key"`
	From      string       `db:"from_account"` // an account's id
	To        string       `db:"to_account"`
	Amount    money.Amount `db:"amount"`
	Date      date.Date    `db:"business_date"`
	Notes     string       `db:"notes"`
	CreatedBy string       `db:"created_by"`
	CreatedAt int64        `db:"created_at"` // UTC milliseconds
	NoShift   bool         // see Posting
}

const maxStatementDays = 366

// statement lists the entries of an account on the days [From, To]. Opening and the lines add up to Closing.
type statement struct {
	Account
	From    date.Date
	To      date.Date
	Opening money.Amount // before the first day
	Closing money.Amount // after the last
	Lines   []Line
}

// Line is an entry in an account's statement.
type Line struct {
	Date       date.Date
	Document   string // "payment", "transfer" …
	DocumentID string
	Number     string // of the document; "" if it has none
	Note       string
	Amount     money.Amount // into the account; out of it if negative
	Balance    money.Amount // after the entry
	CreatedAt  int64        // UTC milliseconds
}
