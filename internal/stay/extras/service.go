package extras

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/rateplan"
	"sarai/internal/property/tariff"
	"sarai/internal/record/event"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/folio"
	"sarai/internal/stay/offer"
)

// Service sells services to bookings.
type Service struct {
	db  *db.DB
	bus *event.Bus
}

// New makes the service.
func New(d *db.DB, bus *event.Bus) *Service { return &Service{db: d, bus: bus} }

// mostSales is how many sales a booking can have.
const mostSales = 200

// SellIn sells services to a booking, one that was just made or that a room joins. Of a guest in house, what is due on
// arrival is charged at once.
func (s *Service) SellIn(tx *db.Tx, sc scope.Scope, b *booking.Booking, services []offer.Added) error {
	if len(services) == 0 {
		return nil
	}
	b.HasServices = true
	if _, err := s.sell(tx, sc, b, services, terms{}); err != nil || b.Status != booking.CheckedIn {
		return err
	}
	return s.Post(tx, sc, b, false)
}

// terms are how services are sold: for the nights from the one to the other, "" leaves it to the stay; items of the
// minibar are posted at once, whatever their service says.
type terms struct {
	from, until date.Date
	minibar     bool
}

// sell sells services to a locked booking.
func (s *Service) sell(tx *db.Tx, sc scope.Scope, b *booking.Booking, services []offer.Added, t terms) ([]Sale, error) {
	books, err := ledger.Read(tx, sc).Get()
	if err != nil {
		return nil, err
	}
	rules, err := tax.Load(tx, sc).Get()
	if err != nil {
		return nil, err
	}
	var fields errs.Fields
	list, names := []Sale{}, []string{}
	for _, added := range services {
		sold, err := rateplan.FindService(tx, sc, added.ServiceID)
		if err != nil && !errs.Is(err, errs.KindNotFound) {
			return nil, err
		}
		problem := unsellable(added, sold, err != nil, rules, sc.Today(tx.Now))
		if t.minibar && !sold.Minibar {
			problem = "must be the id of one of the hotel's minibar items"
		}
		if problem != "" {
			fields.Add(added.Field+fieldOf(added), "%s", problem)
			continue
		}
		sale := saleOf(added, sold, books.PricesIncludeTax)
		if t.minibar {
			sale.Per, sale.PostOn = tariff.PerItem, tariff.PostOnArrival
		}
		sale.ID, sale.FromNight, sale.UntilNight = id.New(), t.from, t.until
		sale.CreatedBy, sale.CreatedAt, sale.UpdatedAt = sc.User, tx.Now.UnixMilli(), tx.Now.UnixMilli()
		sale.Version = 1
		list, names = append(list, sale), append(names, sale.Name)
	}
	if err := fields.Err(); err != nil {
		return nil, err
	}
	if err := insertSales(tx, sc, b.ID, list); err != nil {
		return nil, err
	}
	return list, s.bus.Publish(tx, sc, soldEvent.Of(b.ID, soldDetails{b.Code, names, string(t.from), string(t.until)}))
}

// fieldOf is the field by which a request asks for the service.
func fieldOf(added offer.Added) string {
	if added.Party != "" {
		return "offerToken"
	}
	return "serviceId"
}

// unsellable says why the service can't be sold; "" is nothing. What an offer promises is sold while the service is
// there.
func unsellable(added offer.Added, s tariff.Service, gone bool, rules *tax.Rules, today date.Date) string {
	switch {
	case gone && added.Party != "":
		return "promises " + added.Name + ", which the hotel doesn't have any more: search again"
	case gone:
		return "must be the id of one of the hotel's services"
	case added.Party != "":
		return ""
	case !s.Active:
		return "names " + s.Name + ", which is not offered any more"
	}
	if _, _, err := rules.Charge(taxOf(s), today, 0, false); err != nil {
		return "names " + s.Name + ", which can't be charged: " + offer.WhyNot(err)
	}
	return ""
}

func taxOf(s tariff.Service) string {
	if s.TaxID == nil {
		return ""
	}
	return *s.TaxID
}

