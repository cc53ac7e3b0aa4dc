// Package migrations has the schema: one numbered SQL file for each step, the same text for both engines, and the few
// steps that SQL can't say, in Go.
package migrations

import (
	"embed"

	"github.com/pressly/goose/v3"
)

// FS holds the goose migration files.
//
//go:embed *.sql
var FS embed.FS

// Steps are the migrations in Go. They stand between those of FS by their numbers.
func Steps() []*goose.Migration {
	return []*goose.Migration{
		goose.NewGoMigration(9, &goose.GoFunc{RunTx: priceNights}, nil),
	}
}
