package extras_test

import (
	"cmp"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/kit/kittest"
)

// Random stays with services: dates and parties change, guests come, leave early, call off and come back, charges are
// taken back, days are closed twice. After every step what is still to come follows the stay, what was posted was
// posted once, and folio, kitchen's list and revenue by department say the same.
func TestRandomExtras(t *testing.T) {
	apptest.RapidDefault(t, "checks", "4")
	apptest.RapidDefault(t, "steps", "35")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(time.Date(2026, 4, 14, 12, 0, 0, 0, time.UTC))
				r := newRandomHotel(owner)
				rt.Repeat(map[string]func(*rapid.T){
					"book": r.book, "book by an offer": r.bookOffer, "arrive": r.arrive, "and arrive": r.arrive, "sell": r.sell,
					"change": r.change, "cancel the service": r.cancelSale, "move the departure": r.moveDeparture,
					"add a room": r.addRoom, "leave a room": r.leaveRoom, "take back": r.takeBack, "consume": r.consume,
					"leave": r.leave, "call off": r.callOff, "come back": r.comeBack, "close the day": r.closeDay,
					"close it again": r.closeDay, "next day": r.nextDay, "another day": r.nextDay, "": r.compare,
				})
				apptest.FoliosAddUp(rt, r.Caller)
				apptest.BooksBalance(rt, r.Caller)
			})
		})
	}
}

type randomHotel struct {
	hotel
	menu     []string // the services that can be asked for
	bookings []string
	closed   date.Date                     // the last day that was closed
	posted   map[string]posted             // by sale and night: what was posted once
	promised map[string]bool               // the sales of offers: for their room alone
	sums     map[string]float64            // by department, as the folios say
	had      map[string]map[string]float64 // by sale and day: what the kitchen's list must have
}

// posted is what was once seen of a portion that is posted.
type posted struct {
	line, department string
	quantity, price  float64
}

func newRandomHotel(owner *apptest.Caller) *randomHotel {
	h := opened(owner.Refreshed().AnotherHotel(object{"gstin": "27AAPFU0939F1ZV"}))
	r := &randomHotel{hotel: h, posted: map[string]posted{}, promised: map[string]bool{}}
	product := h.product()
	for _, s := range []struct {
		name        string
		price       float64
		per, postOn string
		fields      object
	}{
		{"Breakfast", 350, "personNight", "everyNight", object{"nextMorning": true}},
		{"Dinner", 600, "personNight", "departure", nil}, {"Parking", 200, "night", "arrival", object{"department": "House"}},
		{"Drink", 99.5, "person", "arrival", nil}, {"Cleaning", 500, "stay", "departure", object{"department": "House"}},
		{"Cot", 300.25, "item", "everyNight", object{"department": ""}},
		{"Tea", 50, "personNight", "everyNight", object{"includedIn": []any{product}}},
	} {
		if id := h.service(s.name, s.price, s.per, s.postOn, s.fields); s.name != "Tea" {
			r.menu = append(r.menu, id)
		}
	}
	return r
}

func (r *randomHotel) today() date.Date { return date.Of(r.Server.Clock.Now(), time.UTC) }

func (r *randomHotel) one(t *rapid.T, list []string, what string) string {
	if len(list) == 0 {
		t.Skip("none yet")
	}
	return rapid.SampledFrom(list).Draw(t, what)
}

// added is a random list of services as requests name them.
func (r *randomHotel) added(t *rapid.T) []any {
	list := []any{}
	for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(r.menu), 0, 3, rapid.ID).Draw(t, "services") {
		list = append(list, object{"serviceId": id, "quantity": rapid.IntRange(1, 2).Draw(t, "quantity")})
	}
	return list
}

func (r *randomHotel) dates(t *rapid.T) (from, to date.Date) {
	if len(r.bookings) >= 5 {
		t.Skip("enough bookings")
	}
	from = r.today().AddDays(rapid.IntRange(0, 1).Draw(t, "from"))
	return from, from.AddDays(rapid.IntRange(1, 4).Draw(t, "nights"))
}

func (r *randomHotel) book(t *rapid.T) {
	from, to := r.dates(t)
	room := rapid.SampledFrom(r.rooms).Draw(t, "room")
	answer := r.Post("/api/bookings/{org}/create", apptest.Stay(string(from), string(to), room).
		Merged(object{"services": r.added(t)}))
	if answer.Status == 201 {
		r.bookings = append(r.bookings, answer.Text("data", "bookingId"))
	}
}

