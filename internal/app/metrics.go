package app

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/relay"
	"sarai/internal/record/gst"
)

// workMetrics reads the counters of the database, the outbox and the GST look-up whenever Prometheus scrapes.
type workMetrics struct {
	db     *db.DB
	outbox *mail.Outbox
	gst    *gst.Service
	relay  *relay.Relay

	queue, batches, writes, retries, failedWrites *prometheus.Desc
	pending, failed, oldest                       *prometheus.Desc
	deaf                                          *prometheus.Desc
	lookups, breakerOpen                          *prometheus.Desc
}

func newWorkMetrics(d *db.DB, outbox *mail.Outbox, numbers *gst.Service, r *relay.Relay) *workMetrics {
	describe := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("sarai_"+name, help, labels, nil)
	}
	return &workMetrics{db: d, outbox: outbox, gst: numbers, relay: r,
		queue:   describe("db_write_queue", "Writes that wait for their turn (PostgreSQL: connections in use)."),
		batches: describe("db_commits_total", "Commits; on SQLite one commit carries a batch of writes."),
		writes:  describe("db_writes_total", "Writes in those commits; divided by the commits, the mean batch."),
		retries: describe("db_retries_total", "PostgreSQL transactions run again after a deadlock or serialization failure, "+
			"or on another connection."),
		failedWrites: describe("db_failed_writes_total", "Writes that failed because the database was away, slow or full."),
		pending:      describe("outbox_pending", "Mails that wait to be sent."),
		failed:       describe("outbox_failed", "Mails that were given up."),
		oldest:       describe("outbox_oldest_seconds", "Age of the oldest waiting mail."),
		lookups: describe("gst_lookups_total", "GSTIN look-ups: answered from memory or the database (cached), "+
			"by the upstream (found, unknown), or failed.", "outcome"),
		deaf:        describe("relay_deaf", "1 while this node doesn't hear what other nodes publish."),
		breakerOpen: describe("gst_breaker_open", "1 while the GST upstream is not asked because it failed repeatedly."),
	}
}

func oneIf(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
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
	send(m.failedWrites, prometheus.CounterValue, float64(stats.FailedWrites))
	numbers := m.gst.Stats()
	send(m.lookups, prometheus.CounterValue, float64(numbers.Remembered), "cached")
	send(m.lookups, prometheus.CounterValue, float64(numbers.Found), "found")
	send(m.lookups, prometheus.CounterValue, float64(numbers.Unknown), "unknown")
	send(m.lookups, prometheus.CounterValue, float64(numbers.Failed), "failed")
	send(m.breakerOpen, prometheus.GaugeValue, oneIf(numbers.Open))
	send(m.deaf, prometheus.GaugeValue, oneIf(m.relay.Deaf()))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	letters, err := m.outbox.Stats(ctx)
	if err != nil {
		return // a scrape without the outbox is better than none
	}
	send(m.pending, prometheus.GaugeValue, float64(letters.Pending))
	send(m.failed, prometheus.GaugeValue, float64(letters.Failed))
	send(m.oldest, prometheus.GaugeValue, letters.OldestAge.Seconds())
}

// metricsAge is how old the figures may be: gathering them asks the database, and anybody may ask for them.
const metricsAge = time.Second

// remembered returns gather's last result while it is fresh, and lets one at a time gather the next.
func remembered[T any](gather func() (T, error)) func() (T, error) {
	var mu sync.Mutex
	var last T
	var at time.Time
	return func() (T, error) {
		mu.Lock()
		defer mu.Unlock()
		if !at.IsZero() && time.Since(at) < metricsAge {
			return last, nil
		}
		next, err := gather()
		if err == nil {
			last, at = next, time.Now()
		}
		return next, err
	}
}
