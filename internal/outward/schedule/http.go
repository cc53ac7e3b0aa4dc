package schedule

import (
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "The report goes to members who may open it, at hour in the hotel's time: every day of yesterday, " +
		"every week of the seven days before, or every month of the month before. flash is of the last day, month-papers " +
		"of the last day's month, balance-sheet as of the last day, guests of the last day's month, " +
		"forecast of the thirty nights from the moment on. keptReportId mails a kept report instead, with its days, " +
		"division and format, as they are then. Formats: flash pdf and xlsx, month-papers pdf, others xlsx."
	updateNote = "Fields that are left out keep their value. What is due by the change alone isn't sent. With " +
		"keptReportId the report and the format are those of the kept report; format must be left out then."
	sendNote = "Mails the report that was due last to the caller alone."
)

// Routes are the endpoints of scheduled reports, which stand below those of analytics.
func (s *Service) Routes() []web.Route {
	const base = "/api/analytics/{orgId}/schedules"
	return append([]web.Route{
		web.Get(base, may.View(may.Payments), s.httpList, "List the scheduled reports").With("Newest first."),
		web.Create(base+"/create", may.Create(may.Payments), s.httpCreate, "Schedule a report").With(createNote),
		web.Get(base+"/{reportScheduleId}", may.View(may.Payments), s.httpGet, "Show a scheduled report"),
		web.Put(base+"/{reportScheduleId}", may.Update(may.Payments), s.httpUpdate, "Change a scheduled report").
			With(updateNote),
		web.Delete(base+"/{reportScheduleId}", may.Delete(may.Payments), s.httpDelete, "Stop a scheduled report"),
		web.Post(base+"/{reportScheduleId}/send", may.View(may.Payments), s.httpSend, "Mail a scheduled report to oneself").
			With(sendNote),
	}, keptRoutes(s)...)
}

// ReportName names a report that can be scheduled.
type ReportName string

// InJSON describes the type to the API's document.
func (ReportName) InJSON() (like any, tags string) {
	return "", `enum:"flash,month-papers,balance-sheet,profit-and-loss,revenue,production,companies,cancellations,` +
		`guests,forecast"`
}

// View is a schedule in a response.
type View struct {
	ID        web.ID     `json:"_id"`
	Name      string     `json:"name" example:"Flash every morning"`
	Report    ReportName `json:"report"`
	Format    string     `json:"format" enum:"pdf,xlsx"`
	Every     string     `json:"every" enum:"day,week,month"`
	Weekday   int        `json:"weekday" doc:"Of week: 1 is Monday; otherwise 0" example:"0"`
	MonthDay  int        `json:"monthDay" doc:"Of month: 1 to 28; otherwise 0" example:"0"`
	Hour      int        `json:"hour" doc:"In the hotel's time" example:"7"`
	Members   []string   `json:"members" doc:"The ids of those who get it" example:"[\"665f1c2ab7e4d90012ab34d0\"]"`
	KeptID    web.ID     `json:"keptReportId,omitempty" doc:"The kept report that it mails, if it has no own filters"`
	IsActive  bool       `json:"isActive"`
	SentAt    *date.Time `json:"sentAt" nullable:"true" doc:"When it was sent last; null: never"`
	SentTo    int        `json:"sentTo" doc:"How many members got it then" example:"2"`
	CreatedAt date.Time  `json:"createdAt"`
	UpdatedAt date.Time  `json:"updatedAt"`
	Version   int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (s Schedule) view() View {
	return View{ID: web.ID(s.ID), Name: s.Name, Report: ReportName(s.Report), Format: s.Format,
		Every: s.Every, Weekday: s.Weekday, MonthDay: s.MonthDay, Hour: s.Hour, Members: s.Members,
		KeptID: web.ID(s.Kept), IsActive: s.Active, SentAt: (*date.Time)(s.SentAt), SentTo: s.SentTo,
		CreatedAt: date.Time(s.CreatedAt), UpdatedAt: date.Time(s.UpdatedAt), Version: s.Version}
}

type listInput struct{ web.Paging }

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[View, web.Pagination], error) {
	page, err := list.Read(ctx, s.DB, sc, *in, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, Schedule.view), nil
}

