package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/money"
)

// fuzzBody has a field of every kind that bodies have.
type fuzzBody struct {
	Name     string                     `json:"name"`
	Password string                     `json:"password"`
	Adults   int                        `json:"adults"`
	IsActive *bool                      `json:"isActive"`
	Rate     *money.Number              `json:"rate"`
	Notes    Optional[string]           `json:"notes,omitzero"`
	Tasks    []fuzzTask                 `json:"tasks"`
	Flags    map[string]map[string]bool `json:"flags"`
	At       Optional[Time]             `json:"at,omitzero"`
	Number   Optional[int64]            `json:"number,omitzero"`
	Price    Optional[money.Number]     `json:"price,omitzero"`
}

type fuzzTask struct {
	Kind string `json:"kind"`
}

// fuzzIntake takes a fuzzBody.
func fuzzIntake() *intake {
	registry := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	schema := registry.Schema(reflect.TypeFor[fuzzBody](), true, "Body")
	learnFieldNames(registry.Map())
	return &intake{body: schema, schemas: registry}
}

// What is validated is what arrives: the untyped tree and the typed value are the same body, no member of one is
// missing in the other, and neither holds what no field may hold.
func FuzzUnmarshalBody(f *testing.F) {
	in := fuzzIntake()
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
		err := in.readBack(data, &untyped)
		var typed fuzzBody
		typedErr := in.readBack(data, &typed)
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
		if err := in.readBack(again, &twice); err != nil || !reflect.DeepEqual(untyped, twice) {
			t.Fatalf("cleaning twice differs from once: %v, %v, %v", untyped, twice, err)
		}
	})
}

// readBack takes the body as a request's is taken.
func (in *intake) readBack(data []byte, into any) error {
	body, _ := in.readBody(data)
	if body.err != nil {
		return body.err
	}
	if untyped, ok := into.(*any); ok {
		*untyped = forValidation(body.tree)
		return nil
	}
	return body.decode(into)
}

// What is built of any body is what encoding/json builds, and as much is refused.
func FuzzTree(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-2.5e3,true,false,null,"x\"\\y\u0041\ud800",{}],"":{"a":{"b":[]}}}`,
		` [ 1 , [ ] ] `,
		`{"a":1,"a":[2]}`, `12`, `{} {}`, `{"a":}`, "\"\xff\"", `{"a":"\`, `[1,]`, "\n", `-`, `"{\"[,]:"`} {
		f.Add([]byte(seed))
	}
	in := &intake{body: anything}
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, unknown, err := in.read(data)
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		var want any
		wantErr := decoder.Decode(&want)
		if _, more := decoder.Token(); wantErr == nil && !errors.Is(more, io.EOF) {
			wantErr = errors.New("something comes after it")
		}
		if wantErr == nil && (!utf8.Valid(data) || depth(data) > maxBodyDepth) {
			wantErr = errors.New("ours to refuse")
		}
		if (err == nil) != (wantErr == nil) || err == nil && (len(unknown) > 0 || !reflect.DeepEqual(tree, want)) {
			t.Fatalf("%q is read as %#v (%v, unknown %v), want %#v (%v)", data, tree, err, unknown, want, wantErr)
		}
	})
}

func checkTree(t *testing.T, name string, value any, depth int) {
	if depth > maxBodyDepth {
		t.Fatal("the tree is deeper than any body")
	}
	switch value := value.(type) {
	case string:
		if strings.ContainsFunc(value, isControl) {
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
		if optional, ok := field.Interface().(interface{ given() bool }); ok {
			there = there || !optional.given()
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

// given tells whether a value, and not null, was in the body.
func (o Optional[T]) given() bool { return o.Set && !o.Null }

// depth must never be less than what the decoder then builds.
func FuzzDepth(f *testing.F) {
	for _, seed := range []string{`[[{"a":[1]}]]`, `"[[["`, `"\"[["`, `{"a\\":["]"]}`, `[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		found := depth(data)
		decoder := json.NewDecoder(bytes.NewReader(data))
		now := 0
		for {
			token, err := decoder.Token()
			if err != nil {
				return
			}
			switch token {
			case json.Delim('['), json.Delim('{'):
				if now++; now > found {
					t.Fatalf("%q is at least %d deep, not %d", data, now, found)
				}
			case json.Delim(']'), json.Delim('}'):
				now--
			}
		}
	})
}

// Every instant that is taken can be answered and taken again.
func FuzzParseTime(f *testing.F) {
	for _, seed := range []string{"2026-04-01T09:30:00.000Z", "2026-04-01T09:30:00+05:30", "9999-12-31T23:59:59-14:00",
		"1900-01-01T00:00:00+14:00", "0000-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-04-01", "2026-04-01T09:30:60Z",
		"2026-04-01T09:30:00.999999999Z"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := ParseTime(text)
		if err != nil {
			return
		}
		written, err := json.Marshal(parsed)
		if err != nil {
			t.Fatal(err)
		}
		var again Time
		if err := json.Unmarshal(written, &again); err != nil || again != parsed {
			t.Fatalf("%q is taken, answered as %s, and taken back as %v: %v", text, written, again, err)
		}
		if len(written) != len(timeLayout)+2 || time.UnixMilli(int64(parsed)).UTC().Year() > 9999 {
			t.Fatalf("%q is answered as %s", text, written)
		}
	})
}

// A request id that is taken over can stand in a header and in a log line.
func FuzzStorable(f *testing.F) {
	f.Add("Mozilla/5.0")
	f.Add("a\x00b\xffc\u2028")
	f.Add(strings.Repeat("é", 200))
	f.Fuzz(func(t *testing.T, text string) {
		kept := storable(text)
		if !isText(kept) || len(kept) > 300 {
			t.Fatalf("%q is kept as %q", text, kept)
		}
	})
}
