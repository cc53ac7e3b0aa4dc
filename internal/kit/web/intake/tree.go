package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// read makes the tree of a JSON body and lists the places of the members that the operation doesn't know, in order.
// What the operation can't take is skipped, not built: unknown members, what stands in the place of another type, and
// items beyond the one that makes a list too long. So a tree is never much larger than what the operation knows.
func (in *Input) read(data []byte) (tree any, unknown []string, err error) {
	if err := checkJSON(data); err != nil {
		return nil, nil, err
	}
	b := builder{Input: in, data: data}
	schema := in.Body
	if schema == nil {
		schema = &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"": nil}} // knows no member
	}
	tree = b.value(nil, schema)
	slices.Sort(b.unknown)
	return tree, slices.Compact(b.unknown), nil
}

// checkJSON refuses what isn't one JSON value in UTF-8, and more nesting than any body of the API has.
func checkJSON(data []byte) error {
	switch {
	case !utf8.Valid(data):
		return errors.New("must be UTF-8")
	case depth(data) > maxBodyDepth:
		return errors.New("must not be nested deeper than 32 levels")
	case json.Valid(data):
		return nil
	}
	var first json.RawMessage
	if json.NewDecoder(bytes.NewReader(data)).Decode(&first) == nil {
		return errors.New("must be one JSON value, with nothing after it")
	}
	return errors.New("must be valid JSON")
}

// builder reads valid JSON from data on. Numbers stay as they are written.
type builder struct {
	*Input
	data    []byte
	at      int // of the next byte
	unknown []string
}

// anything is the schema of what has none: all of it is built.
var anything = &huma.Schema{}

// value reads the value of that place.
func (b *builder) value(at *place, schema *huma.Schema) any {
	schema = Resolve(b.schemas, schema)
	switch b.next() {
	case '{':
		return b.object(at, schema)
	case '[':
		return b.list(at, schema)
	case '"':
		return string(b.text())
	}
	switch word := b.word(); word[0] {
	case 'n':
		return nil
	case 't', 'f':
		return word[0] == 't'
	default:
		return json.Number(word)
	}
}

func (b *builder) object(at *place, schema *huma.Schema) map[string]any {
	members := map[string]any{}
	each, isMap := schema.AdditionalProperties.(*huma.Schema)
	if schema.Type == "" || schema.Type == huma.TypeObject && !isMap && len(schema.Properties) == 0 {
		each, isMap = anything, true
	}
	full := func() bool { return schema.MaxProperties != nil && len(members) > *schema.MaxProperties }
	b.at++
	for b.next() != '}' {
		name := b.text()
		b.next()
		b.at++ // the colon
		property := schema.Properties[string(name)]
		if property == nil && isMap {
			property = each
		}
		switch {
		case schema.Type != "" && schema.Type != huma.TypeObject || full():
			b.skip()
		case property != nil:
			members[string(name)] = b.value(&place{in: at, member: string(name), index: -1}, property)
		default:
			b.ignore(at, name)
			b.skip()
		}
		b.comma()
	}
	b.at++
	return members
}

// ignore notes an unknown member. Clients send whole records back, so a record's version is none, wherever it stands.
func (b *builder) ignore(at *place, name []byte) {
	if len(b.unknown) < maxIgnored && string(name) != "version" {
		b.unknown = append(b.unknown, (&place{in: at, member: string(name), index: -1}).String())
	}
}

func (b *builder) list(at *place, schema *huma.Schema) []any {
	items := []any{}
	each := schema.Items
	if schema.Type == "" {
		each = anything
	}
	full := func() bool { return schema.MaxItems != nil && len(items) > *schema.MaxItems }
	b.at++
	for b.next() != ']' {
		if each == nil || full() {
			b.skip()
		} else {
			items = append(items, b.value(&place{in: at, index: len(items)}, each))
		}
		b.comma()
	}
	b.at++
	return items
}

// next skips white space and returns the byte after it.
func (b *builder) next() byte {
	for b.data[b.at] == ' ' || b.data[b.at] == '\t' || b.data[b.at] == '\n' || b.data[b.at] == '\r' {
		b.at++
	}
	return b.data[b.at]
}

func (b *builder) comma() {
	if b.next() == ',' {
		b.at++
	}
}

// quoted returns a string as it is written, with its quotes, and whether it has escapes.
func (b *builder) quoted() (text []byte, escaped bool) {
	start := b.at
	for b.at++; b.data[b.at] != '"'; b.at++ {
		if b.data[b.at] == '\\' {
			escaped = true
			b.at++
		}
	}
	b.at++
	return b.data[start:b.at], escaped
}

// text reads a string, which may still lie in data.
func (b *builder) text() []byte {
	b.next()
	quoted, escaped := b.quoted()
	if !escaped {
		return quoted[1 : len(quoted)-1]
	}
	var text string
	_ = json.Unmarshal(quoted, &text) // it is valid
	return []byte(text)
}

// word reads a number, true, false or null.
func (b *builder) word() string {
	end := bytes.IndexAny(b.data[b.at:], ",]} \t\r\n")
	if end < 0 {
		end = len(b.data) - b.at
	}
	b.at += end
	return string(b.data[b.at-end : b.at])
}

// skip passes over a value.
func (b *builder) skip() {
	open := 0
	for {
		switch b.next() {
		case '{', '[':
			open++
			b.at++
		case '}', ']':
			open--
			b.at++
		case ',', ':':
			b.at++
			continue
		case '"':
			b.quoted()
		default:
			b.word()
		}
		if open == 0 {
			return
		}
	}
}
