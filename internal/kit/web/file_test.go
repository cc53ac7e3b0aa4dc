package web

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"pgregory.net/rapid"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
)

func TestDisposition(t *testing.T) {
	for name, want := range map[string]string{
		"Tax Invoice INV-1.pdf":    `filename="Tax Invoice INV-1.pdf"; filename*=UTF-8''Tax%20Invoice%20INV-1.pdf`,
		"बिल.pdf":                  `filename="___.pdf"; filename*=UTF-8''%E0%A4%AC%E0%A4%BF%E0%A4%B2.pdf`,
		"a\"; filename=evil.exe":   `filename="a-_ filename=evil.exe"; filename*=UTF-8''a-%3B%20filename%3Devil.exe`,
		"../../etc/passwd":         `filename="-..-etc-passwd"; filename*=UTF-8''-..-etc-passwd`,
		"x\r\nSet-Cookie: a=b\x00": `filename="x--Set-Cookie- a=b-"; filename*=UTF-8''x--Set-Cookie-%20a%3Db-`,
		"":                         `filename="file"; filename*=UTF-8''file`,
		" .. ":                     `filename="file"; filename*=UTF-8''file`,
		"100% 'sure'.pdf":          `filename="100_ _sure_.pdf"; filename*=UTF-8''100%25%20%27sure%27.pdf`,
		"\xff\xfe.pdf":             `filename="-.pdf"; filename*=UTF-8''-.pdf`,
		"invoice\u2028\u0085x.pdf": `filename="invoice--x.pdf"; filename*=UTF-8''invoice--x.pdf`,
		"a\\b|c?d*e<f>g:h.pdf":     `filename="a-b-c-d-e-f-g-h.pdf"; filename*=UTF-8''a-b-c-d-e-f-g-h.pdf`,
		".htaccess":                `filename="htaccess"; filename*=UTF-8''htaccess`,
	} {
		if got := disposition(false, name); got != "attachment; "+want {
			t.Errorf("%q:\n got %s\nwant attachment; %s", name, got, want)
		}
	}
}

// Whatever the name, it is one header of printable ASCII, and readers find a plain file name in it.
func TestAnyDisposition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		anyBytes := rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
		name := rapid.OneOf(rapid.String(), anyBytes).Draw(t, "name")
		header := disposition(false, name)
		kind, parameters, err := mime.ParseMediaType(header)
		plain := parameters["filename"]
		if err != nil || kind != "attachment" || plain == "" || strings.ContainsAny(plain, "/\\\r\n\x00") {
			t.Fatalf("%q: %v %v", header, parameters, err)
		}
		if i := strings.IndexFunc(header, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 {
			t.Fatalf("%q has %q", header, header[i])
		}
	})
}

// files is a server that stores one file.
func files(t *testing.T, limit int) (*httptest.Server, map[string]any) {
	stored := &file.File{}
	type input struct{ FileBody }
	put := func(_ context.Context, _ scope.Scope, _ *input, f file.File) (*Message, error) {
		*stored = file.File{Name: f.Name, Type: f.Type, Content: bytes.Clone(f.Content)}
		return Done("Stored."), nil
	}
	get := func(context.Context, scope.Scope, *struct{}) (*file.File, error) {
		if stored.Type == "" {
			return nil, errs.NotFound("There is no file.")
		}
		return stored, nil
	}
	routes := []Route{
		Upload("/api/test/file", scope.Need{Access: scope.AccessAnyone}, put, "Put", limit, "application/pdf", "image/png"),
		Download("/api/test/file", scope.Need{Access: scope.AccessAnyone}, get, "Get", "application/pdf", "image/png"),
	}
	handler, document := New(Config{Clock: clock.System{}, Metrics: prometheus.NewRegistry(),
		Log: slog.New(slog.DiscardHandler), Routes: routes})
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	var described map[string]any
	if err := json.Unmarshal(document(), &described); err != nil {
		t.Fatal(err)
	}
	return server, described
}

func send(t *testing.T, server *httptest.Server, method, contentType string, body []byte) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(method, server.URL+"/api/test/file", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Accept", "application/pdf")
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(content)
}

func TestFilesComeAndGo(t *testing.T) {
	server, document := files(t, 1<<20)
	const none = `{"success":false,"message":"There is no file."}` + "\n"
	response, body := send(t, server, "GET", "", nil)
	if response.StatusCode != 404 || body != none || response.Header.Get("Content-Type") != "application/json" {
		t.Errorf("answered %d %s", response.StatusCode, body)
	}
	pdf := append([]byte("%PDF-1.7\n\x00\xff\r\n"), bytes.Repeat([]byte{'x'}, 1<<20-13)...)
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	_ = writer.WriteField("file2", "no")
	part, _ := writer.CreateFormFile("file", "Rechnung \"März\".pdf")
	_, _ = part.Write(pdf)
	_ = writer.Close()
	for contentType, body := range map[string][]byte{"application/pdf": pdf, "application/x-www-form-urlencoded": pdf,
		"image/png": pdf, "nonsense": pdf, writer.FormDataContentType(): form.Bytes()} {
		if response, answer := send(t, server, "PUT", contentType, body); response.StatusCode != 200 {
			t.Fatalf("%s: %d %s", contentType, response.StatusCode, answer)
		}
		response, content := send(t, server, "GET", "", nil)
		header := response.Header
		if content != string(pdf) || header.Get("Content-Type") != "application/pdf" ||
			header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: %d bytes came back under %v", contentType, len(content), header)
		}
		_, parameters, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
		if named := strings.HasPrefix(contentType, "multipart/"); named != (parameters["filename"] == "Rechnung -März-.pdf") {
			t.Errorf("%s: named %v", contentType, parameters)
		}
	}
	for name, body := range map[string][]byte{"nothing": nil, "text": []byte("hello"), "HTML": []byte("<!DOCTYPE html>"),
		"too much": append(pdf, 'x')} {
		response, answer := send(t, server, "PUT", "application/pdf", body)
		if response.StatusCode != 400 || !strings.Contains(answer, `"field":"file"`) {
			t.Errorf("%s: %d %s", name, response.StatusCode, answer)
		}
	}
	response, answer := send(t, server, "PUT", "application/pdf", make([]byte, 3<<20))
	if response.StatusCode != 400 || !strings.Contains(answer, "more than 1 MiB") {
		t.Errorf("%d %s", response.StatusCode, answer)
	}
	for query, kind := range map[string]string{"": "attachment", "?inline=false": "attachment", "?inline=": "attachment",
		"?inline=true": "inline"} {
		response, content := ask(t, server, "GET", "/api/test/file"+query)
		got, parameters, _ := mime.ParseMediaType(response.Header.Get("Content-Disposition"))
		if got != kind || parameters["filename"] == "" || content == nil ||
			response.Header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(response.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s is answered under %v", query, response.Header)
		}
	}
	refused, content := ask(t, server, "GET", "/api/test/file?inline=1")
	if refused.StatusCode != 400 || !strings.Contains(string(content), `"field":"inline"`) {
		t.Errorf("inline=1 is answered %d: %s", refused.StatusCode, content)
	}
	inside := func(value any, path ...string) map[string]any {
		for _, name := range path {
			value = value.(map[string]any)[name]
		}
		return value.(map[string]any)
	}
	operations := inside(document, "paths", "/api/test/file")
	answers, takes := inside(operations, "get", "responses", "200", "content"), inside(operations, "put", "requestBody")
	if len(answers) != 2 || answers["application/pdf"] == nil || len(inside(takes, "content")) != 3 ||
		takes["required"] != true {
		t.Errorf("described as %v and %v", answers, takes)
	}
}
