package token_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/token"
)

// What was sealed comes back as it was, for the same purpose and salt alone; nothing else opens.
func TestSeal(t *testing.T) {
	keys, err := token.LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	others, err := token.LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	seal := keys.Seal("offer", "hotel")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.Byte()).Draw(t, "text")
		sealed := seal.Close(text)
		opened, err := seal.Open(sealed)
		if err != nil || string(opened) != string(text) {
			t.Fatalf("%q came back as %q, %v", text, opened, err)
		}
		at := rapid.IntRange(0, len(sealed)-1).Draw(t, "at")
		changed := sealed[:at] + string(rune(rapid.IntRange(0, 127).Draw(t, "character"))) + sealed[at+1:]
		for name, s := range map[string]token.Seal{"purpose": keys.Seal("hold", "hotel"),
			"salt": keys.Seal("offer", "other"), "key": others.Seal("offer", "hotel")} {
			if _, err := s.Open(sealed); !errors.Is(err, token.ErrSeal) {
				t.Fatalf("another %s opens it: %v", name, err)
			}
		}
		if _, err := seal.Open(changed); changed != sealed && !errors.Is(err, token.ErrSeal) {
			t.Fatalf("%q opens as well as %q: %v", changed, sealed, err)
		}
	})
	for _, wrong := range []string{"", ".", "x", seal.Close([]byte("x")) + ".x", seal.Close([]byte("x")) + "\n",
		strings.TrimSuffix(seal.Close([]byte("x")), "A") + "="} {
		if _, err := seal.Open(wrong); !errors.Is(err, token.ErrSeal) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
