package room_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/may"
)

var kolkata = time.FixedZone("IST", 5*3600+1800)

// hotel is one organization whose rooms are reached as clients reach them. Its clock shows 23:30 on 31 March in
// UTC, which is 1 April in the hotel.
type hotel struct {
	t        *testing.T
	db       *db.DB
	rooms    *room.Service
	api      http.Handler
	scope    scope.Scope
	statuses room.Statuses
	mu       sync.Mutex
	events   []event.Event
}

const org = "aaaaaaaaaaaaaaaaaaaaaaaa"

func eachHotel(t *testing.T, fn func(t *testing.T, h *hotel)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			c := clock.NewFake(time.Date(2026, 3, 31, 23, 30, 0, 0, time.UTC))
			h := &hotel{t: t, db: kittest.New(t, engine, c), scope: scope.ForJob(org, "INR", kolkata)}
			if err := h.db.Write(t.Context(), func(tx *db.Tx) error { return businessday.Seed(tx, org) }); err != nil {
				t.Fatal(err)
			}
			bus := event.NewBus()
			bus.Listen(func(_ *db.Tx, _ scope.Scope, e event.Event) error {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.events = append(h.events, e)
				return nil
			})
			h.statuses = func(*db.Tx, scope.Scope, date.Date) (map[string]string, error) { return nil, nil }
			h.rooms = room.New(h.db, bus, func(tx *db.Tx, sc scope.Scope, day date.Date) (map[string]string, error) {
				return h.statuses(tx, sc, day)
			}, 0)
			everything := scope.Permissions{may.Rooms: scope.Manage, may.RoomCategories: scope.Manage}
			h.api, _ = web.New(web.Config{
				Routes: h.rooms.Routes(), Clock: c, Log: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
				Authenticate: func(_ context.Context, _, org string, sc scope.Scope) (scope.Scope, error) {
					sc.Org, sc.Currency, sc.Zone, sc.Permissions = org, "INR", kolkata, everything
					return sc, nil
				},
			})
			fn(t, h)
		})
	}
}

type record = map[string]any

// answer is a response's body; Data is a record, Message and Errors are set in failures.
type answer struct {
	Data    json.RawMessage
	Message string
	Errors  []struct{ Field, Message string }

	Pagination struct{ Page, Limit, Total, TotalPages int }
}

func (h *hotel) call(method, path, body string, status int) answer {
	h.t.Helper()
	request := httptest.NewRequestWithContext(h.t.Context(), method, path, bytes.NewBufferString(body))
	request.Header.Set("Authorization", "Bearer x")
	recorder := httptest.NewRecorder()
	h.api.ServeHTTP(recorder, request)
	var a answer
	if err := json.Unmarshal(recorder.Body.Bytes(), &a); err != nil {
		h.t.Fatalf("%s %s: %v in %s", method, path, err, recorder.Body)
	}
	if recorder.Code != status {
		h.t.Errorf("%s %s %s: %d, want %d: %s", method, path, body, recorder.Code, status, recorder.Body)
	}
	return a
}

func (h *hotel) record(method, path, body string, status int) record {
	h.t.Helper()
	var r record
	if err := json.Unmarshal(h.call(method, path, body, status).Data, &r); err != nil {
		h.t.Fatal(err)
	}
	return r
}

func (h *hotel) list(path string) []record {
	h.t.Helper()
	var list []record
	if err := json.Unmarshal(h.call("GET", path, "", 200).Data, &list); err != nil {
		h.t.Fatal(err)
	}
	return list
}

// numbers lists the rooms at a query.
func (h *hotel) numbers(query string) string {
	h.t.Helper()
	var numbers []string
	separator := "?"
	if query != "" {
		separator = "&"
	}
	for _, r := range h.list(rooms("/list" + query + separator + "sort=number")) {
		numbers = append(numbers, r["roomNumber"].(string))
	}
	return strings.Join(numbers, " ")
}

