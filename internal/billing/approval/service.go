package approval

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"sarai/internal/identity/user"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/lockorder"
)

// Service keeps limits and approvals.
type Service struct {
	db        *db.DB
	bus       *event.Bus
	directory *user.Directory
	hash      Hasher
	atEnd     *db.AtEnd[done]
	hooks     Hooks
}

// Hasher makes hashes of codes, and compares codes with them.
type Hasher interface {
	Hash(ctx context.Context, secret string) (string, error)
	Fits(ctx context.Context, secret, hash string) (bool, error)
}

// Hooks are what the program gives once it is put together.
type Hooks struct {
	// Again makes the request on behalf of sc, who consents to nothing but by sc.Consent, and fails as it fails.
	Again func(ctx context.Context, sc scope.Scope, r Request) error
	// Rooms lists the hotel's rooms, with what they cost.
	Rooms func(tx *db.Tx, sc scope.Scope) ([]room.Room, error)
}

// done are acts of a transaction.
type done struct {
	sc     scope.Scope
	acts   []Act
	nights *newNights // nil: none
	limits db.Later[Limits]
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, directory *user.Directory, hash Hasher) *Service {
	s := &Service{db: d, bus: bus, directory: directory, hash: hash}
	s.atEnd = db.NewAtEnd(lockorder.Approvals, s.check)
	return s
}

// Connect sets the hooks.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

// settledKey names what a transaction with consent does once.
type settledKey struct{}

// Follow listens on the event bus: it notes what is done, and ends the approval of what is done with consent.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if sc.User == "" && sc.IP == "" { // a job
		return nil
	}
	nights, err := newNightsOf(e)
	if err != nil {
		return err
	}
	acts, err := actsOf(tx, sc, e)
	if err != nil || len(acts) == 0 && nights == nil {
		return err
	}
	s.atEnd.Note(tx, done{sc, acts, nights, limitsOf(tx, sc)})
	if sc.Consent == nil {
		return nil
	}
	_, err = db.Once(tx, settledKey{}, func() db.Later[bool] { return db.Known(true, s.settle(tx, sc)) }).Get()
	return err
}

// check compares what a transaction has done with the limits, before it is committed.
func (s *Service) check(tx *db.Tx, all []done) (func() error, error) {
	var acts []Act
	for _, d := range all {
		if acts = append(acts, d.acts...); d.nights == nil {
			continue
		}
		limits, err := d.limits.Get()
		if err != nil {
			return nil, err
		}
		if !limits.guard(Discount, Complimentary) {
			continue
		}
		more, err := d.nights.acts(tx, d.sc, s.hooks.Rooms)
		if err != nil {
			return nil, err
		}
		acts = append(acts, more...)
	}
	return func() error {
		limits, err := all[0].limits.Get()
		if err != nil {
			return err
		}
		sc, above := all[0].sc, limits.above(acts)
		switch {
		case len(above) == 0:
			return nil
		case sc.Consent != nil:
			return sc.Consent.Of.(Approval).covers(above, sc.Currency)
		case limits.OwnActs && mayApprove(sc.Permissions, above):
			return nil
		}
		return &Needed{above}
	}, nil
}

// settle ends the approval that the scope's consent is given to, or writes it if it never had to wait.
func (s *Service) settle(tx *db.Tx, sc scope.Scope) error {
	a, by, now := sc.Consent.Of.(Approval), sc.Consent.By, tx.Now.UnixMilli()
	a.Status, a.DecidedBy, a.DecidedByName = Approved, by.User, by.UserName
	if a.ByCode {
		a.ID, a.AskedAt, a.ExpiresAt, a.DecidedAt, a.Request = id.New(), now, now, &now, ""
		a.RequestKey = a.ID
		if err := insert(tx, sc, a); err != nil {
			return err
		}
	} else if err := s.end(tx, by, &a); err != nil {
		return err
	}
	return s.bus.Publish(tx, by, withNotice(approved.Of(a.ID, a.decided(sc.Currency)), a, sc.Currency))
}

// end decides the approval as it says, unless somebody was faster.
func (s *Service) end(tx *db.Tx, sc scope.Scope, a *Approval) error {
	ended, err := decide(tx, sc, *a)
	if err != nil {
		return err
	}
	present, err := find(tx, sc, a.ID)
	if err != nil {
		return err
	}
	if !ended {
		return cmp.Or(present.open(tx.Now), errs.Conflict("This doesn't wait any more."))
	}
	*a = present
	return nil
}

func (s *Service) limits(ctx context.Context, sc scope.Scope) (Limits, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Limits, error) { return limitsOf(tx, sc).Get() })
}

