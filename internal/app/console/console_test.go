package console_test

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-chi/chi/v5"

	"sarai/internal/app/console"
)

// built is a console as the build leaves it: one asset, in three encodings.
func built() fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"index.html": "<!doctype html><title>Sarai</title>", "paths.json": `["/", "/bookings/:bookingId"]`,
		"worker.js": "self", "icon.svg": "<svg/>", "app.webmanifest": "{}",
		"assets/index-1a2b.js": "plain", "assets/index-1a2b.js.br": "brotli", "assets/index-1a2b.js.gz": "gzip",
		"assets/icons-3c4d.css": "css",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

func serve(t *testing.T, files fs.FS, w console.Welcome) http.Handler {
	t.Helper()
	r := chi.NewRouter()
	if err := console.Pages(r, files, w); err != nil {
		t.Fatal(err)
	}
	return r
}

func get(h http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	request, answer := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	h.ServeHTTP(answer, request)
	return answer
}

func TestThePageIsAtEveryScreen(t *testing.T) {
	h := serve(t, built(), console.Welcome{})
	for path, status := range map[string]int{"/": 200, "/bookings/665f1c2ab7e4d90012ab34cd": 200, "/bookings": 404,
		"/nowhere": 404, "/index.html": 404, "/paths.json": 404, "/assets/": 404, "/assets/..%2fpaths.json": 404} {
		answer := get(h, path)
		if answer.Code != status {
			t.Errorf("%s: %d, want %d", path, answer.Code, status)
		}
		policy := answer.Header().Get("Content-Security-Policy")
		if status == 200 && (answer.Header().Get("Cache-Control") != "no-cache" || strings.Contains(policy, "unsafe") ||
			!strings.Contains(policy, "script-src 'self';") || !strings.Contains(policy, "default-src 'none'")) {
			t.Errorf("%s: headers %v", path, answer.Header())
		}
	}
}

func TestAssetsComeInTheSmallestEncodingThatIsTaken(t *testing.T) {
	h := serve(t, built(), console.Welcome{})
	for _, c := range []struct{ name, accept, encoding, body string }{
		{"index-1a2b.js", "gzip, deflate, br", "br", "brotli"},
		{"index-1a2b.js", "gzip;q=0.5, br;q=0", "gzip", "gzip"},
		{"index-1a2b.js", "BR ; q=1", "br", "brotli"},
		{"index-1a2b.js", "", "", "plain"},
		{"index-1a2b.js", "gzip;q=0.000", "", "plain"},
		{"icons-3c4d.css", "br, gzip", "", "css"},
	} {
		answer := get(h, "/assets/"+c.name, "Accept-Encoding", c.accept)
		header := answer.Header()
		if answer.Code != 200 || answer.Body.String() != c.body || header.Get("Content-Encoding") != c.encoding {
			t.Errorf("%+v: %d %v %q", c, answer.Code, header, answer.Body)
		}
		if header.Get("Vary") != "Accept-Encoding" || !strings.Contains(header.Get("Cache-Control"), "immutable") {
			t.Errorf("%+v: headers %v", c, header)
		}
	}
	if answer := get(h, "/assets/index-old.js"); answer.Code != 404 || strings.Contains(answer.Body.String(), "plain") {
		t.Errorf("a file of another version: %d %q", answer.Code, answer.Body)
	}
}

func TestTheWelcomeNamesPeopleOnlyInADemo(t *testing.T) {
	plain := get(serve(t, built(), console.Welcome{Version: "1.2.3"}), "/console.json").Body.String()
	if strings.TrimSpace(plain) != `{"version":"1.2.3","signUp":false}` {
		t.Errorf("without a demo: %s", plain)
	}
	people := []console.Person{{Name: "Asha", Email: "a@b.example", Role: "Manager"}}
	demo := console.Demo{Password: "open sesame", People: people}
	shown := get(serve(t, built(), console.Welcome{Demo: &demo}), "/console.json").Body.String()
	if !strings.Contains(shown, `"email":"a@b.example"`) || !strings.Contains(shown, "open sesame") {
		t.Errorf("with a demo: %s", shown)
	}
}

func TestTheWelcomeTellsWhetherAStrangerMaySignUp(t *testing.T) {
	open := true
	h := serve(t, built(), console.Welcome{MaySignUp: func(context.Context) bool { return open }})
	for _, open = range []bool{true, false} {
		if text := get(h, "/console.json").Body.String(); !strings.Contains(text, fmt.Sprintf(`"signUp":%t`, open)) {
			t.Errorf("open %t: %s", open, text)
		}
	}
}

func TestAMailIsShownInASandbox(t *testing.T) {
	answer := get(serve(t, built(), console.Welcome{}), "/mail-preview")
	policy := answer.Header().Get("Content-Security-Policy")
	parts := []string{"sandbox allow-scripts;", "default-src 'none'", "script-src 'sha256-", "frame-ancestors 'self'"}
	for _, part := range parts {
		if answer.Code != 200 || !strings.Contains(policy, part) || strings.Contains(policy, "allow-same-origin") {
			t.Errorf("%d, policy %s", answer.Code, policy)
		}
	}
}

func TestAProgramWithoutConsoleSaysSo(t *testing.T) {
	h := serve(t, fstest.MapFS{".gitkeep": {}}, console.Welcome{})
	if answer := get(h, "/"); answer.Code != 200 || !strings.Contains(answer.Body.String(), "Install Node") {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	if answer := get(h, "/stay-view"); answer.Code != 404 {
		t.Errorf("a screen of a console that isn't there: %d", answer.Code)
	}
}

// Who opens an address that isn't there reads so on our page; programs read the JSON of the API.
func TestAnUnknownAddressShowsThePage(t *testing.T) {
	h := serve(t, built(), console.Welcome{})
	home := get(h, "/").Body.String()
	for path, shown := range map[string]bool{"/nowhere": true, "/bookings/x/y/z": true, "/api/nowhere": false} {
		answer := get(h, path, "Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "Range", "bytes=0-3")
		if answer.Code != 404 || (answer.Body.String() == home) != shown {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
		if shown && !strings.Contains(answer.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: headers %v", path, answer.Header())
		}
		if plain := get(h, path, "Accept", "application/json"); plain.Code != 404 || plain.Body.String() == home {
			t.Errorf("%s as JSON: %d %s", path, plain.Code, plain.Body)
		}
	}
}
