package inside

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/db"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	cells "sarai/internal/property/rates"
	"sarai/internal/property/room"
	"sarai/internal/property/tariff"
)

// The rates of the measured hotel: every plan is sold in every category, and three in four plans derive from another.
const (
	ratePlans, rateRoots, rateCategories = 40, 10, 20
	roomsPerCategory                     = 5
	rateDays                             = 500
	bulkProducts                         = 40
	searchNights                         = 7
)

// tariffs are the ids of what the hotel sells.
type tariffs struct {
	category string   // one of them
	roots    []string // products that derive from none
}

// Rates searches for offers over HTTP, and reads and writes the calendar in this process.
func Rates(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	in, err := fill.SQLite(ctx, s.Folder, "rates", 1, fill.History{Rooms: 100, Bookings: 1000})
	if err != nil {
		return err
	}
	h, err := open(ctx, in)
	if err != nil {
		return err
	}
	t, err := h.sell(ctx)
	if err == nil && s.Profile == "" {
		err = errors.Join(h.measureCalendar(s, t, r), h.measureBulk(ctx, s, t, r))
	}
	if err := errors.Join(err, h.close()); err != nil {
		return err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	for _, most := range []int{20, 0} {
		name := fmt.Sprintf("offers search, %d plans × %d categories × %d nights, ", ratePlans, rateCategories, searchNights)
		bound := drive.Limit{}.In("/s")
		if most > 0 {
			name += fmt.Sprintf("the cheapest %d", most)
			bound = drive.AtLeast(500).In("/s")
		} else {
			name += "all"
		}
		found := drive.OverHTTP(name, server.Address, http.StatusOK, search(in, most))
		if s.Profile != "" {
			if err := drive.ProfileLoad(s, server, found, fmt.Sprintf("offers-%d", most)); err != nil {
				return err
			}
			continue
		}
		rates, err := drive.Race(s, 16, found)
		if err != nil {
			return err
		}
		r.Add(name, drive.Median(rates[name]), bound, "16 connections")
	}
	return nil
}

func (h *house) manager() scope.Scope {
	return scope.Scope{Org: h.Hotels[0], User: fill.Login, UserName: "Asha Rao", Currency: "INR",
		Zone: time.FixedZone("IST", 5*3600+1800)}
}

// sell makes the hotel's rates: weekends have their own prices for 500 days, and every third day a least stay.
func (h *house) sell(ctx context.Context) (t tariffs, err error) {
	sc := h.manager()
	var categories []string
	for i := range rateCategories {
		c, err := h.app.Rooms.CreateCategory(ctx, sc, room.Category{Name: fmt.Sprint("Category ", i), BaseRate: 5000_00,
			MaxAdults: 2})
		if err != nil {
			return t, err
		}
		categories = append(categories, c.ID)
		for n := range roomsPerCategory {
			if _, err := h.app.Rooms.Create(ctx, sc, room.Room{Number: fmt.Sprintf("C%d-%d", i, n), CategoryID: c.ID,
				Housekeeping: room.Clean, Active: true}); err != nil {
				return t, err
			}
		}
	}
	t.category = categories[0]
	for i := range ratePlans {
		plan, err := h.app.RatePlans.CreatePlan(ctx, sc, tariff.Plan{Code: fmt.Sprint("P", i), Name: "Plan", MealPlan: "EP",
			Audience: tariff.Public, Guarantee: "none", Active: true})
		if err != nil {
			return t, err
		}
		for n, categoryID := range categories {
			p := tariff.Product{PlanID: plan.ID, CategoryID: categoryID, Rules: []tariff.Step{}, Inherits: tariff.Everything}
			if price := money.Amount(5000_00 + i*100 + n); i < rateRoots {
				p.Default = &price
			} else {
				p.ParentID = &t.roots[i%rateRoots*rateCategories+n]
				p.Rules = []tariff.Step{{Op: tariff.Sub, Unit: tariff.Percent, Value: int64(10 * i)}}
			}
			if p, err = h.app.RatePlans.CreateProduct(ctx, sc, p); err != nil {
				return t, err
			}
			if i < rateRoots {
				t.roots = append(t.roots, p.ID)
			}
		}
	}
	_, err = h.app.Rates.Apply(ctx, sc, cells.Write{Changes: []cells.Change{
		t.change(t.roots, 6500_00, "fri", "sat"), t.stays("mon", "thu")}})
	return t, err
}

// change sets a price on the weekdays of 500 days.
func (t tariffs) change(products []string, price money.Amount, weekdays ...string) cells.Change {
	return cells.Change{Products: products, Days: days(weekdays),
		Cell: cells.CellChange{Price: &cells.Given[money.Amount]{Value: price}}}
}

func (t tariffs) stays(weekdays ...string) cells.Change {
	return cells.Change{Products: t.roots, Days: days(weekdays),
		Cell: cells.CellChange{MinStayThrough: new(2)}}
}

func days(weekdays []string) cells.Days {
	return cells.Days{From: fill.Today(), To: fill.Today().AddDays(rateDays - 1), Weekdays: tariff.WeekdaysOf(weekdays)}
}

// Calendar asks the whole handler, without a network, for the products of one category.
func (h *house) measureCalendar(s drive.Settings, t tariffs, r *drive.Report) error {
	path := fmt.Sprintf("/api/rates/%s/calendar?categoryId=%s&from=%s&to=%s", h.Hotels[0], t.category, fill.Today(),
		fill.Today().AddDays(rateDays-1))
	var times []float64
	for range 10 * s.Rounds {
		began := time.Now()
		if err := h.get(path); err != nil {
			return err
		}
		times = append(times, inMilliseconds(time.Since(began)))
	}
	r.Add(fmt.Sprintf("rates calendar, %d products × %d days", ratePlans, rateDays), drive.Median(times),
		drive.AtMost(50, " ms"), "whole handler, no network")
	return nil
}

// measureBulk writes 500 days of 40 products through the whole handler, while another writer comes again and again: the
// longest that it waits is how long the bulk holds SQLite's one writer.
func (h *house) measureBulk(ctx context.Context, s drive.Settings, t tariffs, r *drive.Report) error {
	for _, weekdays := range []string{`"sun","mon","tue","wed","thu","fri","sat"`, `"fri","sat"`} {
		var times, waits []float64
		for round := range 4 * s.Rounds {
			body := fmt.Sprintf(`{"changes":[{"productIds":["%s"],"from":"%s","to":"%s","days":[%s],"price":%d}]}`,
				strings.Join(t.roots[:bulkProducts], `","`), fill.Today(), fill.Today().AddDays(rateDays-1), weekdays, 5000+round)
			wait := h.probe(ctx)
			began := time.Now()
			if err := h.put("/api/rates/"+h.Hotels[0]+"/bulk", body); err != nil {
				return err
			}
			times = append(times, inMilliseconds(time.Since(began)))
			longest, err := wait()
			if err != nil {
				return err
			}
			waits = append(waits, longest)
		}
		name := fmt.Sprintf("bulk write, %d products × %d days, %d weekdays", bulkProducts, rateDays,
			strings.Count(weekdays, ",")+1)
		r.Add(name, drive.Median(times), drive.AtMost(1000, " ms"), "whole handler, no network")
		r.Add(name+": longest wait of another write", drive.Median(waits), drive.AtMost(100, " ms"),
			"commit to disk included")
	}
	return nil
}

// probe writes again and again until the function that it returns is called, which returns the longest wait in
// milliseconds.
func (h *house) probe(ctx context.Context) (stop func() (float64, error)) {
	ended, result := make(chan struct{}), make(chan error, 1)
	var longest float64
	go func() {
		for {
			select {
			case <-ended:
				result <- nil
				return
			default:
			}
			began := time.Now()
			err := h.db.Write(ctx, func(tx *db.Tx) error {
				_, err := tx.Exec(`UPDATE series SET updated_at = $2 WHERE org_id = $1 AND module = 'quote'`, h.Hotels[0],
					tx.Now.UnixMilli())
				return err
			})
			if err != nil {
				result <- err
				return
			}
			longest = max(longest, inMilliseconds(time.Since(began)))
		}
	}()
	return func() (float64, error) {
		close(ended)
		err := <-result
		return longest, err
	}
}

func inMilliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// put sends a change to the whole handler, without a network.
func (h *house) put(path, body string) error {
	return h.send(http.MethodPut, path, strings.NewReader(body))
}

// search looks for seven nights from one of the next hundred days on.
func search(in *fill.Installation, most int) func(connection int) func(buffer []byte) []byte {
	return func(connection int) func(buffer []byte) []byte {
		before := "POST /api/offers/" + in.Hotels[0] + "/search" + in.Headers() +
			"Content-Type: application/json\r\nContent-Length: "
		n, bound := connection, ""
		if most > 0 {
			bound = fmt.Sprintf(`,"limit":%d`, most)
		}
		return func(buffer []byte) []byte {
			n = (n + 37) % 100
			checkIn := fill.Today().AddDays(1 + n)
			body := fmt.Sprintf(`{"checkIn":"%s","checkOut":"%s"%s}`, checkIn, checkIn.AddDays(searchNights), bound)
			return fmt.Appendf(append(buffer, before...), "%d\r\n\r\n%s", len(body), body)
		}
	}
}
