package precheck

import (
	"testing"
	"time"
)

func TestFirstName(t *testing.T) {
	for name, want := range map[string]string{"Asha Rao": "Asha", "Mr. Ravi Rao": "Ravi", "Dr Mrs Asha Rao": "Asha",
		"श्रीमती लक्ष्मी द्विवेदी": "लक्ष्मी", "Asha": "Asha", "Mr": "Mr", "": "", "  ": "", "J. R. Tolkien": "Tolkien"} {
		if got := firstName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		phone, typed string
		right        bool
	}{
		{"+91 98450 12345", "2345", true}, {"+91 98450 12345", " 23-45 ", true}, {"+91 98450 12345", "२३४५", true},
		{"+91 98450 12345", "12345", false}, {"+91 98450 12345", "345", false}, {"+91 98450 12345", "", false},
		{"123", "123", false}, {"", "", false}, {"12 34", "1234", true},
	} {
		if isRight(c.phone, c.typed) != c.right {
			t.Errorf("%q for %q", c.typed, c.phone)
		}
	}
}

func TestLocksGrow(t *testing.T) {
	for tries, want := range map[int]time.Duration{0: 0, 1: 0, 4: 0, 5: 15 * time.Minute, 6: 0, 10: 30 * time.Minute,
		15: time.Hour, 40: 24 * time.Hour, 5000: 24 * time.Hour} {
		if got := lockAfter(tries); got != want {
			t.Errorf("after %d tries %v, want %v", tries, got, want)
		}
	}
}

func TestState(t *testing.T) {
	at := int64(1)
	for _, c := range []struct {
		r    Record
		want string
	}{
		{Record{}, None}, {Record{StartedAt: &at}, Started},
		{Record{StartedAt: &at, CompletedAt: &at, From: "2026-04-14", To: "2026-04-16"}, Complete},
		{Record{StartedAt: &at, CompletedAt: &at, From: "2026-04-14", To: "2026-04-17"}, Started},
		{Record{StartedAt: &at, VerifiedAt: &at}, Verified},
	} {
		if got := c.r.State("2026-04-14", "2026-04-16"); got != c.want {
			t.Errorf("%+v is %s, want %s", c.r, got, c.want)
		}
	}
}
