// Package audit is the memory of who did what. Every event of the organization becomes one entry, written by
// Record in the transaction of what it tells; nothing changes or deletes an entry.
package audit

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

// Service writes and reads the log.
type Service struct {
	db *db.DB
}

// New makes the service.
func New(d *db.DB) *Service { return &Service{db: d} }

const maxUserAgent = 300 // bytes kept of what the client says about itself

// Record listens on the event bus: it writes the event's entry.
func (s *Service) Record(tx *db.Tx, sc scope.Scope, e event.Event) error {
	details := []byte("{}")
	if len(e.Details) > 0 {
		var err error
		if details, err = json.Marshal(e.Details); err != nil {
			return err
		}
	}
	// A header may hold any bytes; text columns take UTF-8 only.
	userAgent := strings.ToValidUTF8(sc.UserAgent[:min(len(sc.UserAgent), maxUserAgent)], "")
	_, err := tx.Exec(`INSERT INTO audit_entries (org_id, entry_id, user_id, user_name, action, resource_type, resource_id, details, ip, user_agent, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		sc.Org, id.New(), sc.User, sc.UserName, e.Action, e.ResourceType, e.ResourceID, string(details), sc.IP, userAgent, tx.Now.UnixMilli())
	return err
}

// condition is a WHERE clause on audit_entries under construction; it always begins with the organization.
type condition struct {
	text string
	args []any
}

func inOrganization(sc scope.Scope) condition {
	return condition{text: "org_id = $1", args: []any{sc.Org}}
}

// and adds a comparison such as "created_at <" with its value.
func (c *condition) and(comparison string, value any) {
	c.args = append(c.args, value)
	c.text += fmt.Sprintf(" AND %s $%d", comparison, len(c.args))
}

// equal limits the entries to those that have value in column; "" is no limit.
func (c *condition) equal(column, value string) {
	if value != "" {
		c.and(column+" =", value)
	}
}

// between limits the entries to those from start to end, both included and each "" for no limit. A date means
// the whole day in the hotel's zone.
func (c *condition) between(start, end string, zone *time.Location) error {
	var bad errs.Fields
	from, _, err := readBound(start, zone)
	if err != nil {
		bad.Add("startDate", "%s", err)
	}
	_, until, err := readBound(end, zone)
	if err != nil {
		bad.Add("endDate", "%s", err)
	}
	if len(bad) == 0 && from != nil && until != nil && *from >= *until {
		bad.Add("endDate", "must not be before startDate")
	}
	if from != nil {
		c.and("created_at >=", *from)
	}
	if until != nil {
		c.and("created_at <", *until)
	}
	return bad.Err()
}

// forever is how clients write a range without an end; no hotel's calendar goes that far.
const forever = "9999-12-31"

// readBound reads an instant or a date as the half-open interval of milliseconds that it covers; nil: unlimited.
func readBound(text string, zone *time.Location) (from, until *int64, err error) {
	if text == "" {
		return nil, nil, nil
	}
	if instant, err := web.ParseTime(text); err == nil {
		first := int64(instant)
		next := first + 1
		return &first, &next, nil
	}
	if text == forever {
		first := int64(math.MaxInt64)
		return &first, nil, nil
	}
	day, err := date.Parse(text)
	if err != nil {
		return nil, nil, fmt.Errorf("must be a date such as 2026-04-01 or an instant such as 2026-04-01T09:30:00Z (a + in it is written %%2B)")
	}
	first := day.Start(zone).UnixMilli()
	next := day.AddDays(1).Start(zone).UnixMilli()
	return &first, &next, nil
}
