package flash_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/date"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/kittest/pdftext"
)

type object = apptest.Object

const path = "/api/analytics/{org}/flash"

func TestFlash(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "who may", Run: whoMay},
		{Name: "a day beside budget and last year", Run: aDay},
		{Name: "kept days", Run: keptDays},
		{Name: "what changes late", Run: late},
		{Name: "paper and files", Run: files},
	}, func(t apptest.Reporter, owner *apptest.Caller) { agrees(t, owner) })
}

func today(owner *apptest.Caller) date.Date {
	return date.Of(owner.Server.Clock.Now(), time.FixedZone("", 19800))
}

// at moves the clock to noon of the day.
func at(owner *apptest.Caller, day date.Date) *apptest.Caller {
	owner.Server.Clock.Set(day.Time().Add(apptest.Noon.Sub(apptest.Noon.Truncate(24 * time.Hour))))
	return owner.Again()
}

// agrees fails unless the flash reports of the last days say what the key figures and the profit and loss do, and every
// division of the revenue adds up to it.
func agrees(t apptest.Reporter, owner *apptest.Caller) {
	t.Helper()
	last := today(owner)
	for _, day := range date.Days(last.AddDays(-3), last.AddDays(1)) {
		f := owner.Get(fmt.Sprint(path, "?date=", day)).Want(200)
		for _, part := range []string{"day", "month", "year"} {
			for _, side := range []string{"actual", "lastYear"} {
				figures(t, owner, f, day, "data", part, side)
			}
		}
	}
	from := last.AddDays(-20)
	profit := owner.Get(fmt.Sprint("/api/accounts/{org}/profit-and-loss?basis=accrual&from=", from, "&to=", last)).
		Want(200)
	want := apptest.Paise(profit.At("data", "totalRevenue"))
	for _, by := range strings.Fields("department tax category plan source company nationality day month") {
		span := fmt.Sprint("by=", by, "&from=", from, "&to=", last)
		d := owner.Get("/api/analytics/{org}/revenue-by?" + span).Want(200)
		var sum int64
		for i := range d.List("data", "parts") {
			part := apptest.Paise(d.At("data", "parts", i, "revenue"))
			sum += part
			key := strings.NewReplacer(" ", "%20", ":", "%3A", "&", "%26").Replace(d.Text("data", "parts", i, "key"))
			path := fmt.Sprint("/api/analytics/{org}/revenue-by/rows?limit=100&", span, "&key=", key)
			rows, lines := owner.Get(path).Want(200), int64(0)
			for j := range rows.List("data") {
				lines += apptest.Paise(rows.At("data", j, "revenue"))
			}
			if by != "day" && by != "month" && d.Text("data", "parts", i, "key") != "direct" && lines != part {
				t.Errorf("the lines of %s %s come to %d, want %d", by, d.Text("data", "parts", i, "key"), lines, part)
			}
		}
		if sum != want || apptest.Paise(d.At("data", "total", "revenue")) != want {
			t.Errorf("by %s it is %d, by the profit and loss %d: %s", by, sum, want, d.Raw)
		}
	}
}

// figures compares the figures of a period with the key figures and the profit and loss of its days.
func figures(t apptest.Reporter, owner *apptest.Caller, f apptest.Answer, day date.Date, at ...any) {
	t.Helper()
	get := func(name string) any { return f.At(append(append([]any{}, at...), name)...) }
	span := fmt.Sprint("?from=", get("from"), "&to=", get("to"))
	k := owner.Get("/api/analytics/{org}/kpis" + span).Want(200)
	for _, name := range []string{"roomsAvailable", "roomsSold", "complimentaryRooms", "occupancy", "roomsRevenue", "adr",
		"revPar", "arrivals", "noShows", "cancellations"} {
		if got, want := fmt.Sprint(get(name)), fmt.Sprint(k.At("data", name)); got != want {
			t.Errorf("%s of %v on %s is %s, and by the key figures %s", name, at, day, got, want)
		}
	}
	p := owner.Get("/api/accounts/{org}/profit-and-loss" + span + "&basis=accrual").Want(200)
	if got, want := apptest.Paise(get("totalRevenue")), apptest.Paise(p.At("data", "totalRevenue")); got != want {
		t.Errorf("the revenue of %v on %s is %d, and by the profit and loss %d", at, day, got, want)
	}
	var sum int64
	for _, department := range get("departments").([]any) {
		sum += apptest.Paise(department.(map[string]any)["revenue"])
	}
	if sum != apptest.Paise(get("totalRevenue")) {
		t.Errorf("the departments of %v on %s come to %d: %s", at, day, sum, f.Raw)
	}
	c := owner.Get("/api/accounts/{org}/profit-and-loss" + span + "&basis=cash").Want(200)
	if got, want := apptest.Paise(get("received"))-apptest.Paise(get("refunded")),
		apptest.Paise(c.At("data", "received")); got != want {
		t.Errorf("received in %v on %s is %d, want %d", at, day, got, want)
	}
}

