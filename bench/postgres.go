package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"sarai/internal/kit/kittest/pgserver"
)

// measurePostgreSQL is measureCreates on a private PostgreSQL that syncs to disk.
func measurePostgreSQL(ctx context.Context, s settings, r *report) (err error) {
	postgres, err := pgserver.Start(true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, postgres.Stop()) }()
	in, rawURL, err := postgresInstallation(ctx, s, postgres.URL, townHotels, town)
	if err != nil {
		return err
	}
	server, err := startServer(ctx, s, in.dataDir, in.databaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	booked, rawBooked := newDesk(in), newDesk(in)
	sarai := overHTTP("create", server.address, http.StatusCreated, in.create(booked, townHotels))
	if s.profile != "" {
		return profileLoad(s, server, sarai, "create-postgres")
	}
	floor := rawPostgreSQL(ctx, "raw transaction", rawURL, in, rawBooked, oneByOne)
	pipelined := rawPostgreSQL(ctx, "pipelined transaction", rawURL, in, rawBooked, together)
	if err := raceCreates(s, r, server, sarai, floor, fmt.Sprintf("organizations: %d", townHotels),
		map[int]limit{1: atLeast(0.75), 16: atLeast(0.7), 64: atLeast(1.1)}, pipelined); err != nil {
		return err
	}
	return errors.Join(sameRowsPostgreSQL(ctx, rawURL, rawBooked), sameRowsPostgreSQL(ctx, in.databaseURL, booked))
}

// onPostgreSQL runs fn with an installation on a private PostgreSQL that syncs to disk.
func onPostgreSQL(ctx context.Context, s settings, name string, hotels int, h history,
	fn func(in *installation) error) (err error) {
	postgres, err := pgserver.Start(true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, postgres.Stop()) }()
	in := &installation{dataDir: filepath.Join(s.folder, name+"-postgres"), databaseURL: database(postgres.URL, name)}
	if err := in.foundPostgreSQL(ctx, postgres.URL, name, hotels, h); err != nil {
		return err
	}
	return fn(in)
}

// postgresInstallation creates an installation, and a copy of its database for the floor.
func postgresInstallation(ctx context.Context, s settings, server string, hotels int, h history) (in *installation,
	rawURL string, err error) {
	in = &installation{dataDir: filepath.Join(s.folder, "postgres"), databaseURL: database(server, "sarai")}
	if err := in.foundPostgreSQL(ctx, server, "sarai", hotels, h); err != nil {
		return nil, "", err
	}
	return in, database(server, "raw"), onServer(ctx, server, "CREATE DATABASE raw TEMPLATE sarai")
}

// foundPostgreSQL creates the installation's database with its organizations and their history.
func (in *installation) foundPostgreSQL(ctx context.Context, server, name string, hotels int, h history) error {
	if err := onServer(ctx, server, "CREATE DATABASE "+name); err != nil {
		return err
	}
	if err := in.found(ctx, hotels, h); err != nil {
		return err
	}
	pool, err := sql.Open("pgx", in.databaseURL)
	if err != nil {
		return err
	}
	return errors.Join(in.fill(ctx, pool, in.hotels, h), pool.Close())
}

// onServer runs a statement for the whole server.
func onServer(ctx context.Context, server, statement string) error {
	admin, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	_, err = admin.ExecContext(ctx, statement)
	return errors.Join(err, admin.Close())
}

// database returns the URL of another database of the same server.
func database(server, name string) string {
	address, err := url.Parse(server)
	if err != nil {
		panic(err) // pgserver has built it
	}
	address.Path = "/" + name
	return address.String()
}

func sameRowsPostgreSQL(ctx context.Context, address string, d *desk) error {
	pool, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	return errors.Join(sameRows(ctx, pool, d), pool.Close())
}
