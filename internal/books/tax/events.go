package tax

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/record/event"
)

var (
	created = event.Define[facts]("tax.created", "tax", 1, "A tax was added.")

	updated = event.Define[updatedDetails]("tax.updated", "tax", 1, "A tax was changed.")

	deleted = event.Define[facts]("tax.deleted", "tax", 1, "A tax that was never charged was deleted.")
)

// facts are what events tell of a tax.
type facts struct {
	Name      string        `json:"name" doc:"The tax's name" example:"GST on rooms"`
	Kind      string        `json:"kind" doc:"gst, exempt, non-gst or other" example:"gst"`
	AppliesTo string        `json:"appliesTo" doc:"room-night, or service" example:"room-night"`
	Rate      *money.Number `json:"rate" nullable:"true" doc:"Percent; null for a tax with slabs" example:"18"`
	Slabs     []SlabView    `json:"slabs" doc:"Empty for a tax with one rate"`
	SAC       string        `json:"sac" doc:"SAC or HSN" example:"996311"`
	From      date.Date     `json:"from" doc:"The first day"`
	To        string        `json:"to" doc:"The last day; empty if it has no end" example:"2026-03-31"`
	Active    bool          `json:"isActive" doc:"false: no longer charged"`
}

func (r Record) facts(currency string) facts {
	rate, slabs := r.Slabs.view(currency)
	return facts{Name: r.Name, Kind: r.Kind, AppliesTo: r.AppliesTo, Rate: rate, Slabs: slabs, SAC: r.SAC, From: r.From,
		To: string(r.To), Active: r.Active}
}

type updatedDetails struct {
	Name    string               `json:"name" doc:"The tax's name now" example:"GST on rooms"`
	Changes event.Changes[facts] `json:"changes" doc:"The fields that changed"`
}
