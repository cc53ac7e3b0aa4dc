package message

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"sarai/internal/billing/invoice"
	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/precheck"
)

// Config is what a Service is made of; all of it is required.
type Config struct {
	DB        *db.DB
	Bus       *event.Bus
	Outbox    *mail.Outbox
	Invoices  *invoice.Service
	Guests    *guest.Service
	CheckIns  *precheck.Service
	Links     *seal.Box // seals the links by which readers unsubscribe
	PublicURL string    // what links begin with
	Carrier   Carrier
}

// Service writes letters, and keeps what hotels have chosen.
type Service struct {
	db        *db.DB
	bus       *event.Bus
	outbox    *mail.Outbox
	invoices  *invoice.Service
	guests    *guest.Service
	checkIns  *precheck.Service
	links     *seal.Box
	publicURL string
	carrier   Carrier
	waiting   waiting
}

// New makes the service.
func New(c Config) *Service {
	return &Service{db: c.DB, bus: c.Bus, outbox: c.Outbox, invoices: c.Invoices, guests: c.Guests,
		checkIns: c.CheckIns, links: c.Links, publicURL: c.PublicURL, carrier: c.Carrier,
		waiting: waiting{of: map[string]scope.Scope{}, bell: make(chan struct{}, 1)}}
}

func (s *Service) settings(ctx context.Context, sc scope.Scope) (Settings, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Settings, error) { return readSettings(tx, sc.Org) })
}

// setSettings edits what the hotel has chosen. A letter that is turned on is on from now. An edit that changes nothing
// leaves no trace. places are where letters stand in the body, for errors.
func (s *Service) setSettings(ctx context.Context, sc scope.Scope, places map[Kind]string, edit func(*Settings)) (
	Settings, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Settings, error) {
		was, stored, err := lockSettings(tx, sc)
		if err != nil {
			return was, err
		}
		if err := sc.CheckVersion(was.Version); err != nil {
			return was, err
		}
		now := was
		now.Letters = slices.Clone(was.Letters)
		edit(&now)
		if err := now.check(places); err != nil {
			return was, err
		}
		for i, l := range now.Letters {
			if l.On && !was.of(l.Kind).On {
				now.Letters[i].Since = tx.Now.UnixMilli()
			}
		}
		changed := now.differs(was)
		if len(changed) == 0 {
			return was, nil
		}
		now.UpdatedAt = tx.Now.UnixMilli()
		if err := saveSettings(tx, sc, &now, stored); err != nil {
			return now, err
		}
		on := []Kind{}
		for _, l := range now.Letters {
			if l.On {
				on = append(on, l.Kind)
			}
		}
		return now, s.bus.Publish(tx, sc, settingsChanged.Of(sc.Org, settingsDetails{on, changed, now.KeptDays}))
	})
}

// differs names what isn't as it was, kinds by their names.
func (s Settings) differs(was Settings) (changed []string) {
	for i, l := range s.Letters {
		if l != was.Letters[i] {
			changed = append(changed, string(l.Kind))
		}
	}
	if s.QuietFrom != was.QuietFrom || s.QuietUntil != was.QuietUntil {
		changed = append(changed, "quietHours")
	}
	if s.Phone != was.Phone {
		changed = append(changed, "phone")
	}
	if s.KeptDays != was.KeptDays {
		changed = append(changed, "keptDays")
	}
	return changed
}

// wordings are the words of all kinds: the hotel's own, and in the languages that this package knows its own where the
// hotel has none.
func (s *Service) wordings(ctx context.Context, sc scope.Scope) ([]Text, error) {
	stored, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) ([]Text, error) { return texts(tx, sc.Org) })
	if err != nil {
		return nil, err
	}
	all := []Text{}
	for _, k := range Kinds {
		of := slices.DeleteFunc(slices.Clone(stored), func(t Text) bool { return t.Kind != k })
		for _, language := range words.Known {
			if !slices.ContainsFunc(of, func(t Text) bool { return t.Language == string(language) }) {
				t, _ := own(k, string(language))
				of = append(of, t)
			}
		}
		slices.SortFunc(of, func(a, b Text) int { return compareText(a.Language, b.Language) })
		all = append(all, of...)
	}
	return all, nil
}