// setLimits edits the limits.
func (s *Service) setLimits(ctx context.Context, sc scope.Scope, edit func(*Limits)) (Limits, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Limits, error) {
		before, err := lockLimits(tx, sc)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil {
			return before, err
		}
		after := before
		after.Of = maps.Clone(before.Of)
		if edit(&after); after.OwnActs == before.OwnActs && maps.Equal(after.Of, before.Of) {
			return before, nil
		}
		after.UpdatedAt = tx.Now.UnixMilli()
		if err := saveLimits(tx, sc, &after); err != nil {
			return after, err
		}
		return after, s.bus.Publish(tx, sc, limitsChanged.Of(sc.Org, limitsDetails{before.facts(sc), after.facts(sc)}))
	})
}

// list shows those who may approve anything what is about modules that they may view, and others what they have asked
// for.
func (s *Service) list(ctx context.Context, sc scope.Scope, in listInput) (listing.Page[Approval], error) {
	in.Mine = in.Mine || !approves(sc.Permissions)
	if kinds := viewed(sc.Permissions); len(kinds) < len(modules) {
		in.Seen = "," + strings.Join(kinds, ",") + ","
	}
	return list.Read(ctx, s.db, sc, in, in.Paging)
}

func (s *Service) get(ctx context.Context, sc scope.Scope, approvalID string) (Approval, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Approval, error) { return seen(tx, sc, approvalID) })
}

// seen is find for what the caller sees in the list.
func seen(tx *db.Tx, sc scope.Scope, approvalID string) (Approval, error) {
	a, err := find(tx, sc, approvalID)
	if err == nil && a.AskedBy != sc.User &&
		!(approves(sc.Permissions) && slices.Contains(viewed(sc.Permissions), a.Kind)) {
		return Approval{}, errs.NotFound("There is no such approval.")
	}
	return a, err
}

// ask keeps a request that waits for a second person. The same one asks once.
func (s *Service) ask(ctx context.Context, sc scope.Scope, a Approval, keyed bool) (Approval, error) {
	asked, err := db.Write(ctx, s.db, func(tx *db.Tx) (Approval, error) {
		if err := expire(tx, sc.Org); err != nil {
			return a, err
		}
		before, err := findRequest(tx, sc, a.RequestKey)
		switch {
		case err == nil && (before.Status == Pending || keyed && tx.Now.UnixMilli()-before.AskedAt < keyLife.Milliseconds()):
			return before, nil
		case err == nil:
			err = release(tx, sc, before)
		case errors.Is(err, db.ErrNoRows):
			err = nil
		}
		if err != nil {
			return a, err
		}
		kept := a
		kept.ID, kept.Status, kept.AskedAt = id.New(), Pending, tx.Now.UnixMilli()
		kept.ExpiresAt = tx.Now.Add(life).UnixMilli()
		if err := insert(tx, sc, kept); err != nil {
			return kept, err
		}
		return kept, s.tell(tx, sc, kept)
	})
	if errors.Is(err, errTwice) {
		return db.Read(ctx, s.db, func(tx *db.Tx) (Approval, error) { return findRequest(tx, sc, a.RequestKey) })
	}
	return asked, err
}

// tell tells those who may approve it that something waits.
func (s *Service) tell(tx *db.Tx, sc scope.Scope, a Approval) error {
	members, err := user.PermissionsIn(tx, sc.Org)
	if err != nil {
		return err
	}
	e := requested.Of(a.ID, a.about(sc.Currency))
	to := []string{}
	for login, permissions := range members {
		if login != sc.User && mayApprove(permissions, a.Acts) {
			to = append(to, login)
		}
	}
	if len(to) > 0 {
		slices.Sort(to)
		e.Notice = &event.Notice{Type: event.ApprovalRequested, To: to, Title: "Approval needed",
			Message: a.AskedByName + " asks for " + a.title(sc.Currency) + "."}
	}
	return s.bus.Publish(tx, sc, e)
}

// withNotice is the event of a decision, with what who has asked is told.
func withNotice(e event.Event, a Approval, currency string) event.Event {
	if a.DecidedBy != a.AskedBy && !a.ByCode {
		e.Notice = &event.Notice{Type: event.ApprovalDecided, To: []string{a.AskedBy}, Title: "Your request was " + a.Status,
			Message: a.DecidedByName + " has " + a.Status + " " + a.title(currency) + "."}
	}
	return e
}

