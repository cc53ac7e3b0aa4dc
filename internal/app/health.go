package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
)

// mountHealth serves /healthz (the process is alive), /readyz (it can serve requests) and, unless they have an address
// of their own, /metrics. A database that is away is told from one that isn't migrated: different people mend them.
func (a *App) mountHealth(r chi.Router, registry *prometheus.Registry) {
	r.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { answerHealth(w, http.StatusOK, "alive") })
	r.Get("/readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		migrated, err := false, a.config.DB.Ping(ctx)
		silent := err != nil
		if !silent {
			migrated, err = a.config.DB.Migrated(ctx)
		}
		switch {
		case silent || errs.Is(err, errs.KindUnavailable) || ctx.Err() != nil:
			answerHealth(w, http.StatusServiceUnavailable, "the database does not answer")
			return
		case errors.Is(err, db.ErrNewer):
			answerHealth(w, http.StatusServiceUnavailable, "a later version has migrated the database (sarai migrate): "+
				"restart this server with that version")
			return
		case err != nil || !migrated:
			answerHealth(w, http.StatusServiceUnavailable, "the database is not migrated: run sarai migrate")
			return
		case a.config.DB.Full():
			answerHealth(w, http.StatusServiceUnavailable, "the disk of the database is full: nothing can be saved")
			return
		}
		if err := a.config.DB.Writable(ctx); err != nil {
			answerHealth(w, http.StatusServiceUnavailable, err.Error())
			return
		}
		writeHealth(w, http.StatusOK, map[string]any{"success": true, "message": "ready", "gst": a.upstream()})
	})
	a.Metrics = promhttp.HandlerFor(prometheus.GathererFunc(remembered(registry.Gather)), promhttp.HandlerOpts{})
	if !a.config.MetricsApart {
		r.Method(http.MethodGet, "/metrics", a.Metrics)
	}
}

func answerHealth(w http.ResponseWriter, status int, message string) {
	writeHealth(w, status, map[string]any{"success": status == http.StatusOK, "message": message})
}

func writeHealth(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// An error means the caller has gone: there is nobody left to tell.
	_ = json.NewEncoder(w).Encode(body)
}

// upstream is the host of the configured GST upstream, nil if there is none.
func (a *App) upstream() any {
	if host := a.GST.Host(); host != "" {
		return host
	}
	return nil
}
