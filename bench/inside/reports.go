package inside

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/db"
)

// How long an answer may take in an organization with a long history, in milliseconds.
const (
	mostPerPage   = 5  // sums and reports of a page's size
	mostPerYear   = 25 // reports of a year
	mostPerMonth  = 10 // what a manager reads each morning, and an accountant at the end of a month
	mostPerSearch = 10 // by parts of names and numbers, found or not
)

// timed is a path of the API that is asked for, with the organization's id for {org}.
type timed struct {
	path string
	most float64
}

// reports are asked on the books of an organization that has kept them for years.
func reports() []timed {
	year, month := fill.Today().AddDays(-365), fill.Today().AddDays(-30)
	days := fmt.Sprintf("from=%s&to=%s", year, fill.Today())
	period := string(month[:7])
	return []timed{
		{"accounts/{org}/list", mostPerPage},
		{"accounts/{org}/trial-balance", mostPerPage},
		{"accounts/{org}/trial-balance?date=" + string(year), mostPerPage},
		{"accounts/{org}/profit-and-loss", mostPerPage},
		{"accounts/{org}/profit-and-loss?" + days, mostPerPage},
		{"accounts/{org}/balance-sheet", mostPerMonth},
		{"accounts/{org}/balance-sheet?months=12&compare=last-year", mostPerMonth},
		{"accounts/{org}/profit-and-loss/accounts", mostPerMonth},
		{"accounts/{org}/month-end", mostPerMonth},
		{"analytics/{org}/flash", mostPerMonth},
		{"analytics/{org}/flash?date=" + string(month), mostPerMonth},
		{"companies/{org}/ageing", mostPerMonth},
		{"companies/{org}/ageing?asOf=" + string(month), mostPerMonth},
		{"accounts/{org}/{cash}/statement", mostPerPage},
		{"accounts/{org}/{cash}/statement?" + days, mostPerYear},
		{"analytics/{org}/overview", mostPerPage},
		{"analytics/{org}/occupancy", mostPerPage},
		{"analytics/{org}/occupancy?days=366", mostPerYear},
		{"analytics/{org}/revenue", mostPerPage},
		{"analytics/{org}/revenue?period=monthly&days=1830", mostPerYear},
		{"analytics/{org}/outstanding", mostPerPage},
		{"analytics/{org}/expense-revenue", mostPerPage},
		{"analytics/{org}/expense-revenue?days=1830", mostPerYear},
		{"analytics/{org}/kpis", mostPerPage},
		{"analytics/{org}/kpis?from=" + string(year) + "&to=" + string(fill.Today().AddDays(-1)), mostPerYear},
		{"analytics/{org}/pace", mostPerPage},
		{"analytics/{org}/pace?days=366", mostPerYear},
		{"audit/{org}/statistics", mostPerYear},
		{"bookings/{org}/night-audit", mostPerPage},
		{"bookings/{org}/night-audit/list", mostPerPage},
		{"bookings/{org}/overview", mostPerPage},
		{"expenses/{org}/categories?" + days, mostPerYear},
		{"invoices/{org}/gstr1?period=" + period, mostPerYear},
	}
}

// Reports asks every sum and report in an organization with a long history on either engine.
func Reports(ctx context.Context, s drive.Settings, r *drive.Report) error {
	return measureAsked(ctx, s, r, "reports", reports())
}

func measureAsked(ctx context.Context, s drive.Settings, r *drive.Report, section string, list []timed) error {
	long := fill.History{Rooms: 100, Bookings: s.Largest}
	in, err := fill.SQLite(ctx, s.Folder, section, 1, long)
	if err != nil {
		return err
	}
	if err := askOn(ctx, s, r, in, "sqlite", list); err != nil {
		return err
	}
	return fill.OnPostgreSQL(ctx, s.Folder, section, 1, long, func(in *fill.Installation) error {
		return askOn(ctx, s, r, in, "pgx", list)
	})
}

// askOn asks in an installation whose organization gets all its books. The engine's name is printed.
func askOn(ctx context.Context, s drive.Settings, r *drive.Report, in *fill.Installation, engine string,
	list []timed) error {
	began := time.Now()
	h, err := openKept(ctx, in)
	if err != nil {
		return err
	}
	fmt.Printf("  %s: %d bookings with guests, invoices, payments, entries and words, written in %s\n", engine,
		in.History.Bookings, time.Since(began).Round(100*time.Millisecond))
	return errors.Join(h.askEach(ctx, s, r, engine, list), h.close())
}

// openKept opens an installation whose organization has kept all its books, and can search them.
func openKept(ctx context.Context, in *fill.Installation) (*house, error) {
	if err := in.KeepBooks(ctx); err != nil {
		return nil, err
	}
	h, err := open(ctx, in)
	if err != nil {
		return nil, err
	}
	err = h.app.FillSearch(ctx)
	if err == nil && in.DatabaseURL != "" { // PostgreSQL does it by itself within minutes
		err = fill.OnServer(ctx, in.DatabaseURL, "VACUUM ANALYZE")
	}
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// askEach asks for each path in turns, and reports the median of each, and of those that are too slow by name.
func (h *house) askEach(ctx context.Context, s drive.Settings, r *drive.Report, engine string, list []timed) error {
	cash, err := h.cashAccount(ctx)
	if err != nil {
		return err
	}
	times := map[string][]float64{}
	for range s.Rounds {
		for began := time.Now(); time.Since(began) < s.Length; {
			for _, a := range list {
				path := "/api/" + strings.NewReplacer("{org}", h.Hotels[0], "{cash}", cash).Replace(a.path)
				from := time.Now()
				if err := h.get(unkept(path)); err != nil {
					return err
				}
				times[a.path] = append(times[a.path], float64(time.Since(from).Microseconds())/1000)
			}
		}
	}
	for _, a := range list {
		slices.Sort(times[a.path])
		name := strings.ReplaceAll(a.path, "/{org}", "")
		r.Add(fmt.Sprintf("%s, %s", name, engine), drive.Median(times[a.path]), drive.AtMost(a.most, " ms"),
			fmt.Sprintf("%.2f at least", slices.Min(times[a.path])))
	}
	return nil
}

func (h *house) cashAccount(ctx context.Context) (account string, err error) {
	err = h.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(`SELECT account_id FROM accounts WHERE org_id = $1 AND kind = 'cash' AND is_default`,
			h.Hotels[0]).Scan(&account)
	})
	return account, err
}
