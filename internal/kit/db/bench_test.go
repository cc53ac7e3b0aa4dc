package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// A write like a booking's: six rows in three tables.
const (
	benchBookings = "CREATE TABLE bookings (org_id TEXT NOT NULL, id TEXT NOT NULL, guest TEXT NOT NULL, total BIGINT " +
		"NOT NULL, paid BOOLEAN NOT NULL, PRIMARY KEY (org_id, id))"
	benchNights = "CREATE TABLE nights (org_id TEXT NOT NULL, room_id TEXT NOT NULL, night TEXT NOT NULL, booking_id " +
		"TEXT NOT NULL, PRIMARY KEY (org_id, room_id, night))"
	benchAudit = "CREATE TABLE audit (org_id TEXT NOT NULL, id TEXT NOT NULL, action TEXT NOT NULL, at BIGINT NOT NULL, " +
		"details TEXT NOT NULL, PRIMARY KEY (org_id, id))"

	insertBooking = "INSERT INTO bookings (org_id, id, guest, total, paid) VALUES ($1, $2, $3, $4, $5)"
	insertNight   = "INSERT INTO nights (org_id, room_id, night, booking_id) VALUES ($1, $2, $3, $4)"
	insertAudit   = "INSERT INTO audit (org_id, id, action, at, details) VALUES ($1, $2, $3, $4, $5)"
	updateBooking = "UPDATE bookings SET total = total + $3 WHERE org_id = $1 AND id = $2"
)

var benchNumber atomic.Int64

// sixRows runs the write through exec, which takes the statement's text and its arguments.
func sixRows(exec func(query string, args ...any) error) error {
	id := fmt.Sprintf("%024x", benchNumber.Add(1))
	if err := exec(insertBooking, "organization-1", id, "Asha Rao", int64(450000), false); err != nil {
		return err
	}
	for _, night := range []string{"2026-03-01", "2026-03-02", "2026-03-03"} {
		if err := exec(insertNight, "organization-1", id, night, id); err != nil {
			return err
		}
	}
	if err := exec(insertAudit, "organization-1", id, "booking.created", int64(1772000000000),
		`{"nights":3,"guest":"Asha Rao"}`); err != nil {
		return err
	}
	return exec(updateBooking, "organization-1", id, int64(100))
}

func throughDB(d *db.DB) func() error {
	return func() error {
		return d.Write(context.Background(), func(tx *db.Tx) error {
			return sixRows(func(query string, args ...any) error {
				_, err := tx.Exec(query, args...)
				return err
			})
		})
	}
}

// BenchmarkWrite compares a write through this package with database/sql, prepared statements and one commit each.
func BenchmarkWrite(b *testing.B) {
	for _, clients := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("sqlite/raw/clients=%d", clients), func(b *testing.B) {
			byClients(b, clients, rawWriter(b))
		})
		b.Run(fmt.Sprintf("sqlite/db/clients=%d", clients), func(b *testing.B) {
			d := openBench(b, "sqlite:"+filepath.Join(b.TempDir(), "hotel.db"))
			byClients(b, clients, throughDB(d))
			b.ReportMetric(float64(d.Stats().BatchedWrites)/float64(d.Stats().Batches), "writes/commit")
		})
	}
}

// BenchmarkWritePostgreSQL is the same on a server that syncs to disk.
func BenchmarkWritePostgreSQL(b *testing.B) {
	d := openBench(b, kittest.DurablePostgreSQL(b))
	for _, clients := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) { byClients(b, clients, throughDB(d)) })
	}
}

// BenchmarkRead is one row by its key, through this package and with database/sql and a prepared statement.
func BenchmarkRead(b *testing.B) {
	d := openBench(b, "sqlite:"+filepath.Join(b.TempDir(), "hotel.db"))
	write := throughDB(d)
	for range 1000 {
		if err := write(); err != nil {
			b.Fatal(err)
		}
	}
	first := fmt.Sprintf("%024x", benchNumber.Load())
	for name, ctx := range map[string]context.Context{"background": context.Background(), "request": b.Context()} {
		b.Run("sqlite/db/"+name, func(b *testing.B) {
			for b.Loop() {
				err := d.Read(ctx, func(tx *db.Tx) error {
					var guest string
					var total int64
					return tx.QueryRow("SELECT guest, total FROM bookings WHERE org_id = $1 AND id = $2", "organization-1",
						first).Scan(&guest, &total)
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func openBench(b *testing.B, url string) *db.DB {
	d, err := db.Open(b.Context(), db.Config{URL: url})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { d.Close() })
	for _, table := range []string{benchBookings, benchNights, benchAudit} {
		kittest.Write(b, d, table)
	}
	return d
}

// rawWriter is what a careful program without this package does: one writing connection, prepared statements, a commit
// each.
func rawWriter(b *testing.B) func() error {
	path := filepath.Join(b.TempDir(), "raw.db")
	pool, err := sql.Open("sqlite", "file:"+path+
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"+
		"&_pragma=foreign_keys(ON)&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { pool.Close() })
	pool.SetMaxOpenConns(1)
	for _, table := range []string{benchBookings, benchNights, benchAudit} {
		if _, err := pool.Exec(table); err != nil {
			b.Fatal(err)
		}
	}
	statements := map[string]*sql.Stmt{}
	for _, query := range []string{insertBooking, insertNight, insertAudit, updateBooking} {
		if statements[query], err = pool.Prepare(query); err != nil {
			b.Fatal(err)
		}
	}
	return func() error {
		tx, err := pool.Begin()
		if err != nil {
			return err
		}
		defer tx.Rollback()
		err = sixRows(func(query string, args ...any) error {
			_, err := tx.Stmt(statements[query]).Exec(args...)
			return err
		})
		if err != nil {
			return err
		}
		return tx.Commit()
	}
}

// byClients has so many goroutines share b.N writes.
func byClients(b *testing.B, clients int, write func() error) {
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			for left.Add(-1) >= 0 {
				if err := write(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	running.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "writes/s")
}
