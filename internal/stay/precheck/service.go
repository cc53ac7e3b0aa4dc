package precheck

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"

	"sarai/internal/country/words"
	"sarai/internal/identity/attempt"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/markup"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/property/guest"
	"sarai/internal/property/scan"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/party"
	"sarai/internal/stay/registration"
)

// Config is what a Service is made of.
type Config struct {
	DB            *db.DB
	Bus           *event.Bus
	Clock         clock.Clock
	Box           *seal.Box // links and proofs are sealed in it
	PublicURL     string    // what links begin with
	Guests        *guest.Service
	Scans         *scan.Service
	Parties       *party.Service
	Registrations *registration.Service
	Outbox        *mail.Outbox
	Unlimited     bool // addresses may try as often as they like
}

// Service has guests check in online.
type Service struct {
	Config
	limit *attempt.Limit // of wrong digits; nil: none
}

const (
	triesOfLink    = 1000 // the database counts these, on all nodes: see freeTries
	triesOfAddress = 30
)

// New makes the service.
func New(c Config) *Service {
	s := &Service{Config: c}
	if !c.Unlimited {
		s.limit = attempt.New(c.Clock, triesOfLink, triesOfAddress, tooMany)
	}
	return s
}

const tooMany = "Wrong digits were typed too often. Try again later, or call the hotel."

// PagePath is what the pages' addresses begin with.
const PagePath = "/checkin/"

const (
	idLen     = 12 // bytes of an id
	secretLen = 32
)

// link makes a further link to the online check-in of a booking, and returns it; others go on working, unless renew
// ends them, and forgets wrong tries. email is where the link goes. Conflict for a booking that has arrived or is over,
// and where the hotel has switched online check-in off; Invalid for one whose telephone is missing.
func (s *Service) link(tx *db.Tx, sc scope.Scope, bookingID string, renew bool, email string) (string, error) {
	b, err := booking.Lock(tx, sc, bookingID).Get()
	if err != nil {
		return "", err
	}
	token, hash, err := s.token(sc.Org, b.ID)
	if err != nil {
		return "", err
	}
	return s.PublicURL + PagePath + token, s.keep(tx, sc, b, hash, renew, email)
}

// Offer makes a further link, in a transaction that only reads: it works once keep has stored it in another one.
// url is "" if the booking has none.
func (s *Service) Offer(tx *db.Tx, sc scope.Scope, b *booking.Booking) (url string, keep func(tx *db.Tx) error,
	err error) {
	set, err := settings(tx, sc)
	if err != nil {
		return "", nil, err
	}
	if requireOpen(b, set) != nil {
		return "", nil, nil
	}
	token, hash, err := s.token(sc.Org, b.ID)
	if err != nil {
		return "", nil, err
	}
	return s.PublicURL + PagePath + token, func(tx *db.Tx) error {
		now, err := booking.Lock(tx, sc, b.ID).Get()
		if err != nil {
			return err
		}
		return s.keep(tx, sc, now, hash, false, now.GuestEmail)
	}, nil
}

// keep stores the hash of a link to a locked booking.
func (s *Service) keep(tx *db.Tx, sc scope.Scope, b *booking.Booking, hash string, renew bool, email string) error {
	set, err := settings(tx, sc)
	if err != nil {
		return err
	}
	if err := requireOpen(b, set); err != nil {
		return err
	}
	if renew {
		if _, err := endLinks(tx, sc, b.ID); err != nil {
			return err
		}
	}
	r, err := find(tx, sc, b.ID)
	if err != nil {
		return err
	}
	if r.CreatedAt == 0 {
		err = save(tx, sc, &r)
	} else if renew {
		r.Tries, r.LockedUntil = 0, 0
		err = setTries(tx, sc, r)
	}
	if err != nil {
		return err
	}
	if err := addLink(tx, sc, b.ID, hash); err != nil {
		return err
	}
	return b.Publish(tx, s.Bus, sc, linked.Of(b.ID, linkDetails{b.Code, email, renew}))
}

const linkPurpose = "link"

