package booking_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"sarai/internal/app/apptest"
)

func TestFortyClientsForTheLastRoom(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(1)
		var lock sync.Mutex
		statuses := map[int]int{}
		apptest.Together(40, func(i int) {
			a, err := desk.Try("POST", "/api/bookings/{org}/create", apptest.Stay("2026-04-20", "2026-04-23", rooms[0]).
				Merged(object{"advanceAmount": 100}))
			lock.Lock()
			defer lock.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			statuses[a.Status]++
			if a.Status != 201 && !strings.HasPrefix(a.Text("message"), "Room 101 is taken on 20 Apr 2026") {
				t.Errorf("a refusal says %s", a.Raw)
			}
		})
		if want := map[int]int{201: 1, 400: 39}; !maps.Equal(statuses, want) {
			t.Errorf("the answers were %v, want %v", statuses, want)
		}
		desk.Consecutive(1)
		desk.Get("/api/series/{org}/payment/preview").Want(200).Is(2, "data", "nextNumber")
		desk.Get("/api/guests/{org}/list").Want(200).Is(1, "pagination", "total")
	})
}

func TestFortyClientsWithOverlappingBookings(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(5)
		random := rand.New(rand.NewPCG(1, 2))
		var bodies []object
		for range 40 {
			order := random.Perm(len(rooms))[:3]
			from := 20 + random.IntN(5)
			bodies = append(bodies, apptest.Stay(fmt.Sprintf("2026-04-%d", from),
				fmt.Sprintf("2026-04-%d", from+1+random.IntN(4)),
				rooms[order[0]], rooms[order[1]], rooms[order[2]]).Merged(object{"advanceAmount": random.IntN(2)}))
		}
		answers := make([]apptest.Answer, len(bodies))
		apptest.Together(len(bodies), func(i int) {
			var err error
			if answers[i], err = desk.Try("POST", "/api/bookings/{org}/create", bodies[i]); err != nil {
				t.Error(err)
			}
		})
		made, held := 0, map[string]string{}
		for i, a := range answers {
			switch a.Status {
			case 201:
				made++
				for _, room := range bodies[i]["rooms"].([]object) {
					checkIn, checkOut := bodies[i]["checkIn"].(string), bodies[i]["checkOut"].(string)
					for night := checkIn; night < checkOut; night = apptest.NextDay(night) {
						at := room["roomId"].(string) + " " + night
						if held[at] != "" {
							t.Errorf("%s was sold twice", at)
						}
						held[at] = a.Text("data", "bookingId")
					}
				}
			case 400:
				if !strings.HasPrefix(a.Text("message"), "Room 10") {
					t.Errorf("a refusal says %s", a.Raw)
				}
			default:
				t.Errorf("%d %s", a.Status, a.Raw)
			}
		}
		if made == 0 {
			t.Error("nobody got a room")
		}
		if got := desk.HeldNights(); !maps.Equal(got, held) {
			t.Errorf("held are %v, want %v", got, held)
		}
		desk.Consecutive(made)
	})
}

// The sequential hotel of the two histories below: a booking has its rooms for its nights, or is cancelled.
type (
	seqBooking struct {
		rooms     [2]int // -1: none
		from, to  int
		cancelled bool
	}
	seqState map[string]seqBooking
	seqInput struct {
		operation string // create, cancel, reinstate, move, free
		id        string // of the booking; in create the answer has it
		booking   seqBooking
		from, to  int // rooms of a move; days of free
	}
	seqOutput struct {
		status int
		id     string
		free   string
	}
)

func (s seqState) taken(room, day int) bool {
	for _, b := range s {
		if !b.cancelled && slices.Contains(b.rooms[:], room) && b.from <= day && day < b.to {
			return true
		}
	}
	return false
}

func (s seqState) fits(b seqBooking) bool {
	for _, room := range b.rooms {
		for day := b.from; room >= 0 && day < b.to; day++ {
			if s.taken(room, day) {
				return false
			}
		}
	}
	return true
}

func (s seqState) with(id string, b seqBooking) seqState {
	next := maps.Clone(s)
	next[id] = b
	return next
}

const seqRooms = 4

func (s seqState) free(from, to int) string {
	text := ""
	for room := range seqRooms {
		if s.fits(seqBooking{rooms: [2]int{room, -1}, from: from, to: to}) {
			text += fmt.Sprint(room)
		}
	}
	return text
}

