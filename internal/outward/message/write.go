package message

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"

	"sarai/internal/billing/invoice"
	"sarai/internal/country/words"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/precheck"
)

// draft is a letter before it is written.
type draft struct {
	Written
	booking  *booking.Booking
	mail     mail.Message          // empty if the letter is passed over
	enclosed string                // the id of the invoice whose paper goes with it; "": none
	phone    string                // the guest's
	keepLink func(tx *db.Tx) error // has the link to online check-in work; nil: there is none
}

// compose makes a stay's letter from the booking as it is. The words are the hotel's, or those that are given. Of a
// letter that is only shown, links lead nowhere.
func (s *Service) compose(tx *db.Tx, sc scope.Scope, k Kind, b *booking.Booking, given *Text, shown bool) (
	d draft, err error) {
	o, err := organization.Get(tx, sc.Org).Get()
	if err != nil {
		return d, err
	}
	d.booking, d.phone = b, b.GuestPhone
	d.Written = Written{ID: id.New(), BookingID: b.ID, BookingCode: b.Code, GuestName: b.GuestName, Kind: k,
		Channel: ByMail, State: Queued, Address: b.GuestEmail, CreatedAt: tx.Now.UnixMilli()}
	text, err := s.textFor(tx, sc, o, k, b, given)
	if err != nil {
		return d, err
	}
	d.Language = text.Language
	values := BookingValues(text.Language, o, b)
	maps.Copy(values, emailtemplate.OrganizationValues(o))
	if k == Farewell {
		i, err := invoiceFor(tx, sc, b)
		if err != nil {
			return d, err
		}
		d.enclosed, values["invoice_number"] = i.ID, i.Number
	}
	if values["checkinLink"], d.keepLink, err = s.checkIns.Offer(tx, sc, b); err != nil {
		return d, err
	}
	values["unsubscribeLink"] = s.unsubscribeLink(sc.Org, b.ID, b.GuestEmail)
	if k.optional() {
		d.mail.Unsubscribe = values["unsubscribeLink"]
	}
	err = d.render(tx, sc.Org, text, values, s.publicURL, shown)
	return d, err
}

// render makes the mail, and what is kept of it, in which links open nothing.
func (d *draft) render(tx *db.Tx, org string, text Text, values map[string]string, publicURL string,
	shown bool) error {
	w := text.words()
	w.BodyHTML = without(w.BodyHTML, values)
	if d.Kind.optional() {
		w.BodyHTML += stopping(text.Language)
	}
	harmless := maps.Clone(values)
	harmless["unsubscribeLink"] = publicURL + PagePath
	if harmless["checkinLink"] != "" {
		harmless["checkinLink"] = publicURL
	}
	kept, err := emailtemplate.Dressed(tx, org, w, harmless)
	if err != nil {
		return err
	}
	d.Subject, d.BodyText, d.BodyHTML = kept.Subject, kept.Text, kept.HTML
	m := kept
	if !shown {
		if m, err = emailtemplate.Dressed(tx, org, w, values); err != nil {
			return err
		}
	}
	d.mail.Subject, d.mail.Text, d.mail.HTML = m.Subject, m.Text, m.HTML
	return nil
}

// textFor chooses the words of a stay's letter: in the guest's language, that of the hotel's papers, or English, the
// first in which there are any.
func (s *Service) textFor(tx *db.Tx, sc scope.Scope, o organization.Organization, k Kind, b *booking.Booking,
	given *Text) (Text, error) {
	if given != nil {
		return *given, nil
	}
	g, err := s.guests.Get(tx, sc, b.GuestID)
	if err != nil && !errs.Is(err, errs.KindNotFound) {
		return Text{}, err
	}
	return textIn(tx, sc.Org, k, g.Language, string(o.Language), string(words.English))
}

// textIn are the words of a kind in the first of the languages that there are any in, the hotel's own before what this
// package knows.
func textIn(tx *db.Tx, org string, k Kind, languages ...string) (Text, error) {
	all, err := texts(tx, org)
	if err != nil {
		return Text{}, err
	}
	for _, language := range languages {
		n := slices.IndexFunc(all, func(t Text) bool { return t.Kind == k && t.Language == language })
		if n >= 0 {
			return all[n], nil
		}
		if t, ok := own(k, language); ok {
			return t, nil
		}
	}
	return Text{}, errNoText
}

// invoiceFor is the booking's newest issued invoice that goes to the guest's address: one that is made out to somebody
// else isn't the guest's to read. Its zero value if there is none.
func invoiceFor(tx *db.Tx, sc scope.Scope, b *booking.Booking) (invoice.Invoice, error) {
	ids, err := invoicesOf(tx, sc.Org, b.ID)
	if err != nil {
		return invoice.Invoice{}, err
	}
	for _, invoiceID := range ids {
		i, err := invoice.Find(tx, sc, invoiceID).Get()
		if err != nil {
			return i, err
		}
		if to := i.Buyer.Email; to == "" || strings.EqualFold(to, b.GuestEmail) {
			return i, nil
		}
	}
	return invoice.Invoice{}, nil
}

const hasUnsubscribed = "The guest has unsubscribed."

// decide passes the letter over that nobody is to get.
func (d *draft) decide(tx *db.Tx, org string) error {
	reason := ""
	switch {
	case d.Address == "":
		reason = "The booking has no e-mail address."
	case !contact.Email(d.Address):
		reason = "The booking's e-mail address is none that mails can be sent to."
	case d.Kind.optional():
		is, err := stopped(tx, org, hashed(org, d.Address))
		if err != nil {
			return err
		}
		if is {
			reason = hasUnsubscribed
		}
	}
	if reason != "" {
		d.State, d.Reason, d.SettledAt = Skipped, reason, new(d.CreatedAt)
	}
	return nil
}

// enclose draws the paper that goes with the letter, outside of transactions.
func (s *Service) enclose(ctx context.Context, sc scope.Scope, d *draft) error {
	if d.enclosed == "" || d.State != Queued {
		return nil
	}
	paper, err := s.invoices.Paper(ctx, sc, d.enclosed)
	if err != nil {
		return err
	}
	if d.mail.Attachment, err = paper.Attachment(); err != nil {
		return err
	}
	d.Attachment = d.mail.Attachment.Name
	return nil
}

// post writes the letter down and puts its mail into the outbox.
func (s *Service) post(tx *db.Tx, org string, d draft, by string) error {
	if err := insertLetter(tx, org, d.Written); err != nil || d.State != Queued {
		return err
	}
	if d.keepLink != nil && strings.Contains(d.mail.HTML, precheck.PagePath) {
		if err := d.keepLink(tx); err != nil {
			return err
		}
	}
	m := d.mail
	m.ID, m.To, m.By, m.About, m.Kind = d.ID, d.Address, by, d.BookingID, string(d.Kind)
	return emailtemplate.Post(tx, s.outbox, org, m)
}

// told is what the token of a link to unsubscribe has in it, encrypted.
type told struct{ Org, Booking, Address string }

func (s *Service) unsubscribeLink(org, bookingID, address string) string {
	text, err := json.Marshal(told{org, bookingID, address})
	if err != nil {
		panic(err) // three strings
	}
	return s.publicURL + PagePath + "?token=" + url.QueryEscape(s.links.Seal(text, PagePath))
}

// hashed is what is kept of an address that wants no more letters.
func hashed(org, address string) string {
	sum := sha256.Sum256([]byte(org + "\n" + cmp.Or(contact.CanonicalEmail(address), address)))
	return hex.EncodeToString(sum[:])
}
