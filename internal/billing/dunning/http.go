package dunning

import (
	"context"
	"strconv"

	"sarai/internal/books/tax"
	"sarai/internal/kit/contact"
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
	stepsNote = "The step with the fewest days first; all at once. Words may have {{company_name}}, {{overdue_amount}}, " +
		"{{interest_amount}}, {{reminder_date}} and the organization's own."
	dueNote = "What is open on companies' accounts now, by the days since it was due as of asOf, the business day " +
		"unless given. Without what had its step, what is disputed, and companies whose payments cover all that they owe."
	sendNote = "Of all its invoices that are due for a step, by the words of the highest of these, with a PDF, to " +
		"email, or else to the company's address for invoices, or its own. An invoice is in one reminder of each step. The " +
		"interest is a proposal: nothing is posted."
)

// Routes are the endpoints of /api/dunning.
func (s *Service) Routes() []web.Route {
	const base = "/api/dunning/{orgId}"
	view, update := may.View(may.Invoices), may.Update(may.Invoices)
	return []web.Route{
		web.Get(base+"/steps", view, s.httpSteps, "List the steps of reminders"),
		web.Put(base+"/steps", update, s.httpSetSteps, "Set the steps of reminders").With(stepsNote).AnyVersion(),
		web.Put(base+"/companies/{companyId}", update, s.httpPause, "Say whether a company is reminded").AnyVersion(),
		web.Get(base+"/due", view, s.httpDue, "List who is due for a reminder").With(dueNote),
		web.Create(base+"/letters", may.Create(may.Invoices), s.httpSend, "Remind a company").With(sendNote),
		web.Get(base+"/letters", view, s.httpList, "List the reminders").With("Newest first."),
		web.Download(base+"/letters/{dunningLetterId}/pdf", view, s.httpPDF, "Read a reminder as PDF", "application/pdf"),
	}
}

// StepBody is a step of reminders.
type StepBody struct {
	Days     int          `json:"days" minimum:"-60" maximum:"999" doc:"Since it was due; below 0: before it" example:"7"`
	Interest money.Number `json:"interestPercent" minimum:"0" maximum:"100" doc:"A year; 0: none" example:"18"`
	Subject  string       `json:"subject" minLength:"1" maxLength:"300" example:"Reminder from {{organization_name}}"`
	BodyHTML string       `json:"bodyHtml" minLength:"1" maxLength:"50000" example:"<p>Dear {{company_name}}</p>"`
}

// StepsView are the steps of reminders.
type StepsView struct {
	Steps []StepBody `json:"steps" doc:"The first is step 1"`
}

func stepsView(steps []Step) StepsView {
	v := StepsView{make([]StepBody, len(steps))}
	for n, s := range steps {
		percent := strconv.FormatFloat(float64(s.Interest)/100, 'f', -1, 64)
		v.Steps[n] = StepBody{s.Days, money.Number(percent), s.Subject, s.BodyHTML}
	}
	return v
}

func (s *Service) httpSteps(ctx context.Context, sc scope.Scope, _ *struct{}) (*web.Data[StepsView], error) {
	steps, err := s.steps(ctx, sc)
	return web.Reply(stepsView(steps), err)
}

type stepsInput struct {
	Body struct {
		Steps []StepBody `json:"steps" maxItems:"9" doc:"The first is step 1"`
	}
}

func (s *Service) httpSetSteps(ctx context.Context, sc scope.Scope, in *stepsInput) (*web.Data[StepsView], error) {
	var bad errs.Fields
	steps := make([]Step, len(in.Body.Steps))
	for n, b := range in.Body.Steps {
		rate, err := tax.RateOf(b.Interest)
		if err != nil {
			bad.Add("steps["+strconv.Itoa(n)+"].interestPercent", "%s", err)
		}
		steps[n] = Step{Number: n + 1, Days: b.Days, Interest: int64(rate), Subject: b.Subject, BodyHTML: b.BodyHTML}
	}
	checkSteps(&bad, steps)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	return web.Reply(stepsView(steps), s.setSteps(ctx, sc, steps))
}

type pauseInput struct {
	CompanyID web.ID `path:"companyId" doc:"The company's id"`
	Body      struct {
		Reason string    `json:"pausedFor,omitempty" maxLength:"500" doc:"Why not; else it is" example:"It contests April"`
		Until  date.Date `json:"until,omitempty" doc:"The last day of it; left out: until it is said otherwise"`
	}
}

func (s *Service) httpPause(ctx context.Context, sc scope.Scope, in *pauseInput) (*web.Message, error) {
	var bad errs.Fields
	date.CheckDay(&bad, "until", in.Body.Until)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if err := s.pause(ctx, sc, Pause{CompanyID: in.CompanyID.String(), Reason: in.Body.Reason,
		Until: in.Body.Until}); err != nil {
		return nil, err
	}
	return web.Done("It is said whether the company is reminded."), nil
}

