package ledger

import (
	"sarai/internal/books/drawer"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
)

// outside tells whether the posting belongs to no shift. No cash moves by opening balances: they correct the books.
func (p Posting) outside() bool { return p.NoShift || p.Document == "opening" }

// checkShifts refuses to move cash in or out of a drawer on which no shift is open, if the hotel wants one to be.
func checkShifts(books Locked, sc scope.Scope, p Posting) error {
	if !books.CashNeedsShift || p.outside() || p.Shift != "" {
		return nil
	}
	for _, e := range p.Entries {
		if !id.Valid(e.Account) || e.Amount == 0 {
			continue
		}
		drawers, err := db.All(books.Tx(), db.Value[string], `SELECT name FROM accounts WHERE org_id = $1
			AND account_id = $2 AND kind = 'cash' AND NOT is_safe`, sc.Org, e.Account)
		if err != nil {
			return err
		}
		if len(drawers) == 0 {
			continue
		}
		if shift, err := drawer.OpenOn(books.Tx(), sc, e.Account); err != nil {
			return err
		} else if shift == "" {
			return errs.Conflict("No shift is open on %s: open one before cash goes in or out of it.", drawers[0])
		}
	}
	return nil
}

// noteShift tells which shift an entry on one of the hotel's accounts belongs to.
func noteShift(tx *db.Tx, sc scope.Scope, p Posting, e Posted) error {
	if p.outside() {
		return nil
	}
	return drawer.Note(tx, sc, drawer.Entry{ShiftID: p.Shift, PostingID: e.PostingID, Position: e.Position,
		Account: e.Account, Amount: e.Amount, Day: e.Day, Document: e.Document, DocumentID: e.DocumentID, Number: e.Number,
		Method: string(p.Method), Note: e.Note, CreatedBy: e.CreatedBy, CreatedAt: e.CreatedAt})
}