func whoMay(_ *testing.T, owner *apptest.Caller) {
	clerk := owner.Member("Clerk", object{"bookings": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, one := range []string{path, path + "/pdf", path + "/export.csv", "/api/analytics/{org}/revenue-by",
		"/api/analytics/{org}/revenue-by/rows", "/api/analytics/{org}/production"} {
		clerk.Get(one).Refused(403, "payments.view")
		stranger.Get(one).Refused(403, "not a member")
		owner.Server.Anyone().Get(strings.ReplaceAll(one, "{org}", owner.Org)).Refused(401, "")
	}
	clerk.Get("/api/analytics/{org}/guests-by-nationality").Want(200)
	owner.Get(path + "?date=2026-04-15").Bad("date")
	owner.Get(path + "?date=x").Bad("date")
	owner.Get("/api/analytics/{org}/revenue-by?by=x").Bad("by")
	owner.Get("/api/analytics/{org}/revenue-by?from=2026-04-15").Bad("from")
	owner.Get("/api/analytics/{org}/production?from=2024-04-15&to=2026-04-01").Bad("from")
}

func aDay(_ *testing.T, owner *apptest.Caller) {
	owner = at(owner, "2026-04-14")
	company := owner.Post("/api/companies/{org}/create", object{"name": "Aravalli Tours", "code": "AT"}).Want(201).
		Text("data", "_id")
	rooms := owner.CreateRooms(4)
	stay := owner.BookAt(5250, object{"companyId": company}, "2026-04-14", "2026-04-16", rooms[0])
	owner.Arrive(stay)
	owner.AddCharge(stay, "Laundry", 300)
	owner.Pay(object{"bookingId": stay, "amount": 1000, "method": "cash"}).Want(201)
	owner.Bill(4000)
	owner.Put("/api/budgets/{org}/2026", object{"months": []any{object{"month": "2026-04", "roomsToSell": 30,
		"departments": []any{object{"kind": "rooms", "revenue": 300000}}}}}).Want(200)
	owner.Post(apptest.NightAudits, nil).Want(200)
	owner.Get(path+"?date=2026-04-14").Want(200).Is(true, "data", "closed").
		Is(1, "data", "day", "actual", "roomsSold").Is(5000, "data", "day", "actual", "adr").
		Is(1250, "data", "day", "actual", "revPar").Is(25, "data", "day", "actual", "occupancy").
		Is(9300, "data", "day", "actual", "totalRevenue").Is(1, "data", "day", "actual", "arrivals").
		Is("cash", "data", "day", "actual", "methods", 0, "method").
		Is(1000, "data", "day", "actual", "methods", 0, "received").
		Is(1, "data", "day", "budget", "roomsSold").Is(10000, "data", "day", "budget", "roomsRevenue").
		Is(14, "data", "month", "budget", "roomsSold").Is(0, "data", "year", "lastYear", "roomsSold").
		Is("2025-04-01", "data", "year", "lastYear", "from").Is("2025-04-14", "data", "year", "lastYear", "to").
		Is(1, "data", "pickUp", "bookings").Is(1, "data", "pickUp", "roomNights")
	owner.Get("/api/analytics/{org}/revenue-by?by=company&from=2026-04-14&to=2026-04-14").Want(200).
		Is("Aravalli Tours", "data", "parts", 0, "name").Is(5300, "data", "parts", 0, "revenue").
		Is("direct", "data", "parts", 1, "key")
	owner.Get("/api/analytics/{org}/production?by=company&from=2026-04-14&to=2026-04-14").Want(200).
		Is(1, "data", "parts", 0, "bookings").Is(1, "data", "parts", 0, "nights").Is(5000, "data", "parts", 0, "adr")
}

// The next year's report has this year beside it, and a day that isn't kept says the same as one that is.
func keptDays(t *testing.T, owner *apptest.Caller) {
	stay := owner.BookAt(5250, nil, "2026-04-14", "2026-04-17", owner.CreateRooms(2)...)
	owner.Arrive(stay)
	for _, day := range []date.Date{"2026-04-14", "2026-04-15", "2026-04-16"} {
		owner = at(owner, day)
		owner.AddCharge(stay, "Laundry", 100)
		owner.Post(apptest.NightAudits, nil).Want(200)
	}
	as := owner.Get(path + "?date=2026-04-16").Want(200)
	owner.Server.Exec(`DELETE FROM flash_days WHERE org_id = $1`, owner.Org)
	if anew := owner.Get(path + "?date=2026-04-16").Want(200); string(anew.Raw) != string(as.Raw) {
		t.Errorf("kept it is %s, and anew %s", as.Raw, anew.Raw)
	}
	owner = at(owner, "2026-04-17")
	owner.Leave(stay, nil)
	owner.Post(apptest.NightAudits, nil).Want(200)
	if days := owner.QueryInt(`SELECT COUNT(DISTINCT day) FROM flash_days WHERE org_id = $1`); days != 4 {
		t.Errorf("%d days are kept", days)
	}
	owner = at(owner, "2027-04-16")
	owner.Get(path+"?date=2027-04-16").Want(200).Is(2, "data", "day", "lastYear", "roomsSold").
		Is(6, "data", "month", "lastYear", "roomsSold").Is(0, "data", "year", "actual", "roomsSold")
}

// A no-show who comes after all and a guest who leaves late change days that are kept: at once, and for good.
func late(_ *testing.T, owner *apptest.Caller) {
	owner = at(owner, "2026-04-14")
	rooms := owner.CreateRooms(2)
	missed := owner.BookAt(1050, nil, "2026-04-14", "2026-04-17", rooms[0])
	overdue := owner.BookAt(1050, nil, "2026-04-14", "2026-04-15", rooms[1])
	owner.Arrive(overdue)
	for _, day := range []date.Date{"2026-04-14", "2026-04-15"} {
		owner = at(owner, day)
		owner.Post(apptest.NightAudits, object{"markNoShows": true}).Want(200)
	}
	day := func(of string, arrivals, noShows, departures int) {
		owner.Get(path+"?date="+of).Want(200).Is(arrivals, "data", "day", "actual", "arrivals").
			Is(noShows, "data", "day", "actual", "noShows").Is(departures, "data", "day", "actual", "departures")
	}
	day("2026-04-14", 1, 1, 0)
	day("2026-04-15", 0, 0, 0)
	owner = at(owner, "2026-04-16")
	owner.Post(apptest.BookingPath(missed, "/reinstate"), nil).Want(200)
	owner.Arrive(missed)
	owner.Leave(overdue, nil)
	left := date.Date(owner.Get(apptest.BookingPath(overdue, "")).Want(200).Text("data", "checkOut")[:10])
	for range 2 {
		day("2026-04-14", 2, 0, 0)
		day(string(left), 0, 0, 1)
		owner.Post(apptest.NightAudits, nil).Want(200)
		owner.Server.Exec(`UPDATE bookings SET updated_at = 0 WHERE org_id = $1`, owner.Org) // only what is kept counts
	}
}

func files(t *testing.T, owner *apptest.Caller) {
	owner.Arrive(owner.BookNewRoom("2026-04-14", "2026-04-20"))
	owner.Post(apptest.NightAudits, nil).Want(200)
	text := strings.Join(pdftext.Pages(t, owner.Download(path+"/pdf?date=2026-04-14", "application/pdf").Raw), "\n")
	for _, want := range []string{"Flash Report", "Month to date", "Year to date", "Occupancy", "Last year"} {
		if !strings.Contains(text, want) {
			t.Errorf("the paper doesn't show %q:\n%s", want, text)
		}
	}
	for _, one := range []string{path + "/export.csv", path + "/export.xlsx", "/api/analytics/{org}/revenue-by/export.csv",
		"/api/analytics/{org}/production/export.xlsx", "/api/analytics/{org}/guests-by-nationality/export.csv"} {
		owner.Get(one).Want(200)
	}
}

// Random days of a hotel: at every point the flash report, kept or not, is the key figures and the profit and loss.
func TestFlashOfRandomDays(t *testing.T) {
	apptest.RapidDefault(t, "checks", "3")
	apptest.RapidDefault(t, "steps", "30")
	apptest.RapidDefault(t, "nofailfile", "true")
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := apptest.New(t, engine)
			owner := s.Hotel()
			rapid.Check(t, func(rt *rapid.T) {
				s.Clock.Set(time.Date(2026, 3, 28, 6, 30, 0, 0, time.UTC))
				desk := owner.Refreshed().AnotherHotel(object{"gstin": apptest.HotelGSTIN})
				rooms := desk.CreateRooms(4)
				var bookings []string
				do := func(method, path string, body any) apptest.Answer {
					a, err := desk.Try(method, path, body)
					if err != nil || a.Status >= 500 {
						rt.Fatalf("%s %s: %v %d %s", method, path, err, a.Status, a.Raw)
					}
					return a
				}
				pick := func() string { return rapid.SampledFrom(bookings).Draw(rt, "booking") }
				later := func(days int) {
					s.Clock.Set(s.Clock.Now().AddDate(0, 0, days))
					desk = desk.Again()
				}
				desk = desk.Again()
				rt.Repeat(map[string]func(*rapid.T){
					"book": func(rt *rapid.T) {
						from := today(desk).AddDays(rapid.IntRange(0, 2).Draw(rt, "from"))
						body := apptest.Stay(string(from), string(from.AddDays(rapid.IntRange(1, 4).Draw(rt, "nights"))),
							rapid.SampledFrom(rooms).Draw(rt, "room")).
							Merged(object{"source": rapid.SampledFrom([]string{"walk-in", "phone", "ota"}).Draw(rt, "source")})
						if a := do("POST", "/api/bookings/{org}/create", body); a.Status == 201 {
							bookings = append(bookings, a.Text("data", "bookingId"))
						}
					},
					"arrive": func(rt *rapid.T) {
						if len(bookings) > 0 {
							do("PUT", apptest.BookingPath(pick(), "/arrival"), object{})
						}
					},
					"charge": func(rt *rapid.T) {
						if len(bookings) > 0 {
							do("POST", apptest.BookingPath(pick(), "/charges"), object{"description": "Laundry", "quantity": 1,
								"unitPrice": rapid.IntRange(1, 999).Draw(rt, "price")})
						}
					},
					"leave": func(rt *rapid.T) {
						if len(bookings) > 0 {
							do("PUT", apptest.BookingPath(pick(), "/checkout"), object{})
						}
					},
					"cancel": func(rt *rapid.T) {
						if len(bookings) > 0 {
							do("PUT", apptest.BookingPath(pick(), "/cancel"), object{"reason": "x"})
						}
					},
					"bill a hall": func(*rapid.T) { desk.Bill(1000) },
					"pay": func(rt *rapid.T) {
						if len(bookings) > 0 {
							do("POST", "/api/payments/{org}/create", object{"bookingId": pick(), "amount": 100, "method": "cash"})
						}
					},
					"close the day": func(*rapid.T) { do("POST", apptest.NightAudits, nil) },
					"close it":      func(rt *rapid.T) { do("POST", apptest.NightAudits, object{"markNoShows": true}); later(1) },
					"later":         func(rt *rapid.T) { later(rapid.IntRange(1, 2).Draw(rt, "days")) },
				})
				agrees(rt, desk)
			})
		})
	}
}
