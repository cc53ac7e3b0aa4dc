package intake

import (
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/errs"
)

const maxBodyDepth = 32

// Body is a JSON body, read once: both the untyped values that are validated and the value that the handler gets come
// from its cleaned tree, so the handler gets exactly what was validated.
type Body struct {
	tree any
	err  error // what is wrong with the body as a whole
}

// decode fills a value with the body.
func (b Body) decode(into any) error {
	cleaned, err := json.Marshal(b.tree)
	if err != nil {
		return err
	}
	return json.Unmarshal(cleaned, into)
}

// depth is the deepest nesting of arrays and objects, found without building any of them.
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

// clean trims strings, except passwords, whose spaces count, and refuses control characters. It drops members whose
// names differ from a known field's only in case: encoding/json would take them for that field, past the validation.
func clean(name string, value any) (any, error) {
	switch value := value.(type) {
	case string:
		if strings.ContainsFunc(value, IsControl) {
			return nil, fieldErrors{{Message: "must not hold control characters"}}
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

// plain writes a whole number without point and exponent, because encoding/json takes neither for an integer: 3.0 and
// 0.3e1 become 3. Numbers longer than any amount stay as they are: 1e-999999 would take the server seconds.
func plain(number json.Number) json.Number {
	_, exponent, _ := strings.Cut(strings.ToLower(string(number)), "e")
	if !strings.ContainsAny(string(number), ".eE") || len(number) > 40 || len(exponent) > 4 {
		return number
	}
	exact, ok := new(big.Rat).SetString(string(number))
	if !ok || !exact.IsInt() || !exact.Num().IsInt64() {
		return number
	}
	return json.Number(exact.Num().String())
}

// within puts the name of a member or an item in front of the place of an error found inside it.
func within(place string, err error) error {
	var inside fieldErrors
	if !errors.As(err, &inside) {
		return err
	}
	if field := inside[0].Field; field != "" && field[0] != '[' {
		place += "."
	}
	inside[0].Field = place + inside[0].Field
	return inside
}

// folded is what encoding/json compares when it looks for a name in any case: it takes "adultſ" for "adults".
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

// IsControl tells whether the letter is one that no text may hold.
func IsControl(r rune) bool {
	return r < 0x20 && r != '\n' && r != '\r' && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
}

// fieldNames maps the folded name of every field in the API to its exact spellings. They are found out when the first
// body is read, not at the start. A second server in the same process adds its fields to them.
var fieldNames atomic.Pointer[func() map[string]map[string]bool]

// spellings are the exact names of the fields whose names differ from this one in nothing but case.
func spellings(name string) (exact map[string]bool, known bool) {
	if names := fieldNames.Load(); names != nil {
		exact, known = (*names)()[folded(name)]
	}
	return exact, known
}

// LearnNames remembers the names of the fields that the schemas have, which it asks for once, when they are needed.
func LearnNames(schemas func() map[string]*huma.Schema) {
	before := fieldNames.Load()
	learned := sync.OnceValue(func() map[string]map[string]bool {
		names := map[string]map[string]bool{}
		learn := func(name string) {
			key := folded(name)
			if names[key] == nil {
				names[key] = map[string]bool{}
			}
			names[key][name] = true
		}
		if before != nil {
			for _, exact := range (*before)() {
				for name := range exact {
					learn(name)
				}
			}
		}
		for _, schema := range schemas() {
			for name := range schema.Properties {
				learn(name)
			}
		}
		return names
	})
	fieldNames.Store(&learned)
}

// forValidation copies the tree as huma validates it: numbers as float64, and without null members, because null means
// "not given". In an update null may mean "clear it", which fields of an update see for themselves.
func forValidation(value any) any {
	switch value := value.(type) {
	case json.Number:
		number, err := value.Float64()
		if err != nil {
			return string(value) // too large for a float64, so text, which fails as "must be a number"
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

// misfits lists the values of the tree that passed the validation but don't fit their Go type, each with its place: an
// integer beyond 64 bits, an instant of the year 1.
func misfits(place string, tree any, t reflect.Type) errs.Fields {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if field, ok := reflect.Zero(t).Interface().(wrapper); ok {
		return misfits(place, tree, field.Inside())
	}
	var fields errs.Fields
	var unfit *errs.Error
	misfit := fit(tree, t)
	members, _ := tree.(map[string]any)
	items, _ := tree.([]any)
	switch {
	case tree == nil || misfit == nil:
	case t.Kind() == reflect.Slice && items != nil:
		for i, item := range items {
			fields = append(fields, misfits(place+"["+strconv.Itoa(i)+"]", item, t.Elem())...)
		}
	case t.Kind() == reflect.Map && members != nil:
		for _, name := range slices.Sorted(maps.Keys(members)) {
			fields = append(fields, misfits(member(place, name), members[name], t.Elem())...)
		}
	case t.Kind() == reflect.Struct && members != nil:
		for _, field := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			fields = append(fields, misfits(member(place, name), members[name], field.Type)...)
		}
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64:
		fields.Add(place, "must be a whole number of at most 18 digits")
	case errors.As(misfit, &unfit):
		fields.Add(place, "%s", unfit.Message)
	default:
		fields.Add(place, "must be of another kind")
	}
	return fields
}

// wrapper is a type whose values hold, beside one of the type inside, whether it was given.
type wrapper interface{ Inside() reflect.Type }

// fit fails if the tree is no value of the type.
func fit(tree any, t reflect.Type) error {
	text, err := json.Marshal(tree)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, reflect.New(t).Interface())
}

func member(place, name string) string { return strings.TrimPrefix(place+"."+name, ".") }

// fieldErrors say what is wrong with a body, and where.
type fieldErrors errs.Fields

func (f fieldErrors) Error() string { return f[0].Message }
