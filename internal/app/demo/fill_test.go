package demo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/demo"
	"sarai/internal/books/ledger/ledgertest"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/token"
)

// The hotel's day begins at 18:30 UTC. Half past midnight and late in the evening are the hard times.
var hardTimes = map[string]time.Time{
	kittest.SQLite:     time.Date(2027, time.March, 10, 19, 0, 0, 0, time.UTC),
	kittest.PostgreSQL: time.Date(2028, time.January, 1, 17, 55, 0, 0, time.UTC),
}

func TestFill(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			now := hardTimes[engine]
			h := fill(t, engine, now)
			h.signIn(demo.People[0].Email)
			h.checkToday()
			h.checkChart(now)
			h.checkLists()
			h.checkOffers(now)
			h.checkGroups()
			h.checkForms()
			h.checkBalances()
			h.checkOwed()
			h.checkBackOffice()
			h.checkMonth(now)
			h.checkPast(now)
		})
	}
}

// hotel is the filled demo hotel, called as its people call it.
type hotel struct {
	*testing.T
	now        time.Time
	db         *db.DB
	handler    http.Handler
	token, org string
}

func fill(t *testing.T, engine string, now time.Time) *hotel {
	c := demo.NewClock(now)
	d := kittest.New(t, engine, c)
	keys, err := token.LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	a, err := app.New(app.Config{DB: d, Clock: c, Log: log, Keys: keys, SignUp: organization.SignUpFirst,
		PublicURL: "http://localhost:8080", Mail: mail.Files(t.TempDir())})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := demo.Fill(t.Context(), d, a, c); err != nil {
		t.Fatal(err)
	}
	stats := d.Stats()
	t.Logf("filled in %s: %d writes in %d commits", time.Since(start).Round(time.Millisecond), stats.BatchedWrites,
		stats.Batches)
	return &hotel{T: t, now: now, db: d, handler: a.Handler}
}

// call sends a request and decodes the answer into into.
func (h *hotel) call(method, path string, body, into any) {
	h.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		h.Fatal(err)
	}
	r := httptest.NewRequest(method, path, bytes.NewReader(sent))
	r.Header.Set("Content-Type", "application/json")
	if h.token != "" {
		r.Header.Set("Authorization", "Bearer "+h.token)
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		h.Fatalf("%s %s answered %d: %s", method, path, w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
		h.Fatalf("%s %s: %v", method, path, err)
	}
}

func (h *hotel) signIn(email string) {
	h.Helper()
	var answer struct {
		Data struct {
			Token string
			User  struct{ OrgID, Role string }
		}
	}
	h.token = ""
	h.call("POST", "/api/auth/login", map[string]string{"email": email, "password": demo.Password}, &answer)
	h.token, h.org = answer.Data.Token, answer.Data.User.OrgID
}

func (h *hotel) checkToday() {
	var answer struct {
		Data struct {
			Today     struct{ Arrivals, Departures, Stayovers, Available int }
			Occupancy struct{ Occupied, Total int }
			Revenue   struct{ Today, Month float64 }
		}
	}
	h.call("GET", "/api/bookings/"+h.org+"/overview", nil, &answer)
	o := answer.Data
	if o.Today.Arrivals == 0 || o.Today.Departures == 0 || o.Today.Stayovers == 0 || o.Today.Available == 0 {
		h.Errorf("today has nothing to show: %+v", o.Today)
	}
	if o.Occupancy.Total != 44 || o.Occupancy.Occupied < 5 || o.Revenue.Today <= 0 || o.Revenue.Month < o.Revenue.Today {
		h.Errorf("the overview is odd: %+v", o)
	}
	for status, wanted := range map[string]int{"maintenance": 2, "dirty": 2} {
		query := "status="
		if status == "dirty" {
			query = "housekeeping="
		}
		if got := h.total("/api/rooms/" + h.org + "/list?" + query + status); got != wanted {
			h.Errorf("%d rooms are in %s, wanted %d", got, status, wanted)
		}
	}
}

// checkChart checks that the stay view has a booking without a room yet, and guests who should have left.
func (h *hotel) checkChart(now time.Time) {
	today := now.Add(5*time.Hour + 30*time.Minute).Format(time.DateOnly)
	var answer struct {
		Data struct {
			Bars       struct{ To, Status []string }
			Unassigned []struct{ Channel string }
		}
	}
	to := now.AddDate(0, 0, 14).Format(time.DateOnly)
	h.call("GET", "/api/bookings/"+h.org+"/stays?from="+today+"&to="+to, nil, &answer)
	overdue := 0
	for i, leaves := range answer.Data.Bars.To {
		if leaves < today && answer.Data.Bars.Status[i] == "checked-in" {
			overdue++
		}
	}
	if len(answer.Data.Unassigned) != 1 || answer.Data.Unassigned[0].Channel == "" || overdue == 0 {
		h.Errorf("%d guests should have left, without a room are %+v", overdue, answer.Data.Unassigned)
	}
}

