package main

import (
	"context"
	"errors"
	"os"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
)

type openAPICommand struct{}

// Run puts the app together on an empty database of its own, because the document follows from the routes alone.
func (openAPICommand) Run(ctx context.Context, s *Settings) (err error) {
	folder, err := os.MkdirTemp("", "sarai-openapi-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	empty := *s
	empty.DataDir, empty.DatabaseURL = folder, ""
	d, err := db.Open(ctx, db.Config{URL: empty.databaseAddress(), Clock: clock.System{}})
	if err != nil {
		return err
	}
	a, err := empty.build(d, clock.System{})
	if err != nil {
		return closing(d, err)
	}
	_, err = os.Stdout.Write(append(a.Document(), '\n'))
	return closing(d, err)
}