func compareText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// wording are the hotel's words of a kind in a language, or what this package knows. NotFound if there are none.
func (s *Service) wording(ctx context.Context, sc scope.Scope, k Kind, language string) (Text, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Text, error) { return textIn(tx, sc.Org, k, language) })
}

// textID names the words of a kind in a language in the audit log.
func textID(k Kind, language string) string { return string(k) + "." + language }

// word stores the hotel's own words. What is the same as before leaves no trace.
func (s *Service) word(ctx context.Context, sc scope.Scope, k Kind, language string, w emailtemplate.Words) (
	Text, error) {
	var bad errs.Fields
	if w.Check(&bad); len(bad) > 0 {
		return Text{}, bad.Err()
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Text, error) {
		t, err := lockText(tx, sc, k, language)
		missing := errors.Is(err, db.ErrNoRows)
		if err != nil && !missing {
			return t, err
		}
		if err := sc.CheckVersion(t.Version); err != nil {
			return t, err
		}
		if !missing && t.words() == w {
			return t, nil
		}
		version := t.Version
		t = Text{Kind: k, Language: language, Subject: w.Subject, HeaderText: w.HeaderText, BodyHTML: w.BodyHTML,
			UpdatedAt: tx.Now.UnixMilli(), Version: max(version, 1)}
		if missing {
			err = insertText(tx, sc, t)
		} else {
			err = saveText(tx, sc, &t)
		}
		if err != nil {
			return t, err
		}
		return t, s.bus.Publish(tx, sc, textChanged.Of(textID(k, language), textDetails{k, language}))
	})
}

// unword deletes the hotel's own words: what this package knows, or another language, is in their place.
func (s *Service) unword(ctx context.Context, sc scope.Scope, k Kind, language string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		_, err := lockText(tx, sc, k, language)
		if errors.Is(err, db.ErrNoRows) {
			return errNoText
		}
		if err != nil {
			return err
		}
		if err := removeText(tx, sc, k, language); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, textRemoved.Of(textID(k, language), textDetails{k, language}))
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Written], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

func (s *Service) get(ctx context.Context, sc scope.Scope, letterID string) (Written, error) {
	return db.ReadOne(ctx, s.db, func(tx *db.Tx) (Written, error) { return findLetter(tx, sc, letterID) })
}

// Coming is a letter that a stay will get as it stands.
type Coming struct {
	Kind Kind
	At   int64 // UTC milliseconds
}

// Outlook is what a booking's guest will get.
type Outlook struct {
	Address      string
	Unsubscribed bool
	Coming       []Coming
}

// outlook says what the booking's guest will get, as stay and settings are.
func (s *Service) outlook(ctx context.Context, sc scope.Scope, bookingID string) (Outlook, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (o Outlook, err error) {
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return o, err
		}
		o.Address, o.Coming = b.GuestEmail, []Coming{}
		if o.Unsubscribed, err = stopped(tx, sc.Org, hashed(sc.Org, b.GuestEmail)); err != nil ||
			b.Status == booking.Cancelled {
			return o, err
		}
		set, err := readSettings(tx, sc.Org)
		if err != nil {
			return o, err
		}
		written, err := claims(tx, sc.Org, bookingID)
		if err != nil {
			return o, err
		}
		h, err := houseOf(tx, sc)
		for _, k := range Kinds {
			at, until, ok := set.when(k, stayOf(b), h, isAhead(k, b.Status))
			if ok && until.After(tx.Now) && !slices.Contains(written, k) {
				o.Coming = append(o.Coming, Coming{k, at.UnixMilli()})
			}
		}
		return o, err
	})
}

// isAhead tells whether a stay of this status can still become one that gets the letter.
func isAhead(k Kind, status string) bool {
	switch k {
	case InStay:
		return status == booking.Confirmed
	case Farewell, Review:
		return status != booking.CheckedOut
	}
	return false
}

