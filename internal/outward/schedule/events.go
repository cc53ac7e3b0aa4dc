package schedule

import (
	"sarai/internal/kit/date"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("report_schedule.created", "report_schedule", 1, "A report was scheduled.")
	updated = event.Define[facts]("report_schedule.updated", "report_schedule", 1, "A report's schedule was changed.")
	deleted = event.Define[facts]("report_schedule.deleted", "report_schedule", 1, "A report is scheduled no more.")
	sent    = event.Define[sending]("report_schedule.sent", "report_schedule", 1, "A scheduled report was mailed.")

	keptCreated = event.Define[keptFacts]("kept_report.created", "kept_report", 1, "A report's filters were kept.")
	keptUpdated = event.Define[keptFacts]("kept_report.updated", "kept_report", 1, "A kept report was changed.")
	keptDeleted = event.Define[keptFacts]("kept_report.deleted", "kept_report", 1, "A report is kept no more.")
)

type facts struct {
	Name    string   `json:"name" doc:"The schedule's name" example:"Flash every morning"`
	Report  string   `json:"report" doc:"Which report" example:"flash"`
	Format  string   `json:"format" doc:"pdf or xlsx" example:"pdf"`
	Every   string   `json:"every" doc:"day, week or month" example:"day"`
	Members []string `json:"members" doc:"The ids of those who get it" example:"[\"665f1c2ab7e4d90012ab34d0\"]"`
	Active  bool     `json:"isActive" doc:"Whether it is on"`
}

type sending struct {
	facts
	From string `json:"from" doc:"The report's first day" example:"2026-04-13"`
	To   string `json:"to" doc:"The report's last day" example:"2026-04-13"`
	Sent int    `json:"sent" doc:"How many members got it" example:"2"`
}

func (s Schedule) facts() facts {
	return facts{s.Name, s.Report, s.Format, s.Every, s.Members, s.Active}
}

type keptFacts struct {
	Name   string    `json:"name" doc:"The name that it is kept under" example:"Revenue by company"`
	Report string    `json:"report" doc:"Which report" example:"revenue"`
	Format string    `json:"format" doc:"pdf or xlsx" example:"xlsx"`
	Period string    `json:"period,omitempty" doc:"day, week, month or 30-days, until yesterday" example:"month"`
	From   date.Date `json:"from,omitempty" doc:"The first day, without a period"`
	To     date.Date `json:"to,omitempty" doc:"The last day, without a period"`
	By     string    `json:"by,omitempty" doc:"What it is divided by" example:"company"`
	Shared bool      `json:"isShared" doc:"Whether others see it"`
}

func (f Filters) facts() keptFacts {
	return keptFacts(f)
}