// checkGroups checks that a wedding is in house, whose master account pays the rooms, and that a tour is due.
func (h *hotel) checkGroups() {
	for _, group := range []struct {
		code, status            string
		rooms, blocked, covered int
	}{{"SM-WED", "checked-in", 12, 12, 150_000}, {"LOTUS-21", "confirmed", 6, 8, 0}} {
		var found struct {
			Data []struct {
				ID     string `json:"_id"`
				Status string
			}
		}
		h.call("GET", "/api/groups/"+h.org+"/list?search="+group.code, nil, &found)
		if len(found.Data) != 1 || found.Data[0].Status != "definite" {
			h.Fatalf("the group %s is %+v", group.code, found.Data)
		}
		one := "/api/groups/" + h.org + "/" + found.Data[0].ID
		if got := h.total("/api/bookings/" + h.org + "/list?groupId=" + found.Data[0].ID + "&status=" + group.status); got !=
			group.rooms {
			h.Errorf("%d rooms of %s are %s, wanted %d", got, group.code, group.status, group.rooms)
		}
		var people struct {
			Data []struct{ RoomNumber, Floor string }
		}
		h.call("GET", one+"/people", nil, &people)
		for _, r := range people.Data {
			if r.RoomNumber == "" || r.Floor != "G" {
				h.Errorf("a room of %s is %+v", group.code, r)
			}
		}
		var folio struct {
			Data struct{ PaidAmount, BalanceDue, ChargedAmount, ToBePosted float64 }
		}
		h.call("GET", one+"/folio", nil, &folio)
		if f := folio.Data; f.PaidAmount != float64(group.covered) || f.ToBePosted <= 0 || f.BalanceDue <= 0 ||
			(f.ChargedAmount > 0) != (group.status == "checked-in") {
			h.Errorf("the master folio of %s: %+v", group.code, f)
		}
		var block struct {
			Data struct {
				Nights []struct{ Blocked, PickedUp int }
			}
		}
		h.call("GET", one+"/block", nil, &block)
		for _, n := range block.Data.Nights {
			if n.Blocked != group.blocked || n.PickedUp > group.rooms {
				h.Errorf("%s has blocked %+v", group.code, n)
			}
		}
	}
}

// checkForms checks that one report of a guest from abroad is filed, one is late, and for one there is time, at any
// time of the day.
func (h *hotel) checkForms() {
	var forms struct {
		Data []struct {
			GuestName, Status string
			DueAt             *time.Time
			Missing           []string
			Arrival           struct{ Reference string }
		}
	}
	h.call("GET", "/api/guests/"+h.org+"/form-iii", nil, &forms)
	states := map[string]int{}
	for _, f := range forms.Data {
		switch {
		case f.Status == "in-house" && f.Arrival.Reference != "" && f.DueAt == nil:
			states["filed"]++
		case f.Status == "arrival-due" && f.DueAt.Before(h.now):
			states["overdue"]++
		case f.Status == "arrival-due" && f.DueAt.After(h.now.Add(18*time.Hour)):
			states["to be filed"]++
		}
	}
	if len(forms.Data) != 3 || len(states) != 3 {
		h.Errorf("the forms are %+v", forms.Data)
	}
}

func (h *hotel) total(path string) int {
	h.Helper()
	var answer struct{ Pagination struct{ Total int } }
	h.call("GET", path, nil, &answer)
	return answer.Pagination.Total
}

func (h *hotel) checkLists() {
	bookings := "/api/bookings/" + h.org + "/list"
	all, left := h.total(bookings), h.total(bookings+"?status=checked-out")
	if all < 600 || all > 800 || left < all/2 {
		h.Errorf("%d bookings, %d of them checked out", all, left)
	}
	if got := h.total(bookings + "?status=cancelled"); got != 2 {
		h.Errorf("%d bookings are cancelled, wanted one and a no-show", got)
	}
	var users struct{ Data []struct{ Email string } }
	h.call("GET", "/api/users/"+h.org+"/list", nil, &users)
	if len(users.Data) != 5 {
		h.Fatalf("there are %d users", len(users.Data))
	}
	for _, u := range users.Data {
		h.signIn(u.Email)
	}
}