// step tells whether the answer is right in this state, and gives the next one.
func (s seqState) step(in seqInput, out seqOutput) (bool, seqState) {
	if out.status >= 500 {
		return false, s
	}
	b, done := s[in.id], out.status < 300
	switch in.operation {
	case "create":
		if !s.fits(in.booking) || !done {
			return done == s.fits(in.booking), s
		}
		return true, s.with(out.id, in.booking)
	case "cancel":
		b.cancelled = true
		return done, s.with(in.id, b)
	case "reinstate":
		possible := b.cancelled && s.fits(b)
		if !possible || !done {
			return done == possible, s
		}
		b.cancelled = false
		return true, s.with(in.id, b)
	case "move":
		place := slices.Index(b.rooms[:], in.from)
		possible := !b.cancelled && place >= 0 && s.fits(seqBooking{rooms: [2]int{in.to, -1}, from: b.from, to: b.to})
		if !possible || !done {
			return done == possible, s
		}
		b.rooms[place] = in.to
		return true, s.with(in.id, b)
	default:
		return done && s.free(in.from, in.to) == out.free, s
	}
}

var sequentialHotel = porcupine.Model{
	Init: func() any { return seqState{} },
	Step: func(state, input, output any) (bool, any) {
		return state.(seqState).step(input.(seqInput), output.(seqOutput))
	},
	Equal: func(a, b any) bool { return maps.Equal(a.(seqState), b.(seqState)) },
}

// Concurrent clients on four rooms: there must be an order of their requests, true to who answered before whom,
// in which a hotel that serves one after the other answers the same.
func TestConcurrentClientsAreLinearizable(t *testing.T) {
	const clients, requests = 10, 16
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		h := &seqHotel{desk: s.Hotel(), began: time.Now()}
		h.rooms = h.desk.CreateRooms(seqRooms)
		apptest.Together(clients, func(client int) {
			random := rand.New(rand.NewPCG(7, uint64(client)))
			for range requests {
				if err := h.request(client, random); err != nil {
					t.Error(err)
				}
			}
		})
		switch porcupine.CheckOperationsTimeout(sequentialHotel, h.history, 20*time.Second) {
		case porcupine.Illegal:
			for _, o := range h.history {
				t.Logf("client %d [%d, %d] %+v → %+v", o.ClientId, o.Call, o.Return, o.Input, o.Output)
			}
			t.Error("no sequential hotel could have answered like this")
		case porcupine.Unknown:
			t.Error("the history was not checked in time")
		}
		h.desk.Consecutive(len(h.ids))
		statuses := map[string]int{}
		for _, o := range h.history {
			statuses[fmt.Sprint(o.Input.(seqInput).operation, " ", o.Output.(seqOutput).status)]++
		}
		t.Logf("%v, %d retries", statuses, s.DB.Stats().Retries)
	})
}

type seqHotel struct {
	desk    *apptest.Caller
	rooms   []string
	began   time.Time
	lock    sync.Mutex
	ids     []string
	history []porcupine.Operation
}

// request sends one random request and notes it.
func (h *seqHotel) request(client int, random *rand.Rand) error {
	in := seqInput{operation: []string{"create", "cancel", "cancel", "reinstate", "move", "move", "free"}[random.IntN(7)]}
	h.lock.Lock()
	if in.id = ""; len(h.ids) > 0 {
		in.id = h.ids[random.IntN(len(h.ids))]
	}
	h.lock.Unlock()
	if in.id == "" && in.operation != "free" {
		in.operation = "create"
	}
	method, path, body := "POST", "", object(nil)
	switch in.operation {
	case "create":
		from := random.IntN(3)
		in.booking = seqBooking{rooms: [2]int{random.IntN(seqRooms), -1}, from: from, to: from + 1 + random.IntN(2)}
		ids := []string{h.rooms[in.booking.rooms[0]]}
		if random.IntN(3) == 0 {
			in.booking.rooms[1] = (in.booking.rooms[0] + 1) % seqRooms
			ids = append(ids, h.rooms[in.booking.rooms[1]])
		}
		path, body = "/api/bookings/{org}/create", apptest.Stay(apptest.Date(in.booking.from+6),
			apptest.Date(in.booking.to+6), ids...)
	case "cancel":
		method, path, body = "PUT", apptest.BookingPath(in.id, "/cancel"), object{"reason": "x"}
	case "reinstate":
		path = apptest.BookingPath(in.id, "/reinstate")
	case "move":
		in.from = random.IntN(seqRooms)
		in.to = (in.from + 1 + random.IntN(seqRooms-1)) % seqRooms
		path, body = apptest.BookingPath(in.id, "/move-room"), object{"fromRoomId": h.rooms[in.from],
			"toRoomId": h.rooms[in.to]}
	case "free":
		in.from = random.IntN(4)
		in.to = in.from + 1
		path, body = "/api/bookings/{org}/check-availability", object{"checkIn": apptest.Date(in.from + 6),
			"checkOut": apptest.Date(in.to + 6)}
	}
	call := time.Since(h.began).Nanoseconds()
	var sent any
	if body != nil {
		sent = body
	}
	a, err := h.desk.Try(method, path, sent)
	returned := time.Since(h.began).Nanoseconds()
	if err != nil {
		return err
	}
	if a.Status != 200 && a.Status != 201 && a.Status != 400 {
		return fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Raw)
	}
	out := seqOutput{status: a.Status}
	if in.operation == "free" {
		for i := range a.List("data", "rooms") {
			out.free += fmt.Sprint(slices.Index(h.rooms, a.Text("data", "rooms", i, "roomId")))
		}
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	if in.operation == "create" && a.Status == 201 {
		out.id = a.Text("data", "bookingId")
		h.ids = append(h.ids, out.id)
	}
	h.history = append(h.history, porcupine.Operation{ClientId: client, Input: in, Output: out, Call: call,
		Return: returned})
	return nil
}

