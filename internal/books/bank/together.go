package bank

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// settleTogether marks the lines as matched with the entries, and returns their matches, which the first line has. All
// are settled on the last day of any of them, so that they leave the reconciliation at once. It refuses another sum.
func settleTogether(lines []Line, entries []ledger.Posted, currency string) ([]Match, error) {
	if sum, want := sumOf(entries), total(lines); sum != want {
		whose := "the line's"
		if len(lines) > 1 {
			whose = "the lines'"
		}
		return nil, errs.InvalidField("entries", "must add up to %s %s: they are %s. Choose others, or book what is "+
			"missing first", whose, want.Text(currency), sum.Text(currency))
	}
	var last date.Date
	for _, l := range lines {
		last = max(last, l.Day)
	}
	for _, e := range entries {
		last = max(last, e.Day)
	}
	for i := range lines {
		lines[i].State, lines[i].SettledOn, lines[i].With = Matched, last, ""
		if i > 0 {
			lines[i].With = lines[0].ID
		}
	}
	matches := make([]Match, len(entries))
	for i, e := range entries {
		matches[i] = Match{PostingID: e.PostingID, Position: e.Position, AccountID: lines[0].AccountID, LineID: lines[0].ID,
			Amount: e.Amount, EntryDay: e.Day, SettledOn: last}
	}
	return matches, nil
}

// openLines reads a line about which nothing is decided, and others of the account that are to be matched with it.
func openLines(tx *db.Tx, sc scope.Scope, accountID, lineID string, others []string) ([]Line, error) {
	first, err := openLine(tx, sc, accountID, lineID)
	if err != nil {
		return nil, err
	}
	lines := []Line{first}
	for i, id := range others {
		field := fmt.Sprintf("lines[%d]", i)
		if slices.ContainsFunc(lines, func(l Line) bool { return l.ID == id }) {
			return nil, errs.InvalidField(field, "must be another line than this one, named once")
		}
		l, err := findLine(tx, sc, accountID, id)
		if errs.Is(err, errs.KindNotFound) || err == nil && l.State != Open {
			err = errs.InvalidField(field, "must be the id of an open line of this account")
		}
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// settle stores that the lines, together, are those entries.
func (s *Service) settle(tx *db.Tx, sc scope.Scope, lines []Line, entries []ledger.Posted) error {
	matches, err := settleTogether(lines, entries, sc.Currency)
	if err != nil {
		return err
	}
	for i := range lines {
		lines[i].by(tx, sc)
		if err := decide(tx, sc, Open, &lines[i]); err != nil {
			return err
		}
	}
	if err := insertMatches(tx, sc, matches); err != nil {
		return err
	}
	for _, l := range lines {
		told := matchedDetails{Date: l.Day, Amount: l.Amount.Number(sc.Currency), Entries: []entryFacts{}}
		for _, e := range entries[:min(len(entries), 100)] {
			told.Entries = append(told.Entries, entryFacts{e.Document, e.DocumentID, e.Number, e.Amount.Number(sc.Currency)})
		}
		if len(lines) > 1 {
			told.Lines, told.Sum = len(lines), new(total(lines).Number(sc.Currency))
		}
		if err := s.bus.Publish(tx, sc, matched.Of(l.ID, told)); err != nil {
			return err
		}
	}
	return nil
}

// lead is the line that has the matches of this one.
func (l Line) lead() string { return cmp.Or(l.With, l.ID) }

// withTheirs are a matched line and those that are matched together with it, itself first.
func withTheirs(tx *db.Tx, sc scope.Scope, l Line) ([]Line, error) {
	lines := []Line{l}
	if l.With != "" {
		first, err := findLine(tx, sc, l.AccountID, l.With)
		if err != nil {
			return nil, err
		}
		lines = append(lines, first)
	}
	others, err := matchedWith(tx, sc, l.lead())
	for _, other := range others {
		if other.ID != l.ID {
			lines = append(lines, other)
		}
	}
	return lines, err
}

// reopen takes back that the line was matched, with those that were matched together with it, or ignored. What was
// booked of it stays in the books.
func (s *Service) reopen(ctx context.Context, sc scope.Scope, accountID, lineID, reason string) (detailed, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (detailed, error) {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return detailed{}, err
		}
		l, err := findLine(tx, sc, accountID, lineID)
		if err == nil && l.State == Open {
			err = errs.Conflict("This line is open already.")
		}
		if err != nil {
			return detailed{}, err
		}
		lines, err := withTheirs(tx, sc, l)
		if err != nil {
			return detailed{}, err
		}
		if err := removeMatches(tx, sc, l.lead()); err != nil {
			return detailed{}, err
		}
		for i := range lines {
			if err := s.open(tx, sc, &lines[i], reason); err != nil {
				return detailed{}, err
			}
		}
		return withAll(tx, sc, lines[0])
	})
}

func (s *Service) open(tx *db.Tx, sc scope.Scope, l *Line, reason string) error {
	before := l.State
	l.State, l.With, l.SettledOn, l.Reason, l.DecidedBy, l.DecidedByName, l.DecidedAt = Open, "", "", "", "", "", nil
	if err := decide(tx, sc, before, l); err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, reopened.Of(l.ID, l.facts(sc, reason)))
}
