package event_test

import (
	"encoding/json"
	"slices"
	"testing"

	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

type painted struct {
	Colour string   `json:"colour" doc:"The new colour" example:"white"`
	Walls  []string `json:"walls,omitempty" doc:"Which walls; left out: all"`
}

var (
	roomPainted = event.Define[painted]("room.painted", "room", 1, "A room was painted.")
	roomAired   = event.DefineChange[event.None]("room.aired", "by-night", "room", 1, "A room was aired by night.")
	roomPapered = event.DefineChange[painted]("room.aired", "papered", "room", 2, "A room was papered.")
	roomEmptied = event.Define[event.None]("room.emptied", "room", 1, "A room was emptied.")
)

func TestDetailsAreJSONOnceAndTyped(t *testing.T) {
	for _, one := range []struct {
		event event.Event
		want  string
	}{
		{roomPainted.Of("r1", painted{Colour: "white"}), `{"colour":"white"}`},
		{roomAired.Of("r1", event.None{}), `{"change":"by-night"}`},
		{roomPapered.Of("r1", painted{Walls: []string{"north"}}), `{"change":"papered","colour":"","walls":["north"]}`},
		{roomEmptied.Of("r1", event.None{}), ``},
	} {
		if got := string(one.event.Details); got != one.want || one.event.ResourceID != "r1" {
			t.Errorf("%s tells %s of %s, want %s", one.event.Name(), got, one.event.ResourceID, one.want)
		}
	}
	if got, ok := roomPainted.In(roomPainted.Of("r1", painted{Colour: "red"})); !ok || got.Colour != "red" {
		t.Error(got, ok)
	}
	if got, ok := roomPainted.In(roomPapered.Of("r1", painted{Colour: "red"})); ok || got.Colour != "" {
		t.Error("another type has the same details")
	}
}

func TestTypesAreSortedAndEachIsOnlyOne(t *testing.T) {
	var names []string
	for _, one := range event.Types() {
		names = append(names, one.Name())
	}
	if want := []string{"room.aired by-night", "room.aired papered", "room.emptied", "room.painted"}; !slices.Equal(names,
		want) {
		t.Errorf("%q, want %q", names, want)
	}
}

func TestATypeThatIsNoneDoesNotStart(t *testing.T) {
	const sentence = "Something has happened."
	for name, act := range map[string]func(){
		"a second one":      func() { event.Define[painted]("room.painted", "room", 2, sentence) },
		"a second change":   func() { event.DefineChange[painted]("room.aired", "papered", "room", 1, sentence) },
		"no verb":           func() { event.Define[painted]("room", "room", 1, sentence) },
		"no resource":       func() { event.Define[painted]("room.sold", "", 1, sentence) },
		"no version":        func() { event.Define[painted]("room.sold", "room", 0, sentence) },
		"no sentence":       func() { event.Define[painted]("room.sold", "room", 1, "Sold") },
		"published untyped": func() { _ = event.NewBus().Publish(nil, scope.Scope{}, event.Event{}) },
		"published as forged": func() {
			forged := event.Event{Type: &event.Type{Action: "room.painted", ResourceType: "room", Version: 1}}
			_ = event.NewBus().Publish(nil, scope.Scope{}, forged)
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("nothing stopped it")
				}
			}()
			act()
		})
	}
}

type door struct {
	Name  string   `json:"name" doc:"Its name"`
	Width *int     `json:"width" nullable:"true" doc:"In centimetres"`
	Locks []string `json:"locks" doc:"Their kinds"`
}

func TestChangesTellWhatDiffers(t *testing.T) {
	wide, alsoWide := 90, 90
	before, after := door{"Front", &wide, []string{"bolt"}}, door{"Main", &alsoWide, []string{"bolt", "chain"}}
	c := event.Changes[door]{Before: before, After: after}
	from, to := c.Halves()
	for want, value := range map[string]any{
		`{"locks":{"old":["bolt"],"new":["bolt","chain"]},"name":{"old":"Front","new":"Main"}}`: c,
		`{"locks":{"from":["bolt"],"to":["bolt","chain"]},"name":{"from":"Front","to":"Main"}}`: event.FromTo[door]{
			Before: before, After: after},
		`{"locks":["bolt"],"name":"Front"}`:        from,
		`{"locks":["bolt","chain"],"name":"Main"}`: to,
		`{}`:                              event.Changes[door]{Before: before, After: before},
		`{"width":{"old":90,"new":90}}`:   event.Changes[door]{Before: after, After: after, Told: []string{"width"}},
		`{"width":{"old":90,"new":null}}`: event.Changes[door]{Before: after, After: door{after.Name, nil, after.Locks}},
	} {
		got, err := json.Marshal(value)
		if err != nil || !same(t, got, want) {
			t.Errorf("%s, want %s (%v)", got, want, err)
		}
	}
	if c.None() || !slices.Equal(c.Fields(), []string{"name", "locks"}) {
		t.Error(c.Fields())
	}
	if again := (event.Changes[door]{Before: before, After: before}); !again.None() {
		t.Error("what is the same differs")
	}
}

func same(t *testing.T, got []byte, want string) bool {
	t.Helper()
	var a, b any
	if err := json.Unmarshal(got, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatal(err)
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

func TestSchemasAreNamedAfterTheType(t *testing.T) {
	if got := roomPapered.SchemaName(); got != "EventRoomAiredPapered" || len(event.Types()) != 4 {
		t.Errorf("%s of %d types", got, len(event.Types()))
	}
}
