package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"sarai/internal/identity/session"
)

// client is a member at work: it calls the API as the console does.
type client struct {
	handler http.Handler
	org     string
	token   func() string // nil before the member has signed in
}

// signIn signs the role's member in. Each moment of the story is half a minute, so an access token is made for each
// request: none would last for an afternoon's work.
func (h *backOffice) signIn(ctx context.Context, role string) (*client, error) {
	c := &client{handler: h.app.Handler, org: h.org.ID}
	of := h.staff[role]
	var login struct{ Token string }
	if err := c.ask(ctx, "POST", "auth/login", object{"email": of.Email, "password": Password}, &login); err != nil {
		return nil, err
	}
	id, _ := h.app.Sessions.SessionOf(login.Token)
	c.token = func() string { return h.app.Sessions.AccessToken(session.Session{ID: id, Login: of.User}) }
	return c, nil
}

func (c *client) signOut(ctx context.Context) error {
	return c.ask(ctx, "POST", "auth/logout", object{}, nil)
}

type object = map[string]any

// ask sends a request, with the organization's id for {org} in its path, and decodes the answer's data unless into is
// nil. A text is sent as a file. The error tells what the server refuses.
func (c *client) ask(ctx context.Context, method, path string, body, into any) error {
	file, isFile := body.(string)
	sent, kind := []byte(file), "text/csv"
	if !isFile {
		kind = "application/json"
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return err
		}
	}
	path = strings.ReplaceAll(path, "{org}", c.org)
	r, err := http.NewRequestWithContext(ctx, method, "/api/"+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("Content-Type", kind)
	r.Header.Set("User-Agent", "sarai demo")
	if c.token != nil {
		r.Header.Set("Authorization", "Bearer "+c.token())
	}
	w := &written{header: http.Header{}, status: http.StatusOK}
	c.handler.ServeHTTP(w, r)
	var answer struct{ Data json.RawMessage }
	if err := json.Unmarshal(w.Bytes(), &answer); err != nil || w.status >= 300 {
		return fmt.Errorf("%s %s answered %d: %s", method, path, w.status, w.Bytes())
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.Data, into)
}

// create is ask for a new record, whose id it returns.
func (c *client) create(ctx context.Context, path string, body object) (id string, err error) {
	var made struct {
		ID string `json:"_id"`
	}
	err = c.ask(ctx, "POST", path, body, &made)
	return made.ID, err
}

// written is an answer as it is written.
type written struct {
	bytes.Buffer
	header http.Header
	status int
}

func (w *written) Header() http.Header    { return w.header }
func (w *written) WriteHeader(status int) { w.status = status }
