package organization

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

func haveli() Details {
	return Details{Profile: Profile{Name: "Haveli Sagar", Email: "desk@haveli.example"}}.withDefaults()
}

func TestProfileNamesEveryBadField(t *testing.T) {
	cases := []struct {
		name  string
		edit  func(p *Details)
		field string // "" when the profile is right
	}{
		{"defaults", func(p *Details) {}, ""},
		{"everything", func(p *Details) {
			p.Phone, p.GSTIN, p.PAN, p.Logo = "+91 141 222 0101", " 27aapfu0939f1zv", "aapfu0939f",
				"https://haveli.example/logo.png"
			p.Currency, p.Timezone, p.DefaultCheckIn = "eur", "Europe/Berlin", "00:00"
		}, ""},
		{"no name", func(p *Details) { p.Name = "" }, "name"},
		{"name of two lines", func(p *Details) { p.Name = "Haveli\nBcc: all" }, "name"},
		{"e-mail", func(p *Details) { p.Email = "desk" }, "email"},
		{"e-mail with a name", func(p *Details) { p.Email = "Desk <desk@haveli.example>" }, "email"},
		{"phone", func(p *Details) { p.Phone = "call us" }, "phone"},
		{"logo script", func(p *Details) { p.Logo = "javascript:alert(1)" }, "logo"},
		{"logo without host", func(p *Details) { p.Logo = "https:///x.png" }, "logo"},
		{"GSTIN entity", func(p *Details) { p.GSTIN = "27AAPFU0939F0ZV" }, "gstin"},
		{"GSTIN with a wrong check character", func(p *Details) { p.GSTIN = "27AAPFU0939F1Z5" }, ""},
		{"PAN", func(p *Details) { p.PAN = "AAPF90939F" }, "pan"},
		{"unknown currency", func(p *Details) { p.Currency = "RUPEES" }, "currency"},
		{"server's zone", func(p *Details) { p.Timezone = "Local" }, "timezone"},
		{"no zone", func(p *Details) { p.Timezone = "" }, "timezone"},
		{"zone by another spelling", func(p *Details) { p.Timezone = "Asia/./Kolkata" }, "timezone"},
		{"zone with two slashes", func(p *Details) { p.Timezone = "Asia//Kolkata" }, "timezone"},
		{"zone in lower case", func(p *Details) { p.Timezone = "asia/kolkata" }, "timezone"},
		{"zone of the machine", func(p *Details) { p.Timezone = "posixrules" }, "timezone"},
		{"older name of a zone", func(p *Details) { p.Timezone = "Asia/Calcutta" }, ""},
		{"mail address without a domain that can be", func(p *Details) { p.Email = "desk@haveli" }, "email"},
		{"UTC", func(p *Details) { p.Timezone = "UTC" }, ""},
		{"path as zone", func(p *Details) { p.Timezone = "../etc/passwd" }, "timezone"},
		{"hour 24", func(p *Details) { p.DefaultCheckIn = "24:00" }, "defaultCheckInTime"},
		{"short time", func(p *Details) { p.DefaultCheckOut = "9:00" }, "defaultCheckOutTime"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := haveli()
			c.edit(&p)
			_, err := p.checked(nil)
			var typed *errs.Error
			switch {
			case c.field == "" && err != nil:
				t.Fatalf("refused: %v", err)
			case c.field != "" && (!errors.As(err, &typed) || len(typed.Fields) != 1 || typed.Fields[0].Field != c.field):
				t.Fatalf("got %v, want one bad field %s", err, c.field)
			}
		})
	}
}

// recorded is a bus and what was published on it in committed transactions.
func recorded() (*event.Bus, func() []string) {
	bus := event.NewBus()
	var mu sync.Mutex
	var actions []string
	bus.Listen(func(tx *db.Tx, sc scope.Scope, e event.Event) error {
		tx.AfterCommit(func() {
			mu.Lock()
			defer mu.Unlock()
			var details map[string]any
			if len(e.Details) > 0 {
				if err := json.Unmarshal(e.Details, &details); err != nil {
					panic(err)
				}
			}
			actions = append(actions, e.Action+" "+fmt.Sprint(details["changes"]))
		})
		return nil
	})
	return bus, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(actions)
	}
}

// newService is a service whose hooks do nothing.
func newService(d *db.DB, bus *event.Bus, mode SignUpMode) *Service {
	s := New(d, bus, mode)
	s.Connect(Hooks{
		OnCreate:      func(*db.Tx, scope.Scope, Organization) error { return nil },
		OnErase:       func(*db.Tx, Organization) error { return nil },
		InUse:         func(*db.Tx, string) (bool, error) { return false, nil },
		CurrencyInUse: func(*db.Tx, string) (bool, error) { return false, nil },
	})
	return s
}

