package date

import (
	"encoding/json"
	"testing"
	"time"
)

// Every instant that is taken can be answered and taken again.
func FuzzParseTime(f *testing.F) {
	for _, seed := range []string{"2026-04-01T09:30:00.000Z", "2026-04-01T09:30:00+05:30", "9999-12-31T23:59:59-14:00",
		"1900-01-01T00:00:00+14:00", "0000-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-04-01", "2026-04-01T09:30:60Z",
		"2026-04-01T09:30:00.999999999Z"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := ParseTime(text)
		if err != nil {
			return
		}
		written, err := json.Marshal(parsed)
		if err != nil {
			t.Fatal(err)
		}
		var again Time
		if err := json.Unmarshal(written, &again); err != nil || again != parsed {
			t.Fatalf("%q is taken, answered as %s, and taken back as %v: %v", text, written, again, err)
		}
		if len(written) != len(timeLayout)+2 || time.UnixMilli(int64(parsed)).UTC().Year() > 9999 {
			t.Fatalf("%q is answered as %s", text, written)
		}
	})
}
