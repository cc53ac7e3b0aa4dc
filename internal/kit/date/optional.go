package date

import "github.com/danielgtaylor/huma/v2"

// OptionalClock is a time of day written HH:mm, or empty.
type OptionalClock string

// Schema describes the type in the OpenAPI document.
func (OptionalClock) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: "^(([01][0-9]|2[0-3]):[0-5][0-9])?$",
		PatternDescription: "a time of day written HH:mm", Examples: []any{"14:00"}}
}
