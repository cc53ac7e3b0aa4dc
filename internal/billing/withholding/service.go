package withholding

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"sarai/internal/billing/vendors"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/record/event"
)

// Service tells what was withheld, and takes it to the government.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// None is the section of a bill from which no tax is withheld.
const None = "none"

// Bill is what tax may be withheld from.
type Bill struct {
	ID, Number string
	Day        date.Date
	Amount     money.Amount // without GST
	Owed       money.Amount // at most so much can be withheld
	Section    string       // "": the vendor's
}

// OnBill notes what a bill credits to its vendor, and how much tax is to be withheld of it: the entry's Amount. Whoever
// calls posts that.
func OnBill(books ledger.Locked, sc scope.Scope, v vendors.Vendor, b Bill) (Entry, error) {
	section, known := Find(cmp.Or(b.Section, v.TDSSection))
	if !known {
		return Entry{}, nil
	}
	e, err := reckon(books.Tx(), sc, payee{v.ID, v.PAN, v.TDSRate}, section, b)
	if err != nil {
		return e, err
	}
	return e, insert(books.Tx(), sc, e)
}

// Commission is what a bill would credit to a travel agent, and how much tax is to be withheld of it by the rules of
// vendors' bills, at the rate that was agreed, in hundredths of a percent: at 0 nothing is, and NoteCommission keeps
// nothing.
func Commission(tx *db.Tx, sc scope.Scope, c company.Company, rate int64, b Bill) (Entry, error) {
	section, known := Find(commission)
	if !known || rate == 0 || b.Amount <= 0 {
		return Entry{}, nil
	}
	return reckon(tx, sc, payee{c.ID, c.PAN, &rate}, section, b)
}

// NoteCommission notes what Commission has reckoned, of the bill that is recorded now.
func NoteCommission(books ledger.Locked, sc scope.Scope, e Entry, billID, number string) error {
	if e.PayeeID == "" {
		return nil
	}
	e.BillID, e.Number = billID, number
	return insert(books.Tx(), sc, e)
}

// payee is who tax is withheld from.
type payee struct {
	id, pan string
	agreed  *int64 // the rate, in hundredths of a percent; nil: the section's
}

// reckon is the entry of a bill under a section.
func reckon(tx *db.Tx, sc scope.Scope, p payee, section Section, b Bill) (Entry, error) {
	e := Entry{BillID: b.ID, ID: id.New(), PayeeID: p.id, Number: b.Number, Section: section.Code,
		Rate: section.rate(p.pan, p.agreed), PAN: p.pan, Day: b.Day, Credited: b.Amount, CreatedBy: sc.User,
		CreatedAt: tx.Now.UnixMilli()}
	e.Year, e.Quarter = quarterOf(b.Day)
	year, err := sums(tx, sc, p.id, e.Section, e.Year)
	if err != nil {
		return e, err
	}
	e.Base, e.Amount = tax(section.base(year, b.Amount), e.Rate, b.Owed)
	return e, nil
}

// TakeBack takes back what was withheld of a bill. Conflict once it is deposited.
func TakeBack(books ledger.Locked, sc scope.Scope, billID string) error {
	e, err := standing(books.Tx(), sc, billID)
	if err != nil || e == nil {
		return err
	}
	if e.DepositID != "" {
		return errs.Conflict("The TDS of bill %s is deposited already: it can't be taken back.", e.Number)
	}
	return setVoid(books.Tx(), sc, *e)
}

// Release frees a bill that is about to change from the entry that stands, and returns its section; "" if none stands.
// Conflict if tax was withheld.
func Release(books ledger.Locked, sc scope.Scope, billID string) (section string, err error) {
	e, err := standing(books.Tx(), sc, billID)
	if err != nil || e == nil {
		return "", err
	}
	if e.Amount > 0 {
		return "", errs.Conflict("TDS was withheld of bill %s: make that payment of the bill void first.", e.Number)
	}
	return e.Section, setVoid(books.Tx(), sc, *e)
}

