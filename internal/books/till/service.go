package till

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"sarai/internal/books/drawer"
	"sarai/internal/books/ledger"
	"sarai/internal/identity/user"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/hook"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

// Service opens, works and closes shifts.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	ledger *ledger.Service
	hooks  Hooks
}

// Hooks are what packages above do for the till.
type Hooks struct {
	// PayOut records an expense that is paid out of the account today, and returns its id and number.
	PayOut func(books ledger.Locked, sc scope.Scope, accountID string, amount money.Amount, category, reason string) (
		expenseID, number string, err error)
}

// Connect sets the hooks.
func (s *Service) Connect(h Hooks) {
	hook.Require(h)
	s.hooks = h
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, accounts *ledger.Service) *Service {
	return &Service{db: d, bus: bus, ledger: accounts}
}

// Shown is a shift with what is shown beside it.
type Shown struct {
	Shift
	Drawer   string            // its name
	Names    map[string]string // of the people that it names, by id
	Now      *money.Amount     // what is expected in the drawer of an open one; nil for who may not know
	Truth    money.Amount      // of a closed one: what was counted, with its corrections
	Currency string
}

// knows tells whether the caller may know what is expected in the drawer: once it is counted everybody, before that who
// may manage payments and doesn't work the drawer.
func (s Shift) knows(sc scope.Scope) bool {
	return s.State == Closed || sc.Permissions.Has(may.Payments, scope.Manage) && s.CashierID != sc.User
}

// requireKnown refuses what would tell the caller what is expected in the drawer before it is counted.
func (s Shift) requireKnown(sc scope.Scope) error {
	if s.knows(sc) {
		return nil
	}
	return errs.Conflict("The shift is open: this is shown to you once the drawer is counted, since it tells " +
		"what should be in it.")
}

// show reads what is shown beside the shifts.
func show(tx *db.Tx, sc scope.Scope, shifts ...Shift) ([]Shown, error) {
	drawers, err := ledger.Names(tx, sc).Get()
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	list := make([]Shown, len(shifts))
	for i, s := range shifts {
		if err := addNames(tx, sc, names, s.CashierID, s.ClosedBy, s.ApprovedBy); err != nil {
			return nil, err
		}
		list[i] = Shown{Shift: s, Drawer: drawers[s.AccountID], Names: names, Currency: sc.Currency}
		if s.State == Open && s.knows(sc) {
			moved, err := drawer.Moved(tx, sc, s.ID).Get()
			if err != nil {
				return nil, err
			}
			list[i].Now = new(s.Float + moved)
		}
		if s.State == Closed {
			by, err := correctedBy(tx, sc, s.ID)
			if err != nil {
				return nil, err
			}
			list[i].Truth = s.Counted + by
		}
	}
	return list, nil
}

// addNames adds the names of people to those that are known. Who has left has none.
func addNames(tx *db.Tx, sc scope.Scope, known map[string]string, people ...string) error {
	for _, person := range people {
		if _, asked := known[person]; asked || person == "" {
			continue
		}
		name, err := user.NameIn(tx, sc.Org, person)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return err
		}
		known[person] = name
	}
	return nil
}

func showOne(tx *db.Tx, sc scope.Scope, s Shift) (Shown, error) {
	shown, err := show(tx, sc, s)
	if err != nil {
		return Shown{}, err
	}
	return shown[0], nil
}

// open begins a shift of the drawer with what was counted in it, which the caller works. What it is beyond what the
// books say came from the account from, such as a safe; "" is none.
func (s *Service) open(ctx context.Context, sc scope.Scope, accountID string, float Count, from, notes string) (
	Shown, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Shown, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Shown{}, err
		}
		account, err := drawerOf(tx, sc, accountID)
		if err != nil {
			return Shown{}, err
		}
		if from != "" {
			if _, err := ledger.Usable(tx, sc, "floatFromAccountId", from).Get(); err != nil {
				return Shown{}, err
			}
		}
		shift, err := s.begin(books, sc, account, Shift{ID: id.New(), Float: float.Total, FloatPieces: pieces(float),
			FloatFrom: from, Notes: notes})
		if err != nil {
			return Shown{}, err
		}
		return showOne(tx, sc, shift)
	})
}

