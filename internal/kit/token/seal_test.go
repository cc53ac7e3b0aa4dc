package token_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/seal"
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

// What one token key has sealed opens as long as that key is configured, wherever in the list it stands.
func TestBoxOpensWithEveryKey(t *testing.T) {
	one, two := "one:"+strings.Repeat("01", 32), "two:"+strings.Repeat("02", 32)
	parse := func(setting string) *token.Keys {
		t.Helper()
		keys, err := token.Parse(setting)
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	sealed := parse(one).Box("mail").Seal([]byte("secret"), "7")
	if opened, err := parse(two+","+one).Box("mail").Open(sealed, "7"); err != nil || string(opened) != "secret" {
		t.Errorf("after rotation: %q, %v", opened, err)
	}
	if _, err := parse(two).Box("mail").Open(sealed, "7"); !errors.Is(err, seal.ErrUnknownKey) {
		t.Errorf("without its key: %v", err)
	}
}
