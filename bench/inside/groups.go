package inside

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"sarai/bench/drive"
	"sarai/bench/fill"
	"sarai/internal/kit/scope"
)

// How many rooms the measured groups have, and the limits in milliseconds.
const (
	groupRooms, mostList, mostArrival = 200, 1000, 3000
	partyRooms, mostPage              = 40, 60
	liveGroups                        = 50
)

type object = map[string]any

// Groups takes the rooming list of a large group and has it arrive, opens the page of a large party, and compares the
// dashboard of a hotel with many groups with that of one without.
func Groups(ctx context.Context, s drive.Settings, r *drive.Report) error {
	inn := fill.History{Rooms: 100, Bookings: fill.Town.Bookings}
	onSQLite, err := openHouse(ctx, s, "groups", 1, inn)
	if err != nil {
		return err
	}
	if err := errors.Join(onSQLite.measureGroups(s, r, "SQLite"), onSQLite.close()); err != nil {
		return err
	}
	err = fill.OnPostgreSQL(ctx, s.Folder, "groups", 1, inn, func(in *fill.Installation) error {
		h, err := open(ctx, in)
		if err != nil {
			return err
		}
		return errors.Join(h.measureGroups(s, r, "PostgreSQL"), h.close())
	})
	if err != nil {
		return err
	}
	return besideGroups(ctx, s, r)
}

// figures are how long something took each time, in milliseconds by the clock and of this process on the processor.
type figures struct{ clock, processor []float64 }

func (f *figures) add(clock, processor time.Duration) {
	f.clock = append(f.clock, float64(clock.Microseconds())/1000)
	f.processor = append(f.processor, float64(processor.Microseconds())/1000)
}

func (h *house) measureGroups(s drive.Settings, r *drive.Report, engine string) error {
	var lists, again, arrivals figures
	for round := range s.Rounds {
		categoryID, _, err := h.addRooms(fmt.Sprint("Group ", round), groupRooms)
		if err != nil {
			return err
		}
		path, err := h.addGroup(object{"name": fmt.Sprint("Group ", round), "masterPays": "rooms",
			"checkIn": fill.Today(), "checkOut": fill.Today().AddDays(3)}, categoryID, groupRooms)
		if err != nil {
			return err
		}
		var rows []object
		for i := range groupRooms {
			rows = append(rows, object{"reference": fmt.Sprint(i), "name": fmt.Sprintf("Asha %s Rao", syllables(i)),
				"phone": fmt.Sprintf("+91 98450 %05d", i), "category": categoryID, "checkIn": fill.Today(),
				"checkOut": fill.Today().AddDays(3), "adults": 2})
		}
		list := object{"rows": rows}
		for _, step := range []struct {
			path  string
			body  object
			times *figures
		}{{"/rooming-list", list, &lists}, {"/rooming-list", list, &again}, {"/assign", object{}, nil},
			{"/arrive", object{}, &arrivals}} {
			began, used := time.Now(), processorTime()
			if err := h.ask(http.MethodPost, path+step.path, step.body, nil); err != nil {
				return err
			}
			if step.times != nil {
				step.times.add(time.Since(began), processorTime()-used)
			}
		}
	}
	of := fmt.Sprintf(" of %d rooms, %s", groupRooms, engine)
	r.Add("rooming list"+of, drive.Median(lists.clock), drive.AtMost(mostList, " ms"),
		fmt.Sprintf("processor %.0f ms; the same list again %.0f ms", drive.Median(lists.processor),
			drive.Median(again.clock)))
	r.Add("arrival in one action"+of, drive.Median(arrivals.clock), drive.AtMost(mostArrival, " ms"),
		fmt.Sprintf("processor %.0f ms", drive.Median(arrivals.processor)))
	return h.measurePage(s, r, engine)
}