type createInput struct {
	Body struct {
		Name     string     `json:"name" minLength:"1" maxLength:"80" example:"Flash every morning"`
		Report   ReportName `json:"report,omitempty" doc:"With format, unless keptReportId"`
		Format   string     `json:"format,omitempty" enum:"pdf,xlsx" doc:"With report, unless keptReportId"`
		KeptID   web.ID     `json:"keptReportId,omitempty" doc:"Instead of report and format: one's own or a shared one"`
		Every    string     `json:"every" enum:"day,week,month"`
		Weekday  int        `json:"weekday,omitempty" minimum:"1" maximum:"7" doc:"Of week: 1 is Monday" example:"1"`
		MonthDay int        `json:"monthDay,omitempty" minimum:"1" maximum:"28" doc:"Of month" example:"2"`
		Hour     int        `json:"hour" minimum:"0" maximum:"23" doc:"In the hotel's time" example:"7"`
		Members  []web.ID   `json:"members" minItems:"1" maxItems:"20" doc:"Who get it"`
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	made, err := s.create(ctx, sc, Plan{Name: b.Name, Report: string(b.Report), Format: b.Format, Every: b.Every,
		Weekday: b.Weekday, MonthDay: b.MonthDay, Hour: b.Hour, Members: texts(b.Members), Active: true,
		Kept: b.KeptID.String()})
	return web.Reply(made.view(), err)
}

// PathInput names a schedule.
type PathInput struct {
	ScheduleID web.ID `path:"reportScheduleId" doc:"The schedule's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *PathInput) (*web.Data[View], error) {
	found, err := s.get(ctx, sc, in.ScheduleID.String())
	return web.Reply(found.view(), err)
}

type updateInput struct {
	PathInput
	Body struct {
		Name     *string   `json:"name,omitempty" minLength:"1" maxLength:"80" example:"Flash every morning"`
		Format   *string   `json:"format,omitempty" enum:"pdf,xlsx"`
		Every    *string   `json:"every,omitempty" enum:"day,week,month"`
		Weekday  *int      `json:"weekday,omitempty" minimum:"0" maximum:"7" doc:"Of week: 1 is Monday; otherwise 0"`
		MonthDay *int      `json:"monthDay,omitempty" minimum:"0" maximum:"28" doc:"Of month; otherwise 0"`
		Hour     *int      `json:"hour,omitempty" minimum:"0" maximum:"23" doc:"In the hotel's time" example:"7"`
		Members  *[]web.ID `json:"members,omitempty" minItems:"1" maxItems:"20" doc:"Who get it"`
		IsActive *bool     `json:"isActive,omitempty"`

		KeptID web.Optional[web.ID] `json:"keptReportId,omitzero" doc:"One's own or a shared one; null: its own report"`
	} `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	b := in.Body
	var kept *string
	if b.KeptID.Set {
		chosen := b.KeptID.Value.String()
		kept = &chosen
	}
	changed, err := s.update(ctx, sc, in.ScheduleID.String(), kept, func(p *Plan) {
		set(&p.Name, b.Name)
		set(&p.Format, b.Format)
		set(&p.Every, b.Every)
		set(&p.Weekday, b.Weekday)
		set(&p.MonthDay, b.MonthDay)
		set(&p.Hour, b.Hour)
		set(&p.Active, b.IsActive)
		if b.Members != nil {
			p.Members = texts(*b.Members)
		}
	})
	return web.Reply(changed.view(), err)
}

func set[T any](value *T, given *T) {
	if given != nil {
		*value = *given
	}
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *PathInput) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.ScheduleID.String()); err != nil {
		return nil, err
	}
	return web.Done("The report is scheduled no more."), nil
}

func (s *Service) httpSend(ctx context.Context, sc scope.Scope, in *PathInput) (*web.Message, error) {
	if err := s.sendNow(ctx, sc, in.ScheduleID.String()); err != nil {
		return nil, err
	}
	return web.Done("The report is on its way to you."), nil
}

func texts(ids []web.ID) []string {
	list := make([]string, len(ids))
	for i, one := range ids {
		list[i] = one.String()
	}
	return list
}

func field(name string, i int) string { return fmt.Sprintf("%s[%d]", name, i) }
