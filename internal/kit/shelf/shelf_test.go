package shelf

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// Whatever a client calls its file, the stored name is harmless and tells the type, and storing it again changes
// nothing.
func TestFileNamesAreHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fileType := rapid.SampledFrom(PaperTypes).Draw(t, "type")
		given := rapid.OneOf(rapid.String(),
			rapid.StringMatching(`(\.\./|C:\\|/etc/)?[a-z.\\/:<>" ]{0,12}(\.(pdf|PNG|html|exe|jpeg|webp))?`),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(raw []byte) string { return string(raw) })).Draw(t, "name")
		name := nameOf(given, fileType, "bill")
		if !slices.Contains(endings[fileType], strings.ToLower(filepath.Ext(name))) {
			t.Fatalf("%q of the type %s is kept as %q", given, fileType, name)
		}
		if strings.ContainsAny(name, `/\:*?"<>|`) || strings.ContainsFunc(name, unicode.IsControl) ||
			strings.HasPrefix(name, ".") || len([]rune(name)) > maxName+5 {
			t.Fatalf("%q is kept as %q", given, name)
		}
		if again := nameOf(name, fileType, "bill"); again != name {
			t.Fatalf("%q is kept as %q, and that as %q", given, name, again)
		}
	})
}

func TestPlaces(t *testing.T) {
	p := Places("").With(3, true).With(1, true).With(3, true)
	if p != "13" || !p.Has(1) || p.Has(2) || !slices.Equal(p.All(), []int{1, 3}) {
		t.Errorf("the places 3 and 1 are %q", p)
	}
	if p = p.With(1, false).With(2, false); p != "3" {
		t.Errorf("without 1 and 2 they are %q", p)
	}
}