// measurePage opens the page of a booking with many rooms and people: what the console asks for, one after the other.
func (h *house) measurePage(s drive.Settings, r *drive.Report, engine string) error {
	bookingID, err := h.addParty()
	if err != nil {
		return err
	}
	one := "/api/bookings/{org}/" + bookingID
	page := question{"page of a booking", func(h *house, _ scope.Scope) error {
		for _, path := range []string{one, one + "/guests", one + "/folio", one + "/services", one + "/mails?limit=100",
			"/api/payments/{org}/list?limit=100&bookingId=" + bookingID,
			"/api/invoices/{org}/list?limit=100&bookingId=" + bookingID, "/api/audit/{org}/by-resource/booking/" + bookingID} {
			if err := h.get(unkept(h.in(path))); err != nil {
				return err
			}
		}
		return nil
	}}
	single := question{"page of one room", func(h *house, _ scope.Scope) error {
		return h.get(unkept(h.in("/api/bookings/{org}/" + fill.BookingID(0))))
	}}
	var pages, reads []float64
	for range s.Rounds {
		for began := time.Now(); time.Since(began) < s.Length; {
			for q, times := range map[*question]*[]float64{&page: &pages, &single: &reads} {
				asked := time.Now()
				if err := q.ask(h, scope.Scope{}); err != nil {
					return err
				}
				*times = append(*times, float64(time.Since(asked).Microseconds())/1000)
			}
		}
	}
	r.Add(fmt.Sprintf("page of a booking with %d rooms and %d guests, %s", partyRooms, 2*partyRooms, engine),
		drive.Median(pages), drive.AtMost(mostPage, " ms"), fmt.Sprintf("a booking of one room is read in %.2f ms",
			drive.Median(reads)))
	return nil
}

// addParty books rooms for a party whose guests are all named, and has them arrive.
func (h *house) addParty() (bookingID string, err error) {
	_, roomIDs, err := h.addRooms("Party", partyRooms)
	if err != nil {
		return "", err
	}
	var made struct{ BookingID string }
	var rooms []object
	for i, roomID := range roomIDs {
		rooms = append(rooms, object{"roomId": roomID, "roomNumber": fmt.Sprint("Party-", i+1), "roomType": "Party",
			"ratePerNight": 5000, "adults": 2})
	}
	if err = h.ask(http.MethodPost, "/api/bookings/{org}/create", object{"guestName": "Asha Rao",
		"guestPhone": "+91 98450 12345", "checkIn": fill.Today(), "checkOut": fill.Today().AddDays(3), "rooms": rooms},
		&made); err != nil {
		return "", err
	}
	one := "/api/bookings/{org}/" + made.BookingID
	if err = h.ask(http.MethodPost, one+"/arrival", object{}, nil); err != nil {
		return "", err
	}
	var party struct{ Rooms []struct{ RoomID string } }
	if err = h.ask(http.MethodGet, one+"/guests", nil, &party); err != nil {
		return "", err
	}
	for i, room := range party.Rooms {
		for n := range 2 {
			if i == 0 && n == 0 {
				continue // the guest of the booking
			}
			if err = h.ask(http.MethodPost, one+"/guests", object{"roomId": room.RoomID,
				"name": fmt.Sprintf("Ravi %s Rao", syllables(2*i+n))}, nil); err != nil {
				return "", err
			}
		}
	}
	return made.BookingID, nil
}

// besideGroups compares the dashboards of two hotels with as many rooms and bookings, of which one has groups.
func besideGroups(ctx context.Context, s drive.Settings, r *drive.Report) error {
	var houses [2]*house
	for i, name := range []string{"without groups", "with groups"} {
		h, err := openBooks(ctx, s, name, fill.History{Rooms: 100, Bookings: fill.Town.Bookings})
		if err != nil {
			return err
		}
		houses[i] = h
		if err := h.addStays(name == "with groups"); err != nil {
			return err
		}
	}
	without, with, err := medians(s, dashboard, houses[0], houses[1])
	if err == nil {
		r.Add(fmt.Sprintf("%s, with %d groups against none", dashboard.name, liveGroups), with/without,
			drive.AtMost(2, " ×"), fmt.Sprintf("%.2f ms beside %.2f ms", with, without))
	}
	return errors.Join(err, houses[0].close(), houses[1].close())
}

