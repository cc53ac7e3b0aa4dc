package db_test

import (
	"context"
	"testing"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
)

// A sum that a BIGINT can't hold is the caller's fault, who asked for too much, on both engines and in both ways that a
// sum is made.
func TestSumsThatOverflowAreRefused(t *testing.T) {
	eachEngine(t, func(t *testing.T, d *db.DB) {
		kittest.Write(t, d, "CREATE TABLE sums (id TEXT PRIMARY KEY, amount BIGINT NOT NULL)")
		kittest.Write(t, d, "INSERT INTO sums (id, amount) VALUES ('a', 9000000000000000000), ('b', 9000000000000000000)")
		add := func(tx *db.Tx) error {
			var sum int64
			return tx.QueryRow("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM sums").Scan(&sum)
		}
		for name, run := range map[string]func(context.Context, func(*db.Tx) error) error{"Read": d.Read,
			"ReadOne": d.ReadOne, "Write": d.Write} {
			if err := run(t.Context(), add); !errs.Is(err, errs.KindInvalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}
