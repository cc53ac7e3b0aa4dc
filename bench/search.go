package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"sarai/internal/kit/kittest/pgserver"
)

// searches are what is typed: words that a few and thousands of the guests have, pairs of such, and numbers.
var searches = []string{"vikramhara", "asha", "a", "ra", "asha rao", "vik sharma", "a rao", "rao vikram", "BK-777",
	"777", "98", "4321", "+91 9", "inv-1", "asha rao 101", "nobody", "a b c d e f g h i j"}

// mostPerSearch is how long a search may take, in milliseconds.
const mostPerSearch = 30

// measureSearch asks the whole handler, without a network, in an organization with a long history on either engine.
func measureSearch(ctx context.Context, s settings, r *report) (err error) {
	in, err := sqliteInstallation(ctx, s, "search", 1, history{rooms: 100, bookings: s.largest})
	if err != nil {
		return err
	}
	if err := in.measureSearch(ctx, s, r, "sqlite", "file:"+in.path()); err != nil {
		return err
	}
	postgres, err := pgserver.Start(true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, postgres.Stop()) }()
	in = &installation{dataDir: filepath.Join(s.folder, "search-postgres"),
		databaseURL: database(postgres.URL, "search")}
	if err := in.foundPostgreSQL(ctx, postgres.URL, "search", history{rooms: 100, bookings: s.largest}); err != nil {
		return err
	}
	return in.measureSearch(ctx, s, r, "pgx", in.databaseURL)
}

// foundPostgreSQL creates the installation's database with one organization and its history.
func (in *installation) foundPostgreSQL(ctx context.Context, server, name string, h history) error {
	admin, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	_, err = admin.ExecContext(ctx, "CREATE DATABASE "+name)
	if err := errors.Join(err, admin.Close()); err != nil {
		return err
	}
	if err := in.found(ctx, 1, h); err != nil {
		return err
	}
	pool, err := sql.Open("pgx", in.databaseURL)
	if err != nil {
		return err
	}
	return errors.Join(in.fill(ctx, pool, in.hotels, h), pool.Close())
}

// nameGuests gives three in four bookings other names than Asha Rao, and all their own phone numbers, guests and
// invoices.
var nameGuests = []string{
	`CREATE TEMP TABLE syllables (n BIGINT, text TEXT)`,
	`INSERT INTO syllables VALUES (0, 'ra'), (1, 'vik'), (2, 'ani'), (3, 'su'), (4, 'pra'), (5, 'me'), (6, 'hara'),
		(7, 'la'), (8, 'deep'), (9, 'ta')`,
	`CREATE TEMP TABLE surnames (n BIGINT, text TEXT)`,
	`INSERT INTO surnames VALUES (0, 'Sharma'), (1, 'Kumar'), (2, 'Rao'), (3, 'Das'), (4, 'Singh'),
		(5, 'Mehta'), (6, 'Roy')`,
	`UPDATE bookings SET guest_phone = '+91 9' ||
		CAST(100000000 + CAST(substr(code, 4) AS BIGINT) * 104729 % 899999999 AS TEXT)`,
	`UPDATE bookings SET guest_name = (SELECT text FROM syllables WHERE n = CAST(substr(code, 4) AS BIGINT) % 10) ||
		'ram' || (SELECT text FROM syllables WHERE n = CAST(substr(code, 4) AS BIGINT) / 10 % 10) || ' ' ||
		(SELECT text FROM surnames WHERE n = CAST(substr(code, 4) AS BIGINT) % 7)
		WHERE CAST(substr(code, 4) AS BIGINT) % 4 > 0`,
	`INSERT INTO guests (org_id, guest_id, name, email, phone, id_type, id_number, nationality, gstin, company, address,
			date_of_birth, notes, search_text, created_at, updated_at)
		SELECT org_id, guest_id, guest_name, lower(replace(guest_name, ' ', '.')) || substr(code, 4) || '@example.com',
			guest_phone, '', '', '', '', '', '{}', '', '', '', created_at, created_at FROM bookings`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'guest', 'z' FROM organizations`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'booking', 'z' FROM organizations`,
	`INSERT INTO search_backlog (org_id, kind, before_id) SELECT org_id, 'invoice', 'z' FROM organizations`,
}

func (in *installation) measureSearch(ctx context.Context, s settings, r *report, driver, source string) error {
	pool, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return errors.Join(err, pool.Close())
	}
	f := &filler{ctx: ctx, conn: conn}
	for _, statement := range nameGuests {
		f.exec(statement)
	}
	f.exec(billStays, string(today().AddDays(-120)))
	if err := errors.Join(f.err, conn.Close(), pool.Close()); err != nil {
		return err
	}
	h, err := in.open(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := h.app.FillSearch(ctx); err != nil {
		return errors.Join(err, h.close())
	}
	fmt.Printf("  %s: %d bookings, guests and their invoices indexed in %s\n", driver, in.history.bookings,
		time.Since(began).Round(100*time.Millisecond))
	return errors.Join(h.askSearches(s, r, driver), h.close())
}

// askSearches asks each search in turns, and reports the median of the slowest one.
func (h *house) askSearches(s settings, r *report, engine string) error {
	times := map[string][]float64{}
	for range s.rounds {
		for began := time.Now(); time.Since(began) < s.length; {
			for _, text := range searches {
				asked := time.Now()
				if err := h.get("/api/search/" + h.hotels[0] + "?q=" + url.QueryEscape(text)); err != nil {
					return err
				}
				times[text] = append(times[text], float64(time.Since(asked).Microseconds())/1000)
			}
		}
	}
	slowest, most := "", 0.0
	for _, text := range searches {
		slices.Sort(times[text])
		fmt.Printf("    %-28q %6.2f ms\n", text, median(times[text]))
		if m := median(times[text]); m > most {
			slowest, most = text, m
		}
	}
	r.add(fmt.Sprintf("search at %d bookings, %s, median of the slowest", h.history.bookings, engine), most,
		atMost(mostPerSearch, " ms"), fmt.Sprintf("%q", slowest))
	return nil
}