// drawerOf is the account with this id, on which a shift may be opened. It fails with Invalid, naming the field
// accountId, for any other.
func drawerOf(tx *db.Tx, sc scope.Scope, accountID string) (ledger.Account, error) {
	a, err := ledger.Usable(tx, sc, "accountId", accountID).Get()
	if err == nil && (a.Kind != "cash" || a.Safe) {
		err = errs.InvalidField("accountId", "must be the id of a drawer: an account of kind cash that is no safe")
	}
	return a, err
}

// begin opens a shift on the drawer, which the caller works. What its float differs by from the books is posted before,
// so that the books say what is in the drawer.
func (s *Service) begin(books ledger.Locked, sc scope.Scope, account ledger.Account, shift Shift) (Shift, error) {
	tx, now := books.Tx(), books.Tx().Now.UnixMilli()
	number, err := nextNumber(tx, sc, account.ID)
	if err != nil {
		return shift, err
	}
	shift.AccountID, shift.Number, shift.State, shift.CashierID = account.ID, number, Open, sc.User
	shift.OpenedAt, shift.OpenedOn, shift.Books = now, books.Days.Business(), account.Balance
	shift.Pieces, shift.UpdatedAt, shift.Version = []Pieces{}, now, 1
	if err := s.fill(books, sc, shift); err != nil {
		return shift, err
	}
	if err := drawer.Open(tx, sc, account.ID, account.Name, shift.ID); err != nil {
		return shift, err
	}
	if err := insert(tx, sc, shift); err != nil {
		return shift, err
	}
	return shift, s.bus.Publish(tx, sc, opened.Of(shift.ID, shift.openedFacts(sc, account.Name)))
}

// fill posts what a float differs by from the books: from the account that it came from, or into which the rest was
// put; else as over or short.
func (s *Service) fill(books ledger.Locked, sc scope.Scope, shift Shift) error {
	missing := shift.Float - shift.Books
	switch {
	case shift.FloatFrom == shift.AccountID:
		return errs.InvalidField("floatFromAccountId", "must be another account than the drawer")
	case missing == 0:
		return nil
	case shift.FloatFrom == "":
		return differ(books, sc, documentFloat, shift, missing, "count of the float")
	}
	t := ledger.Transfer{From: shift.FloatFrom, To: shift.AccountID, Amount: missing, NoShift: true, Notes: "Float"}
	if missing < 0 {
		t.From, t.To, t.Amount = t.To, t.From, -missing
	}
	_, err := s.ledger.MoveMoney(books, sc, t)
	return err
}

// pieces are a count's, never nil, since they are stored as a list.
func pieces(c Count) []Pieces {
	if c.Pieces == nil {
		return []Pieces{}
	}
	return c.Pieces
}

// lockOpen locks the books and reads a shift, which must be open.
func lockOpen(tx *db.Tx, sc scope.Scope, shiftID string) (ledger.Locked, Shift, error) {
	books, err := ledger.Lock(tx, sc).Get()
	if err != nil {
		return books, Shift{}, err
	}
	shift, err := find(tx, sc, shiftID)
	if err != nil {
		return books, shift, err
	}
	return books, shift, shift.requireOpen()
}

// close ends a shift with what was counted in its drawer.
func (s *Service) close(ctx context.Context, sc scope.Scope, shiftID string, counted Count, notes string) (
	Shown, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Shown, error) {
		books, shift, err := lockOpen(tx, sc, shiftID)
		if err != nil {
			return Shown{}, err
		}
		if err := s.end(books, sc, &shift, counted, notes, ""); err != nil {
			return Shown{}, err
		}
		return showOne(tx, sc, shift)
	})
}

