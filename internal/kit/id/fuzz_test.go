package id_test

import (
	"regexp"
	"testing"

	"sarai/internal/kit/id"
)

func FuzzValid(f *testing.F) {
	for _, seed := range []string{"665f1c2ab7e4d90012ab34cd", "665F1C2AB7E4D90012AB34CD", "665f1c2ab7e4d90012ab34c",
		"665f1c2ab7e4d90012ab34cd\n", "665f1c2ab7e4d90012ab34cg", "٦65f1c2ab7e4d90012ab34c", ""} {
		f.Add(seed)
	}
	shape := regexp.MustCompile(`\A[0-9a-f]{24}\z`)
	f.Fuzz(func(t *testing.T, text string) {
		if id.Valid(text) != shape.MatchString(text) {
			t.Fatalf("%q: %v", text, id.Valid(text))
		}
	})
}

func TestNewIsValidAndNew(t *testing.T) {
	seen := map[string]bool{}
	for range 10_000 {
		made := id.New()
		if !id.Valid(made) || seen[made] {
			t.Fatalf("made %q", made)
		}
		seen[made] = true
	}
}