// addStays books four rooms for every second of the coming nights, as groups with blocks of ten or as single stays.
func (h *house) addStays(grouped bool) error {
	categoryID, _, err := h.addRooms("Hall", 20)
	if err != nil {
		return err
	}
	for i := range liveGroups {
		from, to := fill.Today().AddDays(2*i), fill.Today().AddDays(2*i+2)
		group := ""
		if grouped {
			path, err := h.addGroup(object{"name": fmt.Sprint("Group ", i), "masterPays": "rooms", "checkIn": from,
				"checkOut": to}, categoryID, 10)
			if err != nil {
				return err
			}
			group = path[len("/api/groups/{org}/"):]
		}
		for range 4 {
			body := object{"guestName": "Asha Rao", "guestPhone": "+91 98450 12345", "checkIn": from, "checkOut": to,
				"rooms": []object{{"categoryId": categoryID, "ratePerNight": 5000, "adults": 2}}}
			if grouped {
				body["groupId"] = group
			}
			if err := h.ask(http.MethodPost, "/api/bookings/{org}/create", body, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// addRooms makes a category with rooms of its own.
func (h *house) addRooms(name string, rooms int) (categoryID string, roomIDs []string, err error) {
	var made struct {
		ID string `json:"_id"`
	}
	if err := h.ask(http.MethodPost, "/api/room-categories/{org}/create", object{"name": name, "baseRate": 5000},
		&made); err != nil {
		return "", nil, err
	}
	categoryID = made.ID
	for i := range rooms {
		if err := h.ask(http.MethodPost, "/api/rooms/{org}/create", object{"roomNumber": fmt.Sprintf("%s-%d", name, i+1),
			"floor": fmt.Sprint(i / 20), "categoryId": categoryID}, &made); err != nil {
			return "", nil, err
		}
		roomIDs = append(roomIDs, made.ID)
	}
	return categoryID, roomIDs, nil
}

// addGroup makes a definite group with a block over all its nights.
func (h *house) addGroup(body object, categoryID string, rooms int) (path string, err error) {
	var made struct {
		ID string `json:"_id"`
	}
	body["status"], body["contactPhone"] = "definite", "+91 98450 12345"
	if err := h.ask(http.MethodPost, "/api/groups/{org}/create", body, &made); err != nil {
		return "", err
	}
	path = "/api/groups/{org}/" + made.ID
	return path, h.ask(http.MethodPut, path+"/block", object{"nights": []object{{"categoryId": categoryID,
		"from": body["checkIn"], "to": body["checkOut"], "rooms": rooms, "rate": 4500}}}, nil)
}

// in names the organization in a path.
func (h *house) in(path string) string {
	return strings.ReplaceAll(path, "{org}", h.Hotels[0])
}

// ask asks the whole handler, and reads the data of the answer.
func (h *house) ask(method, path string, body, data any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	if body == nil || method == http.MethodGet {
		sent = nil
	}
	request := httptest.NewRequest(method, h.in(path), bytes.NewReader(sent))
	request.Header.Set("Authorization", "Bearer "+h.Token)
	request.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.app.Handler.ServeHTTP(w, request)
	if w.Code >= http.StatusBadRequest {
		return fmt.Errorf("%s %s answered %d: %s", method, path, w.Code, w.Body)
	}
	if data == nil {
		return nil
	}
	return json.Unmarshal(w.Body.Bytes(), &struct{ Data any }{data})
}

// syllables make names that differ.
func syllables(n int) string {
	parts := []string{"ra", "vik", "ani", "su", "pra", "me", "hara", "la", "deep", "ta"}
	return parts[n%10] + parts[n/10%10] + parts[n/100%10]
}
