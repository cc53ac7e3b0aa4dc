package schedule

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/identity/user"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Config is what a Service is made of.
type Config struct {
	DB      *db.DB
	Bus     *event.Bus
	Outbox  *mail.Outbox
	Reports map[string]Report // by the names that requests give them
}

// Service schedules reports and sends them.
type Service struct{ Config }

// New makes the service.
func New(c Config) *Service { return &Service{c} }

// check refuses a plan that can't be, a report that the caller may not open, and members who may not.
func (s *Service) check(tx *db.Tx, sc scope.Scope, p Plan) error {
	if err := p.check(s.Reports); err != nil {
		return err
	}
	module := s.Reports[p.Report].Module
	if err := mayOpen(sc, module); err != nil {
		return err
	}
	allowed, err := user.PermissionsIn(tx, sc.Org)
	for i, member := range p.Members {
		if permissions, is := allowed[member]; !is || !permissions.Has(module, scope.View) {
			return errs.InvalidField(field("members", i),
				"must be the id of a member who may see the report: it needs the permission %s.view", module)
		}
	}
	return err
}

// filled gives a new plan the report and the format of the kept one that it uses; Invalid where it has its own, too, or
// neither.
func filled(tx *db.Tx, sc scope.Scope, p *Plan) error {
	if p.Kept == "" && p.Report != "" {
		return nil
	}
	var fields errs.Fields
	if p.Kept == "" || p.Report != "" || p.Format != "" {
		fields.Add("report", "must be given with format, or keptReportId instead of both")
		fields.Add("format", "must be given with report, or keptReportId instead of both")
		fields.Add("keptReportId", "must be given instead of report and format, or left out")
		return fields.Err()
	}
	kept, err := lockKept(tx, sc, p.Kept)
	if errors.Is(err, errNoKept) || err == nil && !kept.seenBy(sc.User) {
		err = errNoChoice
	}
	p.Report, p.Format = kept.Report, kept.Format
	return err
}

func (s *Service) create(ctx context.Context, sc scope.Scope, p Plan) (Schedule, error) {
	return idempotency.Write(ctx, s.DB, sc, func(tx *db.Tx) (Schedule, error) {
		if err := filled(tx, sc, &p); err != nil {
			return Schedule{}, err
		}
		if err := s.check(tx, sc, p); err != nil {
			return Schedule{}, err
		}
		// What was due before isn't sent.
		made := Schedule{ID: id.New(), Plan: p, SentFor: p.due(tx.Now.In(sc.Zone)), CreatedBy: sc.User,
			CreatedAt: tx.Now.UnixMilli(), UpdatedAt: tx.Now.UnixMilli(), Version: 1}
		if err := insert(tx, sc, made); err != nil {
			return made, err
		}
		return made, s.Bus.Publish(tx, sc, created.Of(made.ID, made.facts()))
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, scheduleID string) (Schedule, error) {
	return db.ReadOne(ctx, s.DB, func(tx *db.Tx) (Schedule, error) { return find(tx, sc, scheduleID) })
}

// update edits a plan, which then uses the kept report: its own filters for "", and as before for nil. An edit that
// changes nothing leaves no trace.
func (s *Service) update(ctx context.Context, sc scope.Scope, scheduleID string, kept *string,
	edit func(*Plan)) (Schedule, error) {
	return db.Write(ctx, s.DB, func(tx *db.Tx) (Schedule, error) {
		found, used, err := lockWith(tx, sc, scheduleID, kept)
		if err != nil {
			return found, err
		}
		if err := sc.CheckVersion(found.Version); err != nil {
			return found, err
		}
		before := found.Plan
		found.Members = slices.Clone(before.Members)
		edit(&found.Plan)
		if err := found.use(kept, used, before.Format); err != nil {
			return found, err
		}
		if reflect.DeepEqual(found.Plan, before) {
			return found, nil
		}
		if err := s.check(tx, sc, found.Plan); err != nil {
			return found, err
		}
		found.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc, &found); err != nil {
			return found, err
		}
		// What became due by the change alone isn't sent.
		due := found.due(tx.Now.In(sc.Zone))
		if due > found.SentFor {
			if err := pass(tx, sc, scheduleID, due); err != nil {
				return found, err
			}
		}
		return found, s.Bus.Publish(tx, sc, updated.Of(scheduleID, found.facts()))
	})
}

// lockWith locks a schedule, and before it the kept report that it is to use from now on.
func lockWith(tx *db.Tx, sc scope.Scope, scheduleID string, kept *string) (of Schedule, used Kept, err error) {
	if kept != nil && *kept != "" {
		if used, err = lockKept(tx, sc, *kept); errors.Is(err, errNoKept) {
			err = errNoChoice
		}
		if err != nil {
			return of, used, err
		}
	}
	of, err = lock(tx, sc, scheduleID)
	if err == nil && used.ID != "" && used.ID != of.Kept && !used.seenBy(sc.User) {
		err = errNoChoice
	}
	return of, used, err
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, scheduleID string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		found, err := lock(tx, sc, scheduleID)
		if err != nil {
			return err
		}
		if err := remove(tx, sc, scheduleID); err != nil {
			return err
		}
		return s.Bus.Publish(tx, sc, deleted.Of(scheduleID, found.facts()))
	})
}

