package organization

import (
	"context"
	"errors"
	"fmt"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// SignUpMode says when POST /api/organization/create makes an organization.
type SignUpMode string

// The sign-up modes.
const (
	SignUpFirst  SignUpMode = "first"  // while there is no organization
	SignUpOpen   SignUpMode = "open"   // always
	SignUpClosed SignUpMode = "closed" // never
)

// Service makes, reads, changes and deletes organizations.
type Service struct {
	db    *db.DB
	bus   *event.Bus
	mode  SignUpMode
	hooks Hooks
}

// Hooks are what the service needs from packages above it.
type Hooks struct {
	// OnCreate makes what a new organization needs, in the transaction that creates it. The scope's Org is the new
	// organization. Its User is the caller, who becomes Administrator, or empty: then the organization's own address is
	// invited.
	OnCreate func(tx *db.Tx, sc scope.Scope, o Organization) error
	// InUse reports whether anybody has come into an organization that a stranger has signed up.
	InUse func(tx *db.Tx, org string) (bool, error)
	// OnErase deletes all that others keep of an organization, and its address's login if that is for nothing else, in the
	// transaction that erases it. The row of the installation is locked.
	OnErase func(tx *db.Tx, erased Organization) error
	// CurrencyInUse reports whether the organization has recorded money.
	CurrencyInUse func(tx *db.Tx, org string) (bool, error)
}

// New makes the service. Connect its hooks before it serves.
func New(d *db.DB, bus *event.Bus, mode SignUpMode) *Service {
	return &Service{db: d, bus: bus, mode: mode}
}

// Connect sets the hooks. It panics if one is missing.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

// Create signs a hotel up, if the mode allows it.
func (s *Service) Create(ctx context.Context, sc scope.Scope, d Details) (Organization, error) {
	if sc.User == "" {
		sc.UserName = "Sign-up" // who did it, in the audit log
	}
	return s.make(ctx, sc, d, sc.User == "", s.admit)
}

// MaySignUp tells whether Create would take a hotel now.
func (s *Service) MaySignUp(ctx context.Context) bool {
	if s.mode != SignUpFirst {
		return s.mode == SignUpOpen
	}
	made, err := db.ReadOne(ctx, s.db, signUps)
	return err == nil && made == 0
}

// CreateByOperator makes an organization in any mode, for whoever runs the server.
func (s *Service) CreateByOperator(ctx context.Context, d Details) (Organization, error) {
	return s.make(ctx, scope.ForJob("", "", nil), d, false, count)
}

// admit counts the new organization or refuses it.
func (s *Service) admit(tx *db.Tx) error {
	switch s.mode {
	case SignUpOpen:
		return count(tx)
	case SignUpFirst:
		counted, err := countFirst(tx)
		if err == nil && !counted {
			return errs.Forbidden("Sign-up is closed: this server has its organization. Ask to be invited, or let the " +
				"operator run: sarai organization create.")
		}
		return err
	case SignUpClosed:
		return errs.Forbidden("Sign-up is closed on this server. Its operator makes organizations with: sarai organization " +
			"create.")
	}
	return fmt.Errorf("unknown sign-up mode %q", s.mode)
}

// make makes an organization that admit lets pass. One that a stranger signs up expires unless somebody comes in.
func (s *Service) make(
	ctx context.Context, sc scope.Scope, d Details, stranger bool, admit func(tx *db.Tx) error,
) (Organization, error) {
	d, err := d.withDefaults().checked(nil)
	if err != nil {
		return Organization{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Organization, error) {
		if err := admit(tx); err != nil {
			return Organization{}, err
		}
		now := tx.Now.UnixMilli()
		o := Organization{ID: id.New(), Details: d, CreatedAt: now, UpdatedAt: now, Version: 1}
		return o, s.establish(tx, sc, o, stranger)
	})
}

func (s *Service) establish(tx *db.Tx, sc scope.Scope, o Organization, stranger bool) error {
	sc, err := o.Scope(sc)
	if err != nil {
		return err
	}
	if err := insert(tx, o, stranger); err != nil {
		return err
	}
	if err := s.hooks.OnCreate(tx, sc, o); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, Created.Of(o.ID, createdDetails{o.Name, o.Email}))
}

func (s *Service) get(ctx context.Context, sc scope.Scope) (Organization, error) {
	o, err := db.Read(ctx, s.db, func(tx *db.Tx) (Organization, error) { return Get(tx, sc.Org).Get() })
	if errors.Is(err, db.ErrNoRows) {
		return o, errUnknown
	}
	return o, err
}

// shown is the organization with the id of its picture.
func (s *Service) shown(ctx context.Context, sc scope.Scope) (o Organization, logoID string, err error) {
	if o, err = s.get(ctx, sc); err != nil {
		return o, "", err
	}
	logoID, err = db.ReadOne(ctx, s.db, func(tx *db.Tx) (string, error) { return LogoID(tx, sc.Org) })
	return o, logoID, err
}

// change applies edit to the details. It stores and publishes nothing if nothing differs.
func (s *Service) change(ctx context.Context, sc scope.Scope, edit func(d *Details)) (Organization, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Organization, error) {
		// Two changes at once must not undo each other.
		if err := LockMembers(tx, sc.Org); err != nil {
			return Organization{}, err
		}
		o, err := Get(tx, sc.Org).Get()
		if err != nil {
			return o, err
		}
		if err := sc.CheckVersion(o.Version); err != nil {
			return o, err
		}
		before := o.Details
		edit(&o.Details)
		if o.Details, err = o.checked(&before); err != nil {
			return o, err
		}
		if err := s.checkCurrency(tx, sc.Org, before.Currency, o.Currency); err != nil {
			return o, err
		}
		if err := checkRule(tx, sc, before.RequiresMFA, o.RequiresMFA); err != nil {
			return o, err
		}
		changes := event.Changes[facts]{Before: before.facts(), After: o.facts()}
		if changes.None() {
			return o, nil
		}
		o.UpdatedAt = tx.Now.UnixMilli()
		if err := save(tx, &o); err != nil {
			return o, err
		}
		return o, s.bus.Publish(tx, sc, Updated.Of(sc.Org, updatedDetails{changes}))
	})
}

func (s *Service) checkCurrency(tx *db.Tx, org, before, after string) error {
	if before == after {
		return nil
	}
	used, err := s.hooks.CurrencyInUse(tx, org)
	if err == nil && used {
		return errs.InvalidField("currency", "must stay %s, since bookings or payments are recorded in it", before)
	}
	return err
}

func (s *Service) remove(ctx context.Context, sc scope.Scope) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if err := LockMembers(tx, sc.Org); err != nil { // two deletions at once count once
			return err
		}
		if err := markDeleted(tx, sc.Org); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, Deleted.Of(sc.Org, event.None{}))
	})
}
