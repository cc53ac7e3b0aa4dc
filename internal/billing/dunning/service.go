package dunning

import (
	"cmp"
	"context"
	"reflect"

	"sarai/internal/billing/receivable"
	"sarai/internal/books/businessday"
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
)

// Service reminds companies.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	outbox *mail.Outbox
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, outbox *mail.Outbox) *Service { return &Service{d, bus, outbox} }

func (s *Service) steps(ctx context.Context, sc scope.Scope) ([]Step, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Step, error) { return stepsOf(tx, sc) })
}

// setSteps replaces the hotel's steps. Invoices that had a step by its number don't get it again.
func (s *Service) setSteps(ctx context.Context, sc scope.Scope, steps []Step) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return err
		}
		if err := setSteps(tx, sc, steps); err != nil {
			return err
		}
		facts := stepsSet{Days: make([]int, len(steps))}
		for n, step := range steps {
			facts.Days[n] = step.Days
		}
		return s.bus.Publish(tx, sc, stepsEvent.Of(sc.Org, facts))
	})
}

// pause says that a company isn't reminded, or without a reason that it is again. Invalid for an end that can't be.
func (s *Service) pause(ctx context.Context, sc scope.Scope, p Pause) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := company.Find(tx, sc, p.CompanyID); err != nil {
			return err
		}
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return err
		}
		if err := p.check(business); err != nil {
			return err
		}
		if err := setPause(tx, sc, p); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, pausedEvent.Of(p.CompanyID, pauseSet{p.Reason != "", p.Reason}))
	})
}

// reminder is what a company is to be reminded of.
type reminder struct {
	Letter
	Company  string
	Paused   string // why it isn't reminded; "": it is
	Invoices []Invoice
}

// pausedCompany is a company that isn't reminded.
type pausedCompany struct {
	Pause
	company string
}

// dueList is who is due for a step, and who is paused whether due or not.
type dueList struct {
	on     date.Date
	list   []reminder
	paused []pausedCompany
}

// due lists the companies that are due for a step as of a day, by their names; of the business day if it is "".
func (s *Service) due(ctx context.Context, sc scope.Scope, day date.Date) (dueList, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (d dueList, err error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return d, err
		}
		d.on = cmp.Or(day, business)
		pauses, err := pausesOn(tx, sc, d.on)
		if err != nil {
			return d, err
		}
		if d.paused, err = named(tx, sc, pauses); err != nil {
			return d, err
		}
		steps, err := stepsOf(tx, sc)
		if err != nil || len(steps) == 0 {
			return d, err
		}
		items, err := receivable.DueUntil(tx, sc, d.on.AddDays(-steps[0].Days))
		if err != nil {
			return d, err
		}
		d.list, err = dueOf(tx, sc, steps, pauses, items, d.on)
		return d, err
	})
}

// named are the companies of the pauses, with their names.
func named(tx *db.Tx, sc scope.Scope, pauses []Pause) ([]pausedCompany, error) {
	ids := make([]string, len(pauses))
	for n, p := range pauses {
		ids[n] = p.CompanyID
	}
	names, err := company.NamesOf(tx, sc, ids)
	paused := make([]pausedCompany, len(pauses))
	for n, p := range pauses {
		paused[n] = pausedCompany{p, names[p.CompanyID]}
	}
	return paused, err
}

// dueOf divides the items, which are in order of their companies, into reminders; pauses are those of the day.
func dueOf(tx *db.Tx, sc scope.Scope, steps []Step, pauses []Pause, items []receivable.Item, day date.Date) (
	list []reminder, err error) {
	ids := make([]string, len(items))
	for n, item := range items {
		ids[n] = item.InvoiceID
	}
	before, err := had(tx, sc, ids)
	if err != nil {
		return nil, err
	}
	paused := map[string]string{}
	for _, p := range pauses {
		paused[p.CompanyID] = p.Reason
	}
	names, err := company.Names(tx, sc)
	if err != nil {
		return nil, err
	}
	for len(items) > 0 {
		n := 1
		for n < len(items) && items[n].CompanyID == items[0].CompanyID {
			n++
		}
		companyID := items[0].CompanyID
		r := reminder{Company: names[companyID], Paused: paused[companyID]}
		r.Letter, r.Invoices = due(steps, items[:n], before, day)
		r.CompanyID, items = companyID, items[n:]
		if len(r.Invoices) == 0 {
			continue
		}
		if a, err := receivable.Find(tx, sc, companyID); err != nil {
			return nil, err
		} else if a.Balance > 0 { // else what it has paid covers all that it owes
			list = append(list, r)
		}
	}
	return list, nil
}

// drafted is a reminder that is about to be mailed.
type drafted struct {
	reminder
	company company.Company
	words   emailtemplate.Words
	paper   document.List
}

