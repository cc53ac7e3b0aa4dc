package event

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Type is a type of events: what happens to records of one kind, and what is told of it. It is a part of the public
// API. Only Define makes one that is published.
type Type struct {
	Action       string // "<noun>.<verb>", such as "booking.updated"
	Change       string // which of the changes that the action stands for, as the details say; "": it is one
	ResourceType string // "booking"
	Version      int    // of the details; see the package
	Summary      string // a sentence: what has happened
	shape        reflect.Type
}

// Typed is a type of events whose details are a T: a struct whose fields have json, doc and, where it helps, example
// tags. Never put a password, a token or the number of an identity document there.
type Typed[T any] struct{ *Type }

// None is for events of which nothing is told but that they happened.
type None struct{}

var (
	types      []*Type
	actionForm = regexp.MustCompile(`^[a-z_]+\.[a-z_]+$`)
)

// Define makes a type of events. Call it for variables of a package only, so that everybody finds all types in Types.
// It panics if there is such a type already.
func Define[T any](action, resourceType string, version int, summary string) Typed[T] {
	return DefineChange[T](action, "", resourceType, version, summary)
}

// DefineChange is Define for one of several changes that the action stands for, which a member "change" of the details
// names.
func DefineChange[T any](action, change, resourceType string, version int, summary string) Typed[T] {
	t := &Type{action, change, resourceType, version, summary, reflect.TypeFor[T]()}
	if !actionForm.MatchString(action) || resourceType == "" || version < 1 || !strings.HasSuffix(summary, ".") {
		panic(fmt.Sprintf("the type of events %q isn't complete", t.Name()))
	}
	at, known := slices.BinarySearchFunc(types, t, compare)
	if known {
		panic(fmt.Sprintf("there are two types of events %q of the resource %s", t.Name(), resourceType))
	}
	types = slices.Insert(types, at, t)
	return Typed[T]{t}
}

// Types lists every type, sorted.
func Types() []*Type { return slices.Clone(types) }

func compare(a, b *Type) int {
	return cmp.Or(cmp.Compare(a.Action, b.Action), cmp.Compare(a.Change, b.Change),
		cmp.Compare(a.ResourceType, b.ResourceType))
}

// Name is the action and, after a space, the change.
func (t *Type) Name() string { return strings.TrimSpace(t.Action + " " + t.Change) }

// Shape is the Go type of the details.
func (t *Type) Shape() reflect.Type { return t.shape }

// isDefined reports whether Define has made the type.
func (t *Type) isDefined() bool { return t != nil && t.shape != nil }

// Of makes an event of this type about the record with the id.
func (t Typed[T]) Of(resourceID string, details T) Event {
	text, err := json.Marshal(details)
	if err != nil {
		panic(err) // the details are structs of our own
	}
	if t.Change != "" {
		text = withChange(text, t.Change)
	}
	if string(text) == "{}" {
		text = nil
	}
	return Event{Type: t.Type, ResourceID: resourceID, Details: text, details: details}
}

// withChange begins the object with the member "change".
func withChange(object []byte, change string) []byte {
	begin := fmt.Appendf(nil, `{"change":%q`, change)
	if rest := object[1:]; len(rest) > 1 {
		return append(append(begin, ','), rest...)
	}
	return append(begin, '}')
}

// Is reports whether the event is of this type.
func (t Typed[T]) Is(e Event) bool { return e.Type == t.Type }

// In returns the details of an event of this type; ok is false for an event of another.
func (t Typed[T]) In(e Event) (details T, ok bool) {
	if !t.Is(e) {
		return details, false
	}
	details, ok = e.details.(T)
	return details, ok
}
