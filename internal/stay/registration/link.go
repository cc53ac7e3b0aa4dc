package registration

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image/png"
	"net/url"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"

	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

const (
	linkLife = 30 * time.Minute
	qrSide   = 320 // pixels
)

// PagePath is where a link leads.
const PagePath = "/registration"

// link is a link that was made.
type link struct {
	url   string
	until int64 // UTC milliseconds
}

// QR is a link as a PNG in a data: URL.
func QR(url string) (string, error) {
	code, err := qr.Encode(url, qr.M, qr.Auto)
	if err != nil {
		return "", err
	}
	scaled, err := barcode.Scale(code, qrSide, qrSide)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = png.Encode(&out, scaled)
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(out.Bytes()), err
}

// told is what a link's token has in it, encrypted.
type told struct {
	Org, Booking, Person, Link string
	Until                      int64
}

// Link makes a link to a card, and ends the one that was made before. The card is issued.
func (s *Service) Link(ctx context.Context, sc scope.Scope, bookingID, personID string) (link, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (made link, err error) {
		sc.Expected = 0
		_, err = s.change(tx, sc, bookingID, personID, func(b *booking.Booking, h *Held) (event.Event, bool, error) {
			h.LinkID = id.New()
			made.until = tx.Now.Add(linkLife).UnixMilli()
			text, err := json.Marshal(told{sc.Org, bookingID, personID, h.LinkID, made.until})
			made.url = s.publicURL + PagePath + "?token=" + url.QueryEscape(s.links.Seal(text, PagePath))
			return linked.Of(b.ID, signedDetails{b.Code, h.Person.Name}), true, err
		})
		return made, err
	})
}

// opened is what a link shows.
type opened struct {
	told
	sc           scope.Scope
	hotel, terms string
	guest, stay  string
	room         string
	answers      Answers
}

// open reads the card of a link that still works; Forbidden if it doesn't.
func (s *Service) open(tx *db.Tx, visitor scope.Scope, token string) (o opened, err error) {
	text, err := s.links.Open(token, PagePath)
	if err != nil || json.Unmarshal(text, &o.told) != nil || o.Until <= tx.Now.UnixMilli() {
		return o, errLink
	}
	if o.sc, err = organization.Job(tx, o.Org); err != nil {
		return o, errLink
	}
	o.sc.UserName, o.sc.IP, o.sc.UserAgent = "Guest", visitor.IP, visitor.UserAgent
	b, err := booking.Find(tx, o.sc, o.Booking).Get()
	if err != nil {
		return o, errLink
	}
	c, err := s.sheet(tx, o.sc, b, o.Person)
	if errors.Is(err, errNoCard) || err == nil && (c.card.LinkID == "" || c.card.LinkID != o.Link) ||
		err == nil && b.Status == booking.Cancelled {
		return o, errLink
	}
	if err != nil {
		return o, err
	}
	language := words.Of(o.sc)
	o.hotel, o.terms = c.organization.Name, Terms(c.organization, language)
	o.guest, o.answers = c.person.Name, c.card.Answers
	o.stay = language.Day(b.CheckIn) + " – " + language.Day(b.CheckOut)
	o.room = c.rooms(language)
	return o, nil
}

// openLink is open in a transaction of its own.
func (s *Service) openLink(ctx context.Context, visitor scope.Scope, token string) (opened, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (opened, error) { return s.open(tx, visitor, token) })
}

// signByLink takes answers and signature of a link's page, which ends the link.
func (s *Service) signByLink(ctx context.Context, visitor scope.Scope, token string, a Answers, picture []byte) error {
	found, err := s.openLink(ctx, visitor, token)
	if err != nil {
		return err
	}
	signature, err := cleaned(found.sc, picture)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := booking.Lock(tx, found.sc, found.Booking).Get(); err != nil {
			return err
		}
		if _, err := s.open(tx, visitor, token); err != nil { // now that nobody else signs it
			return err
		}
		if _, err := s.change(tx, found.sc, found.Booking, found.Person,
			func(b *booking.Booking, h *Held) (event.Event, bool, error) {
				before := h.Answers
				h.Answers = a
				return answered.Of(b.ID, detailsOf(b)), h.Answers != before, nil
			}); err != nil {
			return err
		}
		_, err := s.sign(tx, found.sc, found.Booking, found.Person, signature, OnTablet)
		return err
	})
}
