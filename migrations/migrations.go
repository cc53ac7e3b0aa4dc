// Package migrations has the schema: one numbered SQL file for each step, the same text for both engines.
package migrations

import "embed"

// FS holds the goose migration files.
//
//go:embed *.sql
var FS embed.FS
