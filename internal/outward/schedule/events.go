package schedule

import "sarai/internal/record/event"

var (
	created = event.Define[facts]("report_schedule.created", "report_schedule", 1, "A report was scheduled.")
	updated = event.Define[facts]("report_schedule.updated", "report_schedule", 1, "A report's schedule was changed.")
	deleted = event.Define[facts]("report_schedule.deleted", "report_schedule", 1, "A report is scheduled no more.")
	sent    = event.Define[sending]("report_schedule.sent", "report_schedule", 1, "A scheduled report was mailed.")
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