// end posts what the count differs by, and closes the shift. nextID is the shift that it is handed over to.
func (s *Service) end(books ledger.Locked, sc scope.Scope, shift *Shift, counted Count, notes, nextID string) error {
	tx := books.Tx()
	moved, err := drawer.Moved(tx, sc, shift.ID).Get()
	if err != nil {
		return err
	}
	shift.Counted, shift.Pieces, shift.Expected = counted.Total, pieces(counted), shift.Float+moved
	if err := differ(books, sc, documentShift, *shift, shift.Difference(), "count of the drawer"); err != nil {
		return err
	}
	if err := drawer.Close(tx, sc, shift.AccountID, shift.ID); err != nil {
		return err
	}
	now := tx.Now.UnixMilli()
	shift.State, shift.ClosedAt, shift.ClosedOn, shift.ClosedBy = Closed, &now, books.Days.Business(), sc.User
	shift.Notes, shift.NextID, shift.UpdatedAt = cmp.Or(notes, shift.Notes), nextID, now
	if err := save(tx, sc, shift); err != nil {
		return err
	}
	names, err := ledger.Names(tx, sc).Get()
	if err != nil {
		return err
	}
	return s.bus.Publish(tx, sc, closed.Of(shift.ID, shift.closedFacts(sc, names[shift.AccountID])))
}

// differ posts to the drawer what was found beyond what the books say.
func differ(books ledger.Locked, sc scope.Scope, document string, shift Shift, amount money.Amount, note string) error {
	if amount == 0 {
		return nil
	}
	p := ledger.Posting{Document: document, DocumentID: shift.ID, Day: books.Days.Business(), Note: note,
		Shift: shift.ID, Entries: []ledger.Entry{{Account: shift.AccountID, Amount: amount},
			{Account: ledger.OverShort, Amount: -amount}}}
	if document == documentFloat {
		p.Shift, p.NoShift = "", true
	}
	return ledger.Post(books, sc, p)
}

// handOver closes a shift and opens the next one of its drawer with what was counted, which the caller works.
func (s *Service) handOver(ctx context.Context, sc scope.Scope, shiftID string, counted Count, notes string) (
	Shown, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Shown, error) {
		books, shift, err := lockOpen(tx, sc, shiftID)
		if err != nil {
			return Shown{}, err
		}
		nextID := id.New()
		if err := s.end(books, sc, &shift, counted, notes, nextID); err != nil {
			return Shown{}, err
		}
		account, err := drawerOf(tx, sc, shift.AccountID)
		if err != nil {
			return Shown{}, err
		}
		next, err := s.begin(books, sc, account, Shift{ID: nextID, Float: counted.Total, FloatPieces: pieces(counted)})
		if err != nil {
			return Shown{}, err
		}
		return showOne(tx, sc, next)
	})
}

// drop moves a bag of cash from the drawer into another account.
func (s *Service) drop(ctx context.Context, sc scope.Scope, shiftID string, d Drop) (Drop, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Drop, error) {
		d := d
		books, shift, err := lockOpen(tx, sc, shiftID)
		if err != nil {
			return d, err
		}
		if d.ToID == shift.AccountID {
			return d, errs.InvalidField("toAccountId", "must be another account than the drawer")
		}
		moved, err := s.ledger.MoveMoney(books, sc, ledger.Transfer{From: shift.AccountID, To: d.ToID, Amount: d.Amount,
			Notes: "Bag " + d.BagNumber})
		if err != nil {
			return d, err
		}
		d.ID, d.ShiftID, d.TransferID, d.CreatedBy, d.CreatedAt = id.New(), shift.ID, moved.ID, sc.User,
			tx.Now.UnixMilli()
		if err := insertDrop(tx, sc, d); err != nil {
			return d, err
		}
		names, err := ledger.Names(tx, sc).Get()
		if err != nil {
			return d, err
		}
		return d, s.bus.Publish(tx, sc, dropped.Of(shift.ID, dropFacts{BagNumber: d.BagNumber,
			Amount: d.Amount.Number(sc.Currency), ToID: d.ToID, To: names[d.ToID]}))
	})
}

// PaidOut is what was paid out of a drawer.
type PaidOut struct {
	ExpenseID string
	Number    string
	Amount    money.Amount
	Category  string
	Reason    string
}

