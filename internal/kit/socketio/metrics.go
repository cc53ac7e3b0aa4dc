package socketio

import "github.com/prometheus/client_golang/prometheus"

// Why a connection ended: the values of the metric's label.
const (
	endClient    = "client"    // the client ended it, or is gone
	endSilent    = "silent"    // no pong, or a write that got stuck
	endSlow      = "slow"      // its queue was full
	endMalformed = "malformed" // it sent what the protocol doesn't allow, or binary
	endLate      = "late"      // no CONNECT in time
	endCrowded   = "crowded"   // no CONNECT before its address had opened too many others
	endExpired   = "expired"   // its token has
	endPutOut    = "put_out"   // its session or last membership ended
	endReset     = "reset"     // Reset or Close
)

type metrics struct {
	emitted prometheus.Counter
	queued  prometheus.Counter
	ended   *prometheus.CounterVec
	refused *prometheus.CounterVec
}

func newMetrics(s *Server) *metrics {
	counter := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Namespace: "sarai", Subsystem: "sockets", Name: name, Help: help}
	}
	m := &metrics{
		emitted: prometheus.NewCounter(counter("emitted_total", "Events that were emitted to a room of this node.")),
		queued:  prometheus.NewCounter(counter("queued_total", "Events times the sockets that they were queued for.")),
		ended: prometheus.NewCounterVec(counter("ended_total", "Connections that have ended, by reason."),
			[]string{"reason"}),
		refused: prometheus.NewCounterVec(counter("refused_total", "Connections that were refused, by reason."),
			[]string{"reason"}),
	}
	if s.Metrics == nil {
		return m
	}
	s.Metrics.MustRegister(m.emitted, m.queued, m.ended, m.refused)
	for _, transport := range []string{polling, webSocket} {
		s.Metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "sarai_sockets_connections",
			Help: "Connections that are open, by transport.", ConstLabels: prometheus.Labels{"transport": transport}},
			func() float64 { return float64(s.count(transport)) }))
	}
	return m
}

// count returns the number of open connections of the transport.
func (s *Server) count(transport string) (number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		if !c.gone && c.transport() == transport {
			number++
		}
	}
	return number
}
