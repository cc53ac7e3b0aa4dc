package main

import (
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/web"
)

// told passes on what is written at once.
type told chan string

func (w told) Write(text []byte) (int, error) {
	w <- string(text)
	return len(text), nil
}

// Lines of requests wait for each other, nothing else does, and none overtakes another.
func TestLinesOfRequestsWait(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		written := make(told, 10)
		log := newLogger(format, &lines{out: written, delay: time.Hour})
		log.Info(web.RequestLine, "number", "one")
		log.Info(web.RequestLine, "number", "two")
		select {
		case text := <-written:
			t.Fatalf("a request has written %q", text)
		default:
		}
		log.With("who", "somebody").Warn("something is odd")
		if text := <-written; !inOrder(text, "one", "two", "something is odd", "somebody") {
			t.Errorf("with a warning came %q", text)
		}
		log.Error(web.RequestLine, "number", "three")
		if text := <-written; !strings.Contains(text, "three") {
			t.Errorf("with a failure came %q", text)
		}
		log.WithGroup("at").Info("serving", "address", "here")
		if text := <-written; !inOrder(text, "serving", "here") {
			t.Errorf("with another line came %q", text)
		}
		// Many lines don't fill the memory.
		for len(written) == 0 {
			log.Info(web.RequestLine)
		}
		if text := <-written; len(text) < logSize || len(text) > logSize+1000 || !strings.HasSuffix(text, "\n") {
			t.Errorf("%d bytes have waited", len(text))
		}
	}
}

// A line doesn't wait for what may never happen.
func TestTheLastLineComes(t *testing.T) {
	written := make(told)
	log := newLogger("text", &lines{out: written, delay: time.Millisecond})
	for _, number := range []string{"one", "two"} {
		log.Info(web.RequestLine, "number", number)
		if text := <-written; !strings.Contains(text, number) || strings.Count(text, "\n") != 1 {
			t.Errorf("after a while came %q", text)
		}
	}
}

func inOrder(text string, words ...string) bool {
	for _, word := range words {
		_, after, found := strings.Cut(text, word)
		if !found {
			return false
		}
		text = after
	}
	return true
}

// A program that panics has written its lines.
func TestLinesBeforeAPanic(t *testing.T) {
	if os.Getenv("PANIC_OF_A_TEST") != "" {
		defer logLines.flush()
		slog.SetDefault((&Settings{Log: "text"}).logger())
		slog.Info(web.RequestLine, "number", "last")
		panic("on purpose")
	}
	program := exec.Command(os.Args[0], "-test.run", "^TestLinesBeforeAPanic$")
	program.Env = append(os.Environ(), "PANIC_OF_A_TEST=1")
	said, err := program.CombinedOutput()
	if err == nil || !inOrder(string(said), "number=last", "on purpose") {
		t.Errorf("it ended with %v and said %s", err, said)
	}
}
