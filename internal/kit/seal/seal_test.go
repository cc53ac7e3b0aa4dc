package seal_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sarai/internal/kit/seal"
)

var (
	old   = seal.Key{ID: "2025.a", Secret: bytes.Repeat([]byte{1}, 32)}
	newer = seal.Key{ID: "2026.a", Secret: bytes.Repeat([]byte{2}, 32)}
)

// What was sealed comes back as it was, for the same purpose, key and about alone; nothing else opens.
func TestSeal(t *testing.T) {
	box := seal.New("mfa", old)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.Byte()).Draw(t, "text")
		sealed := box.Seal(text, "row")
		opened, err := box.Open(sealed, "row")
		if err != nil || !bytes.Equal(opened, text) {
			t.Fatalf("%q came back as %q, %v", text, opened, err)
		}
		if sealed == box.Seal(text, "row") {
			t.Fatal("the same text is sealed the same twice")
		}
		if _, err := box.Open(sealed, "another row"); !errors.Is(err, seal.ErrDamaged) {
			t.Fatalf("opens in another row: %v", err)
		}
		if _, err := seal.New("mail", old).Open(sealed, "row"); !errors.Is(err, seal.ErrDamaged) {
			t.Fatalf("opens for another purpose: %v", err)
		}
		at := rapid.IntRange(0, len(sealed)-1).Draw(t, "at")
		changed := sealed[:at] + string(rune(rapid.IntRange(33, 126).Draw(t, "character"))) + sealed[at+1:]
		opened, err = box.Open(changed, "row")
		if err == nil && !bytes.Equal(opened, text) {
			t.Fatalf("%q opens as %q", changed, opened)
		}
	})
	for _, wrong := range []string{"", ".", "x", old.ID + ".", old.ID + ".AAAA", old.ID + ".%"} {
		if _, err := box.Open(wrong, "row"); err == nil {
			t.Errorf("%q opens", wrong)
		}
	}
}

// The first key seals, all of them open, and what was sealed with a dropped key is lost.
func TestKeysRotate(t *testing.T) {
	sealed := seal.New("mfa", old).Seal([]byte("secret"), "row")
	both := seal.New("mfa", newer, old)
	if opened, err := both.Open(sealed, "row"); err != nil || string(opened) != "secret" {
		t.Errorf("the older key doesn't open what it sealed: %q, %v", opened, err)
	}
	if again := both.Seal([]byte("secret"), "row"); !strings.HasPrefix(again, newer.ID+".") {
		t.Errorf("another than the first key seals: %s", again)
	}
	if _, err := seal.New("mfa", newer).Open(sealed, "row"); !errors.Is(err, seal.ErrUnknownKey) {
		t.Errorf("without the key: %v", err)
	}
}