// subscribe lets the booking's guest get all letters again, after having unsubscribed. A repeat leaves no trace.
func (s *Service) subscribe(ctx context.Context, sc scope.Scope, bookingID string) (Outlook, error) {
	err := s.db.Write(ctx, func(tx *db.Tx) error {
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return err
		}
		was, err := unstop(tx, sc.Org, hashed(sc.Org, b.GuestEmail))
		if err != nil || !was {
			return err
		}
		return s.bus.Publish(tx, sc, subscribed.Of(b.ID, detailsOf(b)))
	})
	if err != nil {
		return Outlook{}, err
	}
	return s.outlook(ctx, sc, bookingID)
}

var errLink = errs.Forbidden("This link is not one of ours. Perhaps a part of it is missing.")

// opened is what a link to unsubscribe leads to.
type opened struct {
	told
	sc       scope.Scope
	hotel    string
	booking  *booking.Booking
	language words.Language
}

// open reads a link's token; Forbidden if it isn't one.
func (s *Service) open(tx *db.Tx, visitor scope.Scope, token string) (o opened, err error) {
	text, err := s.links.Open(token, PagePath)
	if err != nil || json.Unmarshal(text, &o.told) != nil {
		return o, errLink
	}
	if o.sc, err = organization.Job(tx, o.Org); err != nil {
		return o, errLink
	}
	found, err := organization.Get(tx, o.Org).Get()
	if err != nil {
		return o, err
	}
	o.sc.UserName, o.sc.IP, o.sc.UserAgent = "Guest", visitor.IP, visitor.UserAgent
	if o.booking, err = booking.Find(tx, o.sc, o.Booking).Get(); err != nil {
		return o, errLink
	}
	o.hotel, o.language = found.Name, words.Of(o.sc)
	return o, nil
}

func (s *Service) openLink(ctx context.Context, visitor scope.Scope, token string) (opened, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (opened, error) { return s.open(tx, visitor, token) })
}

// unsubscribe stops the letters to a link's address that aren't about the stay. A repeat leaves no trace.
func (s *Service) unsubscribe(ctx context.Context, visitor scope.Scope, token string) (opened, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (opened, error) {
		o, err := s.open(tx, visitor, token)
		if err != nil {
			return o, err
		}
		first, err := stop(tx, o.Org, hashed(o.Org, o.Address))
		if err != nil || !first {
			return o, err
		}
		return o, s.bus.Publish(tx, o.sc, unsubscribed.Of(o.booking.ID, detailsOf(o.booking)))
	})
}

// Shown is a letter as its reader would see it.
type Shown struct{ To, Language, Subject, HTML, Text string }

// preview shows the letter that the booking's guest would get now, in the words of a language or in words that aren't
// stored yet.
func (s *Service) preview(ctx context.Context, sc scope.Scope, bookingID string, k Kind, language string,
	edit func(*Text)) (Shown, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (shown Shown, err error) {
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return shown, err
		}
		text, err := s.edited(tx, sc, k, b, language, edit)
		if err != nil {
			return shown, err
		}
		d, err := s.compose(tx, sc, k, b, &text, true)
		return Shown{d.Address, d.Language, d.Subject, d.BodyHTML, d.BodyText}, err
	})
}

// edited are a booking's words in the language, "" for the one that the guest's letter would have, after the edit.
func (s *Service) edited(tx *db.Tx, sc scope.Scope, k Kind, b *booking.Booking, language string, edit func(*Text)) (
	text Text, err error) {
	if language != "" {
		text, err = textIn(tx, sc.Org, k, language, string(words.English))
	} else {
		var o organization.Organization
		if o, err = organization.Get(tx, sc.Org).Get(); err != nil {
			return text, err
		}
		text, err = s.textFor(tx, sc, o, k, b, nil)
	}
	if err != nil {
		return text, err
	}
	edit(&text)
	var bad errs.Fields
	text.words().Check(&bad)
	return text, bad.Err()
}