// payOut pays something out of the drawer: an expense of the hotel.
func (s *Service) payOut(ctx context.Context, sc scope.Scope, shiftID string, p PaidOut) (PaidOut, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (PaidOut, error) {
		p := p
		books, shift, err := lockOpen(tx, sc, shiftID)
		if err != nil {
			return p, err
		}
		p.Category = cmp.Or(p.Category, "Paid out")
		p.ExpenseID, p.Number, err = s.hooks.PayOut(books, sc, shift.AccountID, p.Amount, p.Category, p.Reason)
		if err != nil {
			return p, err
		}
		return p, s.bus.Publish(tx, sc, paidOut.Of(shift.ID, paidOutFacts{Amount: p.Amount.Number(sc.Currency),
			Reason: p.Reason, Number: p.Number, Expense: p.ExpenseID}))
	})
}

// Tip is a tip for the staff.
type Tip struct {
	Amount money.Amount // into the drawer; below zero: out of it
	Notes  string
}

// tip takes a tip into the drawer, or gives one out of it.
func (s *Service) tip(ctx context.Context, sc scope.Scope, shiftID string, t Tip) (Tip, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Tip, error) {
		books, shift, err := lockOpen(tx, sc, shiftID)
		if err != nil {
			return t, err
		}
		if err := ledger.Post(books, sc, ledger.Posting{Document: documentTip, DocumentID: shift.ID,
			Day: books.Days.Business(), Note: t.Notes, Entries: []ledger.Entry{{Account: shift.AccountID, Amount: t.Amount},
				{Account: ledger.Tips, Amount: -t.Amount}}}); err != nil {
			return t, err
		}
		return t, s.bus.Publish(tx, sc, tipped.Of(shift.ID, tipFacts{t.Amount.Number(sc.Currency), t.Notes}))
	})
}

// correct puts a correction beside what was counted at the end of a shift, and posts what it changes today.
func (s *Service) correct(ctx context.Context, sc scope.Scope, shiftID string, truth Count, reason string) (
	Correction, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Correction, error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return Correction{}, err
		}
		shift, err := find(tx, sc, shiftID)
		if err == nil {
			err = shift.requireClosed()
		}
		if err != nil {
			return Correction{}, err
		}
		before, err := correctedBy(tx, sc, shiftID)
		if err != nil {
			return Correction{}, err
		}
		c := Correction{ID: id.New(), ShiftID: shift.ID, Counted: truth.Total, Pieces: pieces(truth),
			Amount: truth.Total - shift.Counted - before, Reason: reason, CreatedBy: sc.User,
			CreatedAt: tx.Now.UnixMilli()}
		if c.Amount == 0 {
			return c, errs.Conflict("That is what stands there already: nothing is to be corrected.")
		}
		if err := insertCorrection(tx, sc, c); err != nil {
			return c, err
		}
		if err := differ(books, sc, documentCorrection, shift, c.Amount, reason); err != nil {
			return c, err
		}
		if err := absorb(books, sc, shift, c.Amount); err != nil {
			return c, err
		}
		return c, s.bus.Publish(tx, sc, corrected.Of(shift.ID, correctionFacts{Counted: c.Counted.Number(sc.Currency),
			Amount: c.Amount.Number(sc.Currency), Reason: reason}))
	})
}

// absorb takes what a correction has posted off the float of the drawer's next shift, if there is any: that was counted
// later, and what it differed by was what the wrong count had left.
func absorb(books ledger.Locked, sc scope.Scope, shift Shift, amount money.Amount) error {
	next, err := following(books.Tx(), sc, shift)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return differ(books, sc, documentFloat, next, -amount, "correction of the count before the float")
}

// approve notes that a second person has seen the count of a closed shift.
func (s *Service) approve(ctx context.Context, sc scope.Scope, shiftID string) (Shown, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Shown, error) {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return Shown{}, err
		}
		shift, err := find(tx, sc, shiftID)
		if err == nil {
			err = shift.requireClosed()
		}
		switch {
		case err != nil:
			return Shown{}, err
		case shift.ApprovedAt != nil:
			return Shown{}, errs.Conflict("The shift is approved already.")
		case slices.Contains([]string{shift.CashierID, shift.ClosedBy}, sc.User):
			return Shown{}, errs.Conflict("A second person approves a shift: not who has worked or counted it.")
		}
		now := tx.Now.UnixMilli()
		shift.ApprovedAt, shift.ApprovedBy, shift.UpdatedAt = &now, sc.User, now
		if err := save(tx, sc, &shift); err != nil {
			return Shown{}, err
		}
		if err := s.bus.Publish(tx, sc, approved.Of(shift.ID, approvedFacts{
			shift.Difference().Number(sc.Currency)})); err != nil {
			return Shown{}, err
		}
		return showOne(tx, sc, shift)
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, shiftID string) (Shown, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Shown, error) {
		shift, err := find(tx, sc, shiftID)
		if err != nil {
			return Shown{}, err
		}
		return showOne(tx, sc, shift)
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Shown], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (listing.Page[Shown], error) {
		found, err := shiftList.Page(tx, sc, *in, in.Paging)
		if err != nil {
			return listing.Page[Shown]{}, err
		}
		shown, err := show(tx, sc, found.Records...)
		return listing.Of(found, shown), err
	})
}

