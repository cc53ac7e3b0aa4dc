package inside

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/kittest/pgserver"
)

// asked is a list, the filters that it is asked by one at a time, and its orders. Those of combined are asked together,
// each with every order.
type asked struct {
	path     string
	filters  []string
	combined []string
	sorts    []string
}

// How long an answer may take, in milliseconds: of one filter within its first rows, and else.
const (
	mostOfOne, mostOfMany = 5, 25
	firstRows             = 10_000
)

// lists are asked in an organization whose lists are as full as its bookings.
func lists() []asked {
	day := func(n int) string { return string(fill.Today().AddDays(n)) }
	week, year, ever := "from="+day(-7)+"&to="+day(0), "from="+day(-365)+"&to="+day(0), "from=2000-01-01"
	days := []string{week, year, ever, "from=" + day(0), "to=" + day(0), "to=" + day(-365)}
	booking, changed := fill.BookingID(77), "updatedSince=2000-01-01T00:00:00Z"
	return []asked{
		{path: "/api/bookings/{org}/list", sorts: []string{"newest", "oldest", "updated", "checkIn", "-checkIn", "checkOut",
			"-checkOut"}, filters: slices.Concat(days, []string{"status=confirmed", "status=checked-in", "status=checked-out",
			"status=cancelled", "source=phone", "source=walk-in", "channel=agoda", "createdBy=665f1c2ab7e4d90000000001",
			"createdBy=665f1c2ab7e4d90000000003", "externalReference=BK-1001", "externalReference=none", "companyId=company7",
			"companyId=none", "inHouse=true", "balanceOwed=true", "overbooked=true", "roomId=" + fill.RoomID(3),
			"checkOutFrom=" + day(0), "checkOutTo=" + day(-300), "checkOutFrom=" + day(-7) + "&checkOutTo=" + day(0),
			"stayFrom=" + day(0), "stayTo=" + day(0), "stayTo=" + day(-2500), "updatedSince=" + day(-3) + "T00:00:00Z",
			changed}),
			combined: []string{"status=confirmed&" + week, "status=confirmed&from=" + day(0) + "&to=" + day(14),
				"status=cancelled&" + year, "status=checked-out&source=phone", "status=cancelled&channel=agoda&" + ever,
				"source=online&" + changed, "stayFrom=" + day(-10) + "&stayTo=" + day(10),
				"balanceOwed=true&status=checked-out", "companyId=company7&status=cancelled",
				"createdBy=665f1c2ab7e4d90000000003&source=ota&to=" + day(0), "status=checked-out&" + ever,
				"status=checked-out&" + changed, "status=checked-out&checkOutTo=" + day(-300),
				"fields=full&status=cancelled"}},
		{path: "/api/guests/{org}/list"},
		{path: "/api/guests/{org}/" + booking + "/stays"},
		{path: "/api/companies/{org}/list", filters: []string{"isActive=true", "isActive=false"}},
		{path: "/api/invoices/{org}/list", filters: slices.Concat(days, []string{"status=draft", "status=issued",
			"status=paid", "status=void", "bookingId=" + booking, "guestId=" + booking, "overdue=true"}),
			combined: []string{"status=paid&" + year, "status=void&" + ever, "overdue=true&" + year}},
		{path: "/api/credit-notes/{org}/list", filters: slices.Concat(days, []string{"invoiceId=" + booking,
			"bookingId=" + booking})},
		{path: "/api/payments/{org}/list", filters: slices.Concat(days, []string{"type=payment", "type=refund",
			"method=cash", "method=card", "method=other", "accountId=665f1c2ab7e4d90000000021", "status=void",
			"status=recorded", "bookingId=" + booking, "invoiceId=" + booking}),
			combined: []string{"type=refund&" + year, "method=upi&" + year, "method=card&status=void&" + ever,
				"accountId=665f1c2ab7e4d90000000021&method=card"}},
		{path: "/api/accounts/{org}/transfers", filters: slices.Concat(days,
			[]string{"accountId=665f1c2ab7e4d90000000021", "accountId=665f1c2ab7e4d90000000009"}),
			combined: []string{"accountId=665f1c2ab7e4d90000000021&" + ever}},
		{path: "/api/expenses/{org}/list", filters: slices.Concat(days, []string{"category=Category%203",
			"category=none", "vendorId=665f1c2ab7e4d90000000033", "accountId=665f1c2ab7e4d90000000021"}),
			combined: []string{"category=Category%203&" + year, "vendorId=665f1c2ab7e4d90000000033&category=Category%203"}},
		{path: "/api/quotes/{org}/list", filters: slices.Concat(days, []string{"status=draft", "status=sent",
			"status=accepted", "status=declined", "status=expired", "guestId=" + booking}),
			combined: []string{"status=accepted&" + year}},
		{path: "/api/holds/{org}/list", filters: []string{"status=active"}},
		{path: "/api/audit/{org}/logs", filters: []string{"action=booking.updated", "action=none",
			"userId=665f1c2ab7e4d90000000001", "resourceType=booking", "resourceType=guest", "startDate=" + day(-30),
			"startDate=2000-01-01", "endDate=" + day(-300), "startDate=" + day(-60) + "&endDate=" + day(-30)},
			combined: []string{"action=booking.updated&userId=665f1c2ab7e4d90000000001",
				"resourceType=guest&userId=665f1c2ab7e4d90000000001", "action=invoice.issued&resourceType=booking",
				"resourceType=booking&startDate=2000-01-01"}},
		{path: "/api/audit/{org}/by-user/665f1c2ab7e4d90000000001"},
		{path: "/api/notifications/{org}", filters: []string{"type=payment_received", "type=none"}},
		{path: "/api/taxes/{org}/list"},
		{path: "/api/bookings/{org}/night-audit/list"},
	}
}