// saleOf is the service as it is sold: as an offer promised it, or as it is now.
func saleOf(added offer.Added, s tariff.Service, inclusive bool) Sale {
	sale := Sale{ServiceID: s.ID, Name: s.Name, Department: s.Department, Per: s.Per, PostOn: s.PostOn,
		NextMorning: s.NextMorning, Price: s.Price, Inclusive: inclusive, Party: added.Party,
		Quantity: max(added.Quantity, 1), Persons: added.Persons}
	if added.Party != "" {
		sale.Name, sale.Per, sale.PostOn = added.Name, added.Per, added.PostOn
		sale.Price, sale.Inclusive, sale.Included = added.Price, added.Inclusive, added.Included
	}
	return sale
}

// Request is a service that is to be sold to a booking that stands.
type Request struct {
	offer.Added
	From, Until date.Date // nights; "": as the stay, but of a guest in house not before tonight
}

// Sell sells a service to a booking. Once for each Idempotency-Key. Of a guest in house, what is due on arrival is
// charged at once.
func (s *Service) Sell(ctx context.Context, sc scope.Scope, bookingID string, a Request) (Sold, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Sold, error) {
		return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (Sold, error) {
			if err := requireLive(b, "nothing can be sold to it"); err != nil {
				return Sold{}, err
			}
			if b.Status == booking.CheckedIn && a.From == "" {
				a.From = tonight(tx, sc, b)
			}
			had, _, err := salesOf(tx, sc, b.ID)
			if err == nil && len(had) >= mostSales {
				err = errs.Conflict("Booking %s has %d services already: more can't be sold to it.", b.Code, len(had))
			}
			if err == nil {
				err = checkNights(a.From, a.Until)
			}
			if err != nil {
				return Sold{}, err
			}
			list, err := s.sell(tx, sc, b, []offer.Added{a.Added}, terms{from: a.From, until: a.Until})
			if err != nil {
				return Sold{}, err
			}
			b.HasServices = true
			if b.Status == booking.CheckedIn {
				if err := s.Post(tx, sc, b, false); err != nil {
					return Sold{}, err
				}
			}
			return one(tx, sc, b, list[0].ID)
		})
	})
}

// tonight is the night from which something is sold to a guest in house.
func tonight(tx *db.Tx, sc scope.Scope, b *booking.Booking) date.Date {
	return max(b.CheckIn, min(sc.Today(tx.Now), b.CheckOut.AddDays(-1)))
}

// mostWithMinibar is how many sales a booking can have with what is taken from the minibar, day by day.
const mostWithMinibar = 1000

// SellMinibar sells what was taken from the minibar to a locked booking whose guest is in house, and charges it at
// once. It answers in the order of the services.
func (s *Service) SellMinibar(tx *db.Tx, sc scope.Scope, b *booking.Booking, services []offer.Added) ([]Sold, error) {
	had, _, err := salesOf(tx, sc, b.ID)
	if err == nil && len(had)+len(services) > mostWithMinibar {
		err = errs.Conflict("Booking %s has %d services already: charge it to the folio instead.", b.Code, len(had))
	}
	if err != nil {
		return nil, err
	}
	sales, err := s.sell(tx, sc, b, services, terms{from: tonight(tx, sc, b), minibar: true})
	if err != nil {
		return nil, err
	}
	b.HasServices = true
	if err := s.Post(tx, sc, b, false); err != nil {
		return nil, err
	}
	now, err := all(tx, sc, b)
	if err != nil {
		return nil, err
	}
	list := make([]Sold, len(sales))
	for i, sale := range sales {
		list[i] = now[slices.IndexFunc(now, func(v Sold) bool { return v.ID == sale.ID })]
		if list[i].PostedLine() == "" {
			return nil, errs.Conflict("%s can't be charged: its tax or its amount isn't right. Charge it to the folio.",
				sale.Name)
		}
	}
	return list, nil
}

func checkNights(from, until date.Date) error {
	var fields errs.Fields
	for name, day := range map[string]date.Date{"from": from, "until": until} {
		if _, err := date.Parse(string(day)); day != "" && err != nil {
			fields.Add(name, "%s", err)
		}
	}
	if len(fields) == 0 && until != "" && until < from {
		fields.Add("until", "must not be before from (%s)", from.Short())
	}
	return fields.Err()
}

