package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"
	"pgregory.net/rapid"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
)

func TestTakesGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "GZip": true, "x-gzip": true, "gzip, deflate, br": true, "br;q=1.0, gzip;q=0.5": true,
		"br": false, "identity": false, "*": true, "*;q=0": false, "gzip;q=0": false, "gzip;q=0.000": false,
		"gzip;q=0, *": false, "*;q=0, gzip": true, "gzip ; q=0.1": true, "gzip;Q=0": false, "notgzip": false,
		"gzip;q=x": false, "gzip;q": false, "gzip;v=1": false, "gzip;q=NaN": false, "gzip;q=-1": false,
		"identity;q=1, gzip;q=0.5": false, "identity;q=0.5, gzip": true, "identity;q=0, gzip;q=0.1": true, ",,gzip,": true,
	} {
		if got := takesGzip([]string{header}); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
	if takesGzip(nil) || !takesGzip([]string{"br", "gzip"}) {
		t.Error("several headers are one list, and none is an empty one")
	}
}

type wordsInput struct {
	Size int `query:"size"`
}

// words is a server of answers of any size and kind: JSON, a failure, files, sign-in, and a page outside the API.
func words(t *testing.T) *httptest.Server {
	text := func(size int) string { return strings.Repeat("Haveli ", size/7+1)[:size] }
	say := func(_ context.Context, _ scope.Scope, in *wordsInput) (*Message, error) {
		return Done(text(in.Size)), nil
	}
	file := func(kind string) Handler[wordsInput, file.File] {
		return func(_ context.Context, _ scope.Scope, in *wordsInput) (*file.File, error) {
			return &file.File{Name: "words", Type: kind, Content: []byte(text(in.Size))}, nil
		}
	}
	fail := func(_ context.Context, _ scope.Scope, in *wordsInput) (*Message, error) {
		return nil, errs.Invalid(text(in.Size))
	}
	anyone := scope.Need{Access: scope.AccessAnyone}
	handler, _ := New(Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(), Log: slog.New(slog.DiscardHandler),
		Routes: []Route{
			Get("/api/words", anyone, say, "Say"), Post("/api/words", anyone, say, "Say"),
			Get("/api/words/fail", anyone, fail, "Fail"), Get("/api/auth/words", anyone, say, "Say"),
			Download("/api/words/csv", anyone, file("text/csv; charset=utf-8"), "CSV", "text/csv"),
			Download("/api/words/pdf", anyone, file("application/pdf"), "PDF", "application/pdf"),
		},
		Pages: func(r chi.Router) {
			r.Get("/page", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				_, _ = io.WriteString(w, text(5000))
			})
			r.Get("/api/slowly", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/plain")
				for _, piece := range []string{text(3000), "then", "more"} {
					_, _ = io.WriteString(w, piece)
					if err := http.NewResponseController(w).Flush(); err != nil {
						t.Error(err)
					}
				}
			})
		}})
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	server.Client().Transport.(*http.Transport).DisableCompression = true // as sent, not as Go's client unpacks it
	return server
}

