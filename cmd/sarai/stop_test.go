package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// slowRequest is a request whose body arrives bit by bit.
type slowRequest struct {
	t    *testing.T
	conn net.Conn
	rest string
}

// beginSlowly sends a request without the second half of its body, and returns when the server is reading it.
// The header, if any, is one line.
func (c *caller) beginSlowly(path string, body any, header string) *slowRequest {
	c.t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		c.t.Fatal(err)
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: sarai.test\r\nAuthorization: Bearer %s\r\nContent-Type: "+
		"application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n%s\r\n",
		strings.ReplaceAll(path, "{org}", c.org), c.token, len(encoded), header)
	// The server says so when the handler asks for the body.
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.Contains(line, "100 Continue") {
		c.t.Fatalf("the server doesn't begin to read: %q %v", line, err)
	}
	half := len(encoded) / 2
	if _, err := conn.Write(encoded[:half]); err != nil {
		c.t.Fatal(err)
	}
	return &slowRequest{t: c.t, conn: conn, rest: string(encoded[half:])}
}

func (r *slowRequest) finish() answer {
	r.t.Helper()
	if _, err := io.WriteString(r.conn, r.rest); err != nil {
		r.t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(r.conn), nil)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer{t: r.t, asked: "the slow request", status: response.StatusCode, header: response.Header, raw: raw}
}

func (s *program) refusesConnections() bool {
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err == nil {
		conn.Close()
	}
	return err != nil
}

// A stop lets a request in flight finish, takes no other, and leaves a closed database, however often it is told.
func TestACleanStop(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		p.watch()
		s := p.serve()
		owner := s.hotel("Haveli", "owner@hotel.example")
		body := stay(1, 2, owner.rooms(1)...)
		body["specialRequests"] = strings.Repeat("A quiet room, please. ", 20)
		slow := owner.beginSlowly("/api/bookings/{org}/create", body, "")

		began := time.Now()
		s.signal(syscall.SIGTERM)
		await(t, "the server to refuse connections", s.refusesConnections)
		s.signal(syscall.SIGTERM)
		s.signal(syscall.SIGINT)
		select {
		case <-s.over:
			t.Fatalf("it ended with a request in flight: %s", s.stderr.String())
		default:
		}
		code := slow.finish().want(201).text("data", "code")
		if exit := s.wait(); exit != 0 {
			t.Errorf("exit %d: %s", exit, s.stderr.String())
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("the stop took %s", took)
		}
		if log, err := os.Stat(strings.TrimPrefix(p.database, "sqlite:") + "-wal"); err == nil && log.Size() > 0 {
			t.Errorf("the database's log still has %d bytes", log.Size())
		}

		again := p.serve()
		owner.at(again).get("/api/bookings/{org}/by-code/" + code).want(200)
		again.stop()
	})
}

// Clients that never finish can't hold the stop up for longer than they are given, and the exit code tells of it.
func TestAStopWithRequestsThatNeverEnd(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		p.watch()
		first := p.serve()
		owner := first.hotel("Haveli", "owner@hotel.example")
		body := stay(1, 2, owner.rooms(1)...)
		second, other := first, owner
		if !p.onSQLite() { // on which one server may work
			second = p.serve()
			other = owner.at(second)
		}
		owner.beginSlowly("/api/bookings/{org}/create", body, "")
		other.beginSlowly("/api/bookings/{org}/create", body, "Idempotency-Key: k\r\n")
		began := time.Now()
		first.signal(syscall.SIGTERM)
		second.signal(syscall.SIGTERM)
		for _, s := range []*program{first, second} {
			exit, took := s.wait(), time.Since(began)
			if exit != 1 || took < 9*time.Second || took > 15*time.Second ||
				!strings.Contains(s.stderr.String(), "some requests did not finish within 10s") {
				t.Errorf("exit %d after %s: %s", exit, took, lastLines(s.stderr.String(), 3))
			}
		}
		if books := p.query("SELECT code FROM bookings"); len(books) > 0 {
			t.Errorf("half a request has booked %v", books)
		}
	})
}

// SIGINT, which the keyboard sends, is as good as SIGTERM; an idle client doesn't hold the stop up.
func TestAStopByKeyboardWithIdleClients(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		s := p.serve()
		for range 3 {
			s.anyone().get("/healthz").want(200) // keeps its connection
		}
		began := time.Now()
		s.signal(syscall.SIGINT)
		if code := s.wait(); code != 0 {
			t.Errorf("exit %d: %s", code, s.stderr.String())
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("the stop took %s", took)
		}
	})
}
