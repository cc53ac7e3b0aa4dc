package waitlist_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/token"
	"sarai/internal/property/room"
	"sarai/internal/stay/waitlist"
)

// BenchmarkLook times ten looks at a full waitlist: 500 stays of different dates in ten weeks. "times-one" is how much
// longer that is than while only one guest waits. All of 40 rooms are taken on two of three nights, or none is.
func BenchmarkLook(b *testing.B) {
	for _, engine := range kittest.Engines() {
		for _, soldOut := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/soldOut=%v", engine, soldOut), func(b *testing.B) {
				a, sc := newHotel(b, engine)
				fillHotel(b, a, sc, soldOut)
				putOn(b, a, sc, 0)
				timeLook(b, a, sc) // which opens what can be had
				one := timeLook(b, a, sc)
				for i := 1; i < 500; i++ {
					putOn(b, a, sc, i)
				}
				timeLook(b, a, sc)
				var all time.Duration
				for b.Loop() { // ten looks
					all = timeLook(b, a, sc)
				}
				b.ReportMetric(float64(all)/float64(one), "times-one")
			})
		}
	}
}

// timeLook is how long a look takes, the mean of ten.
func timeLook(b *testing.B, a *app.App, sc scope.Scope) time.Duration {
	b.Helper()
	begin := time.Now()
	for range 10 {
		check(b, a.Waitlist.Look(b.Context(), sc))
	}
	return time.Since(begin) / 10
}

func newHotel(b *testing.B, engine string) (*app.App, scope.Scope) {
	b.Helper()
	keys, err := token.LoadOrCreate(b.TempDir())
	check(b, err)
	a, err := app.New(app.Config{DB: kittest.New(b, engine, clock.System{}), Clock: clock.System{},
		Log: slog.New(slog.DiscardHandler), Keys: keys, SheetKey: "key", SignUp: organization.SignUpOpen,
		PublicURL: "http://sarai.test", Mail: mail.Files(b.TempDir()), MailFrom: "no-reply@sarai.test", Version: "test"})
	check(b, err)
	o, err := a.Organizations.CreateByOperator(b.Context(),
		organization.Details{Profile: organization.Profile{Name: "Lake House", Email: "desk@lake.example"}})
	check(b, err)
	sc, err := o.Scope(scope.Scope{})
	check(b, err)
	return a, sc.Job()
}

func fillHotel(b *testing.B, a *app.App, sc scope.Scope, soldOut bool) {
	b.Helper()
	c, err := a.Rooms.CreateCategory(b.Context(), sc, room.Category{Name: "Deluxe", MaxAdults: 2})
	check(b, err)
	today := sc.Today(time.Now())
	for i := range 40 {
		r, err := a.Rooms.Create(b.Context(), sc, room.Room{Number: fmt.Sprint(100 + i), CategoryID: c.ID, Active: true})
		check(b, err)
		for day := 0; soldOut && day < 80; day += 3 {
			_, err := a.Rooms.CreateBlock(b.Context(), sc, room.Block{RoomID: r.ID.String(), From: today.AddDays(day),
				To: today.AddDays(day + 2), Reason: "taken"})
			check(b, err)
		}
	}
}

// putOn puts a guest on the waitlist, for dates that others seldom want.
func putOn(b *testing.B, a *app.App, sc scope.Scope, number int) {
	b.Helper()
	from := sc.Today(time.Now()).AddDays(number % 70)
	_, err := a.Waitlist.Create(b.Context(), sc, waitlist.Entry{GuestName: "Asha Rao", GuestPhone: "+91 98450 12345",
		CheckIn: from, CheckOut: from.AddDays(2 + number/70), Rooms: 1, Adults: 2})
	check(b, err)
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
