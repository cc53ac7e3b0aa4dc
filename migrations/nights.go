package migrations

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sarai/internal/kit/money"
)

// priceNights prices the nights of bookings that were made before nights had prices: those that a folio charges at what
// it charges, the others at what this leaves of the booking's total, by the rates of their rooms. It also finds the tax
// inside totals that include it, which bookings didn't note before. Documents and folios stay as they are.
func priceNights(ctx context.Context, tx *sql.Tx) error {
	last := oldBooking{}
	taxes := map[string]roomTaxes{}
	for {
		page, err := oldBookings(ctx, tx, last)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, b := range page {
			if _, known := taxes[b.org]; !known {
				if taxes[b.org], err = roomTaxesOf(ctx, tx, b.org); err != nil {
					return err
				}
			}
			if err := b.price(ctx, tx, taxes[b.org]); err != nil {
				return fmt.Errorf("price the nights of booking %s: %w", b.id, err)
			}
		}
		last = page[len(page)-1]
	}
}

type oldBooking struct {
	org, id, status, checkOut string
	total                     money.Amount
	inclusive                 bool
}

func oldBookings(ctx context.Context, tx *sql.Tx, after oldBooking) (page []oldBooking, err error) {
	err = each(ctx, tx, func(row *sql.Rows) error {
		var b oldBooking
		err := row.Scan(&b.org, &b.id, &b.status, &b.checkOut, (*int64)(&b.total), &b.inclusive)
		page = append(page, b)
		return err
	}, `SELECT org_id, booking_id, status, check_out, total, prices_include_tax FROM bookings
		WHERE org_id > $1 OR org_id = $1 AND booking_id > $2 ORDER BY org_id, booking_id LIMIT 500`, after.org, after.id)
	return page, err
}

// oldNight is a night as it is stored from now on, with what tells how it is charged.
type oldNight struct {
	Price    money.Amount `json:"price"`
	Posted   bool         `json:"posted,omitempty"`
	PostedAs string       `json:"postedAs,omitempty"`

	day  string
	rate int64
	held bool
}

type oldRoom struct {
	position int
	roomID   string
	rate     int64
	from, to string
	nights   []*oldNight
}

// oldLine is a line that charges for the rooms, as the booking quotes prices.
type oldLine struct {
	roomID, day string
	night       bool
	price, tax  money.Amount
}