// checkOffers looks for a weekend in three weeks: the hotel sells it by two plans to everybody, dearer on Saturday than
// on Sunday.
func (h *hotel) checkOffers(now time.Time) {
	saturday := now.AddDate(0, 0, 21+int((time.Saturday-now.Weekday()+7)%7))
	var answer struct {
		Data struct {
			Offers []struct {
				PlanCode     string
				CategoryName string
				Nights       []struct{ Amount float64 }
				Cancellation struct{ Text string }
			}
		}
	}
	h.call("POST", "/api/offers/"+h.org+"/search", map[string]any{"checkIn": saturday.Format(time.DateOnly),
		"checkOut": saturday.AddDate(0, 0, 2).Format(time.DateOnly)}, &answer)
	best := map[string]float64{}
	for _, o := range answer.Data.Offers {
		if o.Nights[0].Amount <= o.Nights[1].Amount || o.Cancellation.Text == "" {
			h.Errorf("the offer is odd: %+v", o)
		}
		if o.PlanCode == "BAR" {
			best[o.CategoryName] = o.Nights[0].Amount
		}
	}
	for _, o := range answer.Data.Offers {
		if o.PlanCode == "BAR-NR" && o.Nights[0].Amount != best[o.CategoryName]*0.9 {
			h.Errorf("%s costs %v, and non-refundable %v", o.CategoryName, best[o.CategoryName], o.Nights[0].Amount)
		}
	}
	if len(best) == 0 || len(answer.Data.Offers) != 2*len(best) {
		h.Errorf("on offer are %+v", answer.Data.Offers)
	}
}

