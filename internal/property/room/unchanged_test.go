package room_test

import (
	"encoding/json"
	"testing"
)

func TestAnUpdateThatChangesNothingIsNotTold(t *testing.T) {
	eachHotel(t, func(t *testing.T, h *hotel) {
		category := h.category("Deluxe")
		room := h.room("101", category)
		for path, bodies := range map[string][]string{
			rooms("/" + room):          {`{}`, `{"roomNumber":"101","ratePerNight":null}`},
			categories("/" + category): {`{}`, `{"name":"Deluxe"}`},
		} {
			before := h.record("GET", path, "", 200)
			whole, err := json.Marshal(before) // as clients send it back
			if err != nil {
				t.Fatal(err)
			}
			told := len(h.events)
			for _, body := range append(bodies, string(whole)) {
				h.record("PUT", path+"/update", body, 200)
			}
			if len(h.events) != told {
				t.Errorf("%s: nothing changed, yet %v is told", path, h.events[told:])
			}
			wantFields(t, h.record("GET", path, "", 200), before)
		}
		told := len(h.events)
		h.record("PUT", rooms("/"+room+"/housekeeping"), `{"housekeeping":"dirty"}`, 200)
		h.record("PUT", rooms("/"+room+"/housekeeping"), `{"housekeeping":"dirty"}`, 200)
		if len(h.events) != told+1 {
			t.Errorf("one change is told %d times", len(h.events)-told)
		}
	})
}
