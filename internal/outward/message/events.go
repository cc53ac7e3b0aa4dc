package message

import (
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

var (
	settingsChanged = event.Define[settingsDetails]("letter_settings.updated", "letter_settings", 1,
		"Which letters guests get, when, or for how long they are kept, was changed.")

	textChanged = event.Define[textDetails]("letter_text.updated", "letter_text", 1,
		"The hotel worded a letter in a language.")

	textRemoved = event.Define[textDetails]("letter_text.deleted", "letter_text", 1,
		"The hotel's own words of a letter in a language were deleted.")

	writtenByHand = event.Define[letterDetails]("booking.letter_sent", "booking", 1,
		"A member had a letter written to the guest.")

	unsubscribed = event.Define[stayDetails]("booking.letters_stopped", "booking", 1,
		"A guest unsubscribed from the letters that aren't about the stay itself.")

	subscribed = event.Define[stayDetails]("booking.letters_resumed", "booking", 1,
		"A guest who had unsubscribed gets all letters again.")
)

type settingsDetails struct {
	On       []Kind   `json:"on" doc:"The kinds of letters that are on"`
	Changed  []string `json:"changed" doc:"What was changed"`
	KeptDays int      `json:"keptDays" doc:"For how many days letters are kept" example:"1095"`
}

type textDetails struct {
	Kind     Kind   `json:"kind" doc:"The kind of letter" example:"review"`
	Language string `json:"language" doc:"ISO 639 code of the language" example:"fr"`
}

type letterDetails struct {
	Code string `json:"code" doc:"The booking's code" example:"BK-42"`
	Kind Kind   `json:"kind" doc:"The kind of letter" example:"confirmation"`
}

type stayDetails struct {
	Code      string `json:"code" doc:"The booking's code" example:"BK-42"`
	GuestName string `json:"guestName" doc:"The guest's name" example:"Asha Rao"`
}

func detailsOf(b *booking.Booking) stayDetails { return stayDetails{b.Code, b.GuestName} }