func (b oldBooking) price(ctx context.Context, tx *sql.Tx, taxes roomTaxes) error {
	rooms, err := b.rooms(ctx, tx)
	if err != nil {
		return err
	}
	lines, err := b.lines(ctx, tx)
	if err != nil {
		return err
	}
	var all []*oldNight
	for _, r := range rooms {
		all = append(all, r.nights...)
	}
	b.share(rooms, all, lines)
	for _, r := range rooms {
		stored, err := json.Marshal(r.nights)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE booking_rooms SET nights = $4, free_nights = $5
			WHERE org_id = $1 AND booking_id = $2 AND position = $3`, b.org, b.id, r.position, string(stored), r.free())
		if err != nil {
			return err
		}
	}
	if !b.inclusive {
		return nil
	}
	_, err = tx.ExecContext(ctx, `UPDATE bookings SET room_tax = $3 WHERE org_id = $1 AND booking_id = $2`,
		b.org, b.id, int64(b.taxInside(all, lines, taxes)))
	return err
}

// rooms are the booking's rooms with their nights: of one that was left early, those until the booked end.
func (b oldBooking) rooms(ctx context.Context, tx *sql.Tx) (rooms []oldRoom, err error) {
	err = each(ctx, tx, func(row *sql.Rows) error {
		var r oldRoom
		var released string
		if err := row.Scan(&r.position, &r.roomID, &r.rate, &r.from, &r.to, &released); err != nil {
			return err
		}
		end := r.to
		if released == "checked-out" {
			end = max(r.to, b.checkOut)
		}
		for day := r.from; day < end; day = dayAfter(day) {
			r.nights = append(r.nights, &oldNight{day: day, rate: r.rate, held: day < r.to})
		}
		rooms = append(rooms, r)
		return nil
	}, `SELECT position, room_id, rate, from_date, to_date, released FROM booking_rooms
		WHERE org_id = $1 AND booking_id = $2 ORDER BY position`, b.org, b.id)
	return rooms, err
}

func dayAfter(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return "9999-12-31" // no day is later: a loop over a day that is none ends
	}
	return t.AddDate(0, 0, 1).Format(time.DateOnly)
}

func (b oldBooking) lines(ctx context.Context, tx *sql.Tx) (lines []oldLine, err error) {
	err = each(ctx, tx, func(row *sql.Rows) error {
		var l oldLine
		var kind, reverses, reversedBy string
		var taxable, total int64
		if err := row.Scan(&l.roomID, &l.day, &kind, &taxable, &total, &reverses, &reversedBy); err != nil {
			return err
		}
		l.night = kind == "room-night" && reverses == "" && reversedBy == ""
		if l.price, l.tax = money.Amount(taxable), money.Amount(total-taxable); b.inclusive {
			l.price = money.Amount(total)
		}
		lines = append(lines, l)
		return nil
	}, `SELECT room_id, day, kind, taxable, total, reverses, reversed_by FROM folio_lines
		WHERE org_id = $1 AND booking_id = $2 AND lodging ORDER BY position`, b.org, b.id)
	return lines, err
}

// share gives the nights their prices, which add up to the booking's total.
func (b oldBooking) share(rooms []oldRoom, all []*oldNight, lines []oldLine) {
	rest := b.total
	var moved []oldLine
	for _, l := range lines {
		if !l.night {
			continue
		}
		if n := chargedBy(l, rooms); n != nil {
			n.Price, n.Posted, rest = l.price, true, rest-l.price
		} else {
			moved = append(moved, l)
		}
	}
	for _, l := range moved { // a night that was posted before a move stands for the new room's
		for _, n := range all {
			if n.held && n.day == l.day && !n.Posted {
				n.Price, n.Posted, n.PostedAs, rest = l.price, true, l.roomID, rest-l.price
				break
			}
		}
	}
	var open []*oldNight
	for _, n := range all {
		if !n.Posted {
			open = append(open, n)
		}
	}
	if rest >= 0 && len(open) > 0 {
		apportion(rest, open, func(n *oldNight) int64 { return n.rate })
	} else if rest != 0 {
		apportion(b.total, all, func(n *oldNight) int64 { return int64(n.Price) })
	}
}

func chargedBy(l oldLine, rooms []oldRoom) *oldNight {
	for _, r := range rooms {
		for _, n := range r.nights {
			if r.roomID == l.roomID && n.day == l.day && n.held && !n.Posted {
				return n
			}
		}
	}
	return nil
}

// apportion shares the sum by the weights; where all are 0, in equal parts.
func apportion(sum money.Amount, nights []*oldNight, weight func(*oldNight) int64) {
	weights, all := make([]int64, len(nights)), int64(0)
	for i, n := range nights {
		weights[i] = weight(n)
		all += weights[i]
	}
	for i := range weights {
		if all == 0 {
			weights[i] = 1
		}
	}
	for i, share := range sum.Apportion(weights) {
		nights[i].Price = share
	}
}

func (r oldRoom) free() string {
	var days []string
	for _, n := range r.nights {
		if n.Price == 0 {
			days = append(days, n.day)
		}
	}
	return strings.Join(days, " ")
}

// taxInside is the tax inside the price of the rooms: that of the folio's lines, and that of nights still to come.
func (b oldBooking) taxInside(all []*oldNight, lines []oldLine, taxes roomTaxes) (sum money.Amount) {
	for _, l := range lines {
		sum += l.tax
	}
	if b.status != "confirmed" && b.status != "checked-in" {
		return sum
	}
	for _, n := range all {
		if n.held && !n.Posted {
			sum += taxes.inside(n.day, n.Price)
		}
	}
	return sum
}

// roomTaxes are an organization's active taxes on nights, as books.Rules has them: GST first, the latest start first.
type roomTaxes []roomTax

type roomTax struct {
	gst      bool
	from, to string
	slabs    []struct {
		UpTo money.Amount `json:"upTo"`
		Rate int64        `json:"rate"`
	}
}

func roomTaxesOf(ctx context.Context, tx *sql.Tx, org string) (taxes roomTaxes, err error) {
	err = each(ctx, tx, func(row *sql.Rows) error {
		var t roomTax
		var kind, gstin, slabs string
		if err := row.Scan(&kind, &t.from, &t.to, &slabs, &gstin); err != nil {
			return err
		}
		if t.gst = kind == "gst"; t.gst && gstin == "" {
			return nil
		}
		err := json.Unmarshal([]byte(slabs), &t.slabs)
		taxes = append(taxes, t)
		return err
	}, `SELECT t.kind, t.from_date, t.to_date, t.slabs, o.gstin FROM taxes t JOIN organizations o ON o.org_id = t.org_id
		WHERE t.org_id = $1 AND t.is_active AND t.applies_to = 'room-night' ORDER BY t.kind, t.from_date DESC`, org)
	return taxes, err
}

func (taxes roomTaxes) inside(day string, price money.Amount) money.Amount {
	for _, t := range taxes {
		if day < t.from || t.to != "" && day > t.to {
			continue
		}
		for _, slab := range t.slabs {
			found := price.Times(slab.Rate, 10_000+slab.Rate)
			if t.gst { // two equal halves
				found = 2 * price.Times(slab.Rate, 2*(10_000+slab.Rate))
			}
			if slab.UpTo == 0 || price-found <= slab.UpTo {
				return found
			}
		}
	}
	return 0
}

// each calls scan for every row of the query.
func each(ctx context.Context, tx *sql.Tx, scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
