package issuedstatement

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	issueNote = "Of the days from and to, at most 366 days and 2,000 lines. It gets a number, and is kept as it is now: " +
		"what is posted later is on the next one."
	sendNote = "With its PDF, to email, or else to the company's address for invoices, or else to its own. Every mail " +
		"is kept with the address."
)

// Routes are the endpoints of statements that are issued.
func (s *Service) Routes() []web.Route {
	const base = "/api/companies/{orgId}/{companyId}/statements"
	const one = base + "/{companyStatementId}"
	view := may.View(may.Invoices)
	return []web.Route{
		web.Create(base, may.Create(may.Invoices), s.httpIssue, "Issue a company's statement").With(issueNote),
		web.Get(base, view, s.httpList, "List the statements that a company got").With("Newest first."),
		web.Get(one, view, s.httpGet, "Show a statement that a company got"),
		web.Download(one+"/pdf", view, s.httpPDF, "Read a company's statement as PDF", "application/pdf"),
		web.Create(one+"/send", may.Update(may.Invoices), s.httpSend, "Mail a company's statement").With(sendNote),
	}
}

// MailView is a mail of a statement.
type MailView struct {
	Email      string    `json:"email" example:"accounts@rao.example"`
	SentByName string    `json:"sentByName" example:"Meera Nair"`
	SentAt     date.Time `json:"sentAt"`
}

// View is a statement that was issued.
type View struct {
	ID            string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	CompanyID     string       `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Number        string       `json:"statementNumber" example:"ST-12"`
	Date          date.Date    `json:"date" doc:"The business day on which it was issued"`
	From          date.Date    `json:"from"`
	To            date.Date    `json:"to"`
	Opening       money.Number `json:"openingBalance" example:"0"`
	Closing       money.Number `json:"closingBalance" example:"11800"`
	Mails         []MailView   `json:"mails" doc:"To whom it was mailed, the first first"`
	CreatedByName string       `json:"createdByName" example:"Meera Nair"`
	CreatedAt     date.Time    `json:"createdAt"`
}

func (m mailed) view(sc scope.Scope) View {
	v := View{ID: m.ID, CompanyID: m.CompanyID, Number: m.Number, Date: m.Date, From: m.From, To: m.To,
		Opening: m.Opening.Number(sc.Currency), Closing: m.Closing.Number(sc.Currency), Mails: make([]MailView, len(m.Mails)),
		CreatedByName: m.CreatedByName, CreatedAt: date.Time(m.CreatedAt)}
	for n, one := range m.Mails {
		v.Mails[n] = MailView{one.Email, one.SentByName, date.Time(one.SentAt)}
	}
	return v
}

type issueInput struct {
	CompanyID web.ID `path:"companyId" doc:"The company's id"`
	Body      struct {
		From date.Date `json:"from,omitempty" doc:"Default: the first of to's month" example:"2026-04-01"`
		To   date.Date `json:"to,omitempty" doc:"Default: the business day" example:"2026-04-30"`
	}
}

func (s *Service) httpIssue(ctx context.Context, sc scope.Scope, in *issueInput) (*web.Data[View], error) {
	var bad errs.Fields
	date.CheckDay(&bad, "from", in.Body.From)
	date.CheckDay(&bad, "to", in.Body.To)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	m, err := s.issue(ctx, sc, in.CompanyID.String(), in.Body.From, in.Body.To)
	return web.Reply(m.view(sc), err)
}

type listInput struct {
	CompanyID web.ID `path:"companyId" doc:"The company's id"`
	web.Paging
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[View, web.Pagination],
	error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(m mailed) View { return m.view(sc) }), nil
}

// Path is a statement in an address.
type Path struct {
	CompanyID   web.ID `path:"companyId" doc:"The company's id"`
	StatementID web.ID `path:"companyStatementId" doc:"The statement's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *Path) (*web.Data[View], error) {
	m, err := s.get(ctx, sc, in.CompanyID.String(), in.StatementID.String())
	return web.Reply(m.view(sc), err)
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *Path) (*file.File, error) {
	return s.pdf(ctx, sc, in.CompanyID.String(), in.StatementID.String())
}

type sendInput struct {
	Path
	Body struct {
		Email string `json:"email,omitempty" maxLength:"254" doc:"Default: the company's" example:"accounts@rao.example"`
	} `required:"false"`
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Data[View], error) {
	m, err := s.send(ctx, sc, in.CompanyID.String(), in.StatementID.String(), in.Body.Email)
	return web.Reply(m.view(sc), err)
}