// Look sends what is due of the hotel's schedules. Any number of nodes may do so at once.
func (s *Service) Look(ctx context.Context, sc scope.Scope) error {
	type dueOne struct {
		Schedule
		on date.Date
	}
	due, err := db.Read(ctx, s.DB, func(tx *db.Tx) (due []dueOne, err error) {
		list, err := active(tx, sc)
		for _, one := range list {
			if on := one.due(tx.Now.In(sc.Zone)); on > one.SentFor {
				due = append(due, dueOne{one, on})
			}
		}
		return due, err
	})
	failures := []error{err}
	for _, one := range due {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// One that fails doesn't hold up the others: it is tried again.
		failures = append(failures, s.send(ctx, sc, one.Schedule, one.on))
	}
	return errors.Join(failures...)
}

// send mails what was due on the day to those of the schedule's members who may see it.
func (s *Service) send(ctx context.Context, sc scope.Scope, of Schedule, due date.Date) error {
	m, asked, err := s.compose(ctx, sc, of, due)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		allowed, err := user.PermissionsIn(tx, sc.Org)
		if err != nil {
			return err
		}
		readers := slices.DeleteFunc(slices.Clone(of.Members), func(member string) bool {
			return !allowed[member].Has(s.Reports[of.Report].Module, scope.View)
		})
		if won, err := claim(tx, sc, of.ID, due, len(readers)); err != nil || !won {
			return err
		}
		for _, reader := range readers {
			if err := s.mail(tx, sc, reader, m); err != nil {
				return err
			}
		}
		return s.Bus.Publish(tx, sc, sent.Of(of.ID, sending{of.facts(), string(asked.From), string(asked.To), len(readers)}))
	})
}

// sendNow mails the last report to the caller alone, to see what it is like.
func (s *Service) sendNow(ctx context.Context, sc scope.Scope, scheduleID string) error {
	var due date.Date
	of, err := db.Read(ctx, s.DB, func(tx *db.Tx) (Schedule, error) {
		found, err := find(tx, sc, scheduleID)
		if err == nil {
			due = found.due(tx.Now.In(sc.Zone))
		}
		return found, err
	})
	if err != nil {
		return err
	}
	if err := mayOpen(sc, s.Reports[of.Report].Module); err != nil {
		return err
	}
	m, _, err := s.compose(ctx, sc, of, due)
	if err != nil {
		return err
	}
	m.By = sc.User
	return s.DB.Write(ctx, func(tx *db.Tx) error { return s.mail(tx, sc, sc.User, m) })
}

// mayOpen fails with Forbidden for a caller who may not see the module that a report shows.
func mayOpen(sc scope.Scope, module string) error {
	if sc.Permissions.Has(module, scope.View) {
		return nil
	}
	return errs.Forbidden("Your role does not allow this report: it needs the permission " + module + ".view.")
}

// compose makes the report's file of what is due on the day, and the mail that it goes with.
func (s *Service) compose(ctx context.Context, sc scope.Scope, of Schedule, due date.Date) (
	m mail.Message, asked Asked, err error) {
	asked.From, asked.To = of.span(due)
	hotel, err := db.Read(ctx, s.DB, func(tx *db.Tx) (organization.Organization, error) {
		if of.Kept != "" {
			kept, err := findKept(tx, sc, of.Kept)
			if err != nil {
				return organization.Organization{}, err
			}
			of.Report, of.Format, asked.By = kept.Report, kept.Format, kept.By
			asked.From, asked.To = kept.days(due)
		}
		return organization.Get(tx, sc.Org).Get()
	})
	if err != nil {
		return m, asked, err
	}
	report := s.Reports[of.Report]
	made, err := report.Makers[of.Format](ctx, sc, asked)
	if err != nil {
		return m, asked, err
	}
	language := words.Of(sc)
	days := language.Day(asked.To)
	if asked.From != asked.To {
		days = language.Day(asked.From) + " – " + days
	}
	m.SenderName, m.Subject = hotel.Name, of.Name+" · "+days
	m.Text = language.Say("%s of %s is attached.", language.Say(report.Name), days) + "\n\n" +
		language.Say("You get it because it is scheduled as “%s”. Whoever manages the reports can change that.", of.Name) +
		"\n\n" + hotel.Name + "\n"
	m.Attachment = &mail.Attachment{Name: made.Name, Type: made.Type, Content: made.Content}
	return m, asked, nil
}

func (s *Service) mail(tx *db.Tx, sc scope.Scope, member string, m mail.Message) error {
	login, err := user.LoginByID(tx, member)
	if err != nil {
		return err
	}
	m.To = login.Email
	return s.Outbox.Enqueue(tx, sc.Org, m)
}