func requireLive(b *booking.Booking, what string) error {
	if b.Status == booking.Cancelled || b.Status == booking.CheckedOut {
		return errs.Conflict("Booking %s is %s: %s. Charge it to the folio instead.", b.Code, b.Status, what)
	}
	return nil
}

// Edit says what of a sale changes; nil keeps it. What is posted stays as it is.
type Edit struct {
	Quantity, Persons *int
	From, Until       *date.Date
}

// Change changes how much a sale has from now on.
func (s *Service) Change(ctx context.Context, sc scope.Scope, bookingID, saleID string, e Edit) (Sold, error) {
	return s.change(ctx, sc, bookingID, saleID, func(tx *db.Tx, b *booking.Booking, sale *Sale) error {
		if err := requireLive(b, "its services can't change any more"); err != nil {
			return err
		}
		if sale.CancelledAt != nil {
			return errs.Conflict("%s is cancelled: sell it again.", sale.Name)
		}
		was := *sale
		set(&sale.Quantity, e.Quantity)
		set(&sale.Persons, e.Persons)
		set(&sale.FromNight, e.From)
		set(&sale.UntilNight, e.Until)
		err := cmp.Or(checkNights(sale.FromNight, sale.UntilNight), sale.checkIncluded(stayOf(b)))
		if err != nil || *sale == was {
			return err
		}
		if err := saveSale(tx, sc, b.ID, sale); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, changed.Of(b.ID, changedDetails{Code: b.Code, SaleID: sale.ID, Service: sale.Name,
			Quantity: sale.Quantity, Persons: sale.Persons, From: string(sale.FromNight), Until: string(sale.UntilNight)}))
	})
}

// checkIncluded refuses more of what the price of the nights has inside than it is for: once, for the whole party.
func (s Sale) checkIncluded(st stay) error {
	if !s.Included {
		return nil
	}
	party := 0
	for _, day := range st.nights() {
		persons, _ := s.persons(st.Rooms, day, false)
		party = max(party, persons)
	}
	const more = "must be at most %d: sell the service for more than the price of the nights has inside"
	var fields errs.Fields
	if s.Quantity > 1 {
		fields.Add("quantity", more, 1)
	}
	if s.Persons > party {
		fields.Add("persons", more, party)
	}
	return fields.Err()
}

func set[T any](field, given *T) {
	if given != nil {
		*field = *given
	}
}

// Cancel takes a sale off a booking: nothing more of it is posted. What is posted stays on the folio. Again, it changes
// nothing.
func (s *Service) Cancel(ctx context.Context, sc scope.Scope, bookingID, saleID, reason string) (Sold, error) {
	return s.change(ctx, sc, bookingID, saleID, func(tx *db.Tx, b *booking.Booking, sale *Sale) error {
		if sale.CancelledAt != nil {
			return nil
		}
		now := tx.Now.UnixMilli()
		sale.CancelledAt, sale.CancelReason = &now, reason
		if err := saveSale(tx, sc, b.ID, sale); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, cancelled.Of(b.ID, cancelledDetails{b.Code, sale.ID, sale.Name, reason}))
	})
}

// Consume notes how many of a sale's portions of the day ("" is today) the guests have had by now, in all.
func (s *Service) Consume(ctx context.Context, sc scope.Scope, bookingID, saleID string, day date.Date,
	consumed int) (Sold, error) {
	return s.change(ctx, sc, bookingID, saleID, func(tx *db.Tx, b *booking.Booking, sale *Sale) error {
		day = cmp.Or(day, sc.Today(tx.Now))
		_, known, err := salesOf(tx, sc, b.ID)
		if err != nil {
			return err
		}
		due := slices.DeleteFunc(sale.portions(stayOf(b), known), func(p portion) bool { return p.Given != day })
		switch {
		case len(due) == 0:
			return errs.InvalidField("date", "must be a day on which the guests have %s", sale.Name)
		case consumed > due[0].Quantity:
			return errs.InvalidField("consumed", "must be at most %d, which is what they have on %s", due[0].Quantity,
				day.Short())
		case consumed == due[0].Consumed:
			return nil
		}
		before := due[0].Consumed
		due[0].Consumed = consumed
		if err := saveNight(tx, sc, b.ID, due[0].night); err != nil {
			return err
		}
		return s.bus.Publish(tx, sc, consumedEvent.Of(b.ID, consumedDetails{Code: b.Code, SaleID: sale.ID, Service: sale.Name,
			Date: day, Of: due[0].Quantity, Was: before, Consumed: consumed}))
	})
}

