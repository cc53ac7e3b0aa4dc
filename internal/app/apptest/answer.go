package apptest

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Answer is a response as a client sees it.
type Answer struct {
	T      *testing.T
	Method string
	Path   string
	Status int
	Header http.Header
	Raw    []byte
	Body   map[string]any // nil for a file
}

// isFile tells whether the answer is a file rather than an envelope. A failure never is.
func (a Answer) isFile() bool {
	return a.Status == http.StatusOK && a.Header.Get("Content-Disposition") != "" &&
		a.Header.Get("Content-Type") != "application/json"
}

// Want fails unless the answer has the status.
func (a Answer) Want(status int) Answer {
	a.T.Helper()
	if a.Status != status {
		a.T.Fatalf("%s %s: got %d, want %d: %s", a.Method, a.Path, a.Status, status, a.Raw)
	}
	return a
}

// Refused fails unless the answer has the status, success is false, and the message contains the words.
func (a Answer) Refused(status int, words string) Answer {
	a.T.Helper()
	a.Want(status)
	message, _ := a.Body["message"].(string)
	if a.Body["success"] != false || !strings.Contains(strings.ToLower(message), strings.ToLower(words)) {
		a.T.Fatalf("%s %s: want a failure that says %q: %s", a.Method, a.Path, words, a.Raw)
	}
	return a
}

// Bad fails unless the answer is a 400 that names the field.
func (a Answer) Bad(field string) Answer {
	a.T.Helper()
	a.Want(400)
	list, _ := a.Body["errors"].([]any)
	for _, item := range list {
		if item.(map[string]any)["field"] == field {
			return a
		}
	}
	a.T.Fatalf("%s %s: want a 400 that names %q: %s", a.Method, a.Path, field, a.Raw)
	return a
}

// digits is a day as fields have it. Messages show one only to say how a field is written: "such as 2026-04-01".
var digits = regexp.MustCompile(`(such as )?\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b`)

// inWords fails if a message anywhere in the value, which has this name, shows a day in digits.
func (a Answer) inWords(name string, value any) {
	a.T.Helper()
	switch value := value.(type) {
	case map[string]any:
		for name, one := range value {
			a.inWords(name, one)
		}
	case []any:
		for _, one := range value {
			a.inWords(name, one)
		}
	case string:
		if shown := digits.FindStringSubmatch(value); name == "message" && shown != nil && shown[1] == "" {
			a.T.Errorf("%s %s says a day in digits: %s", a.Method, a.Path, value)
		}
	}
}

// At is a value of the body: At("data", "rooms", 0, "roomId").
func (a Answer) At(path ...any) any {
	a.T.Helper()
	var value any = a.Body
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, ok := value.(map[string]any)
			if !ok {
				a.T.Fatalf("%s %s has no %v: %s", a.Method, a.Path, path, a.Raw)
			}
			value = object[step]
		case int:
			list, ok := value.([]any)
			if !ok || step >= len(list) {
				a.T.Fatalf("%s %s has no %v: %s", a.Method, a.Path, path, a.Raw)
			}
			value = list[step]
		}
	}
	return value
}

// Text is a string of the body; see At.
func (a Answer) Text(path ...any) string {
	a.T.Helper()
	text, ok := a.At(path...).(string)
	if !ok {
		a.T.Fatalf("%s %s: %v is no text: %s", a.Method, a.Path, path, a.Raw)
	}
	return text
}

// Number is a number of the body; see At.
func (a Answer) Number(path ...any) float64 {
	a.T.Helper()
	number, ok := a.At(path...).(float64)
	if !ok {
		a.T.Fatalf("%s %s: %v is no number: %s", a.Method, a.Path, path, a.Raw)
	}
	return number
}

// List is a list of the body; see At.
func (a Answer) List(path ...any) []any {
	a.T.Helper()
	list, ok := a.At(path...).([]any)
	if !ok {
		a.T.Fatalf("%s %s: %v is no list: %s", a.Method, a.Path, path, a.Raw)
	}
	return list
}

// Is fails unless the value at the path is this one, of any type that JSON can carry.
func (a Answer) Is(want any, path ...any) Answer {
	a.T.Helper()
	written, err := json.Marshal(want)
	var read any
	if err != nil || json.Unmarshal(written, &read) != nil {
		a.T.Fatalf("%v is no JSON value: %v", want, err)
	}
	if got := a.At(path...); !reflect.DeepEqual(got, read) {
		a.T.Fatalf("%s %s: %v is %v, want %v: %s", a.Method, a.Path, path, got, read, a.Raw)
	}
	return a
}

// Fields fails unless the value is an object with exactly these members.
func (a Answer) Fields(value any, names ...string) {
	a.T.Helper()
	found, ok := value.(map[string]any)
	if !ok {
		a.T.Fatalf("%s %s: no object: %s", a.Method, a.Path, a.Raw)
	}
	slices.Sort(names)
	if has := slices.Sorted(maps.Keys(found)); !slices.Equal(has, names) {
		a.T.Fatalf("%s %s has the fields %v, want %v", a.Method, a.Path, has, names)
	}
}

// Names tells whether a 400 names the field, or one inside it, or says that the body as a whole can't be read.
func (a Answer) Names(place string) bool {
	errors, _ := a.Body["errors"].([]any)
	for _, item := range errors {
		named := item.(map[string]any)["field"].(string)
		if named == place || named == "body" || strings.HasPrefix(named, place+"[") || strings.HasPrefix(named, place+".") {
			return true
		}
	}
	return false
}

// Paise is an amount of the API, which is in rupees, in paise.
func Paise(number any) int64 {
	value := number.(float64) * 100
	if value < 0 {
		return -int64(-value + 0.5)
	}
	return int64(value + 0.5)
}
