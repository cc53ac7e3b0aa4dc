package chart

import (
	"cmp"
	"slices"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// The departments of a hotel, as the Uniform System of Accounts for the Lodging Industry has them.
const (
	Rooms           = "rooms"
	FoodAndBeverage = "foodAndBeverage"
	OtherOperated   = "otherOperated"
	Undistributed   = "undistributed"
)

// Departments are all of them, in the order of reports.
var Departments = []string{Rooms, FoodAndBeverage, OtherOperated, Undistributed}

// Place is where an account of the hotel stands in its chart.
type Place struct {
	AccountID  string `db:"account_id,key"`
	Code       string `db:"code"`         // unique in the organization whatever its case; "": none
	ParentID   string `db:"parent_id"`    // its heading, another account of its class; "": none
	Department string `db:"department"`   // of income and expenses; "" otherwise
	MustBeZero bool   `db:"must_be_zero"` // at the end of a month: a suspense or clearing account
	Version    int64  `db:"version,version"`
}

// Account is an account as the chart shows it.
type Account struct {
	Place
	Name      string
	Kind      string // "books" of the books' own
	Class     string
	Notes     string
	Active    bool
	Heading   bool // other accounts are under it
	Own       bool // the books' own: it posts by itself
	Control   bool // of the books' own: only documents move it, no vouchers
	BothSides bool // what it owes is a liability, what it is owed an asset
}

// own is where one of the books' own accounts stands.
type own struct {
	code, class, department string
	control, bothSides      bool
}

var owns = map[string]own{
	"foreign-cash":      {code: "1090", class: ledger.Asset, control: true},
	ledger.Guests:       {code: "1100", class: ledger.Asset, control: true, bothSides: true},
	ledger.Companies:    {code: "1120", class: ledger.Asset, control: true, bothSides: true},
	ledger.Unbilled:     {code: "1150", class: ledger.Asset, control: true, bothSides: true},
	ledger.InputTax:     {code: "1300", class: ledger.Asset},
	ledger.ClaimedTax:   {code: "1310", class: ledger.Asset},
	ledger.TDS:          {code: "1320", class: ledger.Asset},
	ledger.TCS:          {code: "1330", class: ledger.Asset},
	ledger.Payables:     {code: "2100", class: ledger.Liability, control: true},
	ledger.TDSPayable:   {code: "2110", class: ledger.Liability}, // agents' is paid to the government by vouchers
	ledger.AgentPayable: {code: "2120", class: ledger.Liability, control: true},
	ledger.Deposits:     {code: "2150", class: ledger.Liability, control: true},
	ledger.Tips:         {code: "2160", class: ledger.Liability},
	ledger.CGST:         {code: "2200", class: ledger.Liability},
	ledger.SGST:         {code: "2210", class: ledger.Liability},
	ledger.OtherTax:     {code: "2290", class: ledger.Liability},
	ledger.Opening:      {code: "3900", class: ledger.Equity},
	ledger.RoomSales:    {code: "4100", class: ledger.Income, department: Rooms, control: true},
	ledger.OtherSales:   {code: "4200", class: ledger.Income, department: OtherOperated, control: true},
	ledger.Rounding:     {code: "4800", class: ledger.Income, department: Undistributed, control: true},
	ledger.DepositsKept: {code: "4850", class: ledger.Income, department: Undistributed, control: true},
	"exchange-gains":    {code: "4870", class: ledger.Income, department: Undistributed},
	ledger.Accrued:      {code: "4900", class: ledger.Income, department: Undistributed, control: true},
	ledger.Expenses:     {code: "6000", class: ledger.Expense, department: Undistributed, control: true},
	ledger.Commission:   {code: "6700", class: ledger.Expense, department: Rooms},
	ledger.Discounts:    {code: "6800", class: ledger.Expense, department: Undistributed},
	ledger.BadDebts:     {code: "6810", class: ledger.Expense, department: Undistributed},
	ledger.OverShort:    {code: "6820", class: ledger.Expense, department: Undistributed, control: true},
	ledger.UnclaimedTax: {code: "6900", class: ledger.Expense, department: Undistributed},
}

// ownAccounts are the books' own accounts as the chart shows them. One that nothing is said of is on the side of its
// balance.
func ownAccounts() []Account {
	list := make([]Account, len(ledger.OwnAccounts))
	for i, account := range ledger.OwnAccounts {
		o, known := owns[account[0]]
		if !known {
			o = own{class: ledger.Asset, control: true, bothSides: true}
		}
		list[i] = Account{Place: Place{AccountID: account[0], Code: o.code, Department: o.department, Version: 1},
			Name: account[1], Kind: "books", Class: o.class, Active: true, Own: true, Control: o.control,
			BothSides: o.bothSides}
	}
	return list
}

// shown is an account of the hotel at its place.
func shown(a ledger.Account, p Place) Account {
	p.AccountID = a.ID
	p.Version = max(p.Version, 1)
	if class := a.Class(); p.Department == "" && Departmental(class) {
		p.Department = Undistributed
	}
	return Account{Place: p, Name: a.Name, Kind: a.Kind, Class: a.Class(), Notes: a.Notes, Active: a.Active}
}

// Departmental tells whether accounts of the class belong to departments.
func Departmental(class string) bool { return class == ledger.Income || class == ledger.Expense }

// codeKey is what codes are compared by.
func codeKey(code string) string { return strings.ToLower(code) }

// check refuses a place that the account can't have among all.
func (p Place) check(class string, all []Account) error {
	var fields errs.Fields
	fields.CheckLine("code", p.Code)
	if taken := slices.IndexFunc(all, func(a Account) bool {
		return a.Own && p.Code != "" && codeKey(a.Code) == codeKey(p.Code)
	}); taken >= 0 {
		fields.Add("code", "belongs to %s", all[taken].Name)
	}
	if p.Department != "" && !Departmental(class) {
		fields.Add("department", "must be left out for an account of class %s: income and expenses have departments", class)
	}
	if problem := p.checkParent(class, all); problem != "" {
		fields.Add("parentId", "%s", problem)
	}
	return fields.Err()
}

func (p Place) checkParent(class string, all []Account) string {
	for parent := p.ParentID; parent != ""; {
		at := slices.IndexFunc(all, func(a Account) bool { return a.AccountID == parent && !a.Own })
		switch {
		case at < 0:
			return "must be the id of one of the hotel's accounts"
		case all[at].Class != class:
			return "must name an account of class " + class + ", as this one is"
		case parent == p.AccountID:
			return "must not be the account itself, or one under it"
		}
		parent = all[at].ParentID
	}
	return ""
}

// sorted puts the chart into its order: by class, code, and name.
func sorted(all []Account) []Account {
	slices.SortFunc(all, func(a, b Account) int {
		return cmp.Or(cmp.Compare(slices.Index(ledger.Classes, a.Class), slices.Index(ledger.Classes, b.Class)),
			cmp.Compare(last(a.Code), last(b.Code)), cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)),
			cmp.Compare(a.AccountID, b.AccountID))
	})
	return all
}

// last makes accounts without a code the last of their class.
func last(code string) string { return cmp.Or(codeKey(code), "\uffff") }

// TakesVouchers tells whether vouchers can post to the account.
func (a Account) TakesVouchers() bool { return a.Active && !a.Control && !a.Heading }

// Wanted is an account that is to be added to the chart.
type Wanted struct {
	Place
	Name    string
	Kind    string
	Notes   string
	Opening money.Amount // a debit; a credit is below zero
}
