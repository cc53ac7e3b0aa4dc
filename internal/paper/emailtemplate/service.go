package emailtemplate

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Service does what can be done with templates.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// Render makes a mail of the organization's default template of this type. Values are by the keys that
// variables/{type} lists, written as people read them (Amount.Text, Date.Text); those of the organization itself are
// filled in. found is false if the type has no default.
func Render(tx *db.Tx, org string, t Type, values map[string]string) (m mail.Message, found bool, err error) {
	template, err := defaultOf(tx, org, t)
	if errors.Is(err, db.ErrNoRows) {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	m, err = template.fill(tx, org, values)
	return m, true, err
}

// Letter is Render for what is always sent. Where the organization has no template, it takes the text that a new
// organization begins with, or for types without templates (BookingCancelled and the like) the only text there is.
func Letter(tx *db.Tx, org string, t Type, values map[string]string) (mail.Message, error) {
	template, err := defaultOf(tx, org, t)
	if errors.Is(err, db.ErrNoRows) {
		template, err = textOf(t), nil
	}
	if err != nil {
		return mail.Message{}, err
	}
	return template.fill(tx, org, values)
}

// Words are what a mail says that the caller keeps the words of. All three may have {{key}}.
type Words struct{ Subject, HeaderText, BodyHTML string }

// Check adds what words can't be to the fields, each by its name in a body.
func (w Words) Check(bad *errs.Fields) {
	if w.Subject == "" || oneLine(w.Subject) != w.Subject {
		bad.Add("subject", "must be one line of text")
	}
	if w.BodyHTML == "" {
		bad.Add("bodyHtml", "can't be empty")
	}
}

// Dressed is Render for words that the caller keeps: the mail has the colour and the footer of the organization's
// booking confirmations.
func Dressed(tx *db.Tx, org string, w Words, values map[string]string) (mail.Message, error) {
	template, err := defaultOf(tx, org, BookingConfirmation)
	if errors.Is(err, db.ErrNoRows) {
		template, err = textOf(BookingConfirmation), nil
	}
	if err != nil {
		return mail.Message{}, err
	}
	template.Subject, template.HeaderText, template.BodyHTML = w.Subject, w.HeaderText, w.BodyHTML
	return template.fill(tx, org, values)
}

// fill makes the mail with the values and the organization's own.
func (t Template) fill(tx *db.Tx, org string, values map[string]string) (mail.Message, error) {
	o, err := organization.Get(tx, org).Get()
	if err != nil {
		return mail.Message{}, err
	}
	all := OrganizationValues(o)
	maps.Copy(all, values)
	r := t.render(all)
	return mail.Message{Subject: r.subject, HTML: r.html, Text: t.plain(r, all)}, nil
}

// Post puts a mail into the outbox. Its reader sees the hotel as the sender, and answers go to the hotel's address. An
// address that no mail can be sent to is an errs.Invalid.
func Post(tx *db.Tx, outbox *mail.Outbox, org string, m mail.Message) error {
	o, err := organization.Get(tx, org).Get()
	if err != nil {
		return err
	}
	m.SenderName, m.ReplyTo = o.Name, o.Email
	return outbox.Enqueue(tx, org, m)
}

// SeedMissing gives their first templates to the organizations that are older than templates are. It can run at any
// time, again, and on several nodes at once.
func (s *Service) SeedMissing(ctx context.Context) error {
	for {
		orgs, err := db.ReadOne(ctx, s.db, unseeded)
		if err != nil || len(orgs) == 0 {
			return err
		}
		err = s.db.Write(ctx, func(tx *db.Tx) error {
			for _, org := range orgs {
				if err := Seed(tx, org); err != nil {
					return fmt.Errorf("templates of organization %s: %w", org, err)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// all are the organization's templates of a type, newest first; of all types for "".
func (s *Service) all(ctx context.Context, sc scope.Scope, t Type) ([]Template, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]Template, error) { return list(tx, sc.Org, t) })
}

func (s *Service) get(ctx context.Context, sc scope.Scope, templateID string) (Template, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Template, error) { return find(tx, sc.Org, templateID) })
}

// create stores a new template and gives it its ID and times.
func (s *Service) create(ctx context.Context, sc scope.Scope, t Template) (Template, error) {
	t, err := t.checked()
	if err != nil {
		return t, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Template, error) {
		t.ID = id.New()
		t.CreatedAt, t.UpdatedAt, t.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := insert(tx, sc.Org, t); err != nil {
			return t, err
		}
		return t, s.bus.Publish(tx, sc, created.Of(t.ID, t.named()))
	})
}

// update edits a template. An edit that changes nothing leaves no trace. A template that is its type's default, or can
// become it again, keeps its type.
func (s *Service) update(
	ctx context.Context, sc scope.Scope, templateID string, edit func(*Template),
) (Template, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Template, error) {
		before, err := lock(tx, sc.Org, templateID)
		if err != nil {
			return before, err
		}
		if err := sc.CheckVersion(before.Version); err != nil {
			return before, err
		}
		after := before
		edit(&after)
		if after, err = after.checked(); err != nil || after == before {
			return after, err
		}
		if after.Type != before.Type && (before.IsDefault || before.IsSeeded) {
			return after, errs.InvalidField("type", "must stay %s: the template is the default of its type, or the one that "+
				"the type began with", before.Type)
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc.Org, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, updated.Of(after.ID,
			updatedDetails{after.named(), changedFields(before, after)}))
	})
}

