package emailtemplate_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

// BenchmarkPreview asks a real HTTP server for previews of the seeded booking confirmation over 16 connections, on
// SQLite; the client shares the processors with it.
func BenchmarkPreview(b *testing.B) {
	d, bus := kittest.New(b, "sqlite", clock.System{}), event.NewBus()
	organizations := organization.New(d, bus, organization.SignUpOpen)
	organizations.Connect(organization.Hooks{
		OnCreate: func(tx *db.Tx, _ scope.Scope, o organization.Organization) error {
			return emailtemplate.Seed(tx, o.ID)
		},
		OnErase:       func(*db.Tx, organization.Organization) error { return nil },
		InUse:         func(*db.Tx, string) (bool, error) { return false, nil },
		CurrencyInUse: func(*db.Tx, string) (bool, error) { return false, nil },
	})
	o, err := organizations.CreateByOperator(b.Context(), organization.Details{
		Profile: organization.Profile{Name: "Haveli Sagar", Email: "desk@haveli.example"}})
	if err != nil {
		b.Fatal(err)
	}
	id, err := db.Read(b.Context(), d, func(tx *db.Tx) (id string, err error) {
		err = tx.QueryRow(`SELECT template_id FROM email_templates WHERE org_id = $1 AND type = $2`,
			o.ID, string(emailtemplate.BookingConfirmation)).Scan(&id)
		return id, err
	})
	if err != nil {
		b.Fatal(err)
	}
	handler, _ := web.New(web.Config{Routes: emailtemplate.New(d, bus).Routes(), Clock: clock.System{},
		Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
		Authenticate: func(_ context.Context, _, org string, sc scope.Scope) (scope.Scope, error) {
			sc.Org, sc.Currency, sc.Zone = org, "INR", time.UTC
			sc.Permissions = scope.Permissions{may.EmailTemplates: scope.View}
			return sc, nil
		}})
	server := httptest.NewServer(handler)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	preview := func() error {
		request, err := http.NewRequest(http.MethodPost, server.URL+"/api/email-templates/"+o.ID+"/"+id+"/preview",
			strings.NewReader(`{"sampleData":{"guest_name":"Ravi Das"}}`))
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer x")
		request.Header.Set("Content-Type", "application/json")
		response, err := client.Do(request)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, response.Body)
		if response.StatusCode != http.StatusOK {
			err = errors.New(response.Status)
		}
		return errors.Join(err, response.Body.Close())
	}
	b.SetParallelism(max(1, 16/runtime.GOMAXPROCS(0)))
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := preview(); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "previews/s")
}
