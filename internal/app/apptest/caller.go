package apptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

// Client sends the requests of all callers. It follows no redirect.
var Client = &http.Client{
	Transport:     &http.Transport{MaxIdleConnsPerHost: 100},
	Timeout:       30 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Caller is somebody who sends requests: a person of an organization, a spreadsheet, or anyone.
type Caller struct {
	Server  *Server
	Token   string // empty for who isn't signed in
	Org     string // the id of the organization
	UserID  string
	Email   string
	Cookies []*http.Cookie
	Header  http.Header // sent with every request
}

// Anyone is a caller who isn't signed in.
func (s *Server) Anyone() *Caller { return &Caller{Server: s} }

// With is the same caller with one more header.
func (c *Caller) With(name, value string) *Caller {
	copied := *c
	copied.Header = c.Header.Clone()
	if copied.Header == nil {
		copied.Header = http.Header{}
	}
	copied.Header.Set(name, value)
	return &copied
}

// Do sends body: a value to encode, a string as it stands, or nil for none. "{org}" in the path is the caller's
// organization. The answer must be as the OpenAPI document describes it, and no message of it has a day in digits.
func (c *Caller) Do(method, path string, body any) Answer {
	c.Server.T.Helper()
	a, err := c.Try(method, path, body)
	if err != nil {
		c.Server.T.Fatal(err)
	}
	c.Server.Document.check(c.Server.T, a)
	a.inWords("", a.Body)
	return a
}

// Try is Do for use in goroutines: it returns the error, and doesn't look into the document.
func (c *Caller) Try(method, path string, body any) (Answer, error) {
	path = strings.ReplaceAll(path, "{org}", c.Org)
	var reader io.Reader
	switch body := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(body)
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			return Answer{}, err
		}
		reader = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, c.Server.URL+path, reader)
	if err != nil {
		return Answer{}, err
	}
	if reader != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, values := range c.Header {
		request.Header[name] = values
	}
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for _, cookie := range c.Cookies {
		request.AddCookie(cookie)
	}
	response, err := Client.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{T: c.Server.T, Method: method, Path: path, Status: response.StatusCode, Header: response.Header, Raw: raw}
	if a.isFile() { // Do asks the document whether it may be one
		return a, nil
	}
	if err := json.Unmarshal(raw, &a.Body); err != nil {
		return a, fmt.Errorf("%s %s answered no JSON object: %s", method, path, raw)
	}
	return a, nil
}

// Download gets a file. It fails unless the answer is a file of the media type with the headers that every file has.
func (c *Caller) Download(path, mediaType string) Answer {
	c.Server.T.Helper()
	a := c.Get(path).Want(200)
	if !a.isFile() || a.Header.Get("Content-Type") != mediaType ||
		!strings.HasPrefix(a.Header.Get("Content-Disposition"), "attachment; filename=") ||
		!strings.HasPrefix(a.Header.Get("Cache-Control"), "private") ||
		a.Header.Get("X-Content-Type-Options") != "nosniff" {
		c.Server.T.Fatalf("GET %s answered %d bytes under %v, want a file of the type %s", path, len(a.Raw), a.Header,
			mediaType)
	}
	return a
}

// Get sends a GET request.
func (c *Caller) Get(path string) Answer {
	c.Server.T.Helper()
	return c.Do("GET", path, nil)
}

// Post sends a POST request; see Do for the body.
func (c *Caller) Post(path string, body any) Answer {
	c.Server.T.Helper()
	return c.Do("POST", path, body)
}

// Put sends a PUT request; see Do for the body.
func (c *Caller) Put(path string, body any) Answer {
	c.Server.T.Helper()
	return c.Do("PUT", path, body)
}

// Delete sends a DELETE request.
func (c *Caller) Delete(path string) Answer {
	c.Server.T.Helper()
	return c.Do("DELETE", path, nil)
}

// Bare sends a request without a caller and returns the response with its body read.
func Bare(t *testing.T, method, address string, headers map[string]string) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequest(method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := Client.Do(request)
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

// Object is a JSON object of a request body.
type Object map[string]any

// Merged is a copy of the object with other's members added or in place of its own. A nil member is sent as null.
func (o Object) Merged(other Object) Object {
	all := Object{}
	maps.Copy(all, o)
	maps.Copy(all, other)
	return all
}

// Without is a copy of the object less the named members.
func (o Object) Without(names ...string) Object {
	rest := o.Merged(nil)
	for _, name := range names {
		delete(rest, name)
	}
	return rest
}

// CountStatuses has many clients send a request at once, fails unless each status comes as often as wanted, and returns
// the successful answers.
func CountStatuses(t *testing.T, clients int, want map[int]int,
	send func(i int) (Answer, error)) (done []Answer) {
	t.Helper()
	answers, got := make([]Answer, clients), map[int]int{}
	Together(clients, func(i int) {
		a, err := send(i)
		if err != nil {
			t.Error(err)
		}
		answers[i] = a
	})
	for _, a := range answers {
		got[a.Status]++
		if a.Status < 300 {
			done = append(done, a)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the statuses are %v, want %v", got, want)
		for _, a := range answers {
			if want[a.Status] == 0 {
				t.Fatalf("%s", a.Raw)
			}
		}
	}
	return done
}
