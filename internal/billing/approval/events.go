package approval

import (
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

var (
	requested = event.Define[About]("approval.requested", "approval", 1,
		"Something above a limit waits for a second person.")

	approved = event.Define[decided]("approval.approved", "approval", 1,
		"A second person has said yes to something above a limit, which is done with that.")

	rejected = event.Define[decided]("approval.rejected", "approval", 1,
		"A second person has said no to something above a limit.")

	withdrawn = event.Define[decided]("approval.withdrawn", "approval", 1,
		"Something above a limit isn't asked for any more.")

	limitsChanged = event.Define[limitsDetails]("settings.updated", "approval", 1,
		"What needs a second person was changed.")

	codeSet = event.Define[event.None]("approval.code_set", "user", 1,
		"A member has a new code to approve with at somebody's desk.")

	codeRemoved = event.Define[event.None]("approval.code_removed", "user", 1,
		"A member has no code to approve with any more.")

	codeRefused = event.Define[refusedDetails]("approval.code_refused", "user", 1,
		"A wrong code to approve with was given for a member.")
)

// About says what is asked for.
type About struct {
	Kind         string       `json:"kind" doc:"What is asked for" example:"refund"`
	Amount       money.Number `json:"amount" doc:"How much" example:"5000"`
	DocumentKind string       `json:"documentKind" doc:"What kind of record it is done to" example:"payment"`
	DocumentID   string       `json:"documentId" doc:"The record; empty: it is made by the act"`
	Document     string       `json:"document" doc:"Its number or code" example:"PAY-12"`
	AskedBy      string       `json:"askedBy" doc:"Who asks for it"`
	AskedByName  string       `json:"askedByName" doc:"That member's name" example:"Asha Rao"`
	Reason       string       `json:"reason" doc:"Why" example:"Left a day early"`
}

type decided struct {
	About
	Decision string `json:"decision" doc:"Why it was decided so; empty: nothing was said" example:"Ask the company first"`
	ByCode   bool   `json:"byCode" doc:"Whether by a code at the desk of who has asked"`
}

func (a Approval) about(currency string) About {
	return About{a.Kind, a.Amount.Number(currency), a.DocumentKind, a.DocumentID, a.DocumentNumber, a.AskedBy,
		a.AskedByName, a.Reason}
}

func (a Approval) decided(currency string) decided {
	return decided{a.about(currency), a.DecisionReason, a.ByCode}
}

type limitsDetails struct {
	Old limitsFacts `json:"old" doc:"What was"`
	New limitsFacts `json:"new" doc:"What is now"`
}

type limitsFacts struct {
	Limits  map[string]money.Number `json:"limits" doc:"The limits by kind; others have none"`
	OwnActs bool                    `json:"ownActs" doc:"Whether managers need nobody else for their own acts"`
}

func (l Limits) facts(sc scope.Scope) limitsFacts {
	f := limitsFacts{Limits: map[string]money.Number{}, OwnActs: l.OwnActs}
	for kind, limit := range l.Of {
		f.Limits[kind] = limit.Number(sc.Currency)
	}
	return f
}

type refusedDetails struct {
	Failures int64 `json:"failures" doc:"How many in a row" example:"3"`
	Locked   bool  `json:"locked" doc:"Whether the code is locked for a while now"`
}
