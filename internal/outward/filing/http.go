package filing

import (
	"context"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/file"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/guest"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	listNote = "What is due first comes first. due are those whose arrival or departure is to be filed. A form is made " +
		"when a guest from abroad arrives, or is found to be from abroad while in house."
	getNote = "All fields in the order in which the portal asks for them. Numbers of documents are whole for who may " +
		"manage guests, and masked for others. missing are required fields that are empty, differs those that aren't as " +
		"they were filed any more."
	answerNote = "What no record knows. The rest is changed in the guest's record, travel-documents and documents. " +
		"Fields that are left out keep their value; null clears."
	submitNote = "It is filed on the portal by hand. It may be noted also while fields are missing: that it was filed " +
		"is a fact. A correction replaces the reference, and what counts as filed."
	exportNote = "What the list finds by the same filters, a row each, in the portal's order of fields, with whole " +
		"numbers. At most 1,000 (400 for more)."
)

// Routes are the endpoints of Form III.
func (s *Service) Routes() []web.Route {
	const base = "/api/guests/{orgId}/form-iii"
	routes := []web.Route{
		web.Get(base, may.View(may.Guests), s.httpList, "List the reports of guests from abroad").With(listNote),
		web.Get(base+"/{formId}", may.View(may.Guests), s.httpGet, "Show the report of a guest from abroad").With(getNote),
		web.Put(base+"/{formId}", may.Update(may.Guests), s.httpAnswer, "Fill in the report of a guest from abroad").
			With(answerNote),
		web.Post(base+"/{formId}/submitted", may.Update(may.Guests), s.httpSubmit, "Note that a report was filed").
			IfMatch().With(submitNote),
		web.Download(base+"/{formId}/pdf", may.Manage(may.Guests), s.httpPDF, "Print the report of a guest from abroad",
			"application/pdf").With("Of one page, in the portal's order of fields, with whole numbers."),
	}
	return append(routes, export.Routes(base, may.Manage(may.Guests), s.export, "Download the reports", exportNote)...)
}

