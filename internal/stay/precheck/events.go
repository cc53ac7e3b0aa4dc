package precheck

import "sarai/internal/record/event"

var (
	linked = event.Define[linkDetails]("booking.online_checkin_linked", "booking", 1,
		"A link was made by which a guest checks in online.")

	revoked = event.Define[details]("booking.online_checkin_revoked", "booking", 1,
		"All links by which a guest checks in online were ended.")

	locked = event.Define[lockDetails]("booking.online_checkin_locked", "booking", 1,
		"Somebody with a link has typed wrong digits of the telephone too often.")

	progressed = event.Define[stepDetails]("booking.online_checkin_progressed", "booking", 1,
		"A guest has done a step of the online check-in.")

	completed = event.Define[details]("booking.online_checkin_completed", "booking", 1,
		"A guest has completed the online check-in.")

	verified = event.Define[verifiedDetails]("booking.online_checkin_verified", "booking", 1,
		"The desk has compared guest and documents with the online check-in, or takes that back.")

	settingsChanged = event.Define[settingsDetails]("organization.online_checkin_changed", "organization", 1,
		"Whether guests can check in online, or from when on, was changed.")
)

type details struct {
	Code      string `json:"code" doc:"The booking's code" example:"BK-42"`
	GuestName string `json:"guestName" doc:"The booking's guest" example:"Asha Menon"`
}

type linkDetails struct {
	Code    string `json:"code" doc:"The booking's code" example:"BK-42"`
	Email   string `json:"email" doc:"Where it was mailed to; empty: nowhere" example:"asha@example.com"`
	Renewed bool   `json:"renewed" doc:"All links from before have ended"`
}

type lockDetails struct {
	Code  string `json:"code" doc:"The booking's code" example:"BK-42"`
	Tries int    `json:"tries" doc:"How many were wrong since the last right one" example:"5"`
}

type stepDetails struct {
	Code        string `json:"code" doc:"The booking's code" example:"BK-42"`
	Step        string `json:"step" doc:"stay, party, documents, card, arrival" example:"stay"`
	StayGuestID string `json:"stayGuestId" doc:"For whom; empty: for all" example:""`
}

type verifiedDetails struct {
	Code     string `json:"code" doc:"The booking's code" example:"BK-42"`
	Verified bool   `json:"verified" doc:"false: it was taken back"`
}

type settingsDetails struct {
	Enabled    bool `json:"enabled" doc:"Guests can check in online"`
	DaysBefore int  `json:"daysBefore" doc:"From how many days before the arrival" example:"7"`
}