// deposit pays what was withheld to the government. until "" is its day.
func (s *Service) deposit(ctx context.Context, sc scope.Scope, method ledger.Method, d Deposit, until date.Date) (
	Deposit, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Deposit, error) {
		d := d // this may run again
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return d, err
		}
		d.Date = cmp.Or(d.Date, books.Days.Today)
		if err := books.Days.Check("date", d.Date); err != nil {
			return d, err
		}
		account, err := ledger.AccountFor(tx, sc, d.AccountID, method).Get()
		if err != nil {
			return d, err
		}
		d.PostedOn = books.Days.Posting(d.Date)
		until := cmp.Or(until, d.PostedOn) // today's bills are on the business day, which may be tomorrow
		if d.Amount, err = waiting(tx, sc, d, until); err != nil {
			return d, err
		}
		if d.Amount == 0 {
			var bad errs.Fields
			for _, field := range []string{"section", "year", "quarter", "until"} {
				bad.Add(field, "finds no TDS that was withheld and is not deposited")
			}
			return d, bad.Err()
		}
		d.ID, d.AccountID = id.New(), account.ID
		d.CreatedBy, d.CreatedAt = sc.User, tx.Now.UnixMilli()
		if err := deposited(tx, sc, d, until); err != nil {
			return d, err
		}
		if err := ledger.Post(books, sc, ledger.Posting{Document: "tds-deposit", DocumentID: d.ID, Number: d.Challan,
			Day: d.PostedOn, Note: "TDS " + d.Section, Entries: []ledger.Entry{{Account: ledger.TDSPayable, Amount: d.Amount},
				{Account: d.AccountID, Amount: -d.Amount}}}); err != nil {
			return d, err
		}
		if err := ledger.Spend(books, sc, d.PostedOn, d.Amount); err != nil {
			return d, err
		}
		return d, s.bus.Publish(tx, sc, depositedEvent.Of(d.ID, depositDetails{Section: d.Section, Year: d.Year,
			Quarter: d.Quarter, Amount: d.Amount.Number(sc.Currency), Challan: d.Challan, BSR: d.BSR, Date: d.Date}))
	})
}

// certify keeps the number of the certificate that a vendor got for a quarter.
func (s *Service) certify(ctx context.Context, sc scope.Scope, c Certificate) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return err
		}
		v, err := vendors.LockShared(tx, sc, c.PayeeID)
		if err == nil {
			err = sc.CheckVersion(v.Version)
		}
		if err != nil {
			return err
		}
		if err := setCertificate(tx, sc, c); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, certified.Of(v.ID, c.details(v.Name)))
	})
}

// certifyAgent keeps the number of the certificate that a travel agent got for a quarter.
func (s *Service) certifyAgent(ctx context.Context, sc scope.Scope, c Certificate) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return err
		}
		agent, err := company.Find(tx, sc, c.PayeeID)
		if err != nil {
			return err
		}
		if err := setCertificate(tx, sc, c); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, agentCertified.Of(agent.ID, c.details(agent.Name)))
	})
}

func (c Certificate) details(name string) certificateDetails {
	return certificateDetails{Name: name, Year: c.Year, Quarter: c.Quarter, Number: c.Number, Date: c.Date}
}

// Register is what was withheld in a quarter.
type Register struct {
	Year, Quarter int
	Entries       []Entry
	Deposits      []Deposit
	Certificates  []Certificate
	Names         map[string]string // of payees
	Agents        map[string]bool   // which of them are companies
}

// register is that of the quarter of the business day unless one is given.
func (s *Service) register(ctx context.Context, sc scope.Scope, year, quarter int, section string) (Register, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (r Register, err error) {
		business, err := businessday.Business(tx, sc)
		if err != nil {
			return r, err
		}
		nowYear, nowQuarter := quarterOf(business)
		r.Year, r.Quarter = cmp.Or(year, nowYear), cmp.Or(quarter, nowQuarter)
		if r.Entries, err = withheld(tx, sc, r.Year, r.Quarter, section, export.MaxRows+1); err != nil {
			return r, err
		}
		if r.Deposits, err = deposits(tx, sc, r.Year, r.Quarter); err != nil {
			return r, err
		}
		if r.Certificates, err = certificates(tx, sc, r.Year, r.Quarter); err != nil {
			return r, err
		}
		if err := r.name(tx, sc); err != nil {
			return r, err
		}
		return r, export.CheckRows(len(r.Entries))
	})
}

// name reads the names of all payees.
func (r *Register) name(tx *db.Tx, sc scope.Scope) (err error) {
	if r.Names, err = vendors.Names(tx, sc); err != nil {
		return err
	}
	var others []string
	for _, e := range r.Entries {
		others = append(others, e.PayeeID)
	}
	for _, c := range r.Certificates {
		others = append(others, c.PayeeID)
	}
	slices.Sort(others)
	others = slices.DeleteFunc(slices.Compact(others), func(id string) bool { return r.Names[id] != "" })
	agents, err := company.NamesOf(tx, sc, others)
	maps.Copy(r.Names, agents)
	r.Agents = map[string]bool{}
	for id := range agents {
		r.Agents[id] = true
	}
	return err
}
