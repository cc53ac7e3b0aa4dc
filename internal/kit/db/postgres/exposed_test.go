package postgres_test

import (
	"testing"

	"sarai/internal/kit/db/postgres"
)

func TestExposed(t *testing.T) {
	for url, host := range map[string]string{
		"sqlite:hotel.db": "",
		"postgres://sarai@/sarai?host=/run/postgresql":                "",
		"postgres://sarai@localhost/sarai":                            "",
		"postgres://sarai@127.0.0.1/sarai?sslmode=disable":            "",
		"postgres://sarai@db.example/sarai?sslmode=verify-full":       "",
		"postgres://sarai@a.example,b.example/s?sslmode=verify-full":  "",
		"postgres://sarai@db.example/sarai":                           "db.example",
		"postgresql://sarai@db.example/sarai?sslmode=require":         "db.example",
		"postgres://sarai@10.0.0.7/sarai?sslmode=disable":             "10.0.0.7",
		"postgres://sarai@localhost:5432,b.example:5432/sarai":        "b.example",
		"postgres://sarai@db.example/sarai?sslmode=prefer&user=sarai": "db.example",
	} {
		t.Setenv("PGSSLMODE", "")
		if got := postgres.Exposed(url); got != host {
			t.Errorf("%s exposes %q, want %q", url, got, host)
		}
	}
}
