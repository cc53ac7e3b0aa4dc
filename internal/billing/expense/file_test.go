package expense

import (
	"bytes"
	"encoding/base64"
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
		fileType := rapid.SampledFrom(fileTypes).Draw(t, "type")
		given := rapid.OneOf(rapid.String(),
			rapid.StringMatching(`(\.\./|C:\\|/etc/)?[a-z.\\/:<>" ]{0,12}(\.(pdf|PNG|html|exe|jpeg|webp))?`),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(raw []byte) string { return string(raw) })).Draw(t, "name")
		name := fileName(given, fileType)
		if !slices.Contains(endings[fileType], strings.ToLower(filepath.Ext(name))) {
			t.Fatalf("%q of the type %s is kept as %q", given, fileType, name)
		}
		if strings.ContainsAny(name, `/\:*?"<>|`) || strings.ContainsFunc(name, unicode.IsControl) ||
			strings.HasPrefix(name, ".") || len([]rune(name)) > maxName+5 {
			t.Fatalf("%q is kept as %q", given, name)
		}
		if again := fileName(name, fileType); again != name {
			t.Fatalf("%q is kept as %q, and that as %q", given, name, again)
		}
	})
}

func TestPiecesAreTheFile(t *testing.T) {
	for _, size := range []int{1, 2, 3, pieceLen - 1, pieceLen, pieceLen + 1, 2*pieceLen + 2} {
		content := bytes.Repeat([]byte{0xff, 0, 7}, size/3+1)[:size]
		pieces := encoded(content)
		back, err := base64.StdEncoding.DecodeString(strings.Join(pieces, ""))
		if err != nil || !bytes.Equal(back, content) || len(pieces) != (size+pieceLen-1)/pieceLen {
			t.Errorf("%d bytes make %d pieces: %v", size, len(pieces), err)
		}
	}
}