// change runs one operation on a sale of a locked booking, and reads the sale again.
func (s *Service) change(ctx context.Context, sc scope.Scope, bookingID, saleID string,
	operation func(tx *db.Tx, b *booking.Booking, sale *Sale) error) (Sold, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Sold, error) {
		return booking.Change(tx, sc, bookingID, func(b *booking.Booking) (Sold, error) {
			sale, err := findSale(tx, sc, b.ID, saleID)
			if err == nil {
				err = operation(tx, b, &sale)
			}
			if err != nil {
				return Sold{}, err
			}
			return one(tx, sc, b, saleID)
		})
	})
}

// Post charges what is due of a locked booking's services as its guest arrives, or is about to depart. Conflict if
// something can't be charged to a guest who departs.
func (s *Service) Post(tx *db.Tx, sc scope.Scope, b *booking.Booking, departing bool) error {
	if !b.HasServices || b.Status == booking.CheckedOut {
		return nil
	}
	m := moment{departing: departing}
	if departing {
		if m.day = sc.Today(tx.Now); !b.DayUse() {
			m.day = m.day.AddDays(-1)
		}
	}
	return post(tx, sc, b, m)
}

// PostNights charges what is due of a locked booking's services when the days until this one are closed, if the guest
// is in house. What can't be charged waits for the next close.
func PostNights(tx *db.Tx, sc scope.Scope, b *booking.Booking, day date.Date) error {
	if b.Status != booking.CheckedIn || !b.HasServices {
		return nil
	}
	return post(tx, sc, b, moment{day: day})
}

func post(tx *db.Tx, sc scope.Scope, b *booking.Booking, m moment) error {
	list, known, err := salesOf(tx, sc, b.ID)
	if err != nil {
		return err
	}
	rules, err := tax.Load(tx, sc).Get()
	if err != nil {
		return err
	}
	var added []folio.Line
	for i := range list {
		sale := &list[i]
		posted, err := sale.post(tx, sc, b, m, known, rules, folio.Gross(added))
		if err != nil {
			return err
		}
		added = append(added, posted...)
		if m.day != "" && !m.departing && sale.CancelledAt == nil && sale.PostedUntil < m.day {
			sale.PostedUntil = m.day
			if err := saveSale(tx, sc, b.ID, sale); err != nil {
				return err
			}
		}
	}
	if len(added) == 0 {
		return nil
	}
	return booking.AddToExtras(tx, sc, b, added)
}

// post charges what is due of the sale, after others that come to sum, and returns the lines.
func (s Sale) post(tx *db.Tx, sc scope.Scope, b *booking.Booking, m moment, known []night,
	rules *tax.Rules, sum money.Amount) (added []folio.Line, err error) {
	due := s.due(stayOf(b), m, known)
	if len(due) == 0 {
		return nil, nil
	}
	service, err := rateplan.FindService(tx, sc, s.ServiceID) // for its tax, which is that of the day
	if err != nil {
		return nil, err
	}
	pricing := folio.Pricing{Rules: rules, Inclusive: s.Inclusive, Today: sc.Today(tx.Now), Currency: sc.Currency}
	for _, batch := range s.batches(due) {
		var fields errs.Fields
		item := s.item(batch, pricing.Today, words.Of(sc))
		item.TaxID = taxOf(service)
		charge := pricing.Price(item, "", &fields)
		if b.Extras+sum+charge.Total > money.Max {
			fields.Add("unitPrice", "makes the folio more than an amount can be")
		}
		if len(fields) > 0 && m.departing {
			return nil, errs.Conflict("%s can't be charged: %s. Put that right, or cancel the service, before check-out.",
				item.Description, offer.WhyNot(fields.Err()))
		}
		if len(fields) > 0 {
			continue
		}
		lines, err := folio.Add(tx, sc, b.ID, []folio.Charge{charge}, b.Payer)
		if err != nil {
			return nil, err
		}
		added, sum = append(added, lines...), sum+charge.Total
		for _, p := range batch {
			p.Posted, p.LineID = p.Quantity, lines[0].ID
			if err := saveNight(tx, sc, b.ID, p.night); err != nil {
				return nil, err
			}
		}
	}
	return added, nil
}

