package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"sarai/internal/identity/onetime"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/session"
	"sarai/internal/kit/db"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/gst"
)

// sweepEvery is how often expired sessions, tokens, idempotency keys, GST answers and changes are deleted. Nothing
// honours them once they have expired; deleting them only keeps the tables small.
const sweepEvery = time.Hour

// closeEvery is how often the server checks whether a hotel's business day is due to be closed, whether holds have
// expired, what is due of groups' blocks and of maintenance, who waits can have rooms, and which letters and reports
// are due. Every node checks; one closes the day.
const closeEvery = 10 * time.Minute

func (a *App) closeDays(ctx context.Context) {
	ticker := time.NewTicker(closeEvery)
	defer ticker.Stop()
	for {
		a.reportSweep(ctx, a.CloseDays(ctx))
		a.reportSweep(ctx, a.ExpireHolds(ctx))
		a.reportSweep(ctx, a.ReleaseBlocks(ctx))
		a.reportSweep(ctx, a.LookAtWaitlists(ctx))
		a.reportSweep(ctx, a.LookAtForms(ctx))
		a.reportSweep(ctx, a.LookAfterTheHouse(ctx))
		a.reportSweep(ctx, a.WriteLetters(ctx))
		a.reportSweep(ctx, a.SendReports(ctx))
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// CloseDays closes the business days that are due under each organization's settings.
func (a *App) CloseDays(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.NightAudit.CloseDue)
}

// ExpireHolds notes the end of the holds whose time is over.
func (a *App) ExpireHolds(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Holds.Expire)
}

// ReleaseBlocks releases what is due of groups' blocks.
func (a *App) ReleaseBlocks(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Groups.ReleaseDue)
}

// LookAtWaitlists sees who of those who wait can have rooms, and for whom it is too late.
func (a *App) LookAtWaitlists(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Waitlist.Look)
}

// LookAtForms tells of the reports of guests from abroad that have to be filed soon.
func (a *App) LookAtForms(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Filing.Look)
}

// LookAfterTheHouse makes the maintenance tickets that are due by schedules.
func (a *App) LookAfterTheHouse(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Maintenance.Look)
}

// WriteLetters writes the letters to guests that are due.
func (a *App) WriteLetters(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Letters.Look)
}

// SendReports mails the scheduled reports that are due.
func (a *App) SendReports(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Schedules.Look)
}

func (a *App) sweep(ctx context.Context) {
	a.reportSweep(ctx, a.templates.SeedMissing(ctx))
	a.reportSweep(ctx, a.SealNumbers(ctx))
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		a.reportSweep(ctx, a.ExpireSignUps(ctx))
		for _, forget := range []func(*db.Tx) error{session.Sweep, onetime.Sweep, idempotency.Forget, gst.Sweep,
			mail.ForgetCounts} {
			a.reportSweep(ctx, a.config.DB.Write(ctx, forget))
		}
		a.reportSweep(ctx, a.auditLog.SignAnew(ctx))
		a.reportSweep(ctx, a.Notifications.Sweep(ctx))
		a.reportSweep(ctx, a.ExpireQuotes(ctx))
		a.reportSweep(ctx, a.inEachOrganization(ctx, a.Approvals.Expire))
		a.reportSweep(ctx, a.FillSearch(ctx))
		a.reportSweep(ctx, a.ExpireDocuments(ctx))
		a.reportSweep(ctx, a.ExpireCards(ctx))
		a.reportSweep(ctx, a.inEachOrganization(ctx, a.Guests.FillKeys))
		a.reportSweep(ctx, a.SweepMerges(ctx))
		a.reportSweep(ctx, a.ContinueErasures(ctx))
		a.reportSweep(ctx, a.ExpireLetters(ctx))
		a.reportSweep(ctx, a.inEachOrganization(ctx, a.Changes.Sweep))
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// ExpireSignUps deletes organizations that strangers have signed up and nobody has come into.
func (a *App) ExpireSignUps(ctx context.Context) error {
	expired, err := a.Organizations.ExpireSignUps(ctx)
	if expired > 0 {
		a.config.Log.LogAttrs(ctx, slog.LevelInfo, "sign-ups expired", slog.Int("organizations", expired))
	}
	return err
}

// ExpireQuotes marks the quotes that have expired, by each organization's own calendar.
func (a *App) ExpireQuotes(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Quotes.Expire)
}

// SealNumbers encrypts the numbers of guests' documents from before they were encrypted.
func (a *App) SealNumbers(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Guests.SealNumbers)
}

// Reseal encrypts all that is kept encrypted of guests with the first of the token keys.
func (a *App) Reseal(ctx context.Context) error {
	for _, reseal := range []func(context.Context, scope.Scope) error{a.Guests.SealNumbers, a.Guests.Reseal,
		a.Scans.Reseal, a.Filing.Reseal, a.GuestFiles.Reseal} {
		if err := a.inEachOrganization(ctx, reseal); err != nil {
			return err
		}
	}
	return nil
}

// ExpireDocuments deletes the pictures of guests' documents whose period is over.
func (a *App) ExpireDocuments(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Scans.Expire)
}

// ExpireCards deletes the registration cards whose period is over.
func (a *App) ExpireCards(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Registrations.Expire)
}

// ExpireLetters deletes the letters and mails to guests whose period is over.
func (a *App) ExpireLetters(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Letters.Expire)
}

// FillSearch makes the records from before the search index searchable.
func (a *App) FillSearch(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Search.Fill)
}

// SweepMerges deletes what is kept of merges of guests that can't be undone any more.
func (a *App) SweepMerges(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.GuestFiles.Sweep)
}

// ContinueErasures removes what laws had hotels keep of erased guests until yesterday.
func (a *App) ContinueErasures(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.GuestFiles.Continue)
}

// inEachOrganization runs a job for one organization after another. A failure in one doesn't stop the others.
func (a *App) inEachOrganization(ctx context.Context, job func(ctx context.Context, sc scope.Scope) error) error {
	scopes, err := db.Read(ctx, a.config.DB, organization.Jobs)
	for _, sc := range scopes {
		if ctx.Err() == nil {
			err = errors.Join(err, job(ctx, sc))
		}
	}
	return err
}

func (a *App) reportSweep(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		a.config.Log.LogAttrs(ctx, slog.LevelError, "sweep failed", slog.String("error", err.Error()))
	}
}
