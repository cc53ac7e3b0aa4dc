package openapi

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

type day string

func (day) InJSON() (like any, tags string) {
	return "", `format:"date" doc:"A day" example:"2026-04-01"`
}

type share string

func (share) InJSON() (like any, tags string) { return 0.0, `example:"1.5"` }

type kinds []string

func (kinds) InJSON() (like any, tags string) {
	return []string{}, `enum:"a,b" maxItems:"2" example:"a"`
}

type anything struct{ json.RawMessage }

func (anything) InJSON() (like any, tags string) { return struct{}{}, `doc:"Whatever"` }

// A type that describes itself is written as it says, wherever it stands, and needs no schema of its own. The tags of
// its field come on top.
func TestTypesDescribeThemselves(t *testing.T) {
	type view struct {
		Day   day      `json:"day" doc:"Of arrival"`
		Until *day     `json:"until" nullable:"true"`
		Share *share   `json:"share"`
		Kinds kinds    `json:"kinds"`
		Rest  anything `json:"rest"`
	}
	all := &schemas{named: map[string]*huma.Schema{}, types: map[string]reflect.Type{}}
	if ref := all.Schema(reflect.TypeFor[*view](), true, "").Ref; ref != "#/components/schemas/OpenapiViewBody" {
		t.Errorf("the view's schema is %s", ref)
	}
	written, err := json.Marshal(all)
	want := `{"OpenapiViewBody":{"additionalProperties":true,"properties":{` +
		`"day":{"description":"Of arrival","examples":["2026-04-01"],"format":"date","type":"string"},` +
		`"kinds":{"examples":[["a"]],"items":{"enum":["a","b"],"type":"string"},"maxItems":2,"type":"array"},` +
		`"rest":{"additionalProperties":true,"description":"Whatever","type":"object"},` +
		`"share":{"examples":[1.5],"type":"number"},` +
		`"until":{"description":"A day","examples":["2026-04-01"],"format":"date","type":["string","null"]}},` +
		`"required":["day","until","share","kinds","rest"],"type":"object"}}`
	if err != nil || string(written) != want {
		t.Errorf("got  %s %v\nwant %s", written, err, want)
	}
}

// One name is one type's.
func TestTwoTypesHaveNoNameTogether(t *testing.T) {
	defer func() {
		if said, _ := recover().(error); said == nil || !strings.Contains(said.Error(), "are named Twice") {
			t.Errorf("the second type: %v", said)
		}
	}()
	all := &schemas{named: map[string]*huma.Schema{}, types: map[string]reflect.Type{}}
	all.Schema(reflect.TypeFor[struct{ A int }](), true, "twice")
	all.Schema(reflect.TypeFor[struct{ B int }](), true, "twice")
}

func TestNamesOfSchemas(t *testing.T) {
	for name, want := range map[string]string{
		"sarai/internal/kit/web.Failure":                                           "Failure",
		"sarai/internal/stay/booking.View":                                         "BookingView",
		"sarai/internal/stay/booking.BookingView":                                  "BookingView",
		"sarai/internal/stay/desk.arrival":                                         "DeskArrivalBody",
		"sarai/internal/kit/web.Data[sarai/internal/stay/booking.View]":            "DataBookingView",
		"sarai/internal/kit/web.Data[[]sarai/internal/property/room.CategoryView]": "DataListRoomCategoryView",
	} {
		if got := schemaName(name); got != want {
			t.Errorf("%s is named %s, want %s", name, got, want)
		}
	}
}