func TestOfManyFirstSignUpsOneSucceeds(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newService(d, event.NewBus(), SignUpFirst)
		s.hooks.OnCreate = func(tx *db.Tx, sc scope.Scope, o Organization) error {
			if sc.Org != o.ID || sc.Currency != "INR" || sc.Zone.String() != "Asia/Kolkata" {
				t.Errorf("the hook's scope is %+v", sc)
			}
			return nil
		}
		results := make(chan error)
		for range 12 {
			go func() {
				_, err := s.Create(context.Background(), scope.Scope{}, haveli())
				results <- err
			}()
		}
		succeeded := 0
		for range 12 {
			if err := <-results; err == nil {
				succeeded++
			} else if !errs.Is(err, errs.KindForbidden) {
				t.Error(err)
			}
		}
		if succeeded != 1 {
			t.Fatalf("%d sign-ups succeeded", succeeded)
		}
		if _, err := s.CreateByOperator(context.Background(), haveli()); err != nil {
			t.Fatal("the operator is refused:", err)
		}
	})
}

func TestSignUpModes(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		if _, err := newService(d, event.NewBus(), SignUpClosed).Create(ctx, scope.Scope{}, haveli()); !errs.Is(err,
			errs.KindForbidden) {
			t.Fatal("closed:", err)
		}
		open := newService(d, event.NewBus(), SignUpOpen)
		for range 2 {
			if _, err := open.Create(ctx, scope.Scope{}, haveli()); err != nil {
				t.Fatal("open:", err)
			}
		}
		if _, err := newService(d, event.NewBus(), SignUpFirst).Create(ctx, scope.Scope{}, haveli()); !errs.Is(err,
			errs.KindForbidden) {
			t.Fatal("first:", err)
		}
	})
}

func TestAFailingHookLeavesNothing(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newService(d, event.NewBus(), SignUpFirst)
		broken := errors.New("broken")
		s.hooks.OnCreate = func(*db.Tx, scope.Scope, Organization) error { return broken }
		if _, err := s.Create(context.Background(), scope.Scope{}, haveli()); !errors.Is(err, broken) {
			t.Fatal(err)
		}
		if _, err := newService(d, event.NewBus(), SignUpFirst).Create(context.Background(), scope.Scope{},
			haveli()); err != nil {
			t.Fatal("the failed sign-up counted:", err)
		}
	})
}

func TestARepeatedSignUpAnswersTheFirst(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newService(d, event.NewBus(), SignUpFirst)
		sc := scope.Scope{Idempotency: scope.Idempotency{Key: "k", Fingerprint: "f"}}
		first, err := s.Create(context.Background(), sc, haveli())
		if err != nil {
			t.Fatal(err)
		}
		second, err := s.Create(context.Background(), sc, haveli())
		if err != nil || second != first {
			t.Fatalf("got %+v, %v; want %+v", second, err, first)
		}
	})
}

func TestLifeOfAnOrganization(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		bus, published := recorded()
		s := newService(d, bus, SignUpFirst)
		used := false
		s.hooks.CurrencyInUse = func(*db.Tx, string) (bool, error) { return used, nil }
		o, err := s.Create(ctx, scope.Scope{}, haveli())
		if err != nil {
			t.Fatal(err)
		}
		sc := scope.Scope{Org: o.ID, User: "somebody"}

		changed, err := s.change(ctx, sc, func(p *Details) { p.Currency, p.Address.City = "USD", "Udaipur" })
		if err != nil || changed.Currency != "USD" {
			t.Fatal(changed, err)
		}
		used = true
		if _, err := s.change(ctx, sc, func(p *Details) { p.Currency = "INR" }); !errs.Is(err, errs.KindInvalid) {
			t.Fatal("the currency changed under recorded money:", err)
		}
		if _, err := s.change(ctx, sc, func(*Details) {}); err != nil {
			t.Fatal(err)
		}
		if read, err := s.get(ctx, sc); err != nil || read != changed {
			t.Fatalf("read %+v, %v; want %+v", read, err, changed)
		}
		if err := s.remove(ctx, sc); err != nil {
			t.Fatal(err)
		}
		if _, err := s.get(ctx, sc); !errs.Is(err, errs.KindNotFound) {
			t.Fatal("a deleted organization is found:", err)
		}
		if err := s.remove(ctx, sc); !errs.Is(err, errs.KindNotFound) {
			t.Fatal("it is deleted twice:", err)
		}
		actions := published()
		if len(actions) != 3 || !strings.Contains(actions[1], "settings.updated") || !strings.Contains(actions[1],
			"currency:map[new:USD old:INR]") {
			t.Fatalf("published %q", actions)
		}
		if _, err := s.Create(ctx, scope.Scope{}, haveli()); err != nil {
			t.Fatal("no organization is left, yet sign-up is closed:", err)
		}
	})
}
