package bank

import (
	"context"
	"fmt"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/books/ledger/events"
	"sarai/internal/books/voucher"
	"sarai/internal/kit/bankfile"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Service keeps statements of banks.
type Service struct {
	db       *db.DB
	bus      *event.Bus
	vouchers *voucher.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, vouchers *voucher.Service) *Service {
	return &Service{d, bus, vouchers}
}

// Follow hears events. An account with statements stays.
func (s *Service) Follow(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if !events.AccountDeleted.Is(e) {
		return nil
	}
	found, err := anyStatement(tx, sc, e.ResourceID)
	if err == nil && found {
		err = errs.Conflict("Statements of its bank were imported into this account: remove them first, or make it " +
			"inactive.")
	}
	return err
}

// accountOf is an account that a bank keeps; NotFound if there is none.
func accountOf(tx *db.Tx, sc scope.Scope, accountID string) (ledger.Account, error) {
	all, err := ledger.Every(tx, sc)
	if err != nil {
		return ledger.Account{}, err
	}
	at := slices.IndexFunc(all, func(a ledger.Account) bool { return a.ID == accountID })
	if at < 0 {
		return ledger.Account{}, errs.NotFound("There is no such account.")
	}
	return all[at], checkAccount(all[at])
}

// importFile imports the file into the account. A file that was imported before is that statement, as it is.
func (s *Service) importFile(ctx context.Context, sc scope.Scope, accountID string, f file.File) (Statement, error) {
	read, err := bankfile.Read(f.Content, sc.Currency)
	if err != nil {
		return Statement{}, err
	}
	digest, name := digestOf(f.Content), fileName(f.Name, read.Format)
	return db.Write(ctx, s.db, func(tx *db.Tx) (Statement, error) {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return Statement{}, err
		}
		if _, err := accountOf(tx, sc, accountID); err != nil {
			return Statement{}, err
		}
		if before, err := byDigest(tx, sc, accountID, digest); err != nil || before != nil {
			return or(before), err
		}
		lines := linesOf(read, accountID)
		st := Statement{ID: id.New(), AccountID: accountID, FileName: name, Format: read.Format, Digest: digest,
			Opening: read.Opening, Closing: read.Closing, Found: len(lines), CreatedBy: sc.User, CreatedByName: sc.UserName,
			CreatedAt: tx.Now.UnixMilli()}
		st.FirstDay, st.LastDay = days(lines)
		if st.LastDay > sc.Today(tx.Now).AddDays(1) {
			return st, errs.InvalidField("file", "must have no day after today: it has one of %s. Which of its numbers is "+
				"the month?", st.LastDay.Short())
		}
		return s.add(tx, sc, st, lines)
	})
}

func or(s *Statement) Statement {
	if s == nil {
		return Statement{}
	}
	return *s
}

// add stores the statement with those of the lines that no file had before.
func (s *Service) add(tx *db.Tx, sc scope.Scope, st Statement, lines []Line) (Statement, error) {
	there, err := known(tx, sc, st.AccountID, st.FirstDay, st.LastDay)
	if err != nil {
		return st, err
	}
	fresh := []Line{}
	for _, l := range lines {
		if !there[l.Fingerprint] {
			l.ID, l.StatementID = id.New(), st.ID
			fresh = append(fresh, l)
		}
	}
	st.Added = len(fresh)
	if err := begin(tx, sc, st, fresh); err != nil {
		return st, err
	}
	if err := insertStatement(tx, sc, st, fresh); err != nil {
		return st, err
	}
	return st, s.bus.Publish(tx, sc, imported.Of(st.AccountID, st.facts()))
}

// begin keeps what was in the account before its first line. Where older lines come later, it was less by them.
func begin(tx *db.Tx, sc scope.Scope, st Statement, fresh []Line) error {
	first, err := opening(tx, sc, st.AccountID)
	if err != nil {
		return err
	}
	if first == nil {
		if st.Opening == nil || len(fresh) == 0 {
			return nil
		}
		older, err := bankBalance(tx, sc, st.AccountID, "", st.FirstDay.AddDays(-1))
		if err != nil {
			return err
		}
		return insertLine(tx, sc, Line{ID: id.New(), AccountID: st.AccountID, Position: -1, Day: st.FirstDay,
			Amount: *st.Opening - older, Text: openingText, Fingerprint: beforeAll, State: Open})
	}
	var older money.Amount
	day := first.Day
	for _, l := range fresh {
		if l.Day < first.Day {
			older += l.Amount
			day = min(day, l.Day)
		}
	}
	if day == first.Day {
		return nil
	}
	if first.State != Open {
		return errs.InvalidField("file", "must begin on %s or later: the balance with which the account's first statement "+
			"begins is %s. Open that line again to import older days", first.Day.Short(), first.State)
	}
	if err := removeLine(tx, sc, *first); err != nil {
		return err
	}
	first.Day, first.Amount = day, first.Amount-older
	return insertLine(tx, sc, *first)
}

