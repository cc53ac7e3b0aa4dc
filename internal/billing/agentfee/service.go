package agentfee

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"sarai/internal/billing/withholding"
	"sarai/internal/books/businessday"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
)

// Service keeps commission.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{d, bus} }

func (s *Service) agent(ctx context.Context, sc scope.Scope, companyID string) (Agent, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Agent, error) { return find(tx, sc, companyID) })
}

// agree makes a company a travel agent, or changes what is agreed with it. Bills that are recorded stay.
func (s *Service) agree(ctx context.Context, sc scope.Scope, a Agent) (Agent, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Agent, error) {
		c, err := company.Find(tx, sc, a.CompanyID)
		if err != nil {
			return a, err
		}
		a.UpdatedBy, a.UpdatedAt = sc.User, tx.Now.UnixMilli()
		if err := put(tx, sc, a); err != nil {
			return a, err
		}
		return a, s.bus.Publish(tx, sc, agreedEvent.Of(c.ID, agreed{c.Name, percent(a.Rooms), percent(a.Food),
			percent(a.Other), percent(a.TDS), percent(a.GST)}))
	})
}

func percent(hundredths int64) float64 { return float64(hundredths) / 100 }

// assign says which agent a booking came by; none if companyID is "". Conflict once a bill has something of it.
func (s *Service) assign(ctx context.Context, sc scope.Scope, bookingID, companyID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		if _, err := ledger.Lock(tx, sc).Get(); err != nil {
			return err
		}
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return err
		}
		if companyID != "" {
			if _, err := find(tx, sc, companyID); errs.Is(err, errs.KindNotFound) {
				return errs.InvalidField("companyId", "must be the id of a company that is a travel agent")
			} else if err != nil {
				return err
			}
		}
		if has, err := billedOf(tx, sc, bookingID); err != nil {
			return err
		} else if has {
			return errs.Conflict("Commission of booking %s is on an agent's bill already: reverse that first.", b.Code)
		}
		if err := assign(tx, sc, bookingID, companyID); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, assignedEvent.Of(bookingID, assigned{b.Code, companyID}))
	})
}

// Statement is what an agent has earned by bookings that were left on the days [From, To], and no bill has.
type Statement struct {
	Company company.Company
	From    date.Date
	To      date.Date
	Agent   Agent
	Bill    Bill // what a bill over it would be
	Lines   []Line
	tds     withholding.Entry // of the bill
}

const mostDays = 366

// statement makes the statement; to is the business day if it is "", and from as many days before it as may be.
func statement(tx *db.Tx, sc scope.Scope, companyID string, from, to date.Date) (st Statement, err error) {
	if st.Company, err = company.Find(tx, sc, companyID); err != nil {
		return st, err
	}
	if st.Agent, err = find(tx, sc, companyID); err != nil {
		return st, err
	}
	business, err := businessday.Business(tx, sc)
	if err != nil {
		return st, err
	}
	to = cmp.Or(to, business)
	if st.From, st.To, err = date.Span(cmp.Or(from, to.AddDays(1-mostDays)), to, business, mostDays); err != nil {
		return st, err
	}
	stays, err := left(tx, sc, []string{companyID}, st.From, st.To)
	if err != nil {
		return st, err
	}
	if err := charge(tx, sc, map[string]Agent{companyID: st.Agent}, stays); err != nil {
		return st, err
	}
	for _, s := range stays {
		if s.Commission != 0 {
			st.Lines = append(st.Lines, s.Line)
		}
	}
	st.Bill = st.Agent.bill(st.Lines)
	if st.tds, err = withholding.Commission(tx, sc, st.Company, st.Agent.TDS, withholding.Bill{Day: business,
		Amount: st.Bill.Commission, Owed: st.Bill.Payable}); err != nil {
		return st, err
	}
	st.Bill.withhold(st.tds.Amount)
	return st, export.CheckRows(len(st.Lines))
}