// newApproval is what a request asks for that needs these acts approved.
func newApproval(sc scope.Scope, n *Needed, r Request) (Approval, error) {
	first := n.acts[0]
	text, err := json.Marshal(r)
	if err != nil {
		return Approval{}, err
	}
	of := sha256.Sum256([]byte(sc.User + "\x00" + string(text)))
	return Approval{Kind: first.Kind, Amount: first.Amount, Acts: n.acts, DocumentKind: first.Document.Kind,
		DocumentID: first.Document.ID, DocumentNumber: first.Document.Number, Reason: r.reason(), Request: string(text),
		RequestKey: hex.EncodeToString(of[:]), AskedBy: sc.User, AskedByName: sc.UserName}, nil
}

// reason is why the request is made, as bodies say it.
func (r Request) reason() string {
	var body struct{ Reason, Narration, Notes, Description string }
	if len(r.Body) == 0 || json.Unmarshal(r.Body, &body) != nil {
		return ""
	}
	for _, text := range []string{body.Reason, body.Narration, body.Notes, body.Description} {
		if text != "" {
			return text
		}
	}
	return ""
}

// approve makes the request again with the caller's consent. It fails as the request fails, and the approval waits on.
func (s *Service) approve(ctx context.Context, sc scope.Scope, approvalID string) (Approval, error) {
	a, err := s.decidable(ctx, sc, approvalID)
	if err != nil {
		return a, err
	}
	var r Request
	if err := json.Unmarshal([]byte(a.Request), &r); err != nil {
		return a, err
	}
	asker, err := s.directory.Lookup(ctx, sc.Org, a.AskedBy)
	if err != nil {
		return a, err
	}
	as, err := s.directory.Enter(ctx, sc.Org,
		scope.Scope{User: a.AskedBy, Email: asker.Email, IP: sc.IP, UserAgent: sc.UserAgent})
	if errs.Is(err, errs.KindForbidden) {
		return a, errs.Conflict("%s is no active member any more, so this can't be done. Reject it.", a.AskedByName)
	}
	if err != nil {
		return a, err
	}
	as.Consent = &scope.Consent{By: sc, Of: a}
	if err := s.hooks.Again(ctx, as, r); err != nil {
		return a, err
	}
	if a, err = s.get(ctx, sc, approvalID); err == nil && a.Status != Approved {
		err = errs.Conflict("This was done already, without approval. Reject it.")
	}
	return a, err
}

// decidable is an approval that the caller may decide.
func (s *Service) decidable(ctx context.Context, sc scope.Scope, approvalID string) (Approval, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Approval, error) {
		a, err := seen(tx, sc, approvalID)
		if err != nil {
			return a, err
		}
		limits, err := limitsOf(tx, sc).Get()
		if err == nil {
			err = checkApprover(sc, a, limits)
		}
		if err == nil {
			err = a.open(tx.Now)
		}
		return a, err
	})
}

func (s *Service) reject(ctx context.Context, sc scope.Scope, approvalID, reason string) (Approval, error) {
	if _, err := s.decidable(ctx, sc, approvalID); err != nil {
		return Approval{}, err
	}
	return s.close(ctx, sc, approvalID, Rejected, reason)
}

// withdraw takes back what the caller has asked for, or may approve.
func (s *Service) withdraw(ctx context.Context, sc scope.Scope, approvalID string) (Approval, error) {
	a, err := s.get(ctx, sc, approvalID)
	if err == nil && a.AskedBy != sc.User && !mayApprove(sc.Permissions, a.Acts) {
		err = errs.Forbidden("Only who has asked for this can withdraw it, and who may approve it.")
	}
	if err != nil {
		return a, err
	}
	return s.close(ctx, sc, approvalID, Withdrawn, "")
}

// close ends an approval without its act.
func (s *Service) close(ctx context.Context, sc scope.Scope, approvalID, status, reason string) (Approval, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Approval, error) {
		a := Approval{ID: approvalID, Status: status, DecidedBy: sc.User, DecidedByName: sc.UserName, DecisionReason: reason}
		if err := s.end(tx, sc, &a); err != nil {
			return a, err
		}
		event := withdrawn
		if status == Rejected {
			event = rejected
		}
		return a, s.bus.Publish(tx, sc, withNotice(event.Of(a.ID, a.decided(sc.Currency)), a, sc.Currency))
	})
}

// Expire ends what has waited too long in an organization.
func (s *Service) Expire(ctx context.Context, sc scope.Scope) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return expire(tx, sc.Org) })
}

// lockedFor says how long a code is locked.
func lockedFor(c code, now time.Time) time.Duration {
	return time.Duration(max(c.LockedUntil-now.UnixMilli(), 0)) * time.Millisecond
}
