package date

// OptionalClock is a time of day written HH:mm, or empty.
type OptionalClock string

// InJSON describes the type to the API's document.
func (OptionalClock) InJSON() (like any, tags string) {
	return "", `pattern:"^(([01][0-9]|2[0-3]):[0-5][0-9])?$" patternDescription:"a time of day written HH:mm" ` +
		`example:"14:00"`
}