// ofAccount is a page of what belongs to an account; NotFound if there is none.
func ofAccount[R any](ctx context.Context, s *Service, sc scope.Scope, accountID string,
	ask func(tx *db.Tx) db.Later[listing.Page[R]]) (listing.Page[R], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[R], error) {
		if _, err := accountOf(tx, sc, accountID); err != nil {
			return listing.Page[R]{}, err
		}
		return ask(tx).Get()
	})
}

func (s *Service) statements(ctx context.Context, sc scope.Scope, in *statementsInput) (
	listing.Page[Statement], error) {
	return ofAccount(ctx, s, sc, in.AccountID.String(), func(tx *db.Tx) db.Later[listing.Page[Statement]] {
		return statementList.Ask(tx, sc, *in, in.Paging)
	})
}

func (s *Service) lines(ctx context.Context, sc scope.Scope, in *linesInput) (listing.Page[Line], error) {
	return ofAccount(ctx, s, sc, in.AccountID.String(), func(tx *db.Tx) db.Later[listing.Page[Line]] {
		return lineList.Ask(tx, sc, *in, in.Paging)
	})
}

func (s *Service) statement(ctx context.Context, sc scope.Scope, accountID, statementID string) (Statement, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Statement, error) {
		return findStatement(tx, sc, accountID, statementID)
	})
}

// remove deletes a statement whose lines are all open, with them.
func (s *Service) remove(ctx context.Context, sc scope.Scope, accountID, statementID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return err
		}
		st, err := findStatement(tx, sc, accountID, statementID)
		if err != nil {
			return err
		}
		if count, err := decided(tx, sc, statementID); err != nil {
			return err
		} else if count > 0 {
			return errs.Conflict("Lines of this statement are matched or ignored (%d): open them again first.", count)
		}
		if err := removeStatement(tx, sc, st); err != nil {
			return err
		}
		if err := removeBeginning(tx, sc, accountID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, removed.Of(st.ID, st.facts()))
	})
}

// removeBeginning removes what was in the account before, once it has no statement.
func removeBeginning(tx *db.Tx, sc scope.Scope, accountID string) error {
	if found, err := anyStatement(tx, sc, accountID); err != nil || found {
		return err
	}
	first, err := opening(tx, sc, accountID)
	if err != nil || first == nil {
		return err
	}
	if first.State != Open {
		return errs.Conflict("The balance with which the account's first statement begins is %s: open it again first.",
			first.State)
	}
	return removeLine(tx, sc, *first)
}

// detailed is a line with what it is, or may be. Repeated requests are answered from what package idempotency keeps of
// it, hence its fields are exported.
type detailed struct {
	Line
	Entries   []ledger.Posted
	Proposals []proposal        `json:"-"`
	Together  []Line            // the others that are matched with the same entries
	Names     map[string]string // of accounts
}

func (s *Service) line(ctx context.Context, sc scope.Scope, accountID, lineID string) (detailed, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (detailed, error) {
		l, err := findLine(tx, sc, accountID, lineID)
		if err != nil {
			return detailed{}, err
		}
		return withAll(tx, sc, l)
	})
}

func withAll(tx *db.Tx, sc scope.Scope, l Line) (d detailed, err error) {
	d.Line = l
	if d.Names, err = ledger.Names(tx, sc).Get(); err != nil {
		return d, err
	}
	for _, own := range ledger.OwnAccounts {
		d.Names[own[0]] = own[1]
	}
	if l.State == Matched {
		matches, err := matchesOf(tx, sc, l.lead())
		if err != nil {
			return d, err
		}
		lines, err := withTheirs(tx, sc, l)
		if err != nil {
			return d, err
		}
		d.Together = lines[1:]
		d.Entries, err = ledger.EntriesAt(tx, sc, l.AccountID, keysOf(matches))
		return d, err
	}
	if l.State == Open && l.Fingerprint != beforeAll {
		d.Proposals, err = proposals(tx, sc, l)
	}
	return d, err
}

func keysOf(matches []Match) []ledger.Key {
	keys := make([]ledger.Key, len(matches))
	for i, m := range matches {
		keys[i] = ledger.Key{PostingID: m.PostingID, Position: m.Position}
	}
	return keys
}

