package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/bench/floor"
	"sarai/internal/kit/kittest/pgserver"
)

// PostgreSQL is Creates on a private PostgreSQL that syncs to disk.
func PostgreSQL(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	postgres, err := pgserver.Start(true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, postgres.Stop()) }()
	in, err := fill.PostgreSQL(ctx, s.Folder, postgres.URL, "sarai", fill.TownHotels, fill.Town)
	if err != nil {
		return err
	}
	rawURL := fill.Database(postgres.URL, "raw")
	if err := fill.OnServer(ctx, postgres.URL, "CREATE DATABASE raw TEMPLATE sarai"); err != nil {
		return err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, in.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	booked, rawBooked := fill.NewDesk(in), fill.NewDesk(in)
	sarai := drive.OverHTTP("create", server.Address, http.StatusCreated, in.Create(booked, fill.TownHotels))
	if s.Profile != "" {
		return drive.ProfileLoad(s, server, sarai, "create-postgres")
	}
	raw := floor.OneByOne(ctx, rawURL, in, rawBooked)
	pipelined := floor.Together(ctx, rawURL, in, rawBooked)
	if err := raceCreates(s, r, server, sarai, raw, fmt.Sprintf("organizations: %d", fill.TownHotels),
		map[int]drive.Limit{1: drive.AtLeast(0.75), 16: drive.AtLeast(0.7), 64: drive.AtLeast(1.1)}, pipelined); err != nil {
		return err
	}
	return errors.Join(sameRows(ctx, "pgx", rawURL, rawBooked), sameRows(ctx, "pgx", in.DatabaseURL, booked))
}
