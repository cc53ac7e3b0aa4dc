package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

const (
	maxBodyBytes = 1 << 20
	maxBodyDepth = 32
)

// jsonFormat reads and writes bodies. huma asks twice for every body: once into an untyped tree that it
// validates, once into the handler's type. Both see the same cleaned tree, so what was validated is what
// arrives.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(v)
	},
	Unmarshal: unmarshalBody,
}

func unmarshalBody(data []byte, into any) error {
	tree, err := parseTree(data)
	if err != nil {
		return err
	}
	if untyped, ok := into.(*any); ok {
		*untyped = forValidation(tree)
		return nil
	}
	cleaned, err := json.Marshal(tree)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(cleaned, into); err != nil {
		return describeDecodeError(err)
	}
	return nil
}

// parseTree reads one JSON value, keeps numbers as written and strings trimmed, and refuses what no field may
// hold: invalid UTF-8, control characters, more nesting than any body of the API has.
func parseTree(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("must be UTF-8")
	}
	if depth(data) > maxBodyDepth {
		return nil, errors.New("must not be nested deeper than 32 levels")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		return nil, errors.New("must be valid JSON")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("must be one JSON value, with nothing after it")
	}
	return clean("", tree)
}

// depth is the deepest nesting of arrays and objects, found before any of it is built.
func depth(data []byte) int {
	deepest, now, inString := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			now++
			deepest = max(deepest, now)
		case c == ']' || c == '}':
			now--
		}
	}
	return deepest
}

// clean trims strings (never a password: its spaces count) and drops members whose names differ from a known
// field's only in case, because encoding/json would take them for that field, past the validation.
func clean(name string, value any) (any, error) {
	switch value := value.(type) {
	case string:
		if strings.ContainsFunc(value, isControl) {
			return nil, &fieldError{message: "must not hold control characters"}
		}
		if strings.HasSuffix(strings.ToLower(name), "password") {
			return value, nil
		}
		return strings.TrimSpace(value), nil
	case json.Number:
		return plain(value), nil
	case []any:
		for i, item := range value {
			cleaned, err := clean(name, item)
			if err != nil {
				return nil, within("["+strconv.Itoa(i)+"]", err)
			}
			value[i] = cleaned
		}
	case map[string]any:
		for key, item := range value {
			if exact, known := spellings(key); known && !exact[key] {
				delete(value, key)
				continue
			}
			cleaned, err := clean(key, item)
			if err != nil {
				return nil, within(key, err)
			}
			value[key] = cleaned
		}
	}
	return value, nil
}

// plain writes a whole number without its exponent, with which encoding/json takes none for an integer: 1e2 is 100.
func plain(number json.Number) json.Number {
	value, err := number.Float64()
	if err != nil || !strings.ContainsAny(string(number), "eE") || value != math.Trunc(value) || math.Abs(value) > 1e15 {
		return number
	}
	return json.Number(strconv.FormatInt(int64(value), 10))
}

// within places an error that was found inside a member or an item.
func within(place string, err error) error {
	var inside *fieldError
	if !errors.As(err, &inside) {
		return err
	}
	if inside.field != "" && inside.field[0] != '[' {
		place += "."
	}
	return &fieldError{field: storable(place + inside.field), message: inside.message}
}

// folded is what encoding/json compares when it looks for a name in any case: "adultſ" is one of "adults".
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, name)
}

func isControl(r rune) bool {
	return r < 0x20 && r != '\n' && r != '\r' && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
}

// fieldNames maps a field's folded name to its exact spellings, over every type that the API knows. A server that is made
// while another one serves puts a larger map in its place.
var fieldNames atomic.Pointer[map[string]map[string]bool]

// spellings are the exact names of the fields whose names differ from this one in case at most.
func spellings(name string) (exact map[string]bool, known bool) {
	if names := fieldNames.Load(); names != nil {
		exact, known = (*names)[folded(name)]
	}
	return exact, known
}

func learnFieldNames(schemas map[string]*huma.Schema) {
	names := map[string]map[string]bool{}
	learn := func(name string) {
		key := folded(name)
		if names[key] == nil {
			names[key] = map[string]bool{}
		}
		names[key][name] = true
	}
	if known := fieldNames.Load(); known != nil {
		for _, exact := range *known {
			for name := range exact {
				learn(name)
			}
		}
	}
	for _, schema := range schemas {
		for name := range schema.Properties {
			learn(name)
		}
	}
	fieldNames.Store(&names)
}

// forValidation copies the tree as huma validates it: numbers as float64, and without null members, since null
// means "not given" (and in an update "clear it", which Optional sees in the typed value).
func forValidation(value any) any {
	switch value := value.(type) {
	case json.Number:
		number, err := value.Float64()
		if err != nil {
			return string(value) // beyond every range: fails as "must be a number"
		}
		return number
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = forValidation(item)
		}
		return items
	case map[string]any:
		members := make(map[string]any, len(value))
		for key, item := range value {
			if item != nil {
				members[key] = forValidation(item)
			}
		}
		return members
	}
	return value
}

// describeDecodeError names the field of a value that passed validation but doesn't fit the Go type, such as
// an integer beyond 64 bits.
func describeDecodeError(err error) error {
	var typeError *json.UnmarshalTypeError
	if errors.As(err, &typeError) && typeError.Field != "" {
		return &fieldError{field: typeError.Field, message: "must be a " + typeError.Type.String() + " within range"}
	}
	return errors.New("has a value of the wrong type or out of range")
}

type fieldError struct{ field, message string }

// fieldMark stands before and behind the field's name, since huma takes over nothing but the error's text; place
// reads it back.
const fieldMark = "\x01"

func (e *fieldError) Error() string { return fieldMark + e.field + fieldMark + e.message }
