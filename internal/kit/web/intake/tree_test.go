package intake

import (
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// What no operation takes costs no memory, wherever it stands in a body of a mebibyte.
func TestWhatIsNotTakenIsNotBuilt(t *testing.T) {
	type task struct {
		Kind string `json:"kind"`
	}
	type body struct {
		Name  string `json:"name"`
		Tasks []task `json:"tasks" maxItems:"3"`
	}
	registry := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	in := &Input{Body: registry.Schema(reflect.TypeFor[body](), true, "Body"), schemas: registry}
	many := strings.Repeat("{},", 1<<20/3) + "{}"
	first := `{"tasks":[{"kind":"a"}],`
	for name, data := range map[string]string{
		"unknown":          first + `"foo":[` + many + `]}`,
		"unknown inside":   `{"tasks":[{"kind":"a","foo":[` + many + `]}]}`,
		"no list":          first + `"name":[` + many + `]}`,
		"no object":        first + `"name":{"a":[` + many + `]}}`,
		"too many":         `{"tasks":[{"kind":"a"},{"kind":"b"},` + many + `]}`,
		"no body":          `[` + many + `]`,
		"many unknown":     `{` + strings.Repeat(`"foo":1,`, 1<<17) + `"tasks":[{"kind":"a"}]}`,
		"differs in case":  first + `"Tasks":[` + many + `]}`,
		"an object's list": `{"tasks":{"kind":[` + many + `]}}`,
	} {
		objects := testing.AllocsPerRun(1, func() {
			if _, _, err := in.read([]byte(data)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
		if objects > 500 {
			t.Errorf("%s: %.0f objects are made of %d bytes", name, objects, len(data))
		}
	}
	tree, unknown, err := in.read([]byte(`{"tasks":[{"kind":"a","x":{"y":1}},{},{},{},{"kind":"e"}],"name":[1]}`))
	want := map[string]any{"name": []any{}, "tasks": []any{map[string]any{"kind": "a"}, map[string]any{}, map[string]any{},
		map[string]any{}}}
	if err != nil || !reflect.DeepEqual(tree, want) || !reflect.DeepEqual(unknown, []string{"tasks[0].x"}) {
		t.Errorf("the tree is %v without %v, want %v: %v", tree, unknown, want, err)
	}
}
