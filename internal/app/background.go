package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"sarai/internal/identity/auth"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/record/gst"
)

// sweepEvery is how often expired sessions, tokens, idempotency keys and GST answers are removed. None of them counts
// after its time; removing them only keeps the tables small.
const sweepEvery = time.Hour

// closeEvery is how often it is asked whether a hotel's business day is due to be closed. Every node asks; one closes.
const closeEvery = 10 * time.Minute

func (a *App) closeDays(ctx context.Context) {
	ticker := time.NewTicker(closeEvery)
	defer ticker.Stop()
	for {
		a.reportSweep(ctx, a.CloseDays(ctx))
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// CloseDays closes, for every organization, the business days that its settings say are due.
func (a *App) CloseDays(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Bookings.CloseDue)
}

func (a *App) sweep(ctx context.Context) {
	a.reportSweep(ctx, a.templates.SeedMissing(ctx))
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		for _, forget := range []func(*db.Tx) error{auth.Sweep, idempotency.Forget, gst.Sweep} {
			a.reportSweep(ctx, a.config.DB.Write(ctx, forget))
		}
		a.reportSweep(ctx, a.notifications.Sweep(ctx))
		a.reportSweep(ctx, a.ExpireQuotes(ctx))
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// ExpireQuotes writes down, for every organization, which quotes have expired by its own calendar.
func (a *App) ExpireQuotes(ctx context.Context) error {
	return a.inEachOrganization(ctx, a.Quotes.Expire)
}

// inEachOrganization does a job for one organization after another; one that fails holds up no other.
func (a *App) inEachOrganization(ctx context.Context, job func(ctx context.Context, sc scope.Scope) error) error {
	var scopes []scope.Scope
	err := a.config.DB.Read(ctx, func(tx *db.Tx) (err error) {
		scopes, err = organization.Jobs(tx)
		return err
	})
	for _, sc := range scopes {
		if ctx.Err() == nil {
			err = errors.Join(err, job(ctx, sc))
		}
	}
	return err
}

func (a *App) reportSweep(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		a.config.Log.LogAttrs(ctx, slog.LevelError, "sweep failed", slog.String("error", err.Error()))
	}
}

// mountHealth serves what machines ask: /healthz (the process lives), /readyz (it can work), /metrics.
func (a *App) mountHealth(r chi.Router, registry *prometheus.Registry) {
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { answerHealth(w, http.StatusOK, "alive") })
	r.Get("/readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := a.config.DB.Ping(ctx); err != nil {
			answerHealth(w, http.StatusServiceUnavailable, "the database does not answer")
			return
		}
		if migrated, err := a.config.DB.Migrated(ctx); err != nil || !migrated {
			answerHealth(w, http.StatusServiceUnavailable, "the database is not migrated: run sarai migrate")
			return
		}
		writeHealth(w, http.StatusOK, map[string]any{"success": true, "message": "ready", "gst": a.upstream()})
	})
	r.Method(http.MethodGet, "/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
}

func answerHealth(w http.ResponseWriter, status int, message string) {
	writeHealth(w, status, map[string]any{"success": status == http.StatusOK, "message": message})
}

func writeHealth(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The caller may be gone; there is nobody left to tell.
	_ = json.NewEncoder(w).Encode(body)
}

// upstream is the host of the GST upstream, for those who wonder which one is set.
func (a *App) upstream() any {
	if host := a.GST.Host(); host != "" {
		return host
	}
	return nil
}

// workMetrics reads the writer's, the outbox's and the GST look-up's own counters when Prometheus asks.
type workMetrics struct {
	db                                               *db.DB
	outbox                                           *mail.Outbox
	gst                                              *gst.Service
	queue, batches, writes, retries, pending, failed *prometheus.Desc
	oldest                                           *prometheus.Desc
	lookups, unasked                                 *prometheus.Desc
}

func newWorkMetrics(d *db.DB, outbox *mail.Outbox, numbers *gst.Service) *workMetrics {
	describe := func(name, help string) *prometheus.Desc { return prometheus.NewDesc("sarai_"+name, help, nil, nil) }
	return &workMetrics{db: d, outbox: outbox, gst: numbers,
		queue:   describe("db_write_queue", "Writes that wait for their turn (PostgreSQL: connections in use)."),
		batches: describe("db_commits_total", "Commits; on SQLite one commit carries a batch of writes."),
		writes:  describe("db_writes_total", "Writes in those commits; divided by the commits it is the mean size of a batch."),
		retries: describe("db_retries_total", "PostgreSQL transactions that ran again after a deadlock or serialization failure."),
		pending: describe("outbox_pending", "Mails that wait to be sent."),
		failed:  describe("outbox_failed", "Mails that were given up."),
		oldest:  describe("outbox_oldest_seconds", "Age of the oldest waiting mail."),
		lookups: prometheus.NewDesc("sarai_gst_lookups_total", "GSTIN look-ups: answered from memory or the database (cached), by the upstream (found, unknown), or failed.", []string{"outcome"}, nil),
		unasked: describe("gst_breaker_open", "1 while the GST upstream is not asked because it failed repeatedly."),
	}
}

// Describe implements prometheus.Collector.
func (m *workMetrics) Describe(ch chan<- *prometheus.Desc) { prometheus.DescribeByCollect(m, ch) }

// Collect implements prometheus.Collector.
func (m *workMetrics) Collect(ch chan<- prometheus.Metric) {
	stats := m.db.Stats()
	send := func(desc *prometheus.Desc, kind prometheus.ValueType, value float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(desc, kind, value, labels...)
	}
	send(m.queue, prometheus.GaugeValue, float64(stats.QueueLength))
	send(m.batches, prometheus.CounterValue, float64(stats.Batches))
	send(m.writes, prometheus.CounterValue, float64(stats.BatchedWrites))
	send(m.retries, prometheus.CounterValue, float64(stats.Retries))
	numbers := m.gst.Stats()
	for outcome, n := range map[string]int64{"cached": numbers.Remembered, "found": numbers.Found, "unknown": numbers.Unknown, "failed": numbers.Failed} {
		send(m.lookups, prometheus.CounterValue, float64(n), outcome)
	}
	open := 0.0
	if numbers.Open {
		open = 1
	}
	send(m.unasked, prometheus.GaugeValue, open)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	letters, err := m.outbox.Stats(ctx)
	if err != nil {
		return // the scrape goes without the outbox's figures rather than without any
	}
	send(m.pending, prometheus.GaugeValue, float64(letters.Pending))
	send(m.failed, prometheus.GaugeValue, float64(letters.Failed))
	send(m.oldest, prometheus.GaugeValue, letters.OldestAge.Seconds())
}