func (r *randomHotel) bookOffer(t *rapid.T) {
	from, to := r.dates(t)
	found := r.offer(object{"checkIn": from, "checkOut": to, "services": r.added(t), "adults": 2})
	if len(found.List("data", "offers")) == 0 {
		t.Skip("full")
	}
	nights := found.Number("data", "offers", 0, "totalAmount")
	id := r.Post("/api/bookings/{org}/create", apptest.Stay(string(from), string(to)).Merged(object{"rooms": []any{
		object{"offerToken": found.Text("data", "offers", 0, "offerToken")}}})).Want(201).Text("data", "bookingId")
	if nights != 6000*float64(from.DaysUntil(to)) {
		t.Fatalf("%d nights cost %v", from.DaysUntil(to), nights)
	}
	sold, sum := r.services(id), found.Number("data", "offers", 0, "servicesAmount")
	if toCome := sold.Number("data", "toComeAmount"); sum != toCome {
		t.Fatalf("the offer has services for %v, the booking for %v", sum, toCome)
	}
	for i := range sold.List("data", "services") {
		r.promised[sold.Text("data", "services", i, "saleId")] = true
	}
	r.bookings = append(r.bookings, id)
}

func (r *randomHotel) arrive(t *rapid.T) {
	r.Post(apptest.BookingPath(r.one(t, r.bookings, "booking"), "/arrival"), object{})
}

func (r *randomHotel) sell(t *rapid.T) {
	body := object{"serviceId": rapid.SampledFrom(r.menu).Draw(t, "service"),
		"persons": rapid.IntRange(1, 3).Draw(t, "persons")}
	if rapid.Bool().Draw(t, "until") {
		body["until"] = r.today().AddDays(1)
	}
	r.Post(apptest.BookingPath(r.one(t, r.bookings, "booking"), "/services"), body)
}

// sale is the path of one of the sales, and the sale.
func (r *randomHotel) sale(t *rapid.T) (string, map[string]any) {
	id := r.one(t, r.bookings, "booking")
	list := r.services(id).List("data", "services")
	if len(list) == 0 {
		t.Skip("no services")
	}
	sale := rapid.SampledFrom(list).Draw(t, "sale").(map[string]any)
	return apptest.BookingPath(id, "/services/"+sale["saleId"].(string)), sale
}

func (r *randomHotel) change(t *rapid.T) {
	path, _ := r.sale(t)
	r.Put(path+"/update", object{"quantity": rapid.IntRange(1, 3).Draw(t, "quantity"),
		"persons": rapid.IntRange(0, 3).Draw(t, "persons")})
}

func (r *randomHotel) cancelSale(t *rapid.T) {
	path, _ := r.sale(t)
	r.Put(path+"/cancel", object{"reason": "x"})
}

func (r *randomHotel) consume(t *rapid.T) {
	path, _ := r.sale(t)
	r.Put(path+"/consumed", object{"consumed": rapid.IntRange(0, 3).Draw(t, "consumed")})
}

func (r *randomHotel) takeBack(t *rapid.T) {
	_, sale := r.sale(t)
	id := ""
	for _, p := range sale["portions"].([]any) {
		if line := p.(map[string]any)["lineId"].(string); line != "" {
			id = line
		}
	}
	if id == "" {
		t.Skip("nothing is posted")
	}
	for _, b := range r.bookings {
		r.Post(apptest.BookingPath(b, "/charges/"+id+"/reverse"), object{"reason": "x"})
	}
}

func (r *randomHotel) moveDeparture(t *rapid.T) {
	r.Put(apptest.BookingPath(r.one(t, r.bookings, "booking"), "/stay"),
		object{"checkOut": r.today().AddDays(rapid.IntRange(1, 4).Draw(t, "nights"))})
}

func (r *randomHotel) addRoom(t *rapid.T) {
	r.Post(apptest.BookingPath(r.one(t, r.bookings, "booking"), "/add-room"), object{"roomNumber": "x", "roomType": "x",
		"roomId": rapid.SampledFrom(r.rooms).Draw(t, "room"), "ratePerNight": 5000, "adults": 1})
}

func (r *randomHotel) leaveRoom(t *rapid.T) {
	r.Post(apptest.BookingPath(r.one(t, r.bookings, "booking"), "/checkout-rooms"),
		object{"roomIds": []any{rapid.SampledFrom(r.rooms).Draw(t, "room")}})
}

func (r *randomHotel) leave(t *rapid.T) {
	id := r.one(t, r.bookings, "booking")
	if r.Put(apptest.BookingPath(id, "/checkout"), object{}).Status != 200 {
		return
	}
	if r.services(id).Number("data", "toComeAmount") != 0 {
		t.Fatalf("something is still to come after the guest has left: %s", r.services(id).Raw)
	}
}

