package date

import (
	"encoding/json"
	"time"

	"sarai/internal/kit/errs"
)

// ExampleTime is an instant as the API has them.
const ExampleTime = "2026-04-01T09:30:00.000Z"

// NotInstant is said of a text that is no instant.
const NotInstant = "must be an instant such as " + ExampleTime

// Time is an instant, counted in milliseconds since 1970. In JSON it is ISO 8601 in UTC with milliseconds.
type Time int64

const timeLayout = "2006-01-02T15:04:05.000Z"

// TimeOf is the instant t, cut to milliseconds.
func TimeOf(t time.Time) Time { return Time(t.UnixMilli()) }

// MarshalJSON writes the instant.
func (t Time) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len(timeLayout)+2)
	b = append(b, '"')
	b = time.UnixMilli(int64(t)).UTC().AppendFormat(b, timeLayout)
	return append(b, '"'), nil
}

// UnmarshalJSON reads any RFC 3339 instant of the years 1900 to 9999.
func (t *Time) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	parsed, err := ParseTime(text)
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

// ParseTime reads an RFC 3339 instant that lies in the years 1900 to 9999 of UTC.
func ParseTime(text string) (Time, error) {
	parsed, err := time.Parse(time.RFC3339, text)
	if year := parsed.UTC().Year(); err != nil || year < 1900 || year > 9999 {
		return 0, errs.Invalid(NotInstant)
	}
	return TimeOf(parsed), nil
}

// InJSON describes the type to the API's document.
func (Time) InJSON() (like any, tags string) {
	return "", `format:"date-time" example:"` + ExampleTime + `"`
}