func (h *hotel) refused(method, path, body, message string) {
	h.t.Helper()
	if a := h.call(method, path, body, 400); a.Message != message {
		h.t.Errorf("%s %s %s: %q, want %q", method, path, body, a.Message, message)
	}
}

func rooms(path string) string      { return "/api/rooms/" + org + path }
func categories(path string) string { return "/api/room-categories/" + org + path }

func (h *hotel) category(name string) string {
	h.t.Helper()
	return h.record("POST", categories("/create"), fmt.Sprintf(`{"name":%q,"baseRate":4500}`, name), 201)["_id"].(string)
}

func (h *hotel) room(number, category string) string {
	h.t.Helper()
	return h.record("POST", rooms("/create"), fmt.Sprintf(`{"roomNumber":%q,"categoryId":%q}`, number, category),
		201)["_id"].(string)
}

func (h *hotel) write(fn func(tx *db.Tx) error) {
	h.t.Helper()
	if err := h.db.Write(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// book holds nights and stores what refers to the room, as package booking does.
func (h *hotel) book(roomID, number, from, to string) {
	h.t.Helper()
	h.write(func(tx *db.Tx) error {
		if _, err := tx.Exec(`INSERT INTO bookings (org_id, booking_id, code, status, guest_id, guest_name, guest_email,
				guest_phone, check_in, check_out, source, meal_plan, notes, special_requests, total, extras, advance, paid,
				refunded, expected_arrival, transport_mode, transport_details, arrival_remarks, settlement_method,
				checkout_remarks, cancellation_reason, cancellation_charge, no_show, status_before_cancel, search_text,
				created_by, created_at, updated_at)
			VALUES ($1, $2, $2, 'confirmed', '', '', '', '', $3, $4, '', '', '', '', 0, 0, 0, 0, 0, '', '', '', '', '', '',
				'', 0, FALSE, '', '', '', 0, 0)`, org, "booking-"+from, from, to); err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT INTO booking_rooms (org_id, booking_id, position, entry_id, room_id,
				category_id, locked, room_number, room_type, rate, adults, children, from_date, to_date, released, sold,
				nights, free_nights)
			VALUES ($1, $2, 0, $3, $3, '', TRUE, $4, '', 0, 1, 0, $5, $6, '', 'null', '[]', '')`,
			org, "booking-"+from, roomID, number, from, to); err != nil {
			return err
		}
		_, err := inventory.Hold(tx, h.scope, inventory.Booking, "booking-"+from,
			[]inventory.Stay{{RoomID: roomID, RoomNumber: number, From: date.Date(from), To: date.Date(to)}}).Get()
		return err
	})
}

func wantFields(t *testing.T, r record, want record) {
	t.Helper()
	for name, value := range want {
		if fmt.Sprint(r[name]) != fmt.Sprint(value) {
			t.Errorf("%s is %v, want %v", name, r[name], value)
		}
	}
}

func TestCategories(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		plain := h.record("POST", categories("/create"), `{"name":" Deluxe ","baseRate":4500.50}`, 201)
		wantFields(t, plain, record{"name": "Deluxe", "code": "", "description": "", "baseRate": 4500.5, "maxAdults": 2,
			"maxChildren": 0,
			"amenities":   "[]", "roomsCount": 0, "orgId": org})
		full := h.record("POST", categories("/create"), `{"name":"Suite","code":"STE","description":"d","baseRate":9000,
			"maxAdults":4,"maxChildren":2,"amenities":["Wi-Fi","Bath"]}`, 201)
		wantFields(t, full, record{"code": "STE", "maxAdults": 4, "maxChildren": 2, "amenities": "[Wi-Fi Bath]"})
		deluxe, suite := plain["_id"].(string), full["_id"].(string)
		h.refused("POST", categories("/create"), `{"name":"DELUXE","baseRate":1}`, "name belongs to another room category.")
		h.refused("POST", categories("/create"), `{"name":"  ","baseRate":1}`, "name must not be empty.")
		h.refused("POST", categories("/create"), `{"name":"x","baseRate":1.234}`, "baseRate must have at most 2 decimals, "+
			"as INR has.")
		h.refused("POST", categories("/create"), `{"name":"x","baseRate":-1}`, "baseRate must be at least 0.")
		h.refused("POST", categories("/create"), `{"name":"x","baseRate":1,"maxAdults":0}`, "maxAdults must be at least 1.")
		h.call("POST", categories("/create"), `{"name":"x","baseRate":1,"amenities":[""]}`, 400)

		changed := h.record("PUT", categories("/"+suite+"/update"),
			`{"code":null,"maxChildren":0,"amenities":null,"baseRate":9500}`, 200)
		wantFields(t, changed, record{"name": "Suite", "code": "", "baseRate": 9500, "maxAdults": 4, "maxChildren": 0,
			"amenities": "[]"})
		h.refused("PUT", categories("/"+suite+"/update"), `{"name":"deluxe"}`, "name belongs to another room category.")
		h.refused("PUT", categories("/"+suite+"/update"), `{"name":null,"maxAdults":null}`,
			"name can't be empty. One more field is wrong.")
		h.call("PUT", categories("/"+suite+"/update"), `{"maxAdults":101}`, 400)
		wantFields(t, h.record("PUT", categories("/"+suite+"/update"), ``, 200), record{"name": "Suite"})

		h.room("101", deluxe)
		list := h.list(categories("/list"))
		if len(list) != 2 {
			t.Fatalf("%d categories", len(list))
		}
		for _, c := range list {
			wantFields(t, c, record{"roomsCount": map[any]int{deluxe: 1, suite: 0}[c["_id"]]})
		}
		if p := h.call("GET", categories("/list?limit=1&page=2"), "", 200).Pagination; p.Total != 2 || p.TotalPages != 2 ||
			p.Page != 2 || p.Limit != 1 {
			t.Errorf("pagination %+v", p)
		}
		h.refused("DELETE", categories("/"+deluxe+"/delete"), "", "The category Deluxe still has rooms. Give them another "+
			"category first.")
		h.call("DELETE", categories("/"+suite+"/delete"), "", 200)
		for _, id := range []string{suite, "nonsense"} {
			h.call("GET", categories("/"+id), "", 404)
			h.call("PUT", categories("/"+id+"/update"), `{}`, 404)
			h.call("DELETE", categories("/"+id+"/delete"), "", 404)
		}
	})
}

func TestRooms(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		deluxe, suite := h.category("Deluxe"), h.record("POST", categories("/create"), `{"name":"Suite","baseRate":9000}`,
			201)["_id"].(string)
		created := h.record("POST", rooms("/create"), fmt.Sprintf(`{"roomNumber":"2a","categoryId":%q}`, deluxe), 201)
		wantFields(t, created, record{"roomNumber": "2a", "category": fmt.Sprintf("map[_id:%s name:Deluxe]", deluxe),
			"floor":        "",
			"ratePerNight": 4500, "housekeeping": "clean", "isActive": true, "notes": "", "status": "available"})
		full := h.record("POST", rooms("/create"),
			fmt.Sprintf(`{"roomNumber":"10","categoryId":%q,"floor":"1","ratePerNight":0,"housekeeping":"dirty",
				"isActive":false,"notes":"n"}`, suite), 201)
		wantFields(t, full, record{"floor": "1", "ratePerNight": 0, "housekeeping": "dirty", "isActive": false, "notes": "n"})
		two, ten := created["_id"].(string), full["_id"].(string)

		h.refused("POST", rooms("/create"), fmt.Sprintf(`{"roomNumber":"2A","categoryId":%q}`, deluxe),
			"roomNumber 2A belongs to another room.")
		h.call("POST", rooms("/create"), fmt.Sprintf(`{"roomNumber":%q,"categoryId":%q}`, strings.Repeat("a", 41), deluxe),
			400)
		long := h.room(strings.Repeat("a", 40), deluxe)
		h.call("DELETE", rooms("/"+long+"/delete"), "", 200)
		for _, id := range []string{"nonsense", strings.Repeat("f", 24)} {
			h.refused("POST", rooms("/create"), fmt.Sprintf(`{"roomNumber":"3","categoryId":%q}`, id),
				"categoryId must be the id of one of the hotel's room categories.")
			h.refused("PUT", rooms("/"+two+"/update"), fmt.Sprintf(`{"categoryId":%q}`, id),
				"categoryId must be the id of one of the hotel's room categories.")
		}

		wantFields(t, h.record("PUT", rooms("/"+two+"/update"), fmt.Sprintf(`{"categoryId":%q,"floor":"2"}`, suite), 200),
			record{"ratePerNight": 9000, "floor": "2", "roomNumber": "2a"})
		wantFields(t, h.record("PUT", rooms("/"+two+"/update"), `{"ratePerNight":100.25}`, 200),
			record{"ratePerNight": 100.25})
		wantFields(t, h.record("PUT", rooms("/"+two+"/update"), fmt.Sprintf(`{"categoryId":%q}`, deluxe), 200),
			record{"ratePerNight": 100.25})
		wantFields(t, h.record("PUT", rooms("/"+two+"/update"), `{"ratePerNight":null}`, 200), record{"ratePerNight": 4500})
		h.refused("PUT", rooms("/"+two+"/update"), `{"roomNumber":"10"}`, "roomNumber 10 belongs to another room.")
		h.refused("PUT", rooms("/"+two+"/update"), `{"roomNumber":null,"isActive":null,"housekeeping":null}`,
			"roomNumber can't be empty. 2 more fields are wrong.")
		h.refused("PUT", rooms("/"+two+"/update"), `{"ratePerNight":1.234}`, "ratePerNight must have at most 2 decimals, "+
			"as INR has.")
		h.refused("PUT", rooms("/"+two+"/update"), `{"housekeeping":"filthy"}`, `housekeeping must be one of clean, dirty, `+
			`inspected.`)
		wantFields(t, h.record("PUT", rooms("/"+two+"/housekeeping"), `{"housekeeping":"inspected"}`, 200),
			record{"housekeeping": "inspected"})

		h.room("1", deluxe)
		h.statuses = func(_ *db.Tx, _ scope.Scope, day date.Date) (map[string]string, error) {
			if day != "2026-04-01" {
				t.Errorf("asked for the statuses of %s", day)
			}
			return map[string]string{ten: "maintenance"}, nil
		}
		wantFields(t, h.record("GET", rooms("/"+ten), "", 200), record{"status": "maintenance"})
		for query, want := range map[string]string{
			"": "1 2a 10", "?limit=2": "1 2a", "?limit=2&page=2": "10", "?page=3": "", "?categoryId=" + deluxe: "1 2a",
			"?floor=2":            "2a",
			"?housekeeping=dirty": "10", "?isActive=false": "10", "?isActive=true": "1 2a", "?status=maintenance": "10",
			"?status=available&search=A": "2a", "?search=suit": "10", "?search=%25": "", "?search=": "1 2a 10",
		} {
			if got := h.numbers(query); got != want {
				t.Errorf("%s lists %s; want %s", query, got, want)
			}
		}
		for _, query := range []string{"?limit=101", "?page=0", "?housekeeping=x", "?isActive=1", "?status=x"} {
			h.call("GET", rooms("/list"+query), "", 400)
		}
		h.call("DELETE", rooms("/"+two+"/delete"), "", 200)
		for _, id := range []string{two, "nonsense"} {
			h.call("GET", rooms("/"+id), "", 404)
			h.call("PUT", rooms("/"+id+"/update"), `{}`, 404)
			h.call("PUT", rooms("/"+id+"/housekeeping"), `{"housekeeping":"clean"}`, 404)
			h.call("DELETE", rooms("/"+id+"/delete"), "", 404)
		}
	})
}

func TestOneRoomPerNumber(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		category := h.category("Deluxe")
		outcomes := make([]error, 20)
		var done sync.WaitGroup
		for i := range outcomes {
			done.Go(func() {
				_, outcomes[i] = h.rooms.Create(t.Context(), h.scope,
					room.Room{Number: []string{"a1", "A1"}[i%2], CategoryID: category, Housekeeping: room.Clean, Active: true})
			})
		}
		done.Wait()
		made := 0
		for _, err := range outcomes {
			if err == nil {
				made++
			} else if !errs.Is(err, errs.KindInvalid) {
				t.Errorf("a loser got %v", err)
			}
		}
		if made != 1 {
			t.Errorf("%d rooms were made", made)
		}
	})
}

// A block is changed as a whole or not at all, and keeps the nights that are over.
func TestChangedBlocks(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		id := h.room("101", h.category("Deluxe"))
		blocks := rooms("/" + id + "/blocks")
		made := h.record("POST", blocks, `{"from":"2026-04-02","to":"2026-04-06","reason":"paint"}`, 201)
		block := blocks + "/" + made["_id"].(string)
		h.refused("PUT", block, `{"to":"2026-04-02"}`, "to must be after from.")
		h.refused("PUT", block, `{"from":"2026-03-31"}`, "from must be today (1 Apr 2026) or later.")
		h.refused("PUT", block, `{"to":"2027-04-03"}`, "to must be at most 365 nights after from.")
		shorter := h.record("PUT", block, `{"to":"2026-04-04"}`, 200)
		wantFields(t, shorter, record{"from": "2026-04-02", "to": "2026-04-04", "reason": "paint"})
		h.book(id, "101", "2026-04-04", "2026-04-05")
		h.refused("PUT", block, `{"from":"2026-04-01","to":"2026-04-06"}`, "Room 101 is taken on 4 Apr 2026.")
		h.book(id, "101", "2026-04-01", "2026-04-02")
		h.refused("PUT", block, `{"from":"2026-04-01"}`, "Room 101 is taken on 1 Apr 2026.")
		wantFields(t, h.record("PUT", block, `{"from":"2026-04-03","reason":null}`, 200),
			record{"from": "2026-04-03", "to": "2026-04-04", "reason": ""})
		h.book(id, "101", "2026-04-02", "2026-04-03")
		wantFields(t, h.record("PUT", block, `{}`, 200), record{"from": "2026-04-03", "to": "2026-04-04"})
		h.call("PUT", blocks+"/nonsense", `{}`, 404)

		h.write(func(tx *db.Tx) error {
			_, err := tx.Exec(`UPDATE room_blocks SET from_date = '2026-03-30', to_date = '2026-04-01'`)
			return err
		})
		h.refused("PUT", block, `{"from":"2026-04-01"}`, "from can't change, because the block has begun.")
		h.refused("PUT", block, `{"from":"2026-03-29"}`, "from can't change, because the block has begun.")
		h.refused("PUT", block, `{"to":"2026-03-31"}`, "to must be today (1 Apr 2026) or later.")
		wantFields(t, h.record("PUT", block, `{"reason":"tiles"}`, 200), record{"from": "2026-03-30", "reason": "tiles"})
	})
}

func TestBlocks(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		id := h.room("101", h.category("Deluxe"))
		blocks := rooms("/" + id + "/blocks")
		block := h.record("POST", blocks, `{"from":"2026-04-01","to":"2026-04-03","reason":"paint"}`, 201)
		wantFields(t, block, record{"roomId": id, "from": "2026-04-01", "to": "2026-04-03", "reason": "paint",
			"createdAt": "2026-03-31T23:30:00.000Z"})
		h.book(id, "101", "2026-04-03", "2026-04-05")
		for _, test := range []struct{ body, message string }{
			{`{"from":"2026-03-31","to":"2026-04-02"}`, "from must be today (1 Apr 2026) or later."},
			{`{"from":"2026-04-06","to":"2026-04-06"}`, "to must be after from."},
			{`{"from":"2026-04-06","to":"2027-04-07"}`, "to must be at most 365 nights after from."},
			{`{"from":"2026-02-30","to":"x"}`, "from must be a date written YYYY-MM-DD. One more field is wrong."},
			{`{"to":"2026-04-06"}`, "from is required."},
			{`{"from":"2026-04-02","to":"2026-04-04"}`, "Room 101 is taken on 2 Apr 2026 and 3 Apr 2026."},
			{`{"from":"2026-04-04","to":"2026-04-09"}`, "Room 101 is taken on 4 Apr 2026."},
			{`{"from":"2026-04-02","to":"2026-04-03"}`, "Room 101 is blocked on 2 Apr 2026."},
		} {
			h.refused("POST", blocks, test.body, test.message)
		}
		h.call("POST", blocks, `{"from":"2026-04-05","to":"2027-04-05"}`, 201)
		if list := h.list(blocks); len(list) != 2 || list[0]["from"] != "2026-04-05" && list[1]["from"] != "2026-04-05" {
			t.Errorf("blocks %v", list)
		}

		h.call("DELETE", blocks+"/"+block["_id"].(string), "", 200)
		h.call("DELETE", blocks+"/"+block["_id"].(string), "", 404)
		h.call("POST", blocks, `{"from":"2026-04-01","to":"2026-04-03"}`, 201)
		h.call("POST", rooms("/nonsense/blocks"), `{"from":"2026-04-01","to":"2026-04-03"}`, 404)
		h.call("GET", rooms("/nonsense/blocks"), "", 404)
	})
}

func TestRoomsWithNightsAheadStay(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		category := h.category("Deluxe")
		booked, blocked, past := h.room("101", category), h.room("102", category), h.room("103", category)
		h.book(booked, "101", "2026-03-30", "2026-04-02")
		h.book(past, "103", "2026-03-20", "2026-04-01")
		h.call("POST", rooms("/"+blocked+"/blocks"), `{"from":"2026-04-09","to":"2026-04-11"}`, 201)

		off := `{"isActive":false}`
		h.refused("PUT", rooms("/"+booked+"/update"), off,
			"Room 101 is booked for the night of 1 Apr 2026. Move or cancel "+
				"that booking first.")
		h.refused("PUT", rooms("/"+blocked+"/update"), off, "Room 102 is blocked for the night of 9 Apr 2026. "+
			"Remove that block first.")
		h.refused("DELETE", rooms("/"+booked+"/delete"), "", "Room 101 is booked for the night of 1 Apr 2026. Move or "+
			"cancel that booking first.")
		h.refused("DELETE", rooms("/"+past+"/delete"), "", "Room 103 has been booked before, so its record must stay; "+
			"deactivate it instead.")
		h.call("PUT", rooms("/"+past+"/update"), off, 200)
		h.refused("POST", rooms("/"+past+"/blocks"), `{"from":"2026-04-09","to":"2026-04-11"}`,
			"Room 103 is inactive, so there is nothing to block.")

		h.call("DELETE", rooms("/"+blocked+"/delete"), "", 200)
		h.write(func(tx *db.Tx) error {
			var nights int
			err := tx.QueryRow(`SELECT COUNT(*) FROM room_nights
				WHERE org_id = $1 AND night >= '2026-04-09' AND night < '2026-04-11'`, h.scope.Org).Scan(&nights)
			if nights != 0 {
				t.Errorf("%d nights of the deleted room are held", nights)
			}
			return err
		})
	})
}

func TestEveryChangePublishesOnce(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		category := h.category("Deluxe")
		h.call("PUT", categories("/"+category+"/update"), `{"baseRate":5000}`, 200)
		id := h.room("101", category)
		h.call("PUT", rooms("/"+id+"/update"), `{"floor":"1"}`, 200)
		h.call("PUT", rooms("/"+id+"/housekeeping"), `{"housekeeping":"dirty"}`, 200)
		block := h.record("POST", rooms("/"+id+"/blocks"), `{"from":"2026-04-01","to":"2026-04-03"}`, 201)["_id"].(string)
		h.call("DELETE", rooms("/"+id+"/blocks/"+block), "", 200)
		h.call("DELETE", rooms("/"+id+"/delete"), "", 200)
		h.call("DELETE", categories("/"+category+"/delete"), "", 200)
		h.call("DELETE", categories("/"+category+"/delete"), "", 404)

		var actions []string
		for _, e := range h.events {
			actions = append(actions, e.Action)
			if e.ResourceID != map[string]string{"room": id, "room_category": category}[e.ResourceType] {
				t.Errorf("%s is about %s %s", e.Action, e.ResourceType, e.ResourceID)
			}
			if _, err := json.Marshal(e.Details); err != nil {
				t.Error(err)
			}
		}
		want := []string{"room_category.created", "room_category.updated", "room.created", "room.updated", "room.updated",
			"room.updated",
			"room.updated", "room.deleted", "room_category.deleted"}
		if !slices.Equal(actions, want) {
			t.Errorf("events %v; want %v", actions, want)
		}
		var details struct{ Changes json.RawMessage }
		err := json.Unmarshal(h.events[1].Details, &details)
		if got := details.Changes; string(got) != `{"baseRate":{"from":4500,"to":5000}}` {
			t.Errorf("changes %s, %v", got, err)
		}
	})
}

func TestForBookings(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		category := h.category("Deluxe")
		ten, two := h.room("10", category), h.room("2", category)
		h.write(func(tx *db.Tx) error {
			if err := h.rooms.MarkDirty(tx, h.scope, []string{ten}); err != nil {
				return err
			}
			found, err := h.rooms.LockShared(tx, h.scope, []string{ten, "nonsense", two, two}).Get()
			if len(found) != 2 || found[ten].Housekeeping != room.Dirty || found[two].Housekeeping != room.Clean ||
				found[two].Rate != 450000 {
				t.Errorf("found %+v", found)
			}
			if err != nil {
				return err
			}
			foreign, err := h.rooms.LockShared(tx, scope.ForJob("bbbbbbbbbbbbbbbbbbbbbbbb", "INR", kolkata),
				[]string{ten}).Get()
			if len(foreign) != 0 {
				t.Errorf("another hotel sees %+v", foreign)
			}
			if err != nil {
				return err
			}
			all, err := h.rooms.All(tx, h.scope)
			if len(all) != 2 || all[0].Number != "2" || all[1].Category != "Deluxe" {
				t.Errorf("all %+v", all)
			}
			return err
		})
	})
}

func TestUpdatesOfDifferentFieldsBothStay(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		id := h.room("101", h.category("Deluxe"))
		for round := range 10 {
			var done sync.WaitGroup
			done.Go(func() { h.call("PUT", rooms("/"+id+"/update"), fmt.Sprintf(`{"floor":"%d"}`, round), 200) })
			done.Go(func() { h.call("PUT", rooms("/"+id+"/update"), fmt.Sprintf(`{"notes":"n%d"}`, round), 200) })
			done.Wait()
			wantFields(t, h.record("GET", rooms("/"+id), "", 200),
				record{"floor": fmt.Sprint(round), "notes": fmt.Sprintf("n%d", round)})
		}
	})
}

func TestAMissingHookStopsTheStart(t *testing.T) {
	defer func() {
		if got, want := recover(), "room.New: statuses is nil"; got != want {
			t.Errorf("panic %v, want %q", got, want)
		}
	}()
	room.New(nil, event.NewBus(), nil, 0)
}