func (r *randomHotel) callOff(t *rapid.T) {
	r.Put(apptest.BookingPath(r.one(t, r.bookings, "booking"), "/cancel"), object{"reason": "x"})
}

func (r *randomHotel) comeBack(t *rapid.T) {
	r.Post(apptest.BookingPath(r.one(t, r.bookings, "booking"), "/reinstate"), nil)
}

// What is charged every night is on the folios of all in house when the day is closed.
func (r *randomHotel) closeDay(t *rapid.T) {
	again := r.closed == r.today() // what was sold since waits for the next day's close
	r.hotel.closeDay()
	if again {
		return
	}
	r.closed = r.today()
	for _, id := range r.bookings {
		if r.Get(apptest.BookingPath(id, "")).Text("data", "status") != "checked-in" {
			continue
		}
		for _, s := range r.services(id).List("data", "services") {
			sale := s.(map[string]any)
			for _, p := range sale["portions"].([]any) {
				p := p.(map[string]any)
				due := sale["postOn"] == "everyNight" && sale["included"] == false && sale["status"] == "active"
				on := cmp.Or(p["night"].(string), p["date"].(string)) // once for the stay: when it begins
				if due && p["posted"] == false && p["quantity"] != 0.0 && on <= string(r.closed) {
					t.Fatalf("the day is closed without %v of %v", p, sale)
				}
			}
		}
	}
}

func (r *randomHotel) nextDay(*rapid.T) {
	if r.closed == r.today() {
		r.Caller = r.OnDay(string(r.today().AddDays(1)))
	}
}

// compare compares what the API says of each booking with itself, and with what was there before.
func (r *randomHotel) compare(t *rapid.T) {
	r.sums, r.had = map[string]float64{}, map[string]map[string]float64{}
	for _, id := range r.bookings {
		r.compareBooking(t, id)
	}
	for _, day := range []date.Date{r.today(), r.today().AddDays(1)} {
		r.compareKitchen(t, day)
	}
	r.compareDepartments(t)
}

func (r *randomHotel) compareBooking(t *rapid.T, id string) {
	b, services := r.Get(apptest.BookingPath(id, "")).Want(200), r.services(id)
	lines, _ := r.FolioLines(id)
	folio, toCome, live := map[string]map[string]any{}, 0.0, b.Text("data", "status")
	for _, line := range lines {
		folio[line["lineId"].(string)] = line
	}
	charged := map[string]float64{}
	for _, s := range services.List("data", "services") {
		sale := s.(map[string]any)
		for night, p := range r.portions(t, sale, b) {
			key := fmt.Sprint(sale["saleId"], night)
			if before, was := r.posted[key]; p["posted"] == true {
				now := posted{p["lineId"].(string), sale["department"].(string), before.quantity, sale["price"].(float64)}
				if !was {
					now.quantity = p["quantity"].(float64)
				}
				if was && now != before || p["reversed"] != (folio[now.line]["status"] == "reversed") {
					t.Fatalf("a portion is posted as %v, was as %v: %s", now, before, services.Raw)
				}
				r.posted[key], charged[now.line] = now, charged[now.line]+now.quantity
				if p["reversed"] == false {
					r.sums[now.department] += now.quantity * now.price
				}
			} else if was {
				t.Fatalf("a portion isn't posted any more: %s", services.Raw)
			} else if sale["status"] == "active" && (live == "confirmed" || live == "checked-in") {
				toCome += p["quantity"].(float64) * sale["price"].(float64)
			}
		}
	}
	for line, quantity := range charged {
		if folio[line]["quantity"] != quantity {
			t.Fatalf("%v of the portions is on the line %v", quantity, folio[line])
		}
	}
	for _, line := range folio {
		if line["type"] == "service" && line["status"] != "reversal" && charged[line["lineId"].(string)] == 0 {
			t.Fatalf("no portion has the line %v", line)
		}
	}
	if got := services.Number("data", "toComeAmount"); math.Abs(got-toCome) > 0.001 {
		t.Fatalf("to come are %v, want %v: %s", got, toCome, services.Raw)
	}
	r.CheckedFolio(id)
}

