// Package driver runs SQL statements in a SQLite file, in this process and without database/sql.
//
// It is made for package sqlite, whose transactions own a connection each: a connection takes no lock of its own, keeps
// its statements prepared, and reads columns straight into what Scan is given. The engine is modernc.org/sqlite's, the
// same that goose uses through database/sql.
package driver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"modernc.org/libc"
	_ "modernc.org/sqlite" // prepares the engine for use in one process
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// maxStatements bounds a connection's prepared statements: multi-row inserts have a text for each number of rows.
	maxStatements = 500
	// stepsBetweenLooks is how many of its steps SQLite makes until it asks whether the context has ended: some tenths
	// of a millisecond.
	stepsBetweenLooks = 4000
	wordSize          = int(unsafe.Sizeof(uintptr(0)))
)

// Conn is a connection. One goroutine may use it at a time.
type Conn struct {
	tls        *libc.TLS
	db         uintptr // C's sqlite3*
	statements map[string]*statement
	ctx        context.Context
	look       func(*libc.TLS, uintptr) int32 // SQLite calls it while a statement runs
	log        *logWriter                     // nil for one that writes it as SQLite does
}

// Open opens the file at path, or creates it, and runs the pragmas, such as "busy_timeout(20)".
func Open(path string, pragmas ...string) (*Conn, error) {
	c := &Conn{tls: libc.NewTLS(), statements: map[string]*statement{}, ctx: context.Background()}
	if err := c.open(path); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for _, pragma := range pragmas {
		if _, err := c.Exec("PRAGMA " + pragma); err != nil {
			return nil, errors.Join(fmt.Errorf("PRAGMA %s: %w", pragma, err), c.Close())
		}
	}
	return c, nil
}

func (c *Conn) open(path string) error {
	name, err := libc.CString(path)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, name)
	handle := c.tls.Alloc(wordSize)
	defer c.tls.Free(wordSize)
	// Without SQLite's own mutex on the connection, since no two goroutines ever use one at once.
	code := sqlite3.Xsqlite3_open_v2(c.tls, name, handle,
		sqlite3.SQLITE_OPEN_READWRITE|sqlite3.SQLITE_OPEN_CREATE|sqlite3.SQLITE_OPEN_NOMUTEX, 0)
	c.db = wordAt(handle)
	if code != sqlite3.SQLITE_OK {
		return c.failure(code)
	}
	sqlite3.Xsqlite3_extended_result_codes(c.tls, c.db, 1)
	c.look = func(*libc.TLS, uintptr) int32 { return libc.Bool32(c.ctx.Err() != nil) }
	sqlite3.Xsqlite3_progress_handler(c.tls, c.db, stepsBetweenLooks, address(&c.look), 0)
	return nil
}

// file is C's sqlite3_file* of the main database or of its log, whichever the operation asks for.
func (c *Conn) file(operation int32) (uintptr, error) {
	const mainFile = "main\x00"
	memory := c.tls.Alloc(wordSize + len(mainFile))
	defer c.tls.Free(wordSize + len(mainFile))
	name := memory + uintptr(wordSize)
	copy(memoryAt(name, len(mainFile)), mainFile)
	if code := sqlite3.Xsqlite3_file_control(c.tls, c.db, name, operation, memory); code != sqlite3.SQLITE_OK {
		return 0, c.failure(code)
	}
	return wordAt(memory), nil
}

// Within makes the following statements end, with the context's error, when ctx ends.
func (c *Conn) Within(ctx context.Context) { c.ctx = ctx }

// Exec runs a statement to its end and returns the number of rows that the last INSERT, UPDATE or DELETE changed. A
// refused INSERT or UPDATE leaves the rows that it changed before: the caller must roll back.
func (c *Conn) Exec(query string, args ...any) (int64, error) {
	s, err := c.start(query, args)
	if err != nil {
		return 0, err
	}
	more := true
	for more && err == nil {
		more, err = s.step()
	}
	s.end()
	if err != nil {
		return 0, err
	}
	return sqlite3.Xsqlite3_changes64(c.tls, c.db), nil
}

// Query runs a statement that returns rows. They must be closed, unless Next has returned false.
func (c *Conn) Query(query string, args ...any) (*Rows, error) {
	s, err := c.start(query, args)
	if err != nil {
		return nil, err
	}
	// The first step comes here, so that a statement's mistakes are Query's.
	more, err := s.step()
	if err != nil {
		s.end()
		return nil, err
	}
	return &Rows{of: s, first: true, more: more}, nil
}