// Report is what happened in a shift.
type Report struct {
	Shown
	Sums        []drawer.Sum
	Drops       []dropRow
	Corrections []Correction
	Foreign     []ForeignSum
}

func (s *Service) report(ctx context.Context, sc scope.Scope, shiftID string) (Report, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Report, error) { return reportIn(tx, sc, shiftID) })
}

func reportIn(tx *db.Tx, sc scope.Scope, shiftID string) (r Report, err error) {
	shift, err := find(tx, sc, shiftID)
	if err == nil {
		err = shift.requireKnown(sc)
	}
	if err != nil {
		return r, err
	}
	sums := drawer.Sums(tx, sc, shiftID)
	drops, corrections := dropsOf(tx, sc, shiftID), correctionsOf(tx, sc, shiftID)
	foreign := foreignSums(tx, sc, shiftID)
	if r.Sums, err = sums.Get(); err != nil {
		return r, err
	}
	if r.Drops, err = drops.Get(); err != nil {
		return r, err
	}
	if r.Corrections, err = corrections.Get(); err != nil {
		return r, err
	}
	if r.Foreign, err = foreign.Get(); err != nil {
		return r, err
	}
	if r.Shown, err = showOne(tx, sc, shift); err != nil {
		return r, err
	}
	people := []string{}
	for _, sum := range r.Sums {
		people = append(people, sum.CreatedBy)
	}
	return r, addNames(tx, sc, r.Names, people...)
}

// Printed is a shift's report as it is printed.
type Printed struct {
	Drawer, Cashier string
	Number          int64
	Opened          int64     // UTC milliseconds
	OpenedOn        date.Date // the business day
	Closed          *int64    // UTC milliseconds; nil: it is open
	Tables          []export.Table
}

// Print is the report of a shift for the printer, to who may see it.
func Print(tx *db.Tx, sc scope.Scope, shiftID string) (Printed, error) {
	r, err := reportIn(tx, sc, shiftID)
	if err != nil {
		return Printed{}, err
	}
	return Printed{Drawer: r.Drawer, Cashier: r.Names[r.CashierID], Number: r.Number, Opened: r.OpenedAt,
		OpenedOn: r.OpenedOn, Closed: r.ClosedAt, Tables: r.sumTables(sc)}, nil
}

// whole is the report with all entries.
func (s *Service) whole(ctx context.Context, sc scope.Scope, shiftID string) (r Report, lines []drawer.Entry,
	err error) {
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if r, err = reportIn(tx, sc, shiftID); err != nil {
			return err
		}
		lines, err = drawer.All(tx, sc, shiftID).Get()
		return err
	})
	return r, lines, err
}

// Lines are a page of the entries of a shift, with the names of who recorded them.
type Lines struct {
	listing.Page[drawer.Entry]
	Names map[string]string
}

func (s *Service) lines(ctx context.Context, sc scope.Scope, in entriesInput) (Lines, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Lines, error) {
		l := Lines{Names: map[string]string{}}
		shift, err := find(tx, sc, in.ShiftID.String())
		if err == nil {
			err = shift.requireKnown(sc)
		}
		if err != nil {
			return l, err
		}
		if l.Page, err = drawer.Page(tx, sc, drawer.Query{Query: in.Paging, ShiftID: shift.ID}); err != nil {
			return l, err
		}
		for _, e := range l.Records {
			if err := addNames(tx, sc, l.Names, e.CreatedBy); err != nil {
				return l, err
			}
		}
		return l, nil
	})
}
