package issuedstatement

import (
	"strings"
	"time"

	"sarai/internal/billing/cityledger"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
)

// Statement is a company's statement that was issued.
type Statement struct {
	ID            string       `db:"statement_id,key"`
	CompanyID     string       `db:"company_id"`
	Number        string       `db:"number"`
	Date          date.Date    `db:"business_date"`
	From          date.Date    `db:"period_from"`
	To            date.Date    `db:"period_to"`
	Opening       money.Amount `db:"opening"`
	Closing       money.Amount `db:"closing"`
	CreatedBy     string       `db:"created_by"`
	CreatedByName string       `db:"created_by_name"`
	CreatedAt     int64        `db:"created_at"` // UTC milliseconds
}

// Mail is a mail of a statement.
type Mail struct {
	StatementID string `db:"statement_id,key"`
	ID          string `db:"mail_id,key"`
	Email       string `db:"email"`
	SentBy      string `db:"sent_by"`
	SentByName  string `db:"sent_by_name"`
	SentAt      int64  `db:"sent_at"` // UTC milliseconds
}

// mailed is a statement with its mails, the first first.
type mailed struct {
	Statement
	Mails []Mail
}

// mostLines bounds what a statement has: more are no letter any more.
const mostLines = 2000

// named are what the lines of an account are called on paper.
func named(document string, language words.Language) string {
	switch document {
	case receivable.Invoice:
		return language.Say("Invoice")
	case receivable.TakenBack:
		return language.Say("Taken off the account")
	case receivable.Applied:
		return language.Say("Payment applied")
	case receivable.Voided:
		return language.Say("Payment made void")
	case receivable.CreditNote:
		return language.Say("Credit Note")
	case receivable.TDS:
		return "TDS"
	case receivable.Discount:
		return language.Say("Discount")
	case receivable.WrittenOff:
		return language.Say("Written off")
	case ledger.Payment:
		return language.Say("Payment")
	case ledger.Refund:
		return language.Say("Refund")
	}
	return document
}

// paper is the statement as it is printed.
func (s Statement) paper(sc scope.Scope, of cityledger.Statement, seller document.Party) document.List {
	language := seller.Language
	c := of.Company
	list := document.List{Kind: document.CompanyStatement, Number: s.Number, Date: s.Date, Seller: seller,
		To: &document.Party{Name: c.Name, Email: c.Email, Phone: c.Phone, GSTIN: c.GSTIN, Address: c.Address},
		Summary: language.Say("From %s to %s: %s are owed at the end", s.From.Short(), s.To.Short(),
			s.Closing.Text(sc.Currency)),
		Columns: []document.ListColumn{{Title: "Date", Share: 14}, {Title: "Paper", Share: 22}, {Title: "Number", Share: 20},
			{Title: "Amount", Share: 22, Number: true}, {Title: "Balance", Share: 22, Number: true}},
		Created: time.UnixMilli(s.CreatedAt).In(sc.Zone)}
	rows := [][]string{{s.From.Short(), language.Say("Opening balance"), "", "", s.Opening.Grouped(sc.Currency)}}
	balance := s.Opening
	for _, l := range of.Lines {
		balance += l.Amount
		rows = append(rows, []string{l.Day.Short(),
			strings.TrimSpace(named(l.Document, language) + "\n" + strings.ReplaceAll(l.Note, "\n", " ")), l.Number,
			l.Amount.Grouped(sc.Currency), balance.Grouped(sc.Currency)})
	}
	list.Groups = []document.ListGroup{{Rows: append(rows,
		[]string{s.To.Short(), language.Say("Closing balance"), "", "", s.Closing.Grouped(sc.Currency)})}}
	return list
}

func withMails(list []Statement, mails map[string][]Mail) []mailed {
	all := make([]mailed, len(list))
	for n, s := range list {
		all[n] = mailed{s, mails[s.ID]}
	}
	return all
}
