package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"sarai/internal/app"
)

// serveMetrics serves /metrics, and nothing else, at the address that is set for it, until stop is called.
func (s *Settings) serveMetrics(a *app.App) (stop func(), err error) {
	if s.MetricsAddr == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", s.MetricsAddr)
	if err != nil {
		return nil, fmt.Errorf("metrics-addr: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", a.Metrics)
	server := &http.Server{Handler: mux, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second}
	log := s.logger()
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics are no longer served", "error", err.Error())
		}
	}()
	log.Info("metrics", "address", listener.Addr().String())
	return func() { _ = server.Close() }, nil // a scrape that is cut is tried again
}