// InvoiceView is an invoice that a reminder is about.
type InvoiceView struct {
	InvoiceID string       `json:"invoiceId" example:"665f1c2ab7e4d90012ab34ce"`
	Number    string       `json:"invoiceNumber" example:"INV-42"`
	Due       date.Date    `json:"dueDate"`
	Step      int          `json:"step" example:"1"`
	Amount    money.Number `json:"openAmount" example:"11800"`
	Interest  money.Number `json:"interestAmount" example:"120"`
}

// SumsView is what a reminder asks for.
type SumsView struct {
	CompanyID string        `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Company   string        `json:"company" example:"Rao Textiles"`
	Step      int           `json:"step" doc:"The highest of its invoices" example:"1"`
	Amount    money.Number  `json:"amount" doc:"Without interest" example:"11800"`
	Interest  money.Number  `json:"interestAmount" doc:"A proposal: nothing is posted" example:"120"`
	Invoices  []InvoiceView `json:"invoices" doc:"Those that were due first, first"`
}

func (r reminder) sums(sc scope.Scope) SumsView {
	v := SumsView{r.CompanyID, r.Company, r.Step, r.Amount.Number(sc.Currency), r.Interest.Number(sc.Currency),
		make([]InvoiceView, len(r.Invoices))}
	for n, i := range r.Invoices {
		v.Invoices[n] = InvoiceView{i.InvoiceID, i.Number, i.Due, i.Step, i.Amount.Number(sc.Currency),
			i.Interest.Number(sc.Currency)}
	}
	return v
}

// DueView is who is due for a reminder.
type DueView struct {
	AsOf      date.Date        `json:"asOf"`
	Companies []DueCompanyView `json:"companies"`
	Paused    []PausedView     `json:"paused,omitempty" doc:"Who isn't reminded, due or not"`
}

// PausedView is a company that isn't reminded.
type PausedView struct {
	CompanyID string    `json:"companyId" example:"665f1c2ab7e4d90012ab34cf"`
	Company   string    `json:"company" example:"Rao Textiles"`
	Reason    string    `json:"pausedFor" example:"It contests April"`
	Until     date.Date `json:"until,omitempty" doc:"The last day of it; left out: until it is said otherwise"`
	SetByName string    `json:"setByName,omitempty" doc:"Who has said so" example:"Meera Nair"`
	SetAt     date.Time `json:"setAt"`
}

// DueCompanyView is a company that is due for a reminder.
type DueCompanyView struct {
	SumsView
	Paused string `json:"pausedFor" doc:"Why it isn't reminded; empty: it is" example:""`
}

type dueInput struct {
	AsOf date.Date `query:"asOf" doc:"As of this day"`
}

func (s *Service) httpDue(ctx context.Context, sc scope.Scope, in *dueInput) (*web.Data[DueView], error) {
	var bad errs.Fields
	date.CheckDay(&bad, "asOf", in.AsOf)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	d, err := s.due(ctx, sc, in.AsOf)
	v := DueView{AsOf: d.on, Companies: make([]DueCompanyView, len(d.list))}
	for n, r := range d.list {
		v.Companies[n] = DueCompanyView{r.sums(sc), r.Paused}
	}
	for _, p := range d.paused {
		v.Paused = append(v.Paused, PausedView{p.CompanyID, p.company, p.Reason, p.Until, p.SetByName,
			date.Time(p.SetAt)})
	}
	return web.Reply(v, err)
}

// View is a reminder that was sent.
type View struct {
	ID string `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	SumsView
	Date          date.Date `json:"date"`
	Email         string    `json:"email" example:"accounts@rao.example"`
	CreatedByName string    `json:"createdByName" example:"Meera Nair"`
	CreatedAt     date.Time `json:"createdAt"`
}

func (r reminder) view(sc scope.Scope) View {
	return View{r.ID, r.sums(sc), r.Date, r.Email, r.CreatedByName, date.Time(r.CreatedAt)}
}

type sendInput struct {
	Body struct {
		CompanyID web.ID `json:"companyId"`
		Email     string `json:"email,omitempty" maxLength:"254" doc:"Default: the company's" example:"accounts@rao.example"`
	}
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *sendInput) (*web.Data[View], error) {
	var bad errs.Fields
	contact.CheckEmail(&bad, "email", in.Body.Email)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	r, err := s.send(ctx, sc, in.Body.CompanyID.String(), in.Body.Email)
	return web.Reply(r.view(sc), err)
}

type listInput struct {
	web.Paging
	CompanyID web.ID `query:"companyId" maxLength:"40" doc:"Only those to this company"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Page[View, web.Pagination],
	error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(r reminder) View { return r.view(sc) }), nil
}

// Path is a reminder in an address.
type Path struct {
	LetterID web.ID `path:"dunningLetterId" doc:"The reminder's id"`
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *Path) (*file.File, error) {
	return s.pdf(ctx, sc, in.LetterID.String())
}
