package main_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"sarai/internal/kit/kittest"
)

// onCitus is an installation on Citus with a node for each worker.
func onCitus(t *testing.T) (p *place, cluster kittest.Cluster, nodes []*program) {
	t.Helper()
	cluster = kittest.Citus(t)
	for _, worker := range cluster.Workers {
		p = newPlace(t, kittest.SQLite)
		p.watch()
		p.use(worker)
		p.settings = append(p.settings, "SARAI_DATABASE_DIRECT_URL="+cluster.Coordinator,
			"SARAI_TOKEN_KEYS=k:"+strings.Repeat("7a", 32))
		nodes = append(nodes, p.serve())
	}
	t.Cleanup(func() {
		for _, node := range nodes {
			node.stop()
		}
	})
	return p, cluster, nodes
}

// Clerks at nodes on different workers want the last room of many days: one of them gets it, and each node hears what
// happens at the others.
func TestTheLastRoomOnCitus(t *testing.T) {
	_, _, nodes := onCitus(t)
	owner := nodes[0].hotel("Haveli", "owner@hotel.example")
	room := owner.rooms(1)[0]
	for day := range 5 {
		var made atomic.Int64
		var asking sync.WaitGroup
		for i := range 40 {
			asking.Go(func() {
				a, err := owner.at(nodes[i%len(nodes)]).try("POST", "/api/bookings/{org}/create", stay(1+3*day, 2, room))
				switch {
				case err != nil:
					t.Error(err)
				case a.status == http.StatusCreated:
					made.Add(1)
				case a.status != http.StatusBadRequest:
					t.Errorf("%d %s", a.status, a.raw)
				}
			})
		}
		asking.Wait()
		if made.Load() != 1 {
			t.Errorf("the room was sold %d times", made.Load())
		}
	}
	for _, node := range nodes {
		if metrics := string(node.anyone().get("/metrics").want(200).raw); !strings.Contains(metrics,
			"sarai_relay_deaf 0\n") {
			t.Error("a node is deaf")
		}
	}
}

// The workers are killed while clerks at all nodes book: they are told "not now" at worst, and the books have all that
// was acknowledged.
func TestWorkersOfCitusAreKilledWhileClerksBook(t *testing.T) {
	p, cluster, nodes := onCitus(t)
	owner := nodes[0].hotel("Haveli", "owner@hotel.example")
	rooms := owner.rooms(20)
	clerks := make([]*clerk, 6)
	var half, all sync.WaitGroup
	half.Add(len(clerks))
	for i := range clerks {
		c := &clerk{caller: owner.at(nodes[i%len(nodes)]), name: fmt.Sprint("clerk", i), rooms: rooms}
		clerks[i] = c
		all.Go(func() {
			for n := range 30 {
				if n == 10 {
					half.Done()
				}
				if err := c.bookOnce(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	half.Wait()
	for _, worker := range cluster.Workers {
		killBackend(t, worker)
	}
	all.Wait()
	books := p.checkedBooks(t)
	for _, c := range clerks {
		c.remembers(t, books)
	}
}

// killBackend kills one of the server's processes, whereupon the server ends all others and recovers as from a crash.
func killBackend(t *testing.T, address string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	must(t, err)
	defer conn.Close(t.Context())
	var process int
	must(t, conn.QueryRow(t.Context(), "SELECT pg_backend_pid()").Scan(&process))
	if err := syscall.Kill(process, syscall.SIGKILL); err != nil {
		t.Skipf("the worker isn't on this machine, so killing it is NOT tested: %v", err)
	}
}
