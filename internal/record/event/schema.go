package event

import "strings"

// SchemaName is what the OpenAPI document calls the details: "EventBookingUpdatedCheckedIn". The settings of several
// kinds of records are "settings": there the kind is part of the name.
func (t *Type) SchemaName() string {
	words := t.Name()
	if noun, verb, _ := strings.Cut(words, "."); noun == "settings" {
		words = t.ResourceType + " " + noun + " " + verb
	}
	name := "Event"
	for _, word := range strings.FieldsFunc(words, func(r rune) bool { return strings.ContainsRune("._- ", r) }) {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}