// ListedView is a form in the list.
type ListedView struct {
	ID          web.ID     `json:"_id"`
	BookingID   web.ID     `json:"bookingId"`
	BookingCode string     `json:"bookingCode" example:"BK-42"`
	StayGuestID web.ID     `json:"stayGuestId" doc:"The guest of the stay; of the booking's own guest the booking's id"`
	GuestID     web.ID     `json:"guestId"`
	GuestName   string     `json:"guestName" example:"Maya Gurung"`
	RoomNumber  string     `json:"roomNumber" example:"101"`
	ArrivedAt   date.Time  `json:"arrivedAt"`
	DepartedAt  *date.Time `json:"departedAt" nullable:"true" doc:"null: still in house"`
	CheckOut    date.Date  `json:"checkOut" doc:"When the stay ends"`
	Status      string     `json:"status" enum:"arrival-due,in-house,departure-due,filed"`
	DueAt       *date.Time `json:"dueAt" nullable:"true" doc:"24 hours after arrival or departure; null: nothing is due"`
	Missing     []string   `json:"missing" doc:"Names of required fields that are empty" example:"[\"visaNumber\"]"`
	Differs     []string   `json:"differs" doc:"Names of fields that differ from what was filed" example:"[\"purpose\"]"`

	Arrival   FiledView `json:"arrival" doc:"What was filed of it"`
	Departure FiledView `json:"departure" doc:"What was filed of it"`

	OrgID     web.ID    `json:"orgId"`
	CreatedAt date.Time `json:"createdAt"`
	UpdatedAt date.Time `json:"updatedAt"`
	Version   int64     `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// FiledView says that something was filed.
type FiledView struct {
	Reference string     `json:"reference" doc:"The portal's" example:"RJ0814-2026-1187"`
	At        *date.Time `json:"at" nullable:"true" doc:"null: not yet"`
	By        string     `json:"by" doc:"Who has noted it" example:"Asha Rao"`
}

// View is a form with its fields.
type View struct {
	ListedView
	Answers Answers     `json:"answers"`
	Fields  []FieldView `json:"fields"`
}

// FieldView is a field of the form.
type FieldView struct {
	Name     string `json:"name" example:"passportNumber"`
	Title    string `json:"title" doc:"In English, as the portal's" example:"Passport number"`
	Value    string `json:"value" doc:"Empty: nothing is known" example:"XXXXXXXX4567"`
	Required bool   `json:"required" doc:"Of this guest"`
}

func (f Full) listed(sc scope.Scope) ListedView {
	v := ListedView{ID: web.ID(f.ID), BookingID: web.ID(f.BookingID), BookingCode: f.BookingCode,
		StayGuestID: web.ID(f.StayGuestID), GuestID: web.ID(f.GuestID), GuestName: f.GuestName, RoomNumber: f.Room,
		ArrivedAt: date.Time(f.ArrivedAt), DepartedAt: (*date.Time)(f.DepartedAt), CheckOut: f.CheckOut, Status: f.Status,
		Missing: f.Missing, Differs: f.Differs, OrgID: web.ID(sc.Org), CreatedAt: date.Time(f.CreatedAt),
		UpdatedAt: date.Time(f.UpdatedAt), Version: f.Version,
		Arrival:   FiledView{f.ArrivalReference, (*date.Time)(f.ArrivalFiledAt), f.ArrivalFiledBy},
		Departure: FiledView{f.DepartureReference, (*date.Time)(f.DepartureFiledAt), f.DepartureFiledBy}}
	if f.DueAt != never {
		v.DueAt = new(date.Time(f.DueAt))
	}
	return v
}

func (f Full) view(sc scope.Scope) View {
	v := View{ListedView: f.listed(sc), Answers: f.Answers, Fields: make([]FieldView, len(f.Fields))}
	for i, field := range f.Fields {
		if field.Name == "passportNumber" || field.Name == "visaNumber" {
			field.Value = guest.IDNumber(field.Value).ReadBy(sc)
		}
		v.Fields[i] = FieldView(field)
	}
	return v
}

// ListQuery are the filters of the list.
type ListQuery struct {
	Status string    `query:"status" enum:"due,arrival-due,in-house,departure-due,filed"`
	From   date.Date `query:"from" doc:"Who arrived on or after"`
	To     date.Date `query:"to" doc:"Who arrived on or before"`
}

type listInput struct {
	web.Paging
	ListQuery
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	found, err := s.list(ctx, sc, in.ListQuery, in.Paging)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(f Full) ListedView { return f.listed(sc) }), nil
}

// FormPath is the path of one form.
type FormPath struct {
	FormID web.ID `path:"formId"`
}

func reply(sc scope.Scope, f Full, err error) (*web.Data[View], error) {
	return web.Reply(f.view(sc), err)
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *FormPath) (*web.Data[View], error) {
	f, err := s.Get(ctx, sc, in.FormID.String())
	return reply(sc, f, err)
}

type answerInput struct {
	FormPath
	Body struct {
		AddressInIndia     web.Optional[string] `json:"addressInIndia,omitzero" maxLength:"300" doc:"Empty: the hotel's"`
		ArrivedFromCountry web.Optional[string] `json:"arrivedFromCountry,omitzero" maxLength:"60" example:"Nepal"`
		ArrivedFromCity    web.Optional[string] `json:"arrivedFromCity,omitzero" maxLength:"120" example:"Kathmandu"`
		ArrivedFromPlace   web.Optional[string] `json:"arrivedFromPlace,omitzero" maxLength:"120" example:"Airport"`
		ArrivedInIndia     web.Optional[string] `json:"arrivedInIndia,omitzero" maxLength:"10" example:"2026-04-12"`
		EmployedInIndia    web.Optional[string] `json:"employedInIndia,omitzero" enum:",yes,no" example:"no"`
		Purpose            web.Optional[string] `json:"purpose,omitzero" maxLength:"120" example:"Tourism"`
		NextInIndia        web.Optional[string] `json:"nextInIndia,omitzero" enum:",yes,no" example:"yes"`
		NextPlace          web.Optional[string] `json:"nextPlace,omitzero" maxLength:"120" example:"Jodhpur"`
		NextState          web.Optional[string] `json:"nextState,omitzero" maxLength:"60" example:"Rajasthan"`
		NextCountry        web.Optional[string] `json:"nextCountry,omitzero" maxLength:"60" example:"Nepal"`
		PhoneInIndia       web.Optional[string] `json:"phoneInIndia,omitzero" maxLength:"25" doc:"Empty: the guest's"`
		Remarks            web.Optional[string] `json:"remarks,omitzero" maxLength:"500"`
	} `required:"false"`
}

func (s *Service) httpAnswer(ctx context.Context, sc scope.Scope, in *answerInput) (*web.Data[View], error) {
	b := in.Body
	f, err := s.Answer(ctx, sc, in.FormID.String(), func(a *Answers) {
		a.AddressInIndia, a.ArrivedInIndia = b.AddressInIndia.Or(a.AddressInIndia), b.ArrivedInIndia.Or(a.ArrivedInIndia)
		a.ArrivedFromCountry = b.ArrivedFromCountry.Or(a.ArrivedFromCountry)
		a.ArrivedFromCity = b.ArrivedFromCity.Or(a.ArrivedFromCity)
		a.ArrivedFromPlace = b.ArrivedFromPlace.Or(a.ArrivedFromPlace)
		a.EmployedInIndia, a.Purpose = b.EmployedInIndia.Or(a.EmployedInIndia), b.Purpose.Or(a.Purpose)
		a.NextInIndia, a.NextPlace = b.NextInIndia.Or(a.NextInIndia), b.NextPlace.Or(a.NextPlace)
		a.NextState, a.NextCountry = b.NextState.Or(a.NextState), b.NextCountry.Or(a.NextCountry)
		a.PhoneInIndia, a.Remarks = b.PhoneInIndia.Or(a.PhoneInIndia), b.Remarks.Or(a.Remarks)
	})
	return reply(sc, f, err)
}

type submitInput struct {
	FormPath
	Body struct {
		What      string `json:"what" enum:"arrival,departure,correction"`
		Reference string `json:"reference" minLength:"1" maxLength:"60" doc:"The portal's" example:"RJ0814-2026-1187"`
	}
}

func (s *Service) httpSubmit(ctx context.Context, sc scope.Scope, in *submitInput) (*web.Data[View], error) {
	f, err := s.Submit(ctx, sc, in.FormID.String(), in.Body.What, in.Body.Reference)
	return reply(sc, f, err)
}

func (s *Service) httpPDF(ctx context.Context, sc scope.Scope, in *FormPath) (*file.File, error) {
	list, err := s.paper(ctx, sc, in.FormID.String())
	if err != nil {
		return nil, err
	}
	return list.File() // drawn outside of the transaction
}

// mostExported is how many forms a file has at most.
const mostExported = 1000

func (s *Service) export(ctx context.Context, sc scope.Scope, in *ListQuery) (export.File, error) {
	found, err := s.list(ctx, sc, *in, paging.Query{Page: 1, Limit: mostExported})
	if err != nil {
		return export.File{}, err
	}
	if found.Number > mostExported {
		return export.File{}, errTooMany
	}
	headings := export.Row("Form", "Booking", "Room", "Status", "Due")
	for _, field := range (Form{}).fields(guest.Abroad{}, hotel{}, false, sc) {
		headings = append(headings, field.Title)
	}
	headings = append(headings, "Arrival reference", "Departure reference")
	t := export.Table{Name: "Form III", Headings: headings, Rows: [][]export.Cell{}}
	for _, f := range found.Records {
		due := ""
		if f.DueAt != never {
			due = time.UnixMilli(f.DueAt).In(sc.Zone).Format("2006-01-02 15:04")
		}
		row := export.Row(f.ID, f.BookingCode, f.Room, f.Status, due)
		for _, field := range f.Fields {
			row = append(row, field.Value)
		}
		t.Rows = append(t.Rows, append(row, f.ArrivalReference, f.DepartureReference))
	}
	return export.File{Name: export.Name("form-iii", in.From, in.To), Tables: []export.Table{t}}, nil
}