func proposals(tx *db.Tx, sc scope.Scope, l Line) ([]proposal, error) {
	entries, err := unmatched(tx, sc, l.AccountID, l.Day.AddDays(-daysBefore), l.Day.AddDays(daysAfter), "9999-12-31",
		mostAsked)
	if err != nil {
		return nil, err
	}
	var payments []string
	for _, e := range entries {
		if e.Document == "payment" && e.Amount == l.Amount {
			payments = append(payments, e.DocumentID)
		}
	}
	references, err := ledger.References(tx, sc, payments)
	if err != nil {
		return nil, err
	}
	rules, err := rulesFor(tx, sc, l.AccountID, pattern(l.Text))
	return propose(l, entries, references, rules), err
}

// unmatched are the entries of the days that no line is as of a day, at most so many.
func unmatched(tx *db.Tx, sc scope.Scope, accountID string, from, to, asOf date.Date, most int) (
	[]ledger.Posted, error) {
	entries, err := ledger.Entries(tx, sc, from, to, accountID, most)
	if err != nil {
		return nil, err
	}
	keys, err := taken(tx, sc, accountID, from, to, asOf)
	return slices.DeleteFunc(entries, func(e ledger.Posted) bool { return keys[e.Key()] }), err
}

// chosen are the entries that somebody has named, and, with until, all others of the account until that day that no
// line is; and the lines that are them together with the one of the request.
type chosen struct {
	lines  []string
	keys   []ledger.Key
	until  date.Date
	except []ledger.Key
}

const mostMatched = 5000

// named are the entries of the account that the keys name. It refuses others, and the same one twice.
func named(tx *db.Tx, sc scope.Scope, accountID, field string, keys []ledger.Key) ([]ledger.Posted, error) {
	entries, err := ledger.EntriesAt(tx, sc, accountID, keys)
	if err != nil {
		return nil, err
	}
	for i, k := range keys {
		if slices.Contains(keys[:i], k) {
			return nil, errs.InvalidField(fmt.Sprintf("%s[%d].postingId", field, i), "must be named once")
		}
		if !slices.ContainsFunc(entries, func(e ledger.Posted) bool { return e.Key() == k }) {
			return nil, errs.InvalidField(fmt.Sprintf("%s[%d].postingId", field, i),
				"must be, with position, an entry of this account")
		}
	}
	return entries, nil
}

func (c chosen) read(tx *db.Tx, sc scope.Scope, accountID string) ([]ledger.Posted, error) {
	entries, err := named(tx, sc, accountID, "entries", c.keys)
	if err != nil {
		return nil, err
	}
	if _, err := named(tx, sc, accountID, "except", c.except); err != nil {
		return nil, err
	}
	if c.until == "" {
		return entries, nil
	}
	all, err := unmatched(tx, sc, accountID, "1990-01-01", c.until, "9999-12-31", mostMatched+1)
	if err != nil {
		return nil, err
	}
	for _, e := range all {
		if !slices.Contains(c.except, e.Key()) && !slices.Contains(c.keys, e.Key()) {
			entries = append(entries, e)
		}
	}
	if len(entries) > mostMatched {
		return nil, errs.InvalidField("until", "must find at most %d entries", mostMatched)
	}
	return entries, nil
}

// match makes the line, with the others that are named, those entries.
func (s *Service) match(ctx context.Context, sc scope.Scope, accountID, lineID string, c chosen) (detailed, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (detailed, error) {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return detailed{}, err
		}
		lines, err := openLines(tx, sc, accountID, lineID, c.lines)
		if err != nil {
			return detailed{}, err
		}
		entries, err := c.read(tx, sc, accountID)
		if err != nil {
			return detailed{}, err
		}
		if err := s.settle(tx, sc, lines, entries); err != nil {
			return detailed{}, err
		}
		l := lines[0]
		if len(entries) > 0 {
			if err := learn(tx, sc, l.rule(tx, byMatching, entries[0].Document)); err != nil {
				return detailed{}, err
			}
		}
		return withAll(tx, sc, l)
	})
}

// openLine reads a line about which nothing is decided.
func openLine(tx *db.Tx, sc scope.Scope, accountID, lineID string) (Line, error) {
	l, err := findLine(tx, sc, accountID, lineID)
	if err == nil && l.State != Open {
		err = errs.Conflict("This line is %s already: open it again first.", l.State)
	}
	return l, err
}

func (l Line) rule(tx *db.Tx, kind, target string) Rule {
	return Rule{ID: id.New(), AccountID: l.AccountID, Pattern: pattern(l.Text), Kind: kind, Target: target, Uses: 1,
		UpdatedAt: tx.Now.UnixMilli()}
}

func (l *Line) by(tx *db.Tx, sc scope.Scope) {
	now := tx.Now.UnixMilli()
	l.DecidedBy, l.DecidedByName, l.DecidedAt = sc.User, sc.UserName, &now
}