// Lists asks every list by each filter and order, without a network, in organizations of three sizes.
func Lists(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	var postgres *pgserver.Server
	if s.Engine != "sqlite" {
		if postgres, err = pgserver.Start(true); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, postgres.Stop()) }()
	}
	for _, size := range s.Sizes {
		if s.Engine != "postgres" {
			h, err := openLists(ctx, s, nil, size)
			if err == nil {
				err = errors.Join(h.askLists(s, r, "sqlite"), h.close())
			}
			if err != nil {
				return err
			}
		}
		if postgres != nil {
			h, err := openLists(ctx, s, postgres, size)
			if err == nil {
				err = errors.Join(h.askLists(s, r, "postgres"), h.close())
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// openLists makes an organization of this size, on PostgreSQL if there is one.
func openLists(ctx context.Context, s drive.Settings, postgres *pgserver.Server, size int) (*house, error) {
	var in *fill.Installation
	var err error
	h, name := fill.History{Rooms: 100, Bookings: size}, fmt.Sprintf("lists%d", size)
	if postgres == nil {
		in, err = fill.SQLite(ctx, s.Folder, name, 1, h)
	} else {
		in, err = fill.PostgreSQL(ctx, s.Folder, postgres.URL, name, 1, h)
	}
	if err != nil {
		return nil, err
	}
	if err := in.FillLists(ctx); err != nil {
		return nil, err
	}
	return open(ctx, in)
}

// answer is how long one question took.
type answer struct {
	path string
	took float64 // milliseconds; on SQLite of the processor, so that it hardly depends on what else runs
}

// askLists asks every list, and reports the slowest answers of both kinds.
func (h *house) askLists(s drive.Settings, r *drive.Report, engine string) error {
	var ofOne, ofMany []answer
	for _, list := range lists() {
		for _, filter := range append([]string{""}, slices.Concat(list.filters, list.combined)...) {
			for _, sort := range append(list.sorts, "")[:max(1, len(list.sorts))] {
				path := strings.ReplaceAll(list.path, "{org}", h.Hotels[0]) + "?limit=20&" + filter
				if sort != "" {
					path += "&sort=" + sort
				}
				single := !slices.Contains(list.combined, filter)
				if err := h.askPages(path, single, &ofOne, &ofMany); err != nil {
					return err
				}
			}
		}
	}
	for _, kind := range []struct {
		name    string
		answers []answer
		most    float64
	}{{"one filter, the first 10,000 rows", ofOne, mostOfOne}, {"filters together, and deeper", ofMany, mostOfMany}} {
		slices.SortFunc(kind.answers, func(a, b answer) int { return int(1e6 * (b.took - a.took)) })
		slowest := kind.answers[0]
		over := 0
		for i, a := range kind.answers {
			if a.took > kind.most {
				over++
			}
			if i < s.Show {
				fmt.Printf("    %7.2f ms  %s\n", a.took, strings.ReplaceAll(a.path, h.Hotels[0], "{org}"))
			}
		}
		r.Add(fmt.Sprintf("lists of %d, %s: %s", h.History.Bookings, engine, kind.name), slowest.took,
			drive.AtMost(kind.most, " ms"), fmt.Sprintf("%d of %d are over it", over, len(kind.answers)))
	}
	return nil
}

// askPages asks for the first page, the one at row 10,000 and the last one.
func (h *house) askPages(path string, single bool, ofOne, ofMany *[]answer) error {
	total, err := h.total(path)
	if err != nil {
		return err
	}
	for _, row := range []int{0, firstRows - 20, total - 1} {
		if row < 0 || row >= total && row > 0 || row == total-1 && row < 20 {
			continue
		}
		page := fmt.Sprintf("%s&page=%d", path, row/20+1)
		took := make([]float64, 3) // the fastest counts: whatever else the machine does only adds
		for i := range took {
			began, used := time.Now(), processorTime()
			if err := h.get(unkept(page)); err != nil {
				return err
			}
			took[i] = float64((processorTime() - used).Microseconds()) / 1000
			if h.DatabaseURL != "" { // its work is another process's
				took[i] = float64(time.Since(began).Microseconds()) / 1000
			}
		}
		if into := ofMany; single && row < firstRows {
			*ofOne = append(*ofOne, answer{page, slices.Min(took)})
		} else {
			*into = append(*into, answer{page, slices.Min(took)})
		}
	}
	return nil
}

// total is how many records the list has on all pages.
func (h *house) total(path string) (int, error) {
	request, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+h.Token)
	w := httptest.NewRecorder()
	h.app.Handler.ServeHTTP(w, request)
	var page struct{ Pagination struct{ Total int } }
	if w.Code != http.StatusOK {
		return 0, fmt.Errorf("%s answered %d: %s", path, w.Code, w.Body)
	}
	return page.Pagination.Total, json.Unmarshal(w.Body.Bytes(), &page)
}
