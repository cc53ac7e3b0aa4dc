package payment

import (
	"cmp"
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/emailtemplate"
)

// send mails the paper to this address, or if it is empty to the payer's, and returns where it goes.
func (s *Service) send(ctx context.Context, sc scope.Scope, paymentID, email string) (string, error) {
	var bad errs.Fields
	contact.CheckEmail(&bad, "email", email)
	if err := bad.Err(); err != nil {
		return "", err
	}
	p, err := s.paper(ctx, sc, paymentID)
	if err != nil {
		return "", err
	}
	to := cmp.Or(email, p.movement.PayerEmail)
	if !contact.Email(to) {
		return "", errs.InvalidField("email", "must be given, as no e-mail address of the payer is known")
	}
	content, err := p.paper.PDF()
	if err != nil {
		return "", err
	}
	return to, s.db.Write(ctx, func(tx *db.Tx) error { return s.post(tx, sc, p, to, content) })
}

// post queues the mail, with the paper's PDF.
func (s *Service) post(tx *db.Tx, sc scope.Scope, p printed, to string, content []byte) error {
	if _, err := ledger.Lock(tx, sc).Get(); err != nil {
		return err
	}
	now, err := ledger.Get(tx, sc, p.movement.ID)
	if err != nil {
		return err
	}
	if now.Status == ledger.Void { // perhaps only since the receipt was printed
		return errs.Conflict("Payment %s is void: there is no receipt to send.", now.Number)
	}
	letter, err := p.letter(tx, sc)
	if err != nil {
		return err
	}
	letter.To, letter.Attachment = to, &mail.Attachment{Name: p.paper.FileName(), Type: "application/pdf",
		Content: content}
	letter.By, letter.About, letter.Kind = sc.User, now.BookingID, string(emailtemplate.PaymentReceipt)
	if now.Kind == ledger.Refund {
		letter.Kind = now.Kind
	}
	if err := emailtemplate.Post(tx, s.outbox, sc.Org, letter); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, sent.Of(now.ID, sentDetails{now.Number, to}))
}

// letter writes the mail: a receipt's by the hotel's template if there is one, a refund's always by itself.
func (p printed) letter(tx *db.Tx, sc scope.Scope) (m mail.Message, err error) {
	found := false
	if p.movement.Kind == ledger.Payment {
		m, found, err = emailtemplate.Render(tx, sc.Org, emailtemplate.PaymentReceipt, p.values)
	}
	if err != nil || found {
		return m, err
	}
	hotel := p.paper.Seller.Name
	m.Subject = p.paper.Title() + " " + p.movement.Number + " from " + hotel
	sentence := "We have received your payment of " + p.movement.Amount.Text(sc.Currency) + ". The receipt is attached."
	if p.movement.Kind == ledger.Refund {
		sentence = "We have given back " + p.movement.Amount.Text(sc.Currency) + ". The refund voucher is attached."
	}
	m.Text = "Dear " + cmp.Or(p.movement.Payer, "guest") + ",\n\n" + sentence + "\n\n" + hotel + "\n"
	return m, nil
}
