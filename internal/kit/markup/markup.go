// Package markup fills pages and mails with texts that people wrote. It is what html/template does where nothing but
// values is filled in; that one looks methods up by their names, so with it the linker keeps every method of the
// program.
package markup

import (
	"html"
	"strings"
)

// Fill puts each value in the place of its name in two braces, {{Name}}, escaped. Values stand between tags or inside
// of an attribute's double quotes, and links are the server's own: nothing else is safe. Fill panics on a name that has
// no value.
func Fill(template string, values map[string]string) string {
	var filled strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{{")
		filled.WriteString(before)
		if !found {
			return filled.String()
		}
		var name string
		name, template, _ = strings.Cut(rest, "}}")
		value, known := values[name]
		if !known {
			panic("nothing is given for " + name)
		}
		filled.WriteString(html.EscapeString(value))
	}
}
