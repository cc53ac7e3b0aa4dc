package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"sarai/bench/fill"
)

func main() {
	ctx := context.Background()
	n := 20000
	fmt.Sscan(os.Args[1], &n)
	err := fill.OnPostgreSQL(ctx, "/tmp", "tmpx", 1, fill.History{Rooms: 100, Bookings: n}, func(in *fill.Installation) error {
		if err := in.KeepBooks(ctx); err != nil {
			return err
		}
		if err := fill.OnServer(ctx, in.DatabaseURL, "VACUUM ANALYZE"); err != nil {
			return err
		}
		os.WriteFile("/tmp/tmpx.url", []byte(in.DatabaseURL), 0o600)
		os.WriteFile("/tmp/tmpx.org", []byte(in.Hotels[0]), 0o600)
		for {
			if _, err := os.Stat("/tmp/tmpx.url"); err != nil {
				return nil
			}
			time.Sleep(time.Second)
		}
	})
	fmt.Println(err)
}