// Sold is a sale with what becomes of it.
type Sold struct {
	Sale
	Portions []portion
	ToCome   money.Amount // what is still to be posted of it as the stay is, with tax
}

// PostedLine is the folio's line that charges it first; "" if nothing is posted.
func (s Sold) PostedLine() string {
	for _, p := range s.Portions {
		if p.LineID != "" {
			return p.LineID
		}
	}
	return ""
}

func sold(sale Sale, st stay, known []night, rules *tax.Rules, taxID string, today date.Date) Sold {
	v := Sold{Sale: sale, Portions: sale.portions(st, known)}
	if sale.Included || sale.CancelledAt != nil || st.Status == booking.Cancelled || st.Status == booking.CheckedOut {
		return v
	}
	waiting := slices.DeleteFunc(slices.Clone(v.Portions), func(p portion) bool {
		return p.isPosted() || p.Quantity == 0
	})
	for _, batch := range sale.batches(waiting) {
		applied, _, err := rules.Charge(taxID, today, together(batch).Price(sale.Price), sale.Inclusive)
		if err == nil {
			v.ToCome += applied.Total
		}
	}
	return v
}

func one(tx *db.Tx, sc scope.Scope, b *booking.Booking, saleID string) (Sold, error) {
	list, err := all(tx, sc, b)
	i := slices.IndexFunc(list, func(v Sold) bool { return v.ID == saleID })
	if err != nil || i < 0 {
		return Sold{}, cmp.Or(err, errs.NotFound("The booking has no such service."))
	}
	return list[i], nil
}

func all(tx *db.Tx, sc scope.Scope, b *booking.Booking) ([]Sold, error) {
	list, known, err := salesOf(tx, sc, b.ID)
	if err != nil {
		return nil, err
	}
	rules, err := tax.Load(tx, sc).Get()
	if err != nil {
		return nil, err
	}
	services, err := rateplan.Services(tx, sc)
	if err != nil {
		return nil, err
	}
	taxes := map[string]string{}
	for _, s := range services {
		taxes[s.ID] = taxOf(s)
	}
	views := []Sold{}
	for _, sale := range list {
		views = append(views, sold(sale, stayOf(b), known, rules, taxes[sale.ServiceID], sc.Today(tx.Now)))
	}
	return views, nil
}

// list reads a booking's sales, in the order in which they were made.
func (s *Service) list(ctx context.Context, sc scope.Scope, bookingID string) ([]Sold, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Sold, error) {
		b, err := booking.Find(tx, sc, bookingID).Get()
		if err != nil {
			return nil, err
		}
		return all(tx, sc, b)
	})
}

// dueFor is what one booking has of a sale on a day.
type dueFor struct {
	visit
	Sale
	portion
}

// due reads what guests have on the day, "" is today, and the day.
func (s *Service) due(ctx context.Context, sc scope.Scope, asked date.Date) (day date.Date, list []dueFor, err error) {
	if _, err := date.Parse(string(asked)); asked != "" && err != nil {
		return asked, nil, errs.InvalidField("date", "%s", err)
	}
	list, err = db.Read(ctx, s.db, func(tx *db.Tx) ([]dueFor, error) {
		day = cmp.Or(asked, sc.Today(tx.Now))
		visits, err := visitsOn(tx, sc, day)
		if err != nil {
			return nil, err
		}
		found, err := salesOn(tx, sc, day)
		if err != nil {
			return nil, err
		}
		var due []dueFor
		for _, v := range visits {
			for _, sale := range found.sales[v.BookingID] {
				for _, p := range sale.portions(v.stay, found.nights[v.BookingID]) {
					if p.Given == day && p.Quantity > 0 {
						due = append(due, dueFor{v, sale, p})
					}
				}
			}
		}
		return due, nil
	})
	return day, list, err
}
