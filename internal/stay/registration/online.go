package registration

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
)

// Drawn is the picture of a signature as cards keep it, for Complete. Invalid names a file that is none.
func Drawn(sc scope.Scope, picture []byte) (string, error) { return cleaned(sc, picture) }

// Complete takes what a guest says before the arrival, and the signature unless it is empty. A card that is signed
// stays as it is.
func (s *Service) Complete(tx *db.Tx, sc scope.Scope, bookingID, personID string, a Answers, signature string) error {
	sc.Expected = 0
	h, err := s.change(tx, sc, bookingID, personID, func(b *booking.Booking, h *Held) (event.Event, bool, error) {
		before := h.Answers
		if h.SignedAt == nil {
			h.Answers = a
		}
		return answered.Of(b.ID, detailsOf(b)), h.Answers != before, nil
	})
	if err != nil || signature == "" || h.SignedAt != nil {
		return err
	}
	_, err = s.sign(tx, sc, bookingID, personID, signature, Online)
	return err
}