// lifeState is one booking with one room as a sequential hotel sees it.
type lifeState struct {
	status, before string
	room           int
}

type lifeInput struct {
	operation string
	from      int
}

// step follows the table of states in docs/contract.md#booking-states.
func (s lifeState) step(in lifeInput, status int) (bool, lifeState) {
	open, next := s.status == "confirmed" || s.status == "checked-in", s
	possible := open
	switch in.operation {
	case "arrive":
		next.status = "checked-in"
	case "check out":
		possible = s.status != "cancelled"
		next.status = "checked-out"
	case "cancel":
		possible = s.status != "checked-out"
		if open {
			next.before = s.status
		}
		next.status = "cancelled"
	case "reinstate":
		possible = s.status == "cancelled"
		next.status = s.before
	case "move":
		possible = open && s.room == in.from
		next.room = 1 - in.from
	}
	if possible != (status == 200) {
		return false, s
	}
	if !possible {
		return status == 400, s
	}
	return true, next
}

var lifeOfABooking = porcupine.Model{
	Init: func() any { return lifeState{status: "confirmed"} },
	Step: func(state, input, output any) (bool, any) {
		return state.(lifeState).step(input.(lifeInput), output.(int))
	},
}

// Sixteen clients at a time do opposite things to one booking. Each answer is right in some order, the end is what the
// last one made it, and everything that is kept beside it agrees.
func TestOppositeOperationsOnOneBooking(t *testing.T) {
	operations := []struct {
		in     lifeInput
		method string
		path   string
	}{
		{lifeInput{"arrive", 0}, "POST", "/arrival"},
		{lifeInput{"check out", 0}, "PUT", "/checkout"},
		{lifeInput{"cancel", 0}, "PUT", "/cancel"},
		{lifeInput{"cancel", 0}, "PUT", "/cancel"},
		{lifeInput{"reinstate", 0}, "POST", "/reinstate"},
		{lifeInput{"reinstate", 0}, "POST", "/reinstate"},
		{lifeInput{"move", 0}, "POST", "/move-room"},
		{lifeInput{"move", 1}, "POST", "/move-room"},
	}
	const rounds, clients = 6, 16
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(2)
		totals := map[string]int{}
		for round := range rounds {
			from := 20 + 10*round
			id := desk.Book(apptest.Date(from), apptest.Date(from+3), rooms[0])
			began := time.Now()
			history := make([]porcupine.Operation, clients)
			apptest.Together(clients, func(i int) {
				operation := operations[(i+round)%len(operations)]
				if round%2 == 1 && operation.path == "/checkout" { // it ends every quarrel; half of the rounds go without
					operation = operations[0]
				}
				var body any
				switch operation.path {
				case "/cancel":
					body = object{"reason": "x"}
				case "/move-room":
					body = object{"fromRoomId": rooms[operation.in.from], "toRoomId": rooms[1-operation.in.from]}
				}
				call := time.Since(began).Nanoseconds()
				a, err := desk.Try(operation.method, apptest.BookingPath(id, operation.path), body)
				if err != nil || a.Status != 200 && a.Status != 400 {
					t.Errorf("%s: %v %s", operation.path, err, a.Raw)
				}
				history[i] = porcupine.Operation{ClientId: i, Input: operation.in, Output: a.Status, Call: call,
					Return: time.Since(began).Nanoseconds()}
			})
			// What is read afterwards must be the end of the order too.
			read := desk.Get(apptest.BookingPath(id, "")).Want(200)
			end := lifeInput{operation: "end"}
			model := lifeOfABooking
			model.Step = func(state, input, output any) (bool, any) {
				if input.(lifeInput) == end {
					last := state.(lifeState)
					return read.Text("data", "status") == last.status && read.Text("data", "rooms", 0, "roomId") == rooms[last.room],
						state
				}
				return lifeOfABooking.Step(state, input, output)
			}
			after := time.Since(began).Nanoseconds()
			history = append(history, porcupine.Operation{ClientId: clients, Input: end, Output: 200, Call: after,
				Return: after + 1})
			if !porcupine.CheckOperations(model, history) {
				for _, o := range history {
					t.Logf("client %d [%d, %d] %+v → %v", o.ClientId, o.Call, o.Return, o.Input, o.Output)
				}
				t.Errorf("no order of these requests explains their answers and the end: %s", read.Raw)
			}
			status := read.Text("data", "status")
			totals[status]++
			succeeded := 1 // its making
			for _, o := range history[:clients] {
				if o.Output == 200 {
					succeeded++
				}
			}
			if n := trail(desk, id); n != succeeded {
				t.Errorf("%d requests were done, and the audit log has %d entries", succeeded, n)
			}
			var nights []string
			if status == "confirmed" || status == "checked-in" {
				nights = []string{apptest.Date(from), apptest.Date(from + 1), apptest.Date(from + 2)}
			}
			for _, room := range rooms {
				if room == read.Text("data", "rooms", 0, "roomId") {
					desk.HoldsNights(id, room, nights...)
				} else {
					desk.HoldsNights(id, room)
				}
			}
		}
		for _, status := range []string{"confirmed", "checked-in", "checked-out", "cancelled"} {
			desk.Get("/api/bookings/{org}/list?status="+status).Want(200).Is(totals[status], "pagination", "total")
		}
		desk.Consecutive(rounds)
		t.Logf("the bookings ended %v, %d retries", totals, s.DB.Stats().Retries)
	})
}

