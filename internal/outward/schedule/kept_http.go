package schedule

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/kit/xlsx"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	keptListNote = "The caller's own and those that are shared, of the reports that the caller may open, by name."
	keptNote     = "The days are a period that ends with yesterday, or from and to. by is what a report is divided by: " +
		"revenue by all of them, cancellations by source, company or month, profit-and-loss by month. Reports of a day " +
		"or a month take the last day, forecast none. Formats as of schedules. It needs the permission to see the " +
		"report's module (403). A name is kept once by each member."
	keptUpdateNote = "By whoever keeps it, and of a shared one by whoever has payments.update. Fields that are left out " +
		"keep their value. Schedules that use it mail it as it is then. isShared can't become false while somebody " +
		"else's schedule uses it."
	keptDeleteNote = "By whoever keeps it, and of a shared one by whoever has payments.delete. 400 while it is scheduled."
)

func keptRoutes(s *Service) []web.Route {
	const base = "/api/analytics/{orgId}/kept-reports"
	return []web.Route{
		web.Get(base, may.Member, s.httpListKept, "List the kept reports").With(keptListNote),
		web.Create(base+"/create", may.Member, s.httpCreateKept, "Keep a report with its filters").With(keptNote),
		web.Get(base+"/{keptReportId}", may.Member, s.httpGetKept, "Show a kept report").
			With("404 for one that somebody else keeps alone."),
		web.Put(base+"/{keptReportId}", may.Member, s.httpUpdateKept, "Change a kept report").With(keptUpdateNote),
		web.Delete(base+"/{keptReportId}", may.Member, s.httpDeleteKept, "Delete a kept report").With(keptDeleteNote),
		web.Download(base+"/{keptReportId}/file", may.Member, s.httpKeptFile, "Make the file of a kept report",
			"application/pdf", xlsx.MediaType).With("As it is now, of today's period."),
	}
}

// Division names what a report is divided by.
type Division string

// InJSON describes the type to the API's document.
func (Division) InJSON() (like any, tags string) {
	return "", `enum:"department,tax,category,plan,source,company,nationality,day,month" doc:"What it is divided by"`
}

// KeptView is a kept report in a response.
type KeptView struct {
	ID        web.ID     `json:"_id"`
	Name      string     `json:"name" example:"Revenue by company"`
	Report    ReportName `json:"report"`
	Format    string     `json:"format" enum:"pdf,xlsx"`
	Period    string     `json:"period,omitempty" enum:"day,week,month,30-days" doc:"Until yesterday, unless from and to"`
	From      date.Date  `json:"from,omitempty"`
	To        date.Date  `json:"to,omitempty"`
	By        Division   `json:"by,omitempty"`
	Shared    bool       `json:"isShared" doc:"Whether all see it who may open the report"`
	OwnerID   web.ID     `json:"ownerId" doc:"Who keeps it"`
	CreatedAt date.Time  `json:"createdAt"`
	UpdatedAt date.Time  `json:"updatedAt"`
	Version   int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (k Kept) view() KeptView {
	return KeptView{ID: web.ID(k.ID), Name: k.Name, Report: ReportName(k.Report), Format: k.Format, Period: k.Period,
		From: k.From, To: k.To, By: Division(k.By), Shared: k.Shared, OwnerID: web.ID(k.Owner),
		CreatedAt: date.Time(k.CreatedAt), UpdatedAt: date.Time(k.UpdatedAt), Version: k.Version}
}

func (s *Service) httpListKept(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[KeptView, web.Pagination], error) {
	page, err := s.listKept(ctx, sc, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, Kept.view), nil
}

type keepInput struct {
	Body struct {
		Name   string     `json:"name" minLength:"1" maxLength:"80" example:"Revenue by company"`
		Report ReportName `json:"report"`
		Format string     `json:"format" enum:"pdf,xlsx"`
		Period string     `json:"period,omitempty" enum:"day,week,month,30-days" doc:"Until yesterday"`
		From   date.Date  `json:"from,omitempty" doc:"Instead of period: first day"`
		To     date.Date  `json:"to,omitempty" doc:"Instead of period: last day"`
		By     Division   `json:"by,omitempty"`
		Shared bool       `json:"isShared,omitempty" doc:"Whether all see it who may open the report"`
	}
}

func (s *Service) httpCreateKept(ctx context.Context, sc scope.Scope, in *keepInput) (*web.Data[KeptView], error) {
	b := in.Body
	made, err := s.createKept(ctx, sc, Filters{Name: b.Name, Report: string(b.Report), Format: b.Format, Period: b.Period,
		From: b.From, To: b.To, By: string(b.By), Shared: b.Shared})
	return web.Reply(made.view(), err)
}

// KeptPath names a kept report.
type KeptPath struct {
	KeptID web.ID `path:"keptReportId" doc:"The kept report's id"`
}

func (s *Service) httpGetKept(ctx context.Context, sc scope.Scope, in *KeptPath) (*web.Data[KeptView], error) {
	found, err := s.getKept(ctx, sc, in.KeptID.String())
	return web.Reply(found.view(), err)
}

type updateKeptInput struct {
	KeptPath
	Body struct {
		Name   *string                 `json:"name,omitempty" minLength:"1" maxLength:"80" example:"Revenue by company"`
		Format *string                 `json:"format,omitempty" enum:"pdf,xlsx"`
		Period web.Optional[string]    `json:"period,omitzero" enum:"day,week,month,30-days" doc:"null: from and to"`
		From   web.Optional[date.Date] `json:"from,omitzero" doc:"null with a period"`
		To     web.Optional[date.Date] `json:"to,omitzero" doc:"null with a period"`
		By     web.Optional[Division]  `json:"by,omitzero"`
		Shared *bool                   `json:"isShared,omitempty"`
	} `required:"false"`
}

func (s *Service) httpUpdateKept(ctx context.Context, sc scope.Scope, in *updateKeptInput) (
	*web.Data[KeptView], error) {
	b := in.Body
	changed, err := s.updateKept(ctx, sc, in.KeptID.String(), func(f *Filters) {
		set(&f.Name, b.Name)
		set(&f.Format, b.Format)
		set(&f.Shared, b.Shared)
		f.Period, f.From, f.To = b.Period.Or(f.Period), b.From.Or(f.From), b.To.Or(f.To)
		f.By = string(b.By.Or(Division(f.By)))
	})
	return web.Reply(changed.view(), err)
}

func (s *Service) httpDeleteKept(ctx context.Context, sc scope.Scope, in *KeptPath) (*web.Message, error) {
	if err := s.deleteKept(ctx, sc, in.KeptID.String()); err != nil {
		return nil, err
	}
	return web.Done("The report is kept no more."), nil
}

func (s *Service) httpKeptFile(ctx context.Context, sc scope.Scope, in *KeptPath) (*file.File, error) {
	return s.fileOf(ctx, sc, in.KeptID.String())
}