func ask(t testing.TB, s *httptest.Server, method, path string, headers ...string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequest(method, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, content
}

func unpack(t rapid.TB, packed []byte) []byte {
	t.Helper()
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestWhatIsCompressed(t *testing.T) {
	s := words(t)
	for _, one := range []struct {
		method, path string
		varies       bool // whether the answer depends on Accept-Encoding
		packed       bool
	}{
		{"GET", "/api/words?size=5000", true, true},
		{"POST", "/api/words?size=5000", true, true},
		{"GET", "/api/words?size=500", true, false},
		{"GET", "/api/words/fail?size=5000", true, true},
		{"GET", "/api/words/nowhere", true, false},
		{"GET", "/api/words/csv?size=5000", true, true},
		{"GET", "/api/words/pdf?size=5000", false, false},
		{"GET", "/api/auth/words?size=5000", false, false},
		{"GET", "/api/slowly", true, true},
		{"GET", "/openapi.json", true, true},
		{"GET", "/docs", true, true},
		{"GET", "/page", false, false},
	} {
		plain, want := ask(t, s, one.method, one.path)
		if plain.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s %s is compressed unasked", one.method, one.path)
		}
		response, got := ask(t, s, one.method, one.path, "Accept-Encoding", "br;q=1.0, gzip;q=0.8, *;q=0.1")
		if packed := response.Header.Get("Content-Encoding") == "gzip"; packed != one.packed {
			t.Errorf("%s %s is compressed: %v", one.method, one.path, packed)
			continue
		}
		if one.packed {
			if len(got) >= len(want) {
				t.Errorf("%s %s: %d bytes are compressed to %d", one.method, one.path, len(want), len(got))
			}
			got = unpack(t, got)
		}
		if !bytes.Equal(got, want) || response.StatusCode != plain.StatusCode ||
			response.Header.Get("Content-Type") != plain.Header.Get("Content-Type") ||
			response.Header.Get("Etag") != plain.Header.Get("Etag") {
			t.Errorf("%s %s differs from the plain answer: %d %v", one.method, one.path, response.StatusCode, response.Header)
		}
		for _, r := range []*http.Response{plain, response} {
			if varies := slices.Contains(r.Header.Values("Vary"), "Accept-Encoding"); varies != one.varies {
				t.Errorf("%s %s varies: %v", one.method, one.path, varies)
			}
		}
	}
}

// A compressed answer has the tag of the plain one, which is weak; either is known by it.
func TestTagsOfCompressedAnswers(t *testing.T) {
	s := words(t)
	for _, path := range []string{"/api/words?size=5000", "/api/words?size=5", "/api/words/csv?size=5000",
		"/api/words/pdf?size=5000", "/api/auth/words?size=5000"} {
		response, _ := ask(t, s, "GET", path, "Accept-Encoding", "gzip")
		etag := response.Header.Get("Etag")
		if !strings.HasPrefix(etag, `W/"`) {
			t.Fatalf("%s has the tag %q", path, etag)
		}
		for _, encoding := range []string{"gzip", "identity"} {
			for _, method := range []string{"GET", "HEAD"} {
				known, body := ask(t, s, method, path, "Accept-Encoding", encoding, "If-None-Match", etag)
				if known.StatusCode != 304 || len(body) > 0 || known.Header.Get("Content-Encoding") != "" ||
					known.Header.Get("Etag") != etag || known.Header.Get("Vary") != response.Header.Get("Vary") {
					t.Errorf("%s %s as %s: %d %v", method, path, encoding, known.StatusCode, known.Header)
				}
			}
		}
		head, body := ask(t, s, "HEAD", path, "Accept-Encoding", "gzip")
		if head.StatusCode != 200 || len(body) > 0 || head.Header.Get("Etag") != etag ||
			head.Header.Get("Content-Encoding") != response.Header.Get("Content-Encoding") {
			t.Errorf("HEAD %s: %d %v", path, head.StatusCode, head.Header)
		}
	}
}

// Whatever its size and in whatever pieces it is written, an answer arrives as it was, also when packers are used
// again.
func TestAnyAnswerUnpacksToItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 3000), 1, 4).Draw(t, "pieces")
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest("POST", "/api/words", nil)
		request.Header.Set("Accept-Encoding", "gzip")
		w := &answerWriter{ResponseWriter: recorder, request: request, info: &requestInfo{}}
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("Content-Length", fmt.Sprint(len(bytes.Join(pieces, nil))))
		for _, piece := range pieces {
			if n, err := w.Write(piece); n != len(piece) || err != nil {
				t.Fatal(n, err)
			}
		}
		w.finish()
		got := recorder.Body.Bytes()
		packed := recorder.Header().Get("Content-Encoding") == "gzip"
		if packed != (len(pieces[0]) >= minPacked) || packed == (recorder.Header().Get("Content-Length") != "") {
			t.Fatalf("%d bytes first: %v", len(pieces[0]), recorder.Header())
		}
		if packed {
			got = unpack(t, got)
		}
		if !bytes.Equal(got, bytes.Join(pieces, nil)) {
			t.Fatal("the answer is another one")
		}
	})
}