// sample is a letter with sample values, in words that the edit may change, and which must be there in the language.
func (s *Service) sample(tx *db.Tx, sc scope.Scope, k Kind, language string, edit func(*Text)) (d draft, err error) {
	o, err := organization.Get(tx, sc.Org).Get()
	if err != nil {
		return d, err
	}
	text, err := textIn(tx, sc.Org, k, language)
	if errs.Is(err, errs.KindNotFound) {
		text, err = Text{Kind: k, Language: language}, nil
	}
	if err != nil {
		return d, err
	}
	edit(&text)
	if text.Subject == "" || text.BodyHTML == "" {
		return d, errs.InvalidField("language", "must be one in which the letter is worded: word it first")
	}
	var bad errs.Fields
	if text.words().Check(&bad); len(bad) > 0 {
		return d, bad.Err()
	}
	values := emailtemplate.Samples(o, sc.Today(tx.Now))
	maps.Copy(values, map[string]string{"checkinLink": s.publicURL, "unsubscribeLink": s.publicURL + PagePath})
	d.Written = Written{Kind: k, Language: language, Address: sc.Email}
	return d, d.render(tx, sc.Org, text, values, s.publicURL, true)
}

// showSample is a letter with sample values, as whoever words it would see it. It reads nothing of a booking.
func (s *Service) showSample(ctx context.Context, sc scope.Scope, k Kind, language string, edit func(*Text)) (
	Shown, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Shown, error) {
		d, err := s.sample(tx, sc, k, language, edit)
		return Shown{d.Address, d.Language, d.Subject, d.BodyHTML, d.BodyText}, err
	})
}

// test mails the caller a letter with sample values. It is no letter to a guest, and isn't kept.
func (s *Service) test(ctx context.Context, sc scope.Scope, k Kind, language string) error {
	_, err := idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (string, error) {
		d, err := s.sample(tx, sc, k, language, func(*Text) {})
		if err != nil {
			return "", err
		}
		d.mail.Subject = "[Test] " + d.mail.Subject
		d.mail.To, d.mail.By = sc.Email, sc.User
		return sc.Email, emailtemplate.Post(tx, s.outbox, sc.Org, d.mail)
	})
	return err
}

// Send writes a letter of the kind to the booking's guest because somebody asks for it, as often as it is asked for;
// the job writes none after it. Conflict if the booking is cancelled, or the guest has unsubscribed from the kind.
func (s *Service) Send(ctx context.Context, sc scope.Scope, bookingID string, k Kind) (Written, error) {
	var set Settings
	d, err := db.Read(ctx, s.db, func(tx *db.Tx) (d draft, err error) {
		if set, err = readSettings(tx, sc.Org); err != nil {
			return d, err
		}
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return d, err
		}
		if b.Status == booking.Cancelled {
			return d, errs.Conflict("Booking %s is cancelled.", b.Code)
		}
		if d, err = s.compose(tx, sc, k, b, nil, false); err != nil {
			return d, err
		}
		if err := d.decide(tx, sc.Org); err != nil || d.State == Queued {
			return d, err
		}
		return d, errs.Conflict("The letter can't be sent. %s", d.Reason)
	})
	if err != nil {
		return d.Written, err
	}
	d.AskedBy = sc.UserName
	if err := s.enclose(ctx, sc, &d); err != nil {
		return d.Written, err
	}
	return s.sendNow(ctx, sc, d, set)
}

// sendNow writes a letter that was asked for, if the booking is still as it was composed by.
func (s *Service) sendNow(ctx context.Context, sc scope.Scope, d draft, set Settings) (Written, error) {
	var called *Written
	written, err := idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (w Written, err error) {
		b, err := booking.Find(tx, sc, d.BookingID).Get()
		if err != nil {
			return w, err
		}
		if b.Version != d.booking.Version {
			return w, errs.Conflict("Booking %s was changed just now. Send the letter again.", b.Code)
		}
		if _, err := claim(tx, sc.Org, b.ID, d.Kind); err != nil {
			return w, err
		}
		d.ID, d.CreatedAt = id.New(), tx.Now.UnixMilli()
		if err := s.post(tx, sc.Org, d, sc.User); err != nil {
			return w, err
		}
		if called, err = d.called(tx, sc.Org, set); err != nil {
			return w, err
		}
		w = d.Written
		w.BodyText, w.BodyHTML = "", "" // the answer of a repeat has no text of it
		return w, s.bus.Publish(tx, sc, writtenByHand.Of(b.ID, letterDetails{b.Code, d.Kind}))
	})
	if err != nil || called == nil {
		return written, err
	}
	return written, s.carry(ctx, sc, *called)
}