// Changes is the number of rows that statements have changed since the connection was opened, also those that were
// rolled back.
func (c *Conn) Changes() int64 { return sqlite3.Xsqlite3_total_changes64(c.tls, c.db) }

// InTransaction reports whether a transaction is open. SQLite ends it by itself when the disk is full or fails.
func (c *Conn) InTransaction() bool { return sqlite3.Xsqlite3_get_autocommit(c.tls, c.db) == 0 }

// start binds the arguments to the prepared statement.
func (c *Conn) start(query string, args []any) (*statement, error) {
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	s, err := c.prepared(query)
	if err != nil {
		return nil, err
	}
	if s.running {
		return nil, errors.New("the statement's rows are still open")
	}
	s.running = true
	if err := s.bind(args); err != nil {
		s.end()
		return nil, err
	}
	return s, nil
}

func (c *Conn) prepared(query string) (*statement, error) {
	if s, ok := c.statements[query]; ok {
		return s, nil
	}
	s, err := c.prepare(query)
	if err == nil {
		c.statements[query] = s
	}
	return s, err
}

func (c *Conn) prepare(query string) (*statement, error) {
	text, err := libc.CString(positional(orFail(query)))
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, text)
	results := c.tls.Alloc(2 * wordSize)
	defer c.tls.Free(2 * wordSize)
	tail := results + uintptr(wordSize)
	code := sqlite3.Xsqlite3_prepare_v3(c.tls, c.db, text, -1, sqlite3.SQLITE_PREPARE_PERSISTENT, results, tail)
	if code != sqlite3.SQLITE_OK {
		return nil, c.failure(code)
	}
	s := &statement{conn: c, handle: wordAt(results)}
	rest := libc.GoString(wordAt(tail))
	if s.handle == 0 || strings.Trim(rest, " \t\n;") != "" {
		return nil, errors.Join(fmt.Errorf("not one statement: %s", query), s.close())
	}
	if err := s.readParameters(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// orFail makes an INSERT or UPDATE that is refused stop where it is. By itself SQLite would put back the rows that it
// has changed, and copies each page for that before it writes to it, although package db undoes the whole write anyway.
func orFail(query string) string {
	for _, verb := range []string{"INSERT", "UPDATE"} {
		rest, found := strings.CutPrefix(strings.TrimSpace(query), verb+" ")
		if found && !strings.HasPrefix(rest, "OR ") {
			return verb + " OR FAIL " + rest
		}
	}
	return query
}

// Trim drops the prepared statements when there are too many. None may have open rows.
func (c *Conn) Trim() {
	if len(c.statements) > maxStatements {
		_ = c.dropStatements() // they only hold memory
	}
}

func (c *Conn) dropStatements() error {
	var failures []error
	for _, s := range c.statements {
		failures = append(failures, s.close())
	}
	clear(c.statements)
	return errors.Join(failures...)
}

// Close rolls back what is not committed.
func (c *Conn) Close() error {
	failures := c.dropStatements()
	if code := sqlite3.Xsqlite3_close_v2(c.tls, c.db); code != sqlite3.SQLITE_OK {
		failures = errors.Join(failures, c.failure(code))
	}
	if c.log != nil {
		sqlite3.Xsqlite3_free(c.tls, uintptr(unsafe.Pointer(c.log.memory)))
	}
	c.tls.Close()
	return failures
}

// Error is SQLite's refusal of a statement.
type Error struct {
	code int
	text string
}

// Error returns SQLite's words and the number of the result code.
func (e *Error) Error() string { return e.text + " (" + strconv.Itoa(e.code) + ")" }

// Code returns the extended result code: https://www.sqlite.org/rescode.html
func (e *Error) Code() int { return e.code }

// failure is the error of the result code that a function of SQLite has just returned.
func (c *Conn) failure(code int32) error {
	if code == sqlite3.SQLITE_INTERRUPT && c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	text := libc.GoString(sqlite3.Xsqlite3_errstr(c.tls, code))
	if c.db != 0 && sqlite3.Xsqlite3_extended_errcode(c.tls, c.db) == code {
		if more := libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db)); more != text {
			text += ": " + more
		}
	}
	return &Error{code: int(code), text: text}
}
