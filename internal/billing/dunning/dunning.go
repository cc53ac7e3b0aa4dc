package dunning

import (
	"strconv"
	"time"

	"sarai/internal/billing/buyer"
	"sarai/internal/billing/receivable"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/property/company"
)

// Step is one of the hotel's steps.
type Step struct {
	Number   int    `db:"step,key"`
	Days     int    `db:"days"`     // from the day on which an invoice is due; below 0: before it
	Interest int64  `db:"interest"` // hundredths of a percent a year
	Subject  string `db:"subject"`
	BodyHTML string `db:"body_html"`
}

// checkSteps adds what steps can't be to the fields.
func checkSteps(bad *errs.Fields, steps []Step) {
	for n, s := range steps {
		at := "steps[" + strconv.Itoa(n) + "]."
		if n > 0 && s.Days <= steps[n-1].Days {
			bad.Add(at+"days", "must be more than the step before has")
		}
		var words errs.Fields
		emailtemplate.Words{Subject: s.Subject, BodyHTML: s.BodyHTML}.Check(&words)
		for _, w := range words {
			bad.Add(at+w.Field, "%s", w.Message)
		}
	}
}

// Invoice is an invoice in a reminder.
type Invoice struct {
	InvoiceID string       `db:"invoice_id,key"`
	Step      int          `db:"step,key"`
	LetterID  string       `db:"letter_id"`
	Number    string       `db:"number"`
	Due       date.Date    `db:"due_date"`
	Amount    money.Amount `db:"amount"` // what is open
	Interest  money.Amount `db:"interest"`
}

// Pause says why a company isn't reminded.
type Pause struct {
	CompanyID string    `db:"company_id,key"`
	Reason    string    `db:"reason"`
	Until     date.Date `db:"until_day"` // the last day; "": until it is said otherwise
	SetBy     string    `db:"set_by"`
	SetByName string    `db:"set_by_name"` // "": not known
	SetAt     int64     `db:"set_at"`      // UTC milliseconds
}

// check fails with Invalid for an end without a pause, or one before the business day.
func (p Pause) check(business date.Date) error {
	switch {
	case p.Until == "":
		return nil
	case p.Reason == "":
		return errs.InvalidField("until", "must be left out without pausedFor")
	case p.Until < business:
		return errs.InvalidField("until", "must not be before the business day, %s", business.Short())
	}
	return nil
}

// Letter is a reminder that was sent.
type Letter struct {
	ID            string       `db:"letter_id,key"`
	CompanyID     string       `db:"company_id"`
	Step          int          `db:"step"` // the highest of its invoices
	Date          date.Date    `db:"business_date"`
	Amount        money.Amount `db:"amount"`
	Interest      money.Amount `db:"interest"`
	Email         string       `db:"email"`
	CreatedBy     string       `db:"created_by"`
	CreatedByName string       `db:"created_by_name"`
	CreatedAt     int64        `db:"created_at"` // UTC milliseconds
}

// whole is 100 % of a year.
const whole = 10_000 * 365

// due is the reminder of the items that are due for a step as of a day, without those that had the step, or a higher
// one. had has the highest step of each invoice.
func due(steps []Step, items []receivable.Item, had map[string]int, day date.Date) (l Letter, list []Invoice) {
	for _, item := range items {
		days := item.Due.DaysUntil(day)
		var at Step
		for _, s := range steps {
			if days >= s.Days {
				at = s
			}
		}
		if at.Number == 0 || at.Number <= had[item.InvoiceID] || item.Disputed > 0 {
			continue
		}
		one := Invoice{InvoiceID: item.InvoiceID, Step: at.Number, Number: item.Number, Due: item.Due, Amount: item.Open,
			Interest: item.Open.Times(at.Interest*int64(max(0, days)), whole)}
		list = append(list, one)
		l.Amount, l.Interest, l.Step = l.Amount+one.Amount, l.Interest+one.Interest, max(l.Step, at.Number)
	}
	l.Date = day
	return l, list
}

// paper is the reminder as it is printed.
func (l Letter) paper(sc scope.Scope, c company.Company, list []Invoice, seller document.Party,
	now time.Time) document.List {
	say, to := seller.Language.Say, buyer.Company(c, document.Party{})
	paper := document.List{Kind: document.Reminder, Date: l.Date, Seller: seller,
		To:      &to,
		Summary: say("Please pay %s, which is due.", l.Amount.Text(sc.Currency)), Created: now.In(sc.Zone),
		Columns: []document.ListColumn{{Title: "Invoice", Share: 26}, {Title: "Due date", Share: 20},
			{Title: "Days", Share: 10, Number: true}, {Title: "Amount", Share: 22, Number: true}}}
	if l.Interest > 0 {
		paper.Columns = append(paper.Columns, document.ListColumn{Title: "Interest", Share: 22, Number: true})
		paper.Notes = say("The interest of %s may be charged to your account if you don't pay.",
			l.Interest.Text(sc.Currency))
	}
	var rows [][]string
	for _, i := range list {
		row := []string{i.Number, i.Due.Short(), strconv.Itoa(max(0, i.Due.DaysUntil(l.Date))),
			i.Amount.Grouped(sc.Currency)}
		if l.Interest > 0 {
			row = append(row, i.Interest.Grouped(sc.Currency))
		}
		rows = append(rows, row)
	}
	paper.Groups = []document.ListGroup{{Rows: rows}}
	return paper
}
