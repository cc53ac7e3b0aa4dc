package main_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"sarai/internal/kit/kittest/pgserver"
)

// Two nodes behind a PgBouncer in transaction mode, which has fewer connections than they open, book as they do without
// it, and hear each other by the direct address.
func TestBehindAPooler(t *testing.T) {
	onPostgreSQL(t, func(t *testing.T, p *place) {
		p.watch()
		server, err := pgserver.Start(false)
		must(t, err)
		t.Cleanup(func() { must(t, server.Stop()) })
		pooler, err := server.StartPooler(5)
		if errors.Is(err, pgserver.ErrNoPooler) {
			t.Skipf("%v, so Sarai behind a pooler is NOT tested", err)
		}
		must(t, err)
		t.Cleanup(func() { must(t, pooler.Stop()) })
		p.use(pooler.URL + "&default_query_exec_mode=cache_describe")
		p.settings = append(p.settings, "SARAI_DATABASE_DIRECT_URL="+server.URL,
			"SARAI_TOKEN_KEYS=k:"+strings.Repeat("7a", 32))
		other := *p
		other.settings = append(p.settings[:len(p.settings):len(p.settings)], "SARAI_DATA_DIR="+t.TempDir())
		one := p.serve()
		owner := one.hotel("Haveli", "owner@hotel.example")
		rooms := owner.rooms(20)
		two := other.serve()
		var working sync.WaitGroup
		for i, room := range rooms {
			working.Go(func() {
				at := owner.at([]*program{one, two}[i%2])
				for day := range 10 {
					a, err := at.try("POST", "/api/bookings/{org}/create", stay(1+3*day, 2, room))
					if err != nil || a.status != 201 {
						t.Errorf("%v: %d %s", err, a.status, a.raw)
						return
					}
				}
			})
		}
		working.Wait()
		direct := *p
		direct.database = server.URL
		if codes := direct.query("SELECT DISTINCT code FROM bookings"); len(codes) != 200 {
			t.Errorf("%d bookings", len(codes))
		}
		for _, s := range []*program{one, two} {
			if metrics := string(s.anyone().get("/metrics").want(200).raw); !strings.Contains(metrics,
				"sarai_relay_deaf 0\n") {
				t.Error("a node is deaf")
			}
			s.stop()
		}
	})
}