func (s *Service) setDefault(ctx context.Context, sc scope.Scope, templateID string) (Template, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Template, error) {
		t, err := lockType(tx, sc.Org, templateID)
		if err != nil || t.IsDefault {
			return t, err
		}
		if err := makeDefault(tx, sc.Org, t); err != nil {
			return t, err
		}
		t.IsDefault = true
		return t, s.bus.Publish(tx, sc, defaultSet.Of(t.ID, t.named()))
	})
}

// deletion is a template that was deleted, and the one that became the type's default instead, if it was that.
type deletion struct {
	template   Template
	newDefault *Template
}

func (s *Service) delete(ctx context.Context, sc scope.Scope, templateID string) (deletion, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (d deletion, err error) {
		if d.template, err = lockType(tx, sc.Org, templateID); err != nil {
			return d, err
		}
		if d.template.IsDefault {
			if d.newDefault, err = successor(tx, sc.Org, d.template); err != nil {
				return d, err
			}
		}
		if err := remove(tx, sc.Org, templateID); err != nil {
			return d, err
		}
		details := deletedDetails{Named: d.template.named()}
		if d.newDefault != nil {
			if err := makeDefault(tx, sc.Org, *d.newDefault); err != nil {
				return d, err
			}
			details.NewDefault = d.newDefault.Name
		}
		return d, s.bus.Publish(tx, sc, deleted.Of(templateID, details))
	})
}

// successor is the template that becomes the default when t, the default until now, is deleted: the one that the
// organization began with, if no other is left to choose from.
func successor(tx *db.Tx, org string, t Template) (*Template, error) {
	others, err := siblings(tx, org, t)
	if err != nil {
		return nil, err
	}
	if len(others) == 1 && others[0].IsSeeded {
		return &others[0], nil
	}
	if len(others) == 0 {
		return nil, errs.Conflict("%s is the last template of type %s, and its default. Make another one the default first.",
			t.Name, t.Type)
	}
	return nil, errs.Conflict("%s is the default of type %s. Make another template of that type the default first.",
		t.Name, t.Type)
}

// preview renders the template with sample values, which sampleData replaces.
func (s *Service) preview(
	ctx context.Context, sc scope.Scope, templateID string, sampleData map[string]string, draft func(t *Template),
) (rendered, error) {
	t, err := s.get(ctx, sc, templateID)
	if err != nil {
		return rendered{}, err
	}
	draft(&t)
	if t, err = t.checked(); err != nil {
		return rendered{}, err
	}
	values, err := db.Read(ctx, s.db, func(tx *db.Tx) (map[string]string, error) {
		o, err := organization.Get(tx, sc.Org).Get()
		return Samples(o, sc.Today(tx.Now)), err
	})
	if err != nil {
		return rendered{}, err
	}
	maps.Copy(values, sampleData)
	return t.render(values), nil
}