// checkBalances checks that the books balance, and that bookings that have left owe nothing unless a company pays
// later.
func (h *hotel) checkBalances() {
	h.signIn(demo.People[0].Email)
	var books struct {
		Data struct {
			TotalDebit, TotalCredit float64
			Accounts                []struct {
				Name          string
				Debit, Credit float64
			}
		}
	}
	h.call("GET", "/api/accounts/"+h.org+"/trial-balance", nil, &books)
	if books.Data.TotalDebit != books.Data.TotalCredit || books.Data.TotalDebit < 5e6 {
		h.Errorf("the books don't balance: %+v", books.Data)
	}
	for _, a := range books.Data.Accounts {
		if moneyIn := map[string]bool{"Bank": true, "Cash": true}[a.Name]; moneyIn && a.Debit <= 0 {
			h.Errorf("there is nothing left in %s: %+v", a.Name, a)
		}
	}
	err := h.db.Read(context.Background(), func(tx *db.Tx) error {
		faults, err := ledgertest.Faults(tx, h.org)
		if err != nil {
			return err
		}
		gaps, err := ledgertest.Gaps(tx, h.org)
		for _, wrong := range append(faults, gaps...) {
			h.Error(wrong)
		}
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	owing := map[string]bool{}
	for _, status := range []string{"issued", "partially_paid"} {
		var invoices struct {
			Data []struct{ BookingID, BuyerGSTIN string }
		}
		h.call("GET", "/api/invoices/"+h.org+"/list?limit=100&status="+status, nil, &invoices)
		for _, i := range invoices.Data {
			owing[i.BookingID] = i.BuyerGSTIN != ""
		}
	}
	for page, of := 1, 1; page <= of; page++ {
		var bookings struct {
			Data       []struct{ BookingID string }
			Pagination struct{ TotalPages int }
		}
		h.call("GET", fmt.Sprintf("/api/bookings/%s/list?status=checked-out&limit=100&page=%d", h.org, page), nil, &bookings)
		for _, b := range bookings.Data {
			var left struct {
				Data struct {
					Code       string
					BalanceDue float64
				}
			}
			h.call("GET", "/api/bookings/"+h.org+"/"+b.BookingID, nil, &left)
			if (left.Data.BalanceDue != 0) != owing[b.BookingID] {
				h.Errorf("%s owes %v; a company owes its invoice: %v", left.Data.Code, left.Data.BalanceDue, owing[b.BookingID])
			}
		}
		of = bookings.Pagination.TotalPages
	}
}

// checkOwed checks that something is owed of every age, and that there is enough of everything else.
func (h *hotel) checkOwed() {
	var owed struct {
		Data struct {
			Brackets []struct {
				Label string
				Count int
			}
		}
	}
	h.call("GET", "/api/analytics/"+h.org+"/outstanding", nil, &owed)
	for _, b := range owed.Data.Brackets {
		if b.Count == 0 {
			h.Errorf("nothing is owed for %s days", b.Label)
		}
	}
	for path, wanted := range map[string]int{
		"invoices/%s/list?status=draft": 0, "credit-notes/%s/list?": 2, "payments/%s/list?type=refund": 2,
		"quotes/%s/list?status=accepted": 1, "quotes/%s/list?status=sent": 1, "quotes/%s/list?status=declined": 1,
		"quotes/%s/list?status=expired": 1, "quotes/%s/list?status=draft": 1,
	} {
		if got := h.total("/api/" + fmt.Sprintf(path, h.org)); got != wanted {
			h.Errorf("%s has %d, wanted %d", path, got, wanted)
		}
	}
	for path, least := range map[string]int{"expenses/%s/list?": 80, "accounts/%s/transfers?": 30,
		"bookings/%s/night-audit/list?": 90} {
		if got := h.total("/api/" + fmt.Sprintf(path, h.org)); got < least {
			h.Errorf("%s has %d, wanted %d", path, got, least)
		}
	}
}

// checkBackOffice checks that there is something on each desk of the back office.
func (h *hotel) checkBackOffice() {
	for path, wanted := range map[string]int{
		"companies/%s/list?": 5, "approvals/%s/list?status=pending": 1, "shifts/%s/list?": 1, "settlements/%s/list?": 1,
		"deposits/%s/list?": 1, "maintenance/%s/list?": 3, "lost-and-found/%s/list?": 2, "analytics/%s/schedules?": 1,
	} {
		if got := h.total("/api/" + fmt.Sprintf(path, h.org)); got != wanted {
			h.Errorf("%s has %d, wanted %d", path, got, wanted)
		}
	}
	var ageing struct {
		Data struct{ Companies []any }
	}
	h.call("GET", "/api/companies/"+h.org+"/ageing", nil, &ageing)
	if len(ageing.Data.Companies) == 0 {
		h.Error("no company owes anything")
	}
}

// checkMonth checks that the last whole month earned more than it cost, and that its return has companies and others.
func (h *hotel) checkMonth(now time.Time) {
	local := now.Add(5*time.Hour + 30*time.Minute)
	last := local.AddDate(0, 0, -local.Day()).Format("2006-01")
	var year struct {
		Data struct {
			Data []struct {
				Month            string
				Revenue, Expense float64
			}
		}
	}
	h.call("GET", "/api/analytics/"+h.org+"/expense-revenue", nil, &year)
	for _, m := range year.Data.Data {
		if m.Month == last && (m.Expense < 1e6 || m.Revenue < m.Expense || m.Revenue > 10e6) {
			h.Errorf("the month is odd: %+v", m)
		}
	}
	var filed struct {
		Data struct{ B2B, B2CS []any }
	}
	h.call("GET", "/api/invoices/"+h.org+"/gstr1?period="+last, nil, &filed)
	if len(filed.Data.B2B) == 0 || len(filed.Data.B2CS) != 2 {
		h.Errorf("the return of %s has %d companies and %d rates", last, len(filed.Data.B2B), len(filed.Data.B2CS))
	}
}

func (h *hotel) checkPast(now time.Time) {
	var nights, noShows, mails int
	var first, last int64
	err := h.db.Read(context.Background(), func(tx *db.Tx) error {
		day := now.Add(5*time.Hour + 30*time.Minute)
		for query, into := range map[string]*int{
			fmt.Sprintf(`SELECT COUNT(*) FROM room_nights WHERE holder_kind = 'booking' AND night >= '%s' AND night < '%s'`,
				day.AddDate(0, 0, -90).Format(time.DateOnly), day.AddDate(0, 0, 30).Format(time.DateOnly)): &nights,
			`SELECT COUNT(*) FROM bookings WHERE no_show`:        &noShows,
			`SELECT COUNT(*) FROM outbox WHERE status <> 'sent'`: &mails,
		} {
			if err := tx.QueryRow(query).Scan(into); err != nil {
				return err
			}
		}
		return tx.QueryRow(`SELECT MIN(created_at), MAX(created_at) FROM audit_entries`).Scan(&first, &last)
	})
	if err != nil {
		h.Fatal(err)
	}
	if occupancy := float64(nights) * 100 / (24 * 120); occupancy < 60 || occupancy > 70 {
		h.Errorf("occupancy over the 120 days is %.1f %%", occupancy)
	}
	if noShows != 1 || mails != 0 {
		h.Errorf("%d no-shows, %d mails to be sent", noShows, mails)
	}
	if age := now.Sub(time.UnixMilli(first)); age < 90*24*time.Hour || last > now.UnixMilli() {
		h.Errorf("the audit log reaches from %s ago to %s", age, time.UnixMilli(last).Sub(now))
	}
}
