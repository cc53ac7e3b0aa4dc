package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// What is built of any body is what encoding/json builds, and as much is refused.
func FuzzTree(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-2.5e3,true,false,null,"x\"\\y\u0041\ud800",{}],"":{"a":{"b":[]}}}`,
		` [ 1 , [ ] ] `,
		`{"a":1,"a":[2]}`, `12`, `{} {}`, `{"a":}`, "\"\xff\"", `{"a":"\`, `[1,]`, "\n", `-`, `"{\"[,]:"`} {
		f.Add([]byte(seed))
	}
	in := &Input{Body: anything}
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, unknown, err := in.read(data)
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		var want any
		wantErr := decoder.Decode(&want)
		if _, more := decoder.Token(); wantErr == nil && !errors.Is(more, io.EOF) {
			wantErr = errors.New("something comes after it")
		}
		if wantErr == nil && (!utf8.Valid(data) || depth(data) > maxBodyDepth) {
			wantErr = errors.New("ours to refuse")
		}
		if (err == nil) != (wantErr == nil) || err == nil && (len(unknown) > 0 || !reflect.DeepEqual(tree, want)) {
			t.Fatalf("%q is read as %#v (%v, unknown %v), want %#v (%v)", data, tree, err, unknown, want, wantErr)
		}
	})
}

// depth must never be less than what the decoder then builds.
func FuzzDepth(f *testing.F) {
	for _, seed := range []string{`[[{"a":[1]}]]`, `"[[["`, `"\"[["`, `{"a\\":["]"]}`, `[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		found := depth(data)
		decoder := json.NewDecoder(bytes.NewReader(data))
		now := 0
		for {
			token, err := decoder.Token()
			if err != nil {
				return
			}
			switch token {
			case json.Delim('['), json.Delim('{'):
				if now++; now > found {
					t.Fatalf("%q is at least %d deep, not %d", data, now, found)
				}
			case json.Delim(']'), json.Delim('}'):
				now--
			}
		}
	})
}

// A request id that is taken over can stand in a header and in a log line.
func FuzzStorable(f *testing.F) {
	f.Add("Mozilla/5.0")
	f.Add("a\x00b\xffc\u2028")
	f.Add(strings.Repeat("é", 200))
	f.Fuzz(func(t *testing.T, text string) {
		kept := Storable(text)
		if !isText(kept) || len(kept) > 300 {
			t.Fatalf("%q is kept as %q", text, kept)
		}
	})
}