// token makes the token of a new link, and the hash by which it is known.
func (s *Service) token(org, bookingID string) (token, hash string, err error) {
	raw, err := hex.DecodeString(org + bookingID)
	if err != nil {
		return "", "", err
	}
	secret := make([]byte, secretLen)
	rand.Read(secret)
	return s.Box.Seal(append(raw, secret...), linkPurpose), hashOf(secret), nil
}

func hashOf(secret []byte) string {
	sum := sha256.Sum256(secret)
	return hex.EncodeToString(sum[:])
}

// key is what a token says.
type key struct{ org, bookingID, hash string }

// read reads a token of ours; ok is false for anything else. It asks no database.
func (s *Service) read(token string) (k key, ok bool) {
	if len(token) > 400 {
		return k, false
	}
	raw, err := s.Box.Open(token, linkPurpose)
	if err != nil || len(raw) != 2*idLen+secretLen {
		return k, false
	}
	return key{hex.EncodeToString(raw[:idLen]), hex.EncodeToString(raw[idLen : 2*idLen]), hashOf(raw[2*idLen:])}, true
}

// Shown is what the desk sees of an online check-in.
type Shown struct {
	Record
	Booking  *booking.Booking
	Settings Settings
	Links    int
	Missing  []string // steps
}

func (s *Service) shown(tx *db.Tx, sc scope.Scope, b *booking.Booking) (shown Shown, err error) {
	shown.Booking = b
	if shown.Record, err = find(tx, sc, b.ID); err != nil {
		return shown, err
	}
	if shown.Settings, err = settings(tx, sc); err != nil {
		return shown, err
	}
	if shown.Links, err = countLinks(tx, sc, b.ID); err != nil {
		return shown, err
	}
	people, err := party.Of(tx, sc, b).Get()
	if err != nil {
		return shown, err
	}
	cards, err := s.Registrations.Cards(tx, sc, b)
	shown.Missing = shown.Record.missing(b, people, cards)
	return shown, err
}

// Get reads the online check-in of a booking.
func (s *Service) Get(ctx context.Context, sc scope.Scope, bookingID string) (Shown, error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) (Shown, error) {
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return Shown{}, err
		}
		return s.shown(tx, sc, b)
	})
}

// Renew makes a link to the online check-in of a booking, and ends all others.
func (s *Service) Renew(ctx context.Context, sc scope.Scope, bookingID string) (url string, err error) {
	return db.Write(ctx, s.DB, func(tx *db.Tx) (string, error) { return s.link(tx, sc, bookingID, true, "") })
}

// Revoke ends all links of a booking. NotFound if there are none.
func (s *Service) Revoke(ctx context.Context, sc scope.Scope, bookingID string) error {
	return s.DB.Write(ctx, func(tx *db.Tx) error {
		b, err := booking.Lock(tx, sc, bookingID).Get()
		if err != nil {
			return err
		}
		ended, err := endLinks(tx, sc, b.ID)
		if err != nil {
			return err
		}
		if ended == 0 {
			return errs.NotFound("There is no link to the online check-in of this booking.")
		}
		return b.Publish(tx, s.Bus, sc, revoked.Of(b.ID, details{b.Code, b.GuestName}))
	})
}

// Send mails a further link to the address, or with "" to the booking's, and returns the address.
func (s *Service) Send(ctx context.Context, sc scope.Scope, bookingID, email string) (to string, err error) {
	return db.Write(ctx, s.DB, func(tx *db.Tx) (string, error) {
		b, err := booking.Lock(tx, sc, bookingID).Get()
		if err != nil {
			return "", err
		}
		if email == "" {
			email = b.GuestEmail
		}
		if !contact.Email(email) {
			return "", errs.InvalidField("email", "must be an e-mail address such as asha@example.com: the booking has none")
		}
		url, err := s.link(tx, sc, bookingID, false, email)
		if err != nil {
			return "", err
		}
		set, err := settings(tx, sc)
		if err != nil {
			return "", err
		}
		letter := letterOf(words.Of(sc), b, set, url)
		letter.To, letter.By, letter.About, letter.Kind = email, sc.User, b.ID, "online_checkin"
		return email, emailtemplate.Post(tx, s.Outbox, sc.Org, letter)
	})
}

