package gst

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/singleflight"

	"sarai/internal/country/india"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
)

const (
	// freshness is how long an answer counts.
	freshness = 24 * time.Hour
	// remembered is how many answers stay in memory; at about 1 kB each this is 4 MB.
	remembered = 4096
)

var (
	errNoUpstream = errs.Upstream("No GST upstream is set on this server, so GSTINs can't be looked up. Its operator " +
		"sets one with SARAI_GST_URL.")
	errFailed = errs.Upstream("The government's GST records can't be reached at the moment. Try again in a few " +
		"minutes.")
)

// Service looks GSTINs up. It is safe for use by many goroutines.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	log      *slog.Logger
	client   *client // nil when no upstream is set
	patience time.Duration

	recent *lru.Cache[string, answer]
	calls  singleflight.Group

	remembered, found, unknown, failed atomic.Int64
}

// answer is a record with when the upstream gave it. It is complete when the call for returns has succeeded, too.
type answer struct {
	Record   Record    `json:"record"`
	Complete bool      `json:"complete"`
	fetched  time.Time // kept in a column of its own
}

// New makes the service; a nil upstream makes one that answers every valid number with a failure that says so.
func New(d *db.DB, c clock.Clock, log *slog.Logger, u *Upstream) *Service {
	recent, err := lru.New[string, answer](remembered)
	if err != nil {
		panic(err) // only for a size that isn't positive
	}
	s := &Service{db: d, clock: c, log: log, patience: patience, recent: recent}
	if u != nil {
		s.client = newClient(u, log)
	}
	return s
}

// Check is what the records say about a number; it is normalized first. Errors: Invalid for what is no GSTIN, NotFound,
// Upstream.
func (s *Service) Check(ctx context.Context, field, gstin string) (Record, error) {
	gstin = india.NormalizeGSTIN(gstin)
	if mistake := india.Mistake(gstin); mistake != "" {
		return Record{}, errs.InvalidField(field, "%s", mistake)
	}
	if s.client == nil {
		return Record{}, errNoUpstream
	}
	if a, known := s.recent.Get(gstin); known && a.Complete && s.fresh(a) {
		s.remembered.Add(1)
		return a.Record, nil
	}
	// The call is nobody's: whoever gives up leaves it to the others.
	shared := s.calls.DoChan(gstin, func() (any, error) { return s.find(context.WithoutCancel(ctx), gstin) })
	select {
	case <-ctx.Done():
		return Record{}, errFailed // nobody is left to hear it
	case result := <-shared:
		if errors.Is(result.Err, errNoSuchNumber) {
			return Record{}, errs.NotFound("The government's records have no GSTIN " + gstin + ".")
		}
		if isA[*fault](result.Err) {
			return Record{}, errFailed
		}
		if result.Err != nil {
			return Record{}, result.Err
		}
		return result.Val.(Record), nil
	}
}

// Asks tells whether the server has an upstream to ask.
func (s *Service) Asks() bool { return s.client != nil }

// Remembered is what the records said about a number when this server last asked them, however long ago; it asks none.
func (s *Service) Remembered(gstin string) (Record, bool) {
	a, known := s.recent.Peek(gstin)
	return a.Record, known
}

func (s *Service) fresh(a answer) bool { return s.clock.Now().Sub(a.fetched).Abs() < freshness }

// find answers from the database or, where that has no fresh answer, from the upstream. errNoSuchNumber, or a fault.
func (s *Service) find(ctx context.Context, gstin string) (Record, error) {
	known, found, err := s.read(ctx, gstin)
	if err != nil {
		return Record{}, err
	}
	if found && known.Complete && s.fresh(known) {
		s.remembered.Add(1)
		s.recent.Add(gstin, known)
		return known.Record, nil
	}
	limited, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	if !found || !s.fresh(known) {
		record, err := s.ask(limited, gstin)
		if err != nil {
			return Record{}, err
		}
		known = answer{Record: record, fetched: s.clock.Now()}
	}
	f, err := s.client.filing(limited, gstin, s.clock.Now())
	if err != nil {
		s.log.Warn("gst returns", "upstream", s.client.Host(), "outcome", err.Error())
	}
	known.Record, known.Complete = known.Record.with(f), err == nil
	s.keep(ctx, gstin, known)
	return known.Record, nil
}

// ask makes the call for the record, counts it and says in the log how it went. The number isn't in the line: it
// holds a PAN, which may be a person's.
func (s *Service) ask(ctx context.Context, gstin string) (Record, error) {
	begun := time.Now()
	record, err := s.client.taxpayer(ctx, gstin)
	level, outcome := slog.LevelInfo, "found"
	switch {
	case err == nil:
		s.found.Add(1)
	case errors.Is(err, errNoSuchNumber):
		s.unknown.Add(1)
		outcome = err.Error()
	default:
		s.failed.Add(1)
		level, outcome = slog.LevelWarn, err.Error()
	}
	s.log.Log(ctx, level, "gst lookup", "upstream", s.client.Host(), "outcome", outcome, "duration", time.Since(begun))
	return record, err
}

// keep remembers an answer. A database that doesn't take it costs another call later, not this answer.
func (s *Service) keep(ctx context.Context, gstin string, a answer) {
	s.recent.Add(gstin, a)
	if err := s.write(ctx, gstin, a); err != nil {
		s.log.Error("gst answer not kept", "error", err.Error())
	}
}

// Stats are counters since the start, for the metrics.
type Stats struct {
	Remembered int64 // answers without a call
	Found      int64 // calls that found the number
	Unknown    int64 // calls that found that there is no such number
	Failed     int64 // calls that failed, or weren't made because the breaker was open
	Open       bool  // the breaker is open: the upstream isn't asked
}

// Stats are the counters of now.
func (s *Service) Stats() Stats {
	stats := Stats{Remembered: s.remembered.Load(), Found: s.found.Load(), Unknown: s.unknown.Load(),
		Failed: s.failed.Load()}
	if s.client != nil {
		stats.Open = s.client.search.State() == gobreaker.StateOpen
	}
	return stats
}

// Host is the upstream's, to be shown; empty when none is set.
func (s *Service) Host() string {
	if s.client == nil {
		return ""
	}
	return s.client.Host()
}
