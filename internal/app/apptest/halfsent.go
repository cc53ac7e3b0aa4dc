package apptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// HalfSent is a request that the server has let in and whose body it waits for.
type HalfSent struct {
	caller     *Caller
	connection net.Conn
	answers    *bufio.Reader
	request    *http.Request
	body       []byte
}

// Begin sends a request up to its body, and returns when the server asks for that: by then it knows who calls. The body
// is as in Do.
func (c *Caller) Begin(method, path string, body any) *HalfSent {
	c.Server.T.Helper()
	content, isText := body.(string)
	if !isText {
		encoded, err := json.Marshal(body)
		if err != nil {
			c.Server.T.Fatal(err)
		}
		content = string(encoded)
	}
	host := strings.TrimPrefix(c.Server.URL, "http://")
	connection, err := net.Dial("tcp", host)
	if err != nil {
		c.Server.T.Fatal(err)
	}
	var head strings.Builder
	fmt.Fprintf(&head, "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\nExpect: 100-continue\r\n", method,
		strings.ReplaceAll(path, "{org}", c.Org), host, len(content))
	if c.Token != "" {
		fmt.Fprintf(&head, "Authorization: Bearer %s\r\n", c.Token)
	}
	for name := range c.Header {
		fmt.Fprintf(&head, "%s: %s\r\n", name, c.Header.Get(name))
	}
	head.WriteString("\r\n")
	h := &HalfSent{caller: c, connection: connection, answers: bufio.NewReader(connection),
		request: &http.Request{Method: method}, body: []byte(content)}
	half := len(content) / 2
	if _, err := io.WriteString(connection, head.String()); err != nil {
		c.Server.T.Fatal(err)
	}
	proceed, err := http.ReadResponse(h.answers, h.request)
	if err != nil || proceed.StatusCode != http.StatusContinue {
		c.Server.T.Fatalf("%s %s isn't asked for its body: %v, %v", method, path, proceed, err)
	}
	if _, err := connection.Write(h.body[:half]); err != nil {
		c.Server.T.Fatal(err)
	}
	h.body = h.body[half:]
	return h
}

// Finish sends the rest of the body and returns the status and the text of the answer.
func (h *HalfSent) Finish() (status int, text string) {
	t := h.caller.Server.T
	t.Helper()
	defer h.connection.Close()
	if _, err := h.connection.Write(h.body); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(h.answers, h.request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}
