package message

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
)

// Carrier hands texts to telephones, by WhatsApp or SMS. It is called once for each text, after the commit; a text
// whose server dies at that moment stays queued and isn't tried again, since texts cost money.
type Carrier interface {
	// Carry returns what became of the text, Sent, Failed or Simulated, and why as a sentence.
	Carry(ctx context.Context, t PhoneText) (state, reason string)
}

// PhoneText is a text for a telephone.
type PhoneText struct {
	Org, ID string // of the letter
	Channel string // ByWhatsApp or BySMS
	To      string // the number, as the guest has given it
	Text    string
}

// Simulator is a carrier that sends nothing and says so.
type Simulator struct{}

// Carry says that the text went nowhere.
func (Simulator) Carry(context.Context, PhoneText) (state, reason string) {
	return Simulated, "Nothing was sent: this server has no provider for telephones, and only simulates one."
}

// called is the letter as it goes to the guest's telephone, written down; nil if it doesn't.
func (d draft) called(tx *db.Tx, org string, set Settings) (*Written, error) {
	if set.Phone == "" || d.phone == "" || d.Reason == hasUnsubscribed {
		return nil, nil
	}
	w := d.Written
	w.ID, w.Channel, w.Address, w.State, w.Reason, w.SettledAt = id.New(), set.Phone, d.phone, Queued, "", nil
	w.BodyHTML, w.Attachment = "", ""
	return &w, insertLetter(tx, org, w)
}

// carry hands a letter to the carrier, and notes what became of it. Its text has no links that open anything, as the
// kept one: who reads along on a telephone isn't known.
func (s *Service) carry(ctx context.Context, sc scope.Scope, w Written) error {
	state, reason := s.carrier.Carry(ctx, PhoneText{Org: sc.Org, ID: w.ID, Channel: w.Channel, To: w.Address,
		Text: w.BodyText})
	return s.db.Write(ctx, func(tx *db.Tx) error { return settle(tx, sc.Org, w.ID, state, reason) })
}