// book posts what the line is by a voucher, and matches it with that. The voucher's amounts are positive: they say how
// much of the line belongs to which account.
func (s *Service) book(ctx context.Context, sc scope.Scope, accountID, lineID string, v voucher.Voucher) (
	detailed, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (detailed, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return detailed{}, err
		}
		l, err := openLine(tx, sc, accountID, lineID)
		if err != nil {
			return detailed{}, err
		}
		wanted, err := l.voucher(v, sc.Currency)
		if err != nil {
			return detailed{}, err
		}
		made, err := s.vouchers.Write(books, sc, wanted)
		if err != nil {
			return detailed{}, err
		}
		entries, err := ledger.EntriesOf(tx, sc, made.ID, accountID)
		if err != nil {
			return detailed{}, err
		}
		lines := []Line{l}
		if err := s.settle(tx, sc, lines, entries); err != nil {
			return detailed{}, err
		}
		if err := learn(tx, sc, l.rule(tx, byBooking, v.Lines[0].Account)); err != nil {
			return detailed{}, err
		}
		return withAll(tx, sc, lines[0])
	})
}

// voucher is what posts the line: the account's side last, so that lines that are refused are named as they were sent.
func (l Line) voucher(v voucher.Voucher, currency string) (voucher.Voucher, error) {
	if len(v.Lines) == 1 && v.Lines[0].Amount == 0 {
		v.Lines = []voucher.Line{{Account: v.Lines[0].Account, Amount: max(l.Amount, -l.Amount), Note: v.Lines[0].Note}}
	}
	sign := money.Amount(-1)
	if l.Amount < 0 {
		sign = 1
	}
	if v.Date == "" {
		v.Date = l.Day
	}
	if v.Narration == "" {
		v.Narration = l.Text
	}
	if v.Narration == "" {
		v.Narration = "Bank statement of " + string(l.Day)
	}
	v.Reference = l.Reference
	var posted []voucher.Line
	var sum money.Amount
	for i, other := range v.Lines {
		if other.Account == l.AccountID {
			return v, errs.InvalidField(fmt.Sprintf("lines[%d].account", i), "must be another account than the bank's own")
		}
		sum += other.Amount
		posted = append(posted, voucher.Line{Account: other.Account, Amount: sign * other.Amount, Note: other.Note})
	}
	if sum != max(l.Amount, -l.Amount) {
		return v, errs.InvalidField("lines", "must add up to the line's %s: they are %s",
			max(l.Amount, -l.Amount).Text(currency), sum.Text(currency))
	}
	v.Lines = append(posted, voucher.Line{Account: l.AccountID, Amount: l.Amount})
	return v, nil
}

// ignore sets the line aside.
func (s *Service) ignore(ctx context.Context, sc scope.Scope, accountID, lineID, reason string) (detailed, error) {
	return s.changed(ctx, sc, accountID, lineID, func(tx *db.Tx, l *Line) error {
		if l.State != Open {
			return errs.Conflict("This line is %s already: open it again first.", l.State)
		}
		l.State, l.Reason = Ignored, reason
		l.by(tx, sc)
		return s.bus.Publish(tx, sc, ignored.Of(l.ID, l.facts(sc, reason)))
	})
}

func (s *Service) changed(ctx context.Context, sc scope.Scope, accountID, lineID string,
	change func(tx *db.Tx, l *Line) error) (detailed, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (detailed, error) {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return detailed{}, err
		}
		l, err := findLine(tx, sc, accountID, lineID)
		if err != nil {
			return detailed{}, err
		}
		before := l.State
		if err := change(tx, &l); err != nil {
			return detailed{}, err
		}
		if err := decide(tx, sc, before, &l); err != nil {
			return detailed{}, err
		}
		return withAll(tx, sc, l)
	})
}

// learned are the account's rules, with the names of accounts.
func (s *Service) learned(ctx context.Context, sc scope.Scope, accountID string) (rules []Rule, names map[string]string,
	err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if _, err := accountOf(tx, sc, accountID); err != nil {
			return err
		}
		if names, err = ledger.Names(tx, sc).Get(); err != nil {
			return err
		}
		for _, own := range ledger.OwnAccounts {
			names[own[0]] = own[1]
		}
		rules, err = rulesOf(tx, sc, accountID)
		return err
	})
	return rules, names, err
}

// forget removes a rule.
func (s *Service) forget(ctx context.Context, sc scope.Scope, accountID, ruleID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		r, err := removeRule(tx, sc, accountID, ruleID)
		if err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, forgotten.Of(r.ID, ruleDetails{r.Pattern, r.Kind, r.Target}))
	})
}