// draft makes a company's reminder of the business day. It has no invoices if the company is due for none.
func draft(tx *db.Tx, sc scope.Scope, companyID string) (d drafted, err error) {
	if d.company, err = company.Find(tx, sc, companyID); err != nil {
		if errs.Is(err, errs.KindNotFound) {
			err = errs.InvalidField("companyId", "must be the id of a company")
		}
		return d, err
	}
	day, err := businessday.Business(tx, sc)
	if err != nil {
		return d, err
	}
	steps, err := stepsOf(tx, sc)
	if err != nil {
		return d, err
	}
	items, err := receivable.OpenItems(tx, sc, companyID)
	if err != nil {
		return d, err
	}
	pauses, err := pausesOn(tx, sc, day)
	if err != nil {
		return d, err
	}
	list, err := dueOf(tx, sc, steps, pauses, items, day)
	if err != nil || len(list) == 0 {
		return d, err
	}
	d.reminder = list[0]
	seller, err := document.Seller(tx, sc)
	if err != nil {
		return d, err
	}
	step := steps[d.Step-1]
	d.words = emailtemplate.Words{Subject: step.Subject, HeaderText: step.Subject, BodyHTML: step.BodyHTML}
	d.paper = d.Letter.paper(sc, d.company, d.Invoices, seller, day.Time())
	return d, nil
}

// send reminds a company of all that is due for a step, at the address, or with "" at its own.
func (s *Service) send(ctx context.Context, sc scope.Scope, companyID, email string) (reminder, error) {
	drawn, err := db.Read(ctx, s.db, func(tx *db.Tx) (drafted, error) { return draft(tx, sc, companyID) })
	if err != nil {
		return reminder{}, err
	}
	var pdf *file.File // drawn outside of the transaction; a repeated request needs none
	if len(drawn.Invoices) > 0 {
		if pdf, err = drawn.paper.File(); err != nil {
			return reminder{}, err
		}
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (r reminder, err error) {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return r, err
		}
		d, err := draft(tx, sc, companyID)
		if err != nil {
			return r, err
		}
		switch to := cmp.Or(email, d.company.InvoiceEmail, d.company.Email); {
		case len(d.Invoices) == 0:
			return r, errs.Conflict("%s is due for no reminder.", d.company.Name)
		case d.Paused != "":
			return r, errs.Conflict("%s isn't reminded: %s", d.company.Name, d.Paused)
		case !reflect.DeepEqual(d.paper, drawn.paper):
			return r, errs.Conflict("What %s owes was changed at this moment. Look at it and send again.", d.company.Name)
		case !contact.Email(to):
			return r, errs.InvalidField("email", "must be given, as no e-mail address of %s is known", d.company.Name)
		default:
			d.Email = to
		}
		return d.reminder, s.post(tx, sc, &d, pdf)
	})
}

// post keeps the reminder and queues its mail.
func (s *Service) post(tx *db.Tx, sc scope.Scope, d *drafted, pdf *file.File) error {
	d.ID, d.CreatedBy, d.CreatedByName, d.CreatedAt = id.New(), sc.User, sc.UserName, tx.Now.UnixMilli()
	for n := range d.Invoices {
		d.Invoices[n].LetterID = d.ID
	}
	if err := insert(tx, sc, d.Letter, d.Invoices, d.paper); err != nil {
		return err
	}
	letter, err := emailtemplate.Dressed(tx, sc.Org, d.words, map[string]string{"company_name": d.company.Name,
		"overdue_amount": d.Amount.Text(sc.Currency), "interest_amount": d.Interest.Text(sc.Currency),
		"reminder_date": d.Date.Text()})
	if err != nil {
		return err
	}
	letter.To, letter.By, letter.About, letter.Kind = d.Email, sc.User, d.ID, "reminder"
	letter.Attachment = &mail.Attachment{Name: pdf.Name, Type: pdf.Type, Content: pdf.Content}
	if err := emailtemplate.Post(tx, s.outbox, sc.Org, letter); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, sentEvent.Of(d.ID, sent{d.CompanyID, d.company.Name, d.Step, len(d.Invoices),
		d.Amount.Number(sc.Currency), d.Interest.Number(sc.Currency), d.Email, d.Date}))
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[reminder], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p listing.Page[reminder], err error) {
		found, err := letters.Page(tx, sc, *in, in.Paging)
		if err != nil {
			return p, err
		}
		ids, companies := make([]string, len(found.Records)), make([]string, len(found.Records))
		for n, l := range found.Records {
			ids[n], companies[n] = l.ID, l.CompanyID
		}
		invoices, err := invoicesOf(tx, sc, ids)
		if err != nil {
			return p, err
		}
		names, err := company.NamesOf(tx, sc, companies)
		all := make([]reminder, len(ids))
		for n, l := range found.Records {
			all[n] = reminder{Letter: l, Company: names[l.CompanyID], Invoices: invoices[l.ID]}
		}
		return listing.Of(found, all), err
	})
}

func (s *Service) pdf(ctx context.Context, sc scope.Scope, letterID string) (*file.File, error) {
	paper, err := db.Read(ctx, s.db, func(tx *db.Tx) (document.List, error) { return paperOf(tx, sc, letterID) })
	if err != nil {
		return nil, err
	}
	return paper.File()
}
