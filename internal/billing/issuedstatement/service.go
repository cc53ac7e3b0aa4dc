package issuedstatement

import (
	"cmp"
	"context"

	"sarai/internal/billing/cityledger"
	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/property/company"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/series"
)

// Service issues statements.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	outbox *mail.Outbox
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, outbox *mail.Outbox) *Service { return &Service{d, bus, outbox} }

// issue issues a statement of the days [from, to]; see cityledger.StatementOf for what "" means.
func (s *Service) issue(ctx context.Context, sc scope.Scope, companyID string, from, to date.Date) (mailed, error) {
	if err := date.CheckDays(from, to); err != nil {
		return mailed{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (m mailed, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return m, err
		}
		of, err := cityledger.StatementOf(tx, sc, companyID, from, to)
		if err != nil {
			return m, err
		}
		if used, err := receivable.InUse(tx, sc, companyID); err != nil {
			return m, err
		} else if !used {
			return m, errs.Conflict("%s has no account: nothing was ever put on it.", of.Company.Name)
		}
		if len(of.Lines) > mostLines {
			return m, errs.InvalidField("from", "must be later: the statement would have more than %d lines", mostLines)
		}
		seller, err := document.Seller(tx, sc)
		if err != nil {
			return m, err
		}
		m.Statement = Statement{ID: id.New(), CompanyID: companyID, Date: books.Days.Business(), From: of.From, To: of.To,
			Opening: of.Opening, Closing: of.Closing, CreatedBy: sc.User, CreatedByName: sc.UserName,
			CreatedAt: tx.Now.UnixMilli()}
		if m.Number, err = series.Next(tx, sc, series.CompanyStatement).Get(); err != nil {
			return m, err
		}
		if err := insert(tx, sc, m.Statement, m.paper(sc, of, seller)); err != nil {
			return m, err
		}
		return m, s.bus.Publish(tx, sc, issuedEvent.Of(m.ID, issued{companyID, of.Company.Name, m.Number, m.From, m.To,
			m.Closing.Number(sc.Currency)}))
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[mailed], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p listing.Page[mailed], err error) {
		if _, err := company.Find(tx, sc, in.CompanyID.String()); err != nil {
			return p, err
		}
		found, err := list.Page(tx, sc, *in, in.Paging)
		if err != nil {
			return p, err
		}
		ids := make([]string, len(found.Records))
		for n, row := range found.Records {
			ids[n] = row.ID
		}
		mails, err := mailsOf(tx, sc, ids)
		return listing.Of(found, withMails(found.Records, mails)), err
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, companyID, statementID string) (mailed, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (mailed, error) { return find(tx, sc, companyID, statementID) })
}

// pdf draws the statement, outside of the transaction that reads it.
func (s *Service) pdf(ctx context.Context, sc scope.Scope, companyID, statementID string) (*file.File, error) {
	paper, err := db.Read(ctx, s.db, func(tx *db.Tx) (document.List, error) {
		if _, err := find(tx, sc, companyID, statementID); err != nil {
			return document.List{}, err
		}
		return paperOf(tx, sc, statementID)
	})
	if err != nil {
		return nil, err
	}
	return paper.File()
}

// send mails the statement to the address, or with "" to the company's for invoices, or else its own.
func (s *Service) send(ctx context.Context, sc scope.Scope, companyID, statementID, email string) (mailed, error) {
	var bad errs.Fields
	contact.CheckEmail(&bad, "email", email)
	if err := bad.Err(); err != nil {
		return mailed{}, err
	}
	drawn, err := s.pdf(ctx, sc, companyID, statementID)
	if err != nil {
		return mailed{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (m mailed, err error) {
		c, err := company.Find(tx, sc, companyID)
		if err != nil {
			return m, err
		}
		if m, err = find(tx, sc, companyID, statementID); err != nil {
			return m, err
		}
		to := cmp.Or(email, c.InvoiceEmail, c.Email)
		if !contact.Email(to) {
			return m, errs.InvalidField("email", "must be given, as no e-mail address of %s is known", c.Name)
		}
		letter, err := emailtemplate.Letter(tx, sc.Org, emailtemplate.CompanyStatement, map[string]string{
			"company_name": c.Name, "statement_number": m.Number, "statement_from": m.From.Text(),
			"statement_to": m.To.Text(), "balance_due": m.Closing.Text(sc.Currency)})
		if err != nil {
			return m, err
		}
		letter.To, letter.By, letter.About, letter.Kind = to, sc.User, m.ID, string(emailtemplate.CompanyStatement)
		letter.Attachment = &mail.Attachment{Name: drawn.Name, Type: drawn.Type, Content: drawn.Content}
		if err := emailtemplate.Post(tx, s.outbox, sc.Org, letter); err != nil {
			return m, err
		}
		one := Mail{StatementID: m.ID, ID: id.New(), Email: to, SentBy: sc.User, SentByName: sc.UserName,
			SentAt: tx.Now.UnixMilli()}
		if err := insertMail(tx, sc, one); err != nil {
			return m, err
		}
		m.Mails = append(m.Mails, one)
		return m, s.bus.Publish(tx, sc, sentEvent.Of(m.ID, sent{m.Number, to}))
	})
}
