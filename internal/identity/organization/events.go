package organization

import (
	"sarai/internal/country/words"
	"sarai/internal/kit/contact"
	"sarai/internal/record/event"
)

var (
	// Created begins an organization's audit log.
	Created = event.Define[createdDetails]("organization.created", "organization", 1, "The organization was made.")

	// Updated says that the profile or the logo has changed.
	Updated = event.Define[updatedDetails]("settings.updated", "organization", 1,
		"The organization's profile or logo was changed.")

	// Deleted is the last event of an organization.
	Deleted = event.Define[event.None]("organization.deleted", "organization", 1, "The organization was deleted.")
)

type createdDetails struct {
	Name  string `json:"name" doc:"The hotel's name" example:"Haveli Palace"`
	Email string `json:"email" doc:"The hotel's address for mail" example:"desk@haveli.example"`
}

type updatedDetails struct {
	Changes event.Changes[facts] `json:"changes" doc:"The fields that changed"`
}

// facts are what events tell of changes of the profile and the logo.
type facts struct {
	Name            string          `json:"name" doc:"The hotel's name" example:"Haveli Palace"`
	Email           string          `json:"email" doc:"The hotel's address for mail" example:"desk@haveli.example"`
	Phone           string          `json:"phone" doc:"The hotel's phone number" example:"+91 141 2345678"`
	GSTIN           string          `json:"gstin" doc:"The hotel's GSTIN" example:"08ABCDE1234F1Z5"`
	PAN             string          `json:"pan" doc:"The hotel's PAN" example:"ABCDE1234F"`
	Address         contact.Address `json:"address" doc:"Where the hotel is"`
	Currency        string          `json:"currency" doc:"ISO 4217" example:"INR"`
	Timezone        string          `json:"timezone" doc:"Of the IANA database" example:"Asia/Kolkata"`
	Logo            string          `json:"logo" doc:"A link to a picture" example:"https://haveli.example/logo.png"`
	DefaultCheckIn  string          `json:"defaultCheckInTime" doc:"From when rooms are ready" example:"14:00"`
	DefaultCheckOut string          `json:"defaultCheckOutTime" doc:"Until when rooms are left" example:"11:00"`
	Language        words.Language  `json:"documentLanguage" doc:"Of the hotel's papers" example:"en"`
	RequiresMFA     bool            `json:"requiresMFA" doc:"Whether members need a second factor"`
	LogoImage       string          `json:"logoImage" doc:"The id of the uploaded logo; empty: there is none"`
}

func (d Details) facts() facts {
	return facts{Name: d.Name, Email: d.Email, Phone: d.Phone, GSTIN: d.GSTIN, PAN: d.PAN, Address: d.Address,
		Currency: d.Currency, Timezone: d.Timezone, Logo: d.Logo, DefaultCheckIn: d.DefaultCheckIn,
		DefaultCheckOut: d.DefaultCheckOut, Language: d.Language, RequiresMFA: d.RequiresMFA}
}

// ChangesRule reports whether the event says that the organization asks for a second factor from now on, or no more.
func ChangesRule(e event.Event) bool {
	updated, ok := Updated.In(e)
	return ok && updated.Changes.Before.RequiresMFA != updated.Changes.After.RequiresMFA
}
