package markup_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"sarai/internal/kit/markup"
)

// Whatever people write arrives as they wrote it, as text and as an attribute, and is never markup.
func TestFill(t *testing.T) {
	for _, text := range []string{"Asha", "", `<script>alert("x")</script>`, `"><img src=x onerror=y>`, "' & &amp; <!--",
		"{{other}}", "{{", "}}", "\u0905\U0001f600"} {
		page := markup.Fill(`<p title="{{it}}">{{it}}</p><i>{{other}}</i>`, map[string]string{"it": text, "other": "o"})
		node, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		body := node.FirstChild.LastChild
		p, i := body.FirstChild, body.LastChild
		read := ""
		if p.FirstChild != nil {
			read = p.FirstChild.Data
		}
		if p.Data != "p" || len(p.Attr) != 1 || p.Attr[0].Val != text || read != text || p.NextSibling != i ||
			i.FirstChild.Data != "o" {
			t.Errorf("%q became %s", text, page)
		}
	}
}

func TestMissingValue(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a name without a value is left out silently")
		}
	}()
	markup.Fill("{{name}}", nil)
}