// Unbilled is what each agent has earned by stays that ended on the days [from, to], of which no bill has anything: the
// agents whose guests left first, first.
func Unbilled(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]Owed, error) {
	agents, err := byCompany(tx, sc)
	if err != nil || len(agents) == 0 {
		return nil, err
	}
	stays, err := unbilled(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	if err := charge(tx, sc, agents, stays); err != nil {
		return nil, err
	}
	var list []Owed
	for _, s := range stays {
		n := slices.IndexFunc(list, func(o Owed) bool { return o.ID == s.agent })
		if n < 0 {
			n, list = len(list), append(list, Owed{ID: s.agent, agent: s.agent, Day: s.LeftOn})
		}
		list[n].Amount += s.Commission
	}
	list = slices.DeleteFunc(list, func(o Owed) bool { return o.Amount <= 0 })
	return list, nameAll(tx, sc, list)
}

// Unpaid are the agents' bills that were recorded until a day and aren't paid, the oldest first.
func Unpaid(tx *db.Tx, sc scope.Scope, until date.Date) ([]Owed, error) {
	bills, err := unpaidBills(tx, sc, until)
	if err != nil {
		return nil, err
	}
	list := make([]Owed, len(bills))
	for n, b := range bills {
		list[n] = Owed{ID: b.ID, agent: b.CompanyID, Number: b.Number, Day: b.Date, Amount: b.Payable}
	}
	return list, nameAll(tx, sc, list)
}

// nameAll fills in the names of the agents.
func nameAll(tx *db.Tx, sc scope.Scope, list []Owed) error {
	ids := make([]string, len(list))
	for n, o := range list {
		ids[n] = o.agent
	}
	slices.Sort(ids)
	names, err := company.NamesOf(tx, sc, slices.Compact(ids))
	for n := range list {
		list[n].Company = names[list[n].agent]
	}
	return err
}

// byCompany are the hotel's agents by their companies.
func byCompany(tx *db.Tx, sc scope.Scope) (map[string]Agent, error) {
	list, err := all(tx, sc)
	agents := map[string]Agent{}
	for _, a := range list {
		agents[a.CompanyID] = a
	}
	return agents, err
}

func (s *Service) statement(ctx context.Context, sc scope.Scope, companyID string, from, to date.Date) (Statement,
	error) {
	if err := date.CheckDays(from, to); err != nil {
		return Statement{}, err
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (Statement, error) { return statement(tx, sc, companyID, from, to) })
}

// wholeBill is a bill with its lines. Package idempotency keeps it, hence its fields are exported.
type wholeBill struct {
	Bill
	Lines []Line
}

// record records an agent's bill over all that it has earned in a period and no bill has.
func (s *Service) record(ctx context.Context, sc scope.Scope, companyID, number string, from, to date.Date) (wholeBill,
	error) {
	if err := date.CheckDays(from, to); err != nil {
		return wholeBill{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (w wholeBill, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return w, err
		}
		st, err := statement(tx, sc, companyID, from, to)
		if errs.Is(err, errs.KindNotFound) {
			err = errs.InvalidField("companyId", "must be the id of a company that is a travel agent")
		}
		if err != nil {
			return w, err
		}
		if st.Bill.Commission <= 0 {
			var bad errs.Fields
			for _, field := range []string{"companyId", "from", "to"} {
				bad.Add(field, "must be such that there is something to bill: %s has earned nothing else in these days",
					st.Company.Name)
			}
			return w, bad.Err()
		}
		w = wholeBill{st.Bill, st.Lines}
		w.ID, w.Number, w.From, w.To, w.Date = id.New(), number, st.From, st.To, books.Days.Business()
		w.CreatedBy, w.CreatedByName, w.CreatedAt = sc.User, sc.UserName, tx.Now.UnixMilli()
		for n := range w.Lines {
			l := &w.Lines[n]
			l.BillID, l.Position, l.Stands = w.ID, n+1, l.Commission
		}
		if err := insert(tx, sc, w.Bill, w.Lines); err != nil {
			return w, err
		}
		if err := withholding.NoteCommission(books, sc, st.tds, w.ID, w.Number); err != nil {
			return w, err
		}
		if err := ledger.Post(books, sc, w.posting(false, w.Date)); err != nil {
			return w, err
		}
		return w, s.bus.Publish(tx, sc, billedEvent.Of(w.ID, w.facts(sc, w.Date)))
	})
}

// byName are agents by the names of their companies.
var byName = listing.Held[standing]{Name: "agents",
	Place: func(s standing) []any { return []any{strings.ToLower(s.company), s.CompanyID} }}

// agents lists the hotel's agents with what they have earned until the business day, and got.
func (s *Service) agents(ctx context.Context, sc scope.Scope, asked paging.Query) (listing.Page[standing], error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (p listing.Page[standing], err error) {
		agents, err := byCompany(tx, sc)
		if err != nil {
			return p, err
		}
		names, err := company.NamesOf(tx, sc, slices.Collect(maps.Keys(agents)))
		if err != nil {
			return p, err
		}
		var list []standing
		for id, a := range agents {
			list = append(list, standing{Agent: a, company: names[id]})
		}
		if p, err = byName.Page(sc, nil, list, asked); err != nil {
			return p, err
		}
		return p, reckon(tx, sc, agents, p.Records)
	})
}

