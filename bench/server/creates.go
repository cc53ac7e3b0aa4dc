package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/bench/floor"
)

// Creates compares bookings through the real server with the same rows in one raw transaction each.
func Creates(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	in, err := fill.SQLite(ctx, s.Folder, "creates", fill.TownHotels, fill.Town)
	if err != nil {
		return err
	}
	rawPath := filepath.Join(s.Folder, "raw.db")
	if err := copyFile(in.Path(), rawPath); err != nil {
		return err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	booked, rawBooked := fill.NewDesk(in), fill.NewDesk(in)
	if s.Profile != "" {
		create := drive.OverHTTP("create", server.Address, http.StatusCreated, in.Create(booked, 1))
		return drive.ProfileLoad(s, server, create, "create")
	}
	raw, err := floor.OpenSQLite(ctx, rawPath)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, raw.Close()) }()
	// SQLite mostly serves one hotel. With several, the bookings of a batch share fewer pages.
	limits := map[int]drive.Limit{1: drive.AtLeast(0.52), 16: drive.AtLeast(1.5), 64: drive.AtLeast(2.2)}
	for _, hotels := range []int{1, fill.TownHotels} {
		sarai := drive.OverHTTP("create", server.Address, http.StatusCreated, in.Create(booked, hotels))
		err := raceCreates(s, r, server, sarai, raw.Contestant(ctx, in, rawBooked, hotels),
			fmt.Sprintf("organizations: %d", hotels), limits)
		if err != nil {
			return err
		}
		limits = nil // the others are only shown
	}
	return errors.Join(sameRows(ctx, "sqlite", "file:"+rawPath, rawBooked),
		sameRows(ctx, "sqlite", "file:"+in.Path(), booked))
}

// raceCreates compares the server with the floor at each number of connections, and shows it beside other floors.
func raceCreates(s drive.Settings, r *drive.Report, server *drive.Process, sarai, floor drive.Contestant, what string,
	limits map[int]drive.Limit, others ...drive.Contestant) error {
	for _, n := range drive.Connections {
		before, err := server.Counters()
		if err != nil {
			return err
		}
		rates, err := drive.Race(s, n, append(others, floor, sarai)...)
		if err != nil {
			return err
		}
		after, err := server.Counters()
		if err != nil {
			return err
		}
		r.Add(fmt.Sprintf("booking create, %d connections, %s", n, what), rates.Ratio(sarai.Name, floor.Name), limits[n],
			fmt.Sprintf("%s, %.1f bookings a commit", rates.Beside(sarai.Name, floor.Name), after.Batch(before)))
		for _, other := range others {
			r.Add(fmt.Sprintf("the same, %d connections, beside the %s", n, other.Name),
				rates.Ratio(sarai.Name, other.Name), drive.Limit{}, rates.Beside(sarai.Name, other.Name))
		}
	}
	return nil
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	return errors.Join(err, os.WriteFile(to, content, 0o600))
}

// sameRows checks that every booking exists with all its rows: a floor that does less is no floor.
func sameRows(ctx context.Context, driver, source string, d *fill.Desk) error {
	pool, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	defer pool.Close()
	made := d.Made()
	for _, expected := range []struct {
		rows  int64
		query string
	}{
		{made, "SELECT COUNT(*) FROM bookings WHERE check_in >= $1"},
		{made, "SELECT COUNT(*) FROM booking_rooms WHERE from_date >= $1"},
		{made * fill.NightsPerStay, "SELECT COUNT(*) FROM room_nights WHERE night >= $1"},
		{made, "SELECT COUNT(*) FROM bookings b JOIN guests g ON g.org_id = b.org_id AND g.guest_id = b.guest_id WHERE " +
			"b.check_in >= $1"},
		{made, "SELECT COUNT(*) FROM bookings b JOIN audit_entries a ON a.org_id = b.org_id AND a.resource_id = " +
			"b.booking_id WHERE b.check_in >= $1"},
		{made, "SELECT COUNT(*) FROM bookings b JOIN audit_entries a ON a.org_id = b.org_id AND a.resource_id = " +
			"b.guest_id WHERE b.check_in >= $1"},
		{made, "SELECT COUNT(*) FROM bookings b JOIN notifications n ON n.org_id = b.org_id AND n.reference_id = " +
			"b.booking_id WHERE b.check_in >= $1"},
		{made, "SELECT CAST(COALESCE(SUM(visible), 0) AS BIGINT) FROM notification_counts WHERE type = '' AND $1 <> ''"},
		{made, "SELECT CAST(COALESCE(SUM(visible), 0) AS BIGINT) FROM notification_counts WHERE type = 'booking_created' " +
			"AND $1 <> ''"},
		{made * 6, "SELECT COUNT(*) FROM bookings b JOIN search_terms t ON t.org_id = b.org_id AND t.kind = 'booking' AND " +
			"t.record_id = b.booking_id WHERE b.check_in >= $1 AND t.term NOT LIKE '36%'"}, // but from the end
		{made * 4, "SELECT COUNT(*) FROM bookings b JOIN search_terms t ON t.org_id = b.org_id AND t.kind = 'guest' AND " +
			"t.record_id = b.guest_id WHERE b.check_in >= $1"},
		{made * 2, "SELECT COUNT(*) FROM changes WHERE $1 <> ''"},
		{made * 2, "SELECT CAST(COALESCE(SUM(revision), 0) AS BIGINT) FROM revisions WHERE $1 <> ''"},
		{made * 2, "SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT) FROM audit_heads WHERE $1 <> ''"},
		{0, "SELECT COUNT(*) FROM notification_mails WHERE $1 <> ''"},
		{0, "SELECT COUNT(*) FROM outbox WHERE $1 <> ''"},
	} {
		var found int64
		if err := pool.QueryRowContext(ctx, expected.query, string(d.First)).Scan(&found); err != nil {
			return err
		}
		if found != expected.rows {
			return fmt.Errorf("%d rows where %d were acknowledged: %s", found, expected.rows, expected.query)
		}
	}
	return nil
}
