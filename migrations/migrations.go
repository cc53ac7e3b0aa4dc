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

// Steps are the migrations in Go. They stand between those of FS by their numbers. sign signs where the audit log's
// chains end, as package audit does; nil will do for an empty database.
func Steps(sign func(text []byte) string) []*goose.Migration {
	return []*goose.Migration{
		goose.NewGoMigration(9, &goose.GoFunc{RunTx: priceNights}, nil),
		goose.NewGoMigration(24, &goose.GoFunc{RunTx: chainAudit(sign)}, nil),
		goose.NewGoMigration(49, &goose.GoFunc{RunTx: partQuotes}, nil),
		goose.NewGoMigration(38, &goose.GoFunc{RunTx: enrolLogs(sign)}, nil),
	}
}