// Eight clients, each with a room and bookings of its own, share nothing but counters and series. They must wait for
// each other in one order: a deadlock would cost each time the second after which PostgreSQL looks for one.
func TestUnrelatedBookingsDontLockEachOtherOut(t *testing.T) {
	const clients, rounds = 8, 4
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(clients)
		apptest.Together(clients, func(i int) {
			for round := range rounds {
				send := func(want int, method, path string, body object) apptest.Answer {
					a, err := desk.Try(method, path, body)
					if err != nil || a.Status != want {
						t.Errorf("%s %s: %v %s", method, path, err, a.Raw)
					}
					return a
				}
				made := send(201, "POST", "/api/bookings/{org}/create", apptest.Stay(apptest.Date(10*round),
					apptest.Date(10*round+2), rooms[i]).Merged(object{"advanceAmount": 200}))
				if made.Status != 201 {
					return
				}
				id := made.Text("data", "bookingId")
				send(200, "PUT", apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": 50})
				send(200, "POST", apptest.BookingPath(id, "/reinstate"), object{})
				send(200, "POST", apptest.BookingPath(id, "/arrival"), object{})
				if round%2 == 0 {
					send(200, "PUT", apptest.BookingPath(id, "/cancel"), object{"reason": "x", "refundAmount": 200})
				} else {
					send(200, "PUT", apptest.BookingPath(id, "/checkout"), object{})
				}
			}
		})
		if n := s.DB.Stats().Retries; n != 0 {
			t.Errorf("%d transactions had to be tried again", n)
		}
		const half = clients * rounds / 2
		for status, want := range map[string]int{"confirmed": 0, "checked-in": 0, "checked-out": half, "cancelled": half} {
			desk.Get("/api/bookings/{org}/list?status="+status).Want(200).Is(want, "pagination", "total")
		}
		desk.Consecutive(clients * rounds)
		desk.Get("/api/series/{org}/payment/preview").Want(200).Is(clients*rounds+clients*rounds+half+1, "data", "nextNumber")
		desk.Get("/api/bookings/{org}/overview").Want(200).Is(half*150, "data", "revenue", "today")
	})
}

// A client that sends one request sixteen times at once, with one Idempotency-Key, has one booking and one answer.
func TestOneKeyManyTimesAtOnce(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		desk := s.Hotel()
		rooms := desk.CreateRooms(1)
		keyed := desk.With("Idempotency-Key", "once")
		answers := make([]apptest.Answer, 16)
		apptest.Together(len(answers), func(i int) {
			var err error
			if answers[i], err = keyed.Try("POST", "/api/bookings/{org}/create",
				apptest.Stay("2026-04-20", "2026-04-22", rooms[0]).Merged(object{"advanceAmount": 10})); err != nil {
				t.Error(err)
			}
		})
		for _, a := range answers {
			if a.Status != 201 || string(a.Raw) != string(answers[0].Raw) {
				t.Errorf("%d %s, another was answered %s", a.Status, a.Raw, answers[0].Raw)
			}
		}
		desk.Consecutive(1)
		desk.Get("/api/bookings/{org}/overview").Want(200).Is(10, "data", "revenue", "today")
	})
}
