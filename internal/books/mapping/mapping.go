package mapping

import (
	"fmt"
	"slices"
	"strings"

	"sarai/internal/books/chart"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// Mapping is where a hotel's sales and expenses are posted. Where it says nothing, they are posted to the books' own
// accounts.
type Mapping struct {
	Rooms    string   `json:"rooms"`    // the account of the price of rooms; "": the books' own
	Codes    []Target `json:"codes"`    // of other sales, by the beginning of their tax code; the longest counts
	Others   string   `json:"others"`   // of other sales that no code is of
	Expenses []Target `json:"expenses"` // by their category, whatever its case
}

// Target is the account of what is called so.
type Target struct {
	Name    string `json:"name"`
	Account string `json:"account"`
}

func (m Mapping) same(other Mapping) bool {
	return m.Rooms == other.Rooms && m.Others == other.Others && slices.Equal(m.Codes, other.Codes) &&
		slices.Equal(m.Expenses, other.Expenses)
}

// accounts are all that the mapping names.
func (m Mapping) accounts() []string {
	named := []string{m.Rooms, m.Others}
	for _, t := range slices.Concat(m.Codes, m.Expenses) {
		named = append(named, t.Account)
	}
	return named
}

// to is the account of what is posted; "" is the books' own.
func (m Mapping) to(l line) string {
	switch l.own {
	case ledger.RoomSales:
		return m.Rooms
	case ledger.Expenses:
		for _, t := range m.Expenses {
			if strings.EqualFold(t.Name, l.name) {
				return t.Account
			}
		}
		return ""
	}
	best := Target{Account: m.Others}
	for _, t := range m.Codes {
		if strings.HasPrefix(l.name, t.Name) && len(t.Name) > len(best.Name) {
			best = t
		}
	}
	return best.Account
}

// check names what is wrong with the mapping of a hotel with this chart.
func (m Mapping) check(all []chart.Account) error {
	var bad errs.Fields
	account := func(field, id, class string) {
		if problem := problemOf(id, class, all); id != "" && problem != "" {
			bad.Add(field, "%s", problem)
		}
	}
	account("rooms", m.Rooms, ledger.Income)
	account("otherSales", m.Others, ledger.Income)
	targets := func(list []Target, field, name, class string) {
		seen := map[string]bool{}
		for i, t := range list {
			key := strings.ToLower(t.Name)
			if seen[key] {
				bad.Add(fmt.Sprintf("%s[%d].%s", field, i, name), "must not be given twice")
			}
			seen[key] = true
			account(fmt.Sprintf("%s[%d].accountId", field, i), t.Account, class)
		}
	}
	targets(m.Codes, "sales", "code", ledger.Income)
	targets(m.Expenses, "expenses", "category", ledger.Expense)
	return bad.Err()
}

func problemOf(id, class string, all []chart.Account) string {
	at := slices.IndexFunc(all, func(a chart.Account) bool { return a.AccountID == id && !a.Own })
	switch {
	case at < 0:
		return "must be the id of one of the hotel's accounts"
	case all[at].Class != class:
		return fmt.Sprintf("must name an account of class %s: %s is of class %s", class, all[at].Name, all[at].Class)
	case !all[at].Active:
		return fmt.Sprintf("names the account %s, which is not in use", all[at].Name)
	case all[at].Heading:
		return fmt.Sprintf("must name an account under %s, which is a heading", all[at].Name)
	}
	return ""
}

// line is what a document posts to one of the books' own accounts, or to what is mapped in its place.
type line struct {
	position int
	own      string
	name     string // a tax code, or a category
	amount   money.Amount
}

// Posting is what a document does to the books, with the lines that may go to other accounts than the books' own. Its
// entries have the books' own.
type Posting struct {
	ledger.Posting
	lines []line
}

// Sell adds a line of a document that sells: rooms, or what this tax code is of. A credit is below zero.
func (p *Posting) Sell(position int, rooms bool, code string, amount money.Amount) {
	own := ledger.OtherSales
	if rooms {
		own = ledger.RoomSales
	}
	p.add(line{position, own, code, amount})
}

// Spend adds what an expense of this category comes to.
func (p *Posting) Spend(category string, amount money.Amount) {
	p.add(line{0, ledger.Expenses, category, amount})
}

func (p *Posting) add(l line) {
	p.lines = append(p.lines, l)
	p.move(l.own, l.amount)
}

// move adds the amount to the account's entry.
func (p *Posting) move(account string, amount money.Amount) {
	at := slices.IndexFunc(p.Entries, func(e ledger.Entry) bool { return e.Account == account })
	if at < 0 {
		at, p.Entries = len(p.Entries), append(p.Entries, ledger.Entry{Account: account})
	}
	p.Entries[at].Amount += amount
}

// Minus turns the posting round.
func (p Posting) Minus() Posting {
	p.lines, p.Entries = slices.Clone(p.lines), slices.Clone(p.Entries)
	for i := range p.lines {
		p.lines[i].amount = -p.lines[i].amount
	}
	for i := range p.Entries {
		p.Entries[i].Amount = -p.Entries[i].Amount
	}
	return p
}
