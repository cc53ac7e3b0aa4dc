package budget

import (
	"context"
	"fmt"

	"sarai/internal/country/packs"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const replaceNote = "The budget replaces the year's present one as a whole: months and departments that are left out " +
	"are not budgeted. year is the calendar year in which the financial year begins: with April to March, 2026 is " +
	"2026-27. Revenue is without tax."

// Routes are the endpoints of /api/budgets.
func (s *Service) Routes() []web.Route {
	const path = "/api/budgets/{orgId}/{year}"
	return []web.Route{
		web.Get(path, may.View(may.Accounts), s.httpGet, "Show the budget of a financial year").
			With("Without months where none was given."),
		web.Put(path, may.Manage(may.Accounts), s.httpReplace, "Set the budget of a financial year").With(replaceNote),
	}
}

// View is the budget of a year.
type View struct {
	Year      int         `json:"year" doc:"The calendar year in which it begins" example:"2026"`
	From      date.Date   `json:"from" doc:"The financial year's first day" example:"2026-04-01"`
	To        date.Date   `json:"to" doc:"Its last day" example:"2027-03-31"`
	Months    []MonthView `json:"months" doc:"Those that are budgeted, in their order"`
	UpdatedAt *date.Time  `json:"updatedAt" nullable:"true" doc:"null before a budget was given"`
	Version   int64       `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

// MonthView is the budget of a month.
type MonthView struct {
	Month       string           `json:"month" example:"2026-04"`
	RoomsToSell *int             `json:"roomsToSell" nullable:"true" doc:"Room-nights; null: not budgeted" example:"420"`
	Departments []DepartmentView `json:"departments"`
}

// DepartmentView is the revenue that a department is to have.
type DepartmentView struct {
	Kind       string       `json:"kind" enum:"rooms,department,other,direct" example:"department"`
	Department string       `json:"department" doc:"Empty but of kind department" example:"Food and beverage"`
	Revenue    money.Number `json:"revenue" doc:"Without tax" example:"90000"`
}

func (b budget) view(sc scope.Scope) View {
	from, to := packs.Of(sc.Country).Year(b.Year)
	v := View{Year: b.Year, From: from, To: to, Version: b.Version,
		Months: make([]MonthView, len(b.Months))}
	if b.UpdatedAt != 0 {
		updated := date.Time(b.UpdatedAt)
		v.UpdatedAt = &updated
	}
	for i, m := range b.Months {
		v.Months[i] = MonthView{Month: string(m.Month[:7]), RoomsToSell: m.Rooms,
			Departments: make([]DepartmentView, len(m.Departments))}
		for j, l := range m.Departments {
			v.Months[i].Departments[j] = DepartmentView{l.Kind, l.Name, l.Revenue.Number(sc.Currency)}
		}
	}
	return v
}

// YearPath names a financial year.
type YearPath struct {
	Year int `path:"year" minimum:"1990" maximum:"2199" doc:"The calendar year in which it begins" example:"2026"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *YearPath) (*web.Data[View], error) {
	b, err := s.get(ctx, sc, in.Year)
	return web.Reply(b.view(sc), err)
}

// MonthBody is the budget of a month.
type MonthBody struct {
	Month string `json:"month" pattern:"^[0-9]{4}-(0[1-9]|1[0-2])$" patternDescription:"a month" example:"2026-04"`

	RoomsToSell *int             `json:"roomsToSell,omitempty" minimum:"0" maximum:"1000000" example:"420"`
	Departments []DepartmentBody `json:"departments,omitempty" maxItems:"100" nullable:"false"`
}

// DepartmentBody is the revenue that a department is to have.
type DepartmentBody struct {
	Kind       string       `json:"kind" enum:"rooms,department,other,direct" example:"department"`
	Department string       `json:"department,omitempty" maxLength:"80" doc:"With kind department" example:"Spa"`
	Revenue    money.Number `json:"revenue" doc:"Without tax" example:"90000"`
}

type replaceInput struct {
	YearPath
	Body struct {
		Months []MonthBody `json:"months" maxItems:"12" nullable:"false"`
	}
}

func (s *Service) httpReplace(ctx context.Context, sc scope.Scope, in *replaceInput) (*web.Data[View], error) {
	months := make([]month, len(in.Body.Months))
	for i, m := range in.Body.Months {
		months[i] = month{Month: date.Date(m.Month + "-01"), Rooms: m.RoomsToSell,
			Departments: make([]line, len(m.Departments))}
		for j, d := range m.Departments {
			revenue, err := d.Revenue.NotNegative(sc.Currency)
			if err != nil {
				return nil, errs.InvalidField(fmt.Sprintf("months[%d].departments[%d].revenue", i, j), "%s", err)
			}
			months[i].Departments[j] = line{Department{d.Kind, d.Department}, revenue}
		}
	}
	b, err := s.replace(ctx, sc, in.Year, months)
	return web.Reply(b.view(sc), err)
}
