package payment

import (
	"context"
	"slices"

	"sarai/internal/billing/receivable"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// void takes back a payment that was recorded by mistake: bookings and invoices are as if it had never been made. It
// fails with Conflict where ledger.VoidPayment does.
func (s *Service) void(ctx context.Context, sc scope.Scope, paymentID, reason string) (Payment, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Payment, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Payment{}, err
		}
		m, parts, err := s.ledger.VoidPayment(books, sc, paymentID, reason)
		if err != nil {
			return Payment{}, err
		}
		for _, p := range parts {
			if err := unpay(books, sc, p, -p.Amount, 0); err != nil {
				return Payment{}, err
			}
		}
		by := receivable.Of(m)
		by.Document, by.Note = receivable.Voided, reason
		if err := receivable.Follow(books, sc, by, negated(parts)...); err != nil {
			return Payment{}, err
		}
		if err := s.follow(books, sc, parts); err != nil {
			return Payment{}, err
		}
		return named(tx, sc, m)
	})
}

// negated are parts as they are taken off.
func negated(parts []ledger.Part) []ledger.Part {
	list := slices.Clone(parts)
	for i := range list {
		list[i].Amount = -list[i].Amount
	}
	return list
}
