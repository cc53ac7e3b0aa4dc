package intake_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/web"
	"sarai/internal/kit/web/intake"
	"sarai/internal/kit/web/openapi"
)

// fuzzBody has a field of every kind that bodies have.
type fuzzBody struct {
	Name     string                     `json:"name"`
	Password string                     `json:"password"`
	Adults   int                        `json:"adults"`
	IsActive *bool                      `json:"isActive"`
	Rate     *money.Number              `json:"rate"`
	Notes    web.Optional[string]       `json:"notes,omitzero"`
	Tasks    []fuzzTask                 `json:"tasks"`
	Flags    map[string]map[string]bool `json:"flags"`
	At       web.Optional[date.Time]    `json:"at,omitzero"`
	Number   web.Optional[int64]        `json:"number,omitzero"`
	Price    web.Optional[money.Number] `json:"price,omitzero"`
}

type fuzzTask struct {
	Kind string `json:"kind"`
}

// fuzzInput takes a fuzzBody.
func fuzzInput() *intake.Input {
	document := openapi.New(openapi.Config{Failure: reflect.TypeFor[web.Failure]()})
	in := document.Add(openapi.Operation{Method: "PUT", Path: "/api/fuzz", Status: 200,
		Input: reflect.TypeFor[struct{ Body fuzzBody }](), Output: reflect.TypeFor[web.Message]()})
	document.Close()
	return in
}

// What is validated is what arrives: the untyped tree and the typed value are the same body, no member of one is
// missing in the other, and neither holds what no field may hold.
func FuzzUnmarshalBody(f *testing.F) {
	in := fuzzInput()
	for _, seed := range []string{
		`{"name":" Asha ","password":" 12 ","adults":2,"isActive":true,"rate":5000.5,"notes":null,` +
			`"tasks":[{"kind":"x"}],"flags":{"rooms":{"view":true}}}`,
		`{"Name":"x","NAME":"y","name":"z"}`, `{"at":"2026-04-01T09:30:00Z","number":9007199254740993,"price":1e2}`,
		`[]`, `null`, `"x"`, `{} {}`, ``, `{"name":"\u0000"}`, `{"adults":1e400}`, `{"adults":NaN}`,
		"{\"name\":\"\xff\"}", `{"name":"\ud800"}`, strings.Repeat("[", 40) + strings.Repeat("]", 40),
		`{"adult` + "\u017f" + `":7}`, `{"tas` + "\u212a" + `s":[]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var untyped any
		err := in.ReadBack(data, &untyped)
		var typed fuzzBody
		typedErr := in.ReadBack(data, &typed)
		if err != nil {
			if typedErr == nil {
				t.Fatalf("refused for the validation (%v) and taken for the handler: %q", err, data)
			}
			return
		}
		checkTree(t, "", untyped, 0)
		if typedErr != nil {
			if typedErr.Error() == "" {
				t.Fatal("an error without words")
			}
			return
		}
		arrived, _ := untyped.(map[string]any)
		checkArrived(t, arrived, typed)
		again, err := json.Marshal(untyped)
		if err != nil {
			t.Fatal(err)
		}
		var twice any
		if err := in.ReadBack(again, &twice); err != nil || !reflect.DeepEqual(untyped, twice) {
			t.Fatalf("cleaning twice differs from once: %v, %v, %v", untyped, twice, err)
		}
	})
}

func checkTree(t *testing.T, name string, value any, depth int) {
	if depth > intake.MaxBodyDepth {
		t.Fatal("the tree is deeper than any body")
	}
	switch value := value.(type) {
	case string:
		if strings.ContainsFunc(value, intake.IsControl) {
			t.Fatalf("%s holds control characters: %q", name, value)
		}
		if !strings.HasSuffix(strings.ToLower(name), "password") && value != strings.TrimSpace(value) {
			t.Fatalf("%s isn't trimmed: %q", name, value)
		}
	case []any:
		for _, item := range value {
			checkTree(t, name, item, depth+1)
		}
	case map[string]any:
		for key, item := range value {
			checkTree(t, key, item, depth+1)
		}
	}
}

// checkArrived holds the handler's value against what was validated: nothing may come by another way.
func checkArrived(t *testing.T, validated map[string]any, typed fuzzBody) {
	t.Helper()
	value := reflect.ValueOf(typed)
	for i := range value.NumField() {
		name, _, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		_, there := validated[name]
		field := value.Field(i)
		if _, ok := field.Interface().(interface{ Inside() reflect.Type }); ok {
			given := field.FieldByName("Set").Bool() && !field.FieldByName("Null").Bool()
			there = there || !given
			field = reflect.ValueOf(!there)
		}
		if !there && !field.IsZero() {
			t.Fatalf("%s was not validated and arrives as %v", name, value.Field(i))
		}
	}
	if text, ok := validated["name"].(string); ok && typed.Name != text {
		t.Fatalf("validated name %q, arrives %q", text, typed.Name)
	}
	if number, ok := validated["adults"].(float64); ok && float64(typed.Adults) != number {
		t.Fatalf("validated adults %v, arrives %v", number, typed.Adults)
	}
}
