package listing

import (
	"encoding/base64"
	"slices"
	"testing"
)

// A cursor is read as it was written. One that somebody has made, with a check that is right, holds nothing that a
// query can't be asked with.
func TestCursorsAreReadAsWritten(t *testing.T) {
	like := []any{"", int64(0)}
	written := cursor{3, []int64{9_007_199_254_740_993, -1}, []any{"2026-04-14", int64(9_007_199_254_740_993)}}
	read, err := readCursor(written.text("list"), "list", like, 2)
	if err != nil || read.Page != 3 || !slices.Equal(read.Sums, written.Sums) || !slices.Equal(read.Last, written.Last) {
		t.Errorf("%v is read as %v, %v", written, read, err)
	}
	for _, content := range []string{"", "{}", "[]", "x", `{"p":1,"s":[1,2],"l":["a"]}`, `{"p":1,"s":[1],"l":["a",1]}`,
		`{"p":1,"s":[1,2],"l":["a","b"]}`, `{"p":1,"s":[1,2],"l":[1,2]}`, `{"p":1,"s":[1,2],"l":["a",1.5]}`,
		`{"p":1,"s":[1,2],"l":["a",null]}`, `{"p":1,"s":[1,2],"l":["a",{}]}`, `{"p":1,"s":[1,2],"l":["a\u0000",1]}`,
		`{"p":1,"s":[1,2],"l":["a",1e30]}`, `{"p":"1","s":[1,2],"l":["a",1]}`} {
		made := base64.RawURLEncoding.EncodeToString(append(check([]byte(content), "list"), content...))
		if c, err := readCursor(made, "list", like, 2); err == nil {
			t.Errorf("%s is read as %v", content, c)
		}
	}
}
