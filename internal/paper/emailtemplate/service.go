package emailtemplate

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
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
// filled in. found is false when the type has no default.
func Render(tx *db.Tx, org, templateType string, values map[string]string) (subject, html, text string, found bool,
	err error) {
	t, err := defaultOf(tx, org, templateType)
	if errors.Is(err, db.ErrNoRows) {
		return "", "", "", false, nil
	}
	if err != nil {
		return "", "", "", false, err
	}
	m, err := t.fill(tx, org, values)
	return m.Subject, m.HTML, m.Text, err == nil, err
}

// Letter is Render for what is always sent: where the organization has no template, it takes the text that a new
// organization begins with, or the one that belongs to the type alone (BookingCancelled and the like).
func Letter(tx *db.Tx, org, templateType string, values map[string]string) (mail.Message, error) {
	t, err := defaultOf(tx, org, templateType)
	if errors.Is(err, db.ErrNoRows) {
		t, err = first(templateType), nil
	}
	if err != nil {
		return mail.Message{}, err
	}
	return t.fill(tx, org, values)
}

// fill makes the mail with the values, and those that the organization has of itself.
func (t Template) fill(tx *db.Tx, org string, values map[string]string) (mail.Message, error) {
	o, err := organization.Get(tx, org)
	if err != nil {
		return mail.Message{}, err
	}
	all := organizationValues(o)
	maps.Copy(all, values)
	r := t.render(all)
	return mail.Message{Subject: r.subject, HTML: r.html, Text: t.plain(r, all)}, nil
}

// Post puts a mail of the hotel's into the outbox: its reader sees the hotel's name as the sender's, and answers go to the
// hotel's address. An address that no mail can be sent to is an errs.Invalid.
func Post(tx *db.Tx, org string, m mail.Message) error {
	o, err := organization.Get(tx, org)
	if err != nil {
		return err
	}
	m.SenderName, m.ReplyTo = o.Name, o.Email
	return mail.Enqueue(tx, org, m)
}

// SeedMissing gives their first templates to the organizations that are older than templates are. It can run at any
// time, again, and on several nodes at once.
func (s *Service) SeedMissing(ctx context.Context) error {
	for {
		var orgs []string
		err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
			orgs, err = unseeded(tx)
			return err
		})
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

func (s *Service) all(ctx context.Context, sc scope.Scope, templateType string) (templates []Template, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		templates, err = list(tx, sc.Org, templateType)
		return err
	})
	return templates, err
}

func (s *Service) get(ctx context.Context, sc scope.Scope, templateID string) (t Template, err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		t, err = find(tx, sc.Org, templateID)
		return err
	})
	return t, err
}

// create stores a new template; its ID and times are set here.
func (s *Service) create(ctx context.Context, sc scope.Scope, t Template) (created Template, err error) {
	if t, err = t.checked(); err != nil {
		return t, err
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		created, err = idempotency.Do(tx, sc, func() (Template, error) {
			t.ID = id.New()
			t.CreatedAt, t.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli()
			if err := insert(tx, sc.Org, t); err != nil {
				return t, err
			}
			return t, s.publish(tx, sc, "created", t, nil)
		})
		return err
	})
	return created, err
}

func (s *Service) change(ctx context.Context, sc scope.Scope, templateID string, edit func(*Template)) (t Template, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		before, err := lock(tx, sc.Org, templateID)
		if err != nil {
			return err
		}
		t = before
		edit(&t)
		if t, err = t.checked(); err != nil {
			return err
		}
		if t.Type != before.Type && (before.IsDefault || before.IsSeeded) {
			return errs.InvalidField("type", "must stay %s: the template is the default of its type, or the one that the type began with", before.Type)
		}
		t.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, sc.Org, t); err != nil {
			return err
		}
		return s.publish(tx, sc, "updated", t, map[string]any{"changed": changedFields(before, t)})
	})
	return t, err
}

func (s *Service) setDefault(ctx context.Context, sc scope.Scope, templateID string) (t Template, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if t, err = lockType(tx, sc.Org, templateID); err != nil || t.IsDefault {
			return err
		}
		if err := makeDefault(tx, sc.Org, t); err != nil {
			return err
		}
		t.IsDefault = true
		return s.publish(tx, sc, "default_set", t, nil)
	})
	return t, err
}

// delete removes a template. successor is the one that is the type's default in its place, if it was that.
func (s *Service) delete(ctx context.Context, sc scope.Scope, templateID string) (deleted Template, successor *Template, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		successor = nil
		if deleted, err = lockType(tx, sc.Org, templateID); err != nil {
			return err
		}
		if deleted.IsDefault {
			if successor, err = succeed(tx, sc.Org, deleted); err != nil {
				return err
			}
		}
		if err := remove(tx, sc.Org, templateID); err != nil {
			return err
		}
		details := map[string]any{}
		if successor != nil {
			if err := makeDefault(tx, sc.Org, *successor); err != nil {
				return err
			}
			details["newDefault"] = successor.Name
		}
		return s.publish(tx, sc, "deleted", deleted, details)
	})
	return deleted, successor, err
}

// succeed finds who takes over from a default that is to go: the template that the organization began with, where no
// other is left to choose from.
func succeed(tx *db.Tx, org string, t Template) (*Template, error) {
	others, err := siblings(tx, org, t)
	if err != nil {
		return nil, err
	}
	if len(others) == 1 && others[0].IsSeeded {
		return &others[0], nil
	}
	if len(others) == 0 {
		return nil, errs.Conflict("%s is the last template of type %s, and its default. Make another one the default first.", t.Name, t.Type)
	}
	return nil, errs.Conflict("%s is the default of type %s. Make another template of that type the default first.", t.Name, t.Type)
}

// preview renders the template with sample values, over which those of sampleData go.
func (s *Service) preview(ctx context.Context, sc scope.Scope, templateID string, sampleData map[string]string) (m rendered, err error) {
	var t Template
	var values map[string]string
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if t, err = find(tx, sc.Org, templateID); err != nil {
			return err
		}
		o, err := organization.Get(tx, sc.Org)
		values = samples(o, date.Of(tx.Now, sc.Zone))
		return err
	})
	if err != nil {
		return m, err
	}
	maps.Copy(values, sampleData)
	return t.render(values), nil
}

func (s *Service) publish(tx *db.Tx, sc scope.Scope, verb string, t Template, details map[string]any) error {
	all := map[string]any{"name": t.Name, "type": t.Type}
	maps.Copy(all, details)
	return s.bus.Publish(tx, sc, event.Event{Action: "email_template." + verb, ResourceType: "email_template", ResourceID: t.ID, Details: all})
}
