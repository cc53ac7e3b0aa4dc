package app_test

import (
	"flag"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/property/guest"
	"sarai/internal/record/event"
)

// The events are a public contract: see package event.

var update = flag.Bool("update", false, "write what is published to testdata, unless it breaks what was published")

const publishedEvents = "testdata/events.txt"

var (
	fieldName = regexp.MustCompile(`^(_id|[a-z][a-zA-Z0-9]*)$`)
	// identityNumber finds fields for the number of a guest's document. A PAN in events is a business's own: of the hotel,
	// or the part of a buyer's GSTIN.
	identityNumber = regexp.MustCompile(
		`(?i)^(id|identity|document).*(number|no)$|passport|visa|aadhaa?r|licen[cs]e|voter`)
)

func TestEventsTellNoIdentityNumber(t *testing.T) {
	lines := eventLines(t)
	for _, one := range event.Types() {
		if holds(one.Shape(), map[reflect.Type]bool{}) {
			t.Errorf("%s: its details hold a guest, or the number of a guest's document", one.Name())
		}
		for _, line := range lines[one.SchemaName()].fields {
			path, _, _ := strings.Cut(line, ":")
			for name := range strings.SplitSeq(path, ".") {
				if name := strings.Trim(name, "?[]"); identityNumber.MatchString(name) {
					t.Errorf("%s: the field %s is called like the number of a document", one.Name(), path)
				}
			}
		}
	}
}

// holds reports whether a value of the type can have a guest's record, or the number of a document, inside.
func holds(of reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[of] {
		return false
	}
	seen[of] = true
	switch of {
	case reflect.TypeFor[guest.IDNumber](), reflect.TypeFor[guest.Guest]():
		return true
	}
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holds(of.Elem(), seen)
	case reflect.Struct:
		for _, field := range reflect.VisibleFields(of) {
			if holds(field.Type, seen) {
				return true
			}
		}
	case reflect.Interface: // nobody knows what it holds
		return true
	}
	return false
}

func TestEventsAreDocumented(t *testing.T) {
	components := apptest.New(t, "sqlite").Document.Raw["components"].(map[string]any)["schemas"].(map[string]any)
	for _, one := range event.Types() {
		schema, ok := components[one.SchemaName()].(map[string]any)
		if !ok || one.Shape().Kind() != reflect.Struct {
			t.Errorf("%s: the document lacks it", one.Name())
			continue
		}
		for _, problem := range undescribed(one.Name(), schema) {
			t.Error(problem)
		}
	}
}

func undescribed(at string, schema map[string]any) (problems []string) {
	if schema["description"] == nil {
		problems = append(problems, at+" has no description")
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		if !fieldName.MatchString(name) {
			problems = append(problems, at+": a field has the name "+name)
		}
		problems = append(problems, undescribed(at+"."+name, property.(map[string]any))...)
	}
	for _, inner := range []string{"items", "additionalProperties"} {
		if of, ok := schema[inner].(map[string]any); ok && of["properties"] != nil {
			of["description"] = "of its field"
			problems = append(problems, undescribed(at+"[]", of)...)
		}
	}
	return problems
}

// published is a type of events as integrators know it.
type published struct {
	heading, version string
	fields           []string // such as "lines[].hsn: string"; a ? follows what may be missing
}

// eventLines is what the OpenAPI document says of the events, by the names of their schemas.
func eventLines(t *testing.T) map[string]published {
	t.Helper()
	all := map[string]published{}
	document := apptest.New(t, "sqlite").Document
	for name, component := range document.Raw["components"].(map[string]any)["schemas"].(map[string]any) {
		schema := component.(map[string]any)
		if about, ok := schema["x-event"].(map[string]any); ok {
			change := ""
			if about["change"] != nil {
				change = fmt.Sprintf(" (%s)", about["change"])
			}
			all[name] = published{fmt.Sprintf("%s: %s%s of %s", name, about["action"], change, about["resourceType"]),
				fmt.Sprint(about["version"]), fieldLines("", schema)}
		}
	}
	return all
}

func fieldLines(at string, schema map[string]any) (lines []string) {
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, path := properties[name].(map[string]any), at+name
		if !slices.Contains(required, any(name)) {
			path += "?"
		}
		lines = append(lines, path+": "+typeText(property))
		lines = append(lines, fieldLines(path+".", property)...)
		for _, inner := range []string{"items", "additionalProperties"} {
			if of, ok := property[inner].(map[string]any); ok {
				lines = append(lines, fieldLines(path+"[].", of)...)
			}
		}
	}
	return lines
}

// typeText is "string", "string(date)", "[string] or null" or "gst|exempt".
func typeText(schema map[string]any) string {
	text, null := fmt.Sprint(schema["type"]), ""
	if several, ok := schema["type"].([]any); ok {
		text, null = fmt.Sprint(several[0]), " or null"
	}
	if of, ok := schema["items"].(map[string]any); ok {
		text = "[" + typeText(of) + "]"
	}
	if of, ok := schema["additionalProperties"].(map[string]any); ok {
		text = "{" + typeText(of) + "}"
	}
	if format, ok := schema["format"]; ok {
		text += fmt.Sprintf("(%s)", format)
	}
	if values, ok := schema["enum"].([]any); ok {
		text = strings.Trim(strings.ReplaceAll(fmt.Sprintf("%q", values), " ", "|"), "[]")
	}
	return text + null
}

