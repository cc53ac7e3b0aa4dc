package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"sarai/internal/kit/web"
)

// How long, and how many bytes of, the lines of requests wait to be written together.
const (
	logDelay = 250 * time.Millisecond
	logSize  = 32 << 10
)

// logLines are all lines of the program's log.
var logLines = &lines{out: os.Stderr, delay: logDelay}

// lines gathers the lines of requests, so that a request doesn't cost a system call for its own. They are written in
// their order: when one has waited long enough, when there are many, before any other line, and at the end.
type lines struct {
	out   io.Writer
	delay time.Duration

	mu      sync.Mutex
	waiting []byte
	timed   bool // the oldest one's time is measured
}

// Write takes a line.
func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, line...)
	if len(l.waiting) >= logSize {
		l.write()
	} else if !l.timed {
		l.timed = true
		time.AfterFunc(l.delay, l.flush)
	}
	return len(line), nil
}

// flush writes what waits.
func (l *lines) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.timed = false
	l.write()
}

func (l *lines) write() {
	if len(l.waiting) > 0 {
		_, _ = l.out.Write(l.waiting) // there is nowhere to tell it
		l.waiting = l.waiting[:0]
	}
}

// logHandler lets nothing wait but the lines of requests in which nothing went wrong.
type logHandler struct {
	slog.Handler
	lines *lines
}

// Handle writes a record.
func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	err := h.Handler.Handle(ctx, record)
	if record.Level > slog.LevelInfo || record.Message != web.RequestLine {
		h.lines.flush()
	}
	return err
}

// WithAttrs and WithGroup keep lines from waiting in loggers that are made of this one.
func (h logHandler) WithAttrs(attributes []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(attributes), h.lines}
}

// WithGroup is explained at WithAttrs.
func (h logHandler) WithGroup(name string) slog.Handler {
	return logHandler{h.Handler.WithGroup(name), h.lines}
}

func newLogger(format string, l *lines) *slog.Logger {
	if format == "json" {
		return slog.New(logHandler{slog.NewJSONHandler(l, nil), l})
	}
	return slog.New(logHandler{slog.NewTextHandler(l, nil), l})
}

func (s *Settings) logger() *slog.Logger { return newLogger(s.Log, logLines) }