// letterOf is the mail with a link.
func letterOf(language words.Language, b *booking.Booking, set Settings, url string) mail.Message {
	greeting := language.Say("Dear %s,", b.GuestName)
	opening := language.Say("check in online for your stay from %s to %s, and spare yourself the forms at the front desk.",
		language.Day(b.CheckIn), language.Day(b.CheckOut))
	note := language.Say("It is possible from %s on. You need the last four digits of the telephone that you gave us.",
		language.Day(set.opensOn(b)))
	return mail.Message{Subject: language.Say("Check in online for booking %s", b.Code),
		Text: greeting + "\n\n" + opening + "\n\n" + url + "\n\n" + note + "\n",
		HTML: markup.Fill(`<p>{{Greeting}}</p><p>{{Opening}}</p><p><a href="{{Link}}">{{Action}}</a></p><p>{{Note}}</p>`,
			map[string]string{"Greeting": greeting, "Opening": opening, "Link": url, "Note": note,
				"Action": language.Say("Check in online")})}
}

// Verify notes that the desk has compared guest and documents, or takes that back. Conflict for an online check-in that
// the guest hasn't begun.
func (s *Service) Verify(ctx context.Context, sc scope.Scope, bookingID string, is *bool) (Shown, error) {
	return db.Write(ctx, s.DB, func(tx *db.Tx) (Shown, error) {
		b, err := booking.Lock(tx, sc, bookingID).Get()
		if err != nil {
			return Shown{}, err
		}
		r, err := find(tx, sc, b.ID)
		if err != nil {
			return Shown{}, err
		}
		if err := sc.CheckVersion(r.Version); err != nil {
			return Shown{}, err
		}
		if is != nil && *is != (r.VerifiedAt != nil) {
			if err := s.setVerified(tx, sc, b, &r, *is); err != nil {
				return Shown{}, err
			}
		}
		return s.shown(tx, sc, b)
	})
}

func (s *Service) setVerified(tx *db.Tx, sc scope.Scope, b *booking.Booking, r *Record, is bool) error {
	switch {
	case b.Status == booking.Cancelled:
		return errs.Conflict("Booking %s is cancelled: nobody has to be verified.", b.Code)
	case r.StartedAt == nil:
		return errs.Conflict("The guest of booking %s hasn't begun to check in online.", b.Code)
	}
	r.VerifiedAt, r.VerifiedBy = nil, ""
	if is {
		r.VerifiedAt, r.VerifiedBy = new(tx.Now.UnixMilli()), sc.UserName
	}
	if err := save(tx, sc, r); err != nil {
		return err
	}
	return b.Publish(tx, s.Bus, sc, verified.Of(b.ID, verifiedDetails{b.Code, is}))
}

// Follow forgets the online check-in of a booking that is given to another guest, or deleted: its links were the other
// guest's.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if _, given := booking.GuestChanged.In(e); given || e.Name() == "booking.deleted removed" {
		return forget(tx, sc, e.ResourceID)
	}
	return nil
}

func (s *Service) settings(ctx context.Context, sc scope.Scope) (Settings, error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) (Settings, error) { return settings(tx, sc) })
}

func (s *Service) setSettings(ctx context.Context, sc scope.Scope, edit func(*Settings)) (Settings, error) {
	return db.Write(ctx, s.DB, func(tx *db.Tx) (Settings, error) {
		was, err := lockSettings(tx, sc)
		if err != nil {
			return was, err
		}
		if err := sc.CheckVersion(was.Version); err != nil {
			return was, err
		}
		now := was
		if edit(&now); now == was {
			return was, nil
		}
		if err := saveSettings(tx, sc, &now); err != nil {
			return now, err
		}
		return now, s.Bus.Publish(tx, sc, settingsChanged.Of(sc.Org, settingsDetails{now.Enabled, now.DaysBefore}))
	})
}