// What was published stays as it was. Under the same version a type may only get further fields that may be missing.
func TestEventsAreAsPublished(t *testing.T) {
	text, err := os.ReadFile(publishedEvents)
	if err != nil {
		t.Fatal(err)
	}
	now, broken := eventLines(t), false
	for name, was := range readPublished(string(text)) {
		is, ok := now[name]
		if !ok || is.heading != was.heading {
			t.Errorf("%s was published, and is gone or called otherwise: bring it back", was.heading)
			broken = true
		} else if is.version == was.version {
			for _, problem := range was.brokenBy(is) {
				t.Errorf("%s: %s. Integrators rely on it: add a version", was.heading, problem)
				broken = true
			}
		}
	}
	written := writePublished(now)
	switch {
	case broken || written == string(text):
	case *update:
		if err := os.WriteFile(filepath.FromSlash(publishedEvents), []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s isn't what is published: run `go test ./internal/app -run TestEventsAreAsPublished -update`",
			publishedEvents)
	}
}

// brokenBy tells what of the type isn't as it was, although the version is the same.
func (p published) brokenBy(is published) (problems []string) {
	for _, line := range p.fields {
		if !slices.Contains(is.fields, line) {
			problems = append(problems, "it had "+line)
		}
	}
	for _, line := range is.fields {
		if !slices.Contains(p.fields, line) && !p.mayMiss(line) {
			problems = append(problems, "it has "+line+", which may be missing in what was sent before")
		}
	}
	return problems
}

// mayMiss reports whether the first part of a new field's path that the type didn't have may be missing.
func (p published) mayMiss(line string) bool {
	path, _, _ := strings.Cut(line, ":")
	known := func(path string) bool {
		return slices.ContainsFunc(p.fields, func(old string) bool {
			return strings.HasPrefix(old, path+":") || strings.HasPrefix(old, path+".")
		})
	}
	at := ""
	for part := range strings.SplitSeq(path, ".") {
		if at += part; !known(at) {
			return strings.HasSuffix(part, "?")
		}
		at += "."
	}
	return false
}

func writePublished(all map[string]published) string {
	var text strings.Builder
	text.WriteString("# Every type of events with the fields of its details, as the OpenAPI document has them.\n" +
		"# A ? follows what may be missing. TestEventsAreAsPublished keeps and writes this file.\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&text, "\n%s, version %s\n", all[name].heading, all[name].version)
		for _, line := range all[name].fields {
			fmt.Fprintf(&text, "  %s\n", line)
		}
	}
	return text.String()
}

func readPublished(text string) map[string]published {
	all := map[string]published{}
	for block := range strings.SplitSeq(text, "\n\n") {
		heading, rest, _ := strings.Cut(strings.TrimSpace(block), "\n")
		heading, version, ok := strings.Cut(heading, ", version ")
		if !ok {
			continue
		}
		p := published{heading: heading, version: version}
		for line := range strings.Lines(rest) {
			p.fields = append(p.fields, strings.TrimSpace(line))
		}
		name, _, _ := strings.Cut(heading, ":")
		all[name] = p
	}
	return all
}

func TestABreakOfWhatWasPublishedIsSeen(t *testing.T) {
	was := published{fields: []string{"code: string", "lines: [object]", "lines[].hsn: string", "notes?: string"}}
	for name, one := range map[string]struct {
		fields []string
		breaks bool
	}{
		"as it was":                      {was.fields, false},
		"a further field":                {append(slices.Clone(was.fields), "more?: object", "more?.name: string"), false},
		"one that everybody must have":   {append(slices.Clone(was.fields), "more: string"), true},
		"one in a list":                  {append(slices.Clone(was.fields), "lines[].tax?: number"), false},
		"a needed one in a list":         {append(slices.Clone(was.fields), "lines[].tax: number"), true},
		"a field is gone":                {was.fields[1:], true},
		"another type":                   {append([]string{"code: number"}, was.fields[1:]...), true},
		"what was always there may miss": {append([]string{"code?: string"}, was.fields[1:]...), true},
	} {
		if problems := was.brokenBy(published{fields: one.fields}); (len(problems) > 0) != one.breaks {
			t.Errorf("%s: %q", name, problems)
		}
	}
}

// Only a type's Of makes events, and types are variables of a file events.go: so the list of types has all of them.
func TestEventsAreMadeByTheirTypes(t *testing.T) {
	set, packages := sources(t)
	for name, files := range packages {
		for _, file := range files {
			path := set.Position(file.Pos()).Filename
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					if of := ofEvent(n.Type); name != "record/event" && (of == "Event" || of == "Type") {
						t.Errorf("%s makes an event.%s by hand", set.Position(n.Pos()), of)
					}
				case *ast.CallExpr:
					if of := ofEvent(n.Fun); strings.HasPrefix(of, "Define") && filepath.Base(path) != "events.go" {
						t.Errorf("%s defines a type of events outside events.go", set.Position(n.Pos()))
					}
				}
				return true
			})
		}
	}
}

// ofEvent is the name that the expression takes from package event; "": it takes none.
func ofEvent(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.IndexExpr:
		return ofEvent(of.X)
	case *ast.IndexListExpr:
		return ofEvent(of.X)
	case *ast.SelectorExpr:
		if from, ok := of.X.(*ast.Ident); ok && from.Name == "event" {
			return of.Sel.Name
		}
	}
	return ""
}
