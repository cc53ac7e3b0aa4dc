package openapi_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"sarai/internal/kit/web/openapi"
)

type painted struct {
	Colour string   `json:"colour" doc:"The new colour" example:"white"`
	Walls  []string `json:"walls,omitempty" doc:"Which walls; left out: all"`
}

func TestEventsAreDescribed(t *testing.T) {
	document := openapi.New(openapi.Config{Failure: reflect.TypeFor[painted]()})
	document.AddEvents([]openapi.Event{{Schema: "EventRoomPapered", Title: "room.aired papered",
		Summary: "A room was papered.", Change: "papered", Details: reflect.TypeFor[painted](),
		About: map[string]any{"action": "room.aired", "version": 2}}})
	var made struct {
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(document.Close()(), &made); err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal([]byte(`{"type":"object","title":"room.aired papered","description":"A room was papered.",
		"properties":{"change":{"type":"string","enum":["papered"],
			"description":"Which change of those that the action stands for"},
			"colour":{"type":"string","description":"The new colour","examples":["white"]},
			"walls":{"type":["array","null"],"items":{"type":"string"},"description":"Which walls; left out: all"}},
		"required":["colour","change"],
		"x-event":{"action":"room.aired","version":2}}`), &want); err != nil {
		t.Fatal(err)
	}
	if got := made.Components.Schemas["EventRoomPapered"]; !reflect.DeepEqual(got, want) {
		text, _ := json.Marshal(got)
		t.Errorf("the document says %s", text)
	}
}
