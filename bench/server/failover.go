package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/kittest/pgserver"
)

const (
	failoverClients  = 8
	failoverPatience = 30 * time.Second
	failoverPoll     = 500 * time.Microsecond
)

// Failover measures how long nothing can be booked after the primary of a synchronous pair is killed and its
// standby promoted at once, and counts the requests that are told to come again. Every booking that was acknowledged
// must be there. Each round has a pair of its own.
func Failover(ctx context.Context, s drive.Settings, r *drive.Report) error {
	var pauses, refused []float64
	for range s.Rounds {
		pair, err := pgserver.StartPair()
		if err != nil {
			fmt.Printf("  skipped: two PostgreSQL servers can't be started here: %v\n", err)
			return nil
		}
		f := &failover{clerks: &neighbourhood{client: keepingClient()}}
		if err := errors.Join(f.measure(ctx, s, pair), pair.Stop()); err != nil {
			return err
		}
		pauses, refused = append(pauses, f.first.Sub(f.killed).Seconds()), append(refused, float64(f.refused))
	}
	r.Add("bookings are taken again after the primary's death", drive.Median(pauses), drive.AtMost(2, " s"),
		fmt.Sprintf("%d clients, none lost; the longest %.2f s", failoverClients, slices.Max(pauses)))
	r.Add("requests answered 503 meanwhile", drive.Median(refused), drive.Limit{},
		fmt.Sprintf("at most %.0f", slices.Max(refused)))
	return nil
}

// failover is one round.
type failover struct {
	clerks *neighbourhood

	mu           sync.Mutex
	killed       time.Time
	first        time.Time // the first acknowledgement of a booking that was asked for after the death
	refused      int
	acknowledged []string
	failures     []error
}

func (f *failover) measure(ctx context.Context, s drive.Settings, pair *pgserver.Pair) error {
	in, err := fill.PostgreSQL(ctx, s.Folder, pair.URL(), "failover", 1, neighbours)
	if err != nil {
		return err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, in.DatabaseURL)
	if err != nil {
		return err
	}
	f.clerks.in, f.clerks.base, f.clerks.desk = in, "http://"+server.Address, fill.NewDesk(in)
	booking, stop := context.WithCancel(ctx)
	var working sync.WaitGroup
	for range failoverClients {
		working.Go(func() {
			for booking.Err() == nil {
				f.book(ctx)
			}
		})
	}
	time.Sleep(s.Length)
	f.mu.Lock()
	err, f.killed = pair.Primary.Kill(), time.Now()
	f.mu.Unlock()
	err = errors.Join(err, pair.Standby.Promote())
	for until := time.Now().Add(failoverPatience); err == nil && !f.over(); time.Sleep(failoverPoll) {
		if time.Now().After(until) {
			err = errors.New("nothing can be booked after the failover")
		}
	}
	time.Sleep(s.Length)
	stop()
	working.Wait()
	f.clerks.client.CloseIdleConnections()
	return errors.Join(append(f.failures, err, f.allThere(ctx, in.DatabaseURL), server.Stop())...)
}

func (f *failover) over() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.first.IsZero()
}

// book asks for a booking, and notes what becomes of it.
func (f *failover) book(ctx context.Context) {
	begin := time.Now()
	made, err := f.clerks.book(ctx, 0)
	f.mu.Lock()
	defer f.mu.Unlock()
	var other *otherStatus
	switch {
	case err == nil:
		f.acknowledged = append(f.acknowledged, made)
		if f.first.IsZero() && !f.killed.IsZero() && begin.After(f.killed) {
			f.first = time.Now()
		}
	case errors.As(err, &other) && other.status == http.StatusServiceUnavailable:
		f.refused++
	default:
		f.failures = append(f.failures, err)
	}
}

// allThere fails if a booking that was acknowledged is lost.
func (f *failover) allThere(ctx context.Context, address string) error {
	pool, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	defer pool.Close()
	lost := 0
	for _, id := range f.acknowledged {
		var there bool
		if err := pool.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM bookings WHERE booking_id = $1)",
			id).Scan(&there); err != nil {
			return err
		}
		if !there {
			lost++
		}
	}
	if lost > 0 {
		return fmt.Errorf("%d of %d acknowledged bookings are lost", lost, len(f.acknowledged))
	}
	return nil
}