// reckon fills in what the agents have earned and got.
func reckon(tx *db.Tx, sc scope.Scope, agents map[string]Agent, list []standing) error {
	business, err := businessday.Business(tx, sc)
	if err != nil {
		return err
	}
	ids := make([]string, len(list))
	for n, s := range list {
		ids[n] = s.CompanyID
	}
	stays, err := left(tx, sc, ids, business.AddDays(1-mostDays), business)
	if err != nil {
		return err
	}
	if err := charge(tx, sc, agents, stays); err != nil {
		return err
	}
	due := map[string]money.Amount{}
	for _, s := range stays {
		due[s.agent] += s.Commission
	}
	of, err := sumsOf(tx, sc, ids)
	for n := range list {
		list[n].due, list[n].sums = due[list[n].CompanyID], of[list[n].CompanyID]
	}
	return err
}

func (s *Service) bills(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Bill], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

func (s *Service) bill(ctx context.Context, sc scope.Scope, billID string) (wholeBill, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (w wholeBill, err error) {
		if w.Bill, err = findBill(tx, sc, billID); err != nil {
			return w, err
		}
		w.Lines, err = linesOf(tx, sc, billID)
		return w, err
	})
}

// pay pays a bill from an account, on the business day.
func (s *Service) pay(ctx context.Context, sc scope.Scope, billID, accountID, reference string) (wholeBill, error) {
	return s.change(ctx, sc, billID, paidEvent, func(books ledger.Locked, b *Bill) (ledger.Posting, error) {
		account, err := ledger.AccountFor(books.Tx(), sc, accountID, ledger.BankTransfer).Get()
		b.Status, b.PaidOn, b.AccountID, b.Reference = paid, books.Days.Business(), account.ID, reference
		return b.payment(), err
	})
}

// reverse takes back a bill that isn't paid, on the business day. Conflict once its TDS is deposited.
func (s *Service) reverse(ctx context.Context, sc scope.Scope, billID, reason string) (wholeBill, error) {
	return s.change(ctx, sc, billID, reversedEvent, func(books ledger.Locked, b *Bill) (ledger.Posting, error) {
		b.Status, b.ReversalReason = reversed, reason
		return b.posting(true, books.Days.Business()), withholding.TakeBack(books, sc, b.ID)
	})
}

// change ends an unpaid bill and posts what that does to the books.
func (s *Service) change(ctx context.Context, sc scope.Scope, billID string, told event.Typed[billed],
	do func(ledger.Locked, *Bill) (ledger.Posting, error)) (wholeBill, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (w wholeBill, err error) {
		books, err := ledger.Lock(tx, sc).Get()
		if err != nil {
			return w, err
		}
		if w.Bill, err = findBill(tx, sc, billID); err != nil {
			return w, err
		}
		if w.Status != unpaid {
			return w, errs.Conflict("Bill %s is %s already.", w.Number, w.Status)
		}
		posting, err := do(books, &w.Bill)
		if err != nil {
			return w, err
		}
		if err := save(tx, sc, w.Bill); err != nil {
			return w, err
		}
		if err := ledger.Post(books, sc, posting); err != nil {
			return w, err
		}
		if w.Lines, err = linesOf(tx, sc, billID); err != nil {
			return w, err
		}
		return w, s.bus.Publish(tx, sc, told.Of(w.ID, w.facts(sc, posting.Day)))
	})
}
