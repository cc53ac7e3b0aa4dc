package app_test

import (
	"strings"
	"time"

	"sarai/internal/booking"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/organization"
)

// scope is the reach of a job in the caller's organization, for what has no endpoint.
func (c *caller) scope(tx *db.Tx) (scope.Scope, error) {
	o, err := organization.Get(tx, c.org)
	if err != nil {
		return scope.Scope{}, err
	}
	zone, err := time.LoadLocation(o.Timezone)
	return scope.ForJob(c.org, o.Currency, zone), err
}

// cells is the calendar [from, to) as "room date" → "status guest"; a cell that is missing is available.
func (c *caller) cells(from, to date.Date) map[string]string {
	c.s.t.Helper()
	cells := map[string]string{}
	err := c.s.db.Read(c.s.t.Context(), func(tx *db.Tx) error {
		sc, err := c.scope(tx)
		if err != nil {
			return err
		}
		found, err := booking.Cells(tx, sc, from, to)
		for at, cell := range found {
			cells[at.RoomID+" "+string(at.Date)] = strings.TrimSpace(cell.Status + " " + cell.GuestName)
		}
		return err
	})
	if err != nil {
		c.s.t.Fatal(err)
	}
	return cells
}
