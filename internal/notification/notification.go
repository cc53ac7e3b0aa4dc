// Package notification keeps what the people of an organization are told about. A notification is written in the
// transaction of what it tells, and only when the organization has its type switched on.
package notification

import (
	"encoding/json"

	"sarai/internal/event"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
)

// The types that an organization can switch on and off.
const (
	BookingCreated   = "booking_created"
	BookingUpdated   = "booking_updated"
	BookingCancelled = "booking_cancelled"
	PaymentReceived  = "payment_received"
	InvoiceGenerated = "invoice_generated"
	GuestCheckedIn   = "guest_checked_in"
	GuestCheckedOut  = "guest_checked_out"
)

var types = []string{
	BookingCreated, BookingUpdated, BookingCancelled, PaymentReceived, InvoiceGenerated, GuestCheckedIn, GuestCheckedOut,
}

const defaultRetentionDays = 90

// Record listens on the event bus: it writes the event's notice, if it has one, for everyone of the organization.
func Record(tx *db.Tx, sc scope.Scope, e event.Event) error {
	if e.Notice == nil {
		return nil
	}
	// enabled_types is a JSON list, so a type stands in it with its quotes. LIKE would find it too, but SQLite parses
	// a statement anew each time that the pattern of a LIKE is bound.
	_, err := tx.Exec(`INSERT INTO notifications (org_id, notification_id, type, title, message, reference_id, reference_type, created_at)
		SELECT org_id, $2, $3, $4, $5, $6, $7, $8 FROM notification_configs WHERE org_id = $1 AND REPLACE(enabled_types, $9, '') <> enabled_types`,
		sc.Org, id.New(), e.Notice.Type, e.Notice.Title, e.Notice.Message, e.ResourceID, e.ResourceType, tx.Now.UnixMilli(),
		`"`+e.Notice.Type+`"`)
	return err
}

// Seed gives a new organization its configuration: both channels and every type on. One that is there stays.
func Seed(tx *db.Tx, org string) error {
	enabled, err := json.Marshal(types)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO notification_configs (org_id, email_enabled, push_enabled, retention_days, enabled_types, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (org_id) DO NOTHING`,
		org, true, true, defaultRetentionDays, string(enabled), tx.Now.UnixMilli())
	return err
}