// portions are a sale's by night; those that aren't posted are as the stay is.
func (r *randomHotel) portions(t *rapid.T, sale map[string]any, b apptest.Answer) map[string]map[string]any {
	found := map[string]map[string]any{}
	for _, p := range sale["portions"].([]any) {
		portion := p.(map[string]any)
		night := portion["night"].(string)
		if found[night] != nil {
			t.Fatalf("a night is there twice: %v", sale)
		}
		found[night] = portion
		if r.had[sale["saleId"].(string)] == nil {
			r.had[sale["saleId"].(string)] = map[string]float64{}
		}
		if b.Text("data", "status") != "cancelled" && portion["date"].(string) <= b.Text("data", "checkOut") {
			r.had[sale["saleId"].(string)][portion["date"].(string)] += portion["quantity"].(float64)
		}
		if portion["posted"] == false && night != "" && sale["status"] == "active" {
			want := sale["quantity"].(float64)
			if sale["per"] == "personNight" {
				want *= r.persons(sale, b, night)
			}
			if b.Text("data", "status") == "cancelled" {
				want = 0
			}
			if want = max(want, portion["consumed"].(float64)); portion["quantity"] != want {
				t.Fatalf("on %s there are %v, want %v: %v %s", night, portion["quantity"], want, sale, b.Raw)
			}
		}
	}
	status := b.Text("data", "status")
	if sale["status"] == "active" && (status == "confirmed" || status == "checked-in") &&
		(sale["per"] == "night" || sale["per"] == "personNight") {
		for _, night := range date.Days(date.Date(b.Text("data", "checkIn")), date.Date(b.Text("data", "checkOut"))) {
			inside := string(night) >= sale["from"].(string) && (sale["until"] == "" || string(night) <= sale["until"].(string))
			if inside && found[string(night)] == nil && r.persons(sale, b, string(night)) > 0 {
				t.Fatalf("the night %s is missing: %v %s", night, sale, b.Raw)
			}
		}
	}
	return found
}

// persons counts who sleeps in the booking's rooms that night; a sale of an offer is for the room of the offer alone.
func (r *randomHotel) persons(sale map[string]any, b apptest.Answer, night string) (persons float64) {
	if n := sale["persons"].(float64); n > 0 {
		return n
	}
	promised := r.promised[sale["saleId"].(string)]
	for _, room := range b.List("data", "rooms") {
		room := room.(map[string]any)
		if room["from"].(string) <= night && night < room["to"].(string) && (!promised || room["sold"] != nil) {
			persons += room["adults"].(float64) + room["children"].(float64)
		}
	}
	return persons
}

// compareKitchen compares the list of the day with the bookings'.
func (r *randomHotel) compareKitchen(t *rapid.T, day date.Date) {
	due, sum := r.Get("/api/services/{org}/due?date="+string(day)).Want(200), map[string]float64{}
	for _, v := range due.List("data", "bookings") {
		v := v.(map[string]any)
		sum[v["name"].(string)] += v["quantity"].(float64)
		id := v["saleId"].(string)
		if r.had[id][string(day)] != v["quantity"] {
			t.Fatalf("on %s the kitchen has %v, the booking %v", day, v, r.had[id])
		}
		delete(r.had[id], string(day))
	}
	for id, days := range r.had {
		if days[string(day)] != 0 {
			t.Fatalf("on %s the kitchen lacks %v of the sale %s: %s", day, days[string(day)], id, due.Raw)
		}
	}
	for _, s := range due.List("data", "services") {
		s := s.(map[string]any)
		if sum[s["name"].(string)] != s["quantity"] {
			t.Fatalf("the kitchen's sum is %v, its list has %v", s, sum)
		}
	}
}

func (r *randomHotel) compareDepartments(t *rapid.T) {
	if r.closed == r.today() {
		return // what is charged now is of the next day, which has no figures yet
	}
	span := "from=2026-04-14&to=" + string(r.today())
	kpis := r.Get("/api/analytics/{org}/kpis?" + span).Want(200)
	rooms, others, found := 0.0, 0.0, map[string]float64{}
	departments := r.Get("/api/analytics/{org}/departments?" + span).Want(200)
	for _, d := range departments.List("data") {
		d := d.(map[string]any)
		if d["kind"] == "rooms" {
			rooms += d["revenue"].(float64)
			continue
		}
		others += d["revenue"].(float64)
		found[d["department"].(string)] += d["totalAmount"].(float64)
	}
	for name := range found {
		r.sums[name] += 0
	}
	for name, sum := range r.sums {
		if math.Abs(found[name]-sum) > 0.001 {
			t.Fatalf("the department %q has %v, its services %v: %s", name, found[name], sum, departments.Raw)
		}
	}
	if math.Abs(rooms-kpis.Number("data", "roomsRevenue")) > 0.001 ||
		math.Abs(others-kpis.Number("data", "otherRevenue")) > 0.001 {
		t.Fatalf("departments have %v and %v: %s", rooms, others, kpis.Raw)
	}
}
