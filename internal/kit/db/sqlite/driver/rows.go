package driver

import (
	"fmt"
	"math"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Rows are the rows that a statement finds, read one by one.
type Rows struct {
	of    *statement // nil when closed
	first bool       // the first step is made, and its row not yet asked for
	more  bool
	err   error
}

// Next goes to the next row. It returns false and closes the rows after the last one, or when the statement fails.
func (r *Rows) Next() bool {
	if r.of == nil {
		return false
	}
	if !r.first {
		r.more, r.err = r.of.step()
	}
	r.first = false
	if !r.more {
		_ = r.Close() // returns nil
	}
	return r.more
}

// Err returns the error that ended the rows early.
func (r *Rows) Err() error { return r.err }

// Close makes the statement ready to run again. It returns nil.
func (r *Rows) Close() error {
	if r.of != nil {
		r.of.end()
		r.of = nil
	}
	return nil
}

// Columns returns the names of the columns.
func (r *Rows) Columns() ([]string, error) {
	if r.of == nil {
		return nil, errClosed
	}
	names := make([]string, sqlite3.Xsqlite3_column_count(r.of.conn.tls, r.of.handle))
	for i := range names {
		names[i] = libc.GoString(sqlite3.Xsqlite3_column_name(r.of.conn.tls, r.of.handle, int32(i)))
	}
	return names, nil
}

// Scan stores the row's columns where dest points to, by the rules of database/sql: numbers and texts are converted to
// one another, sql.Scanner is asked, and NULL needs a pointer to a pointer, an *any or a sql.Scanner. The row's texts
// share one piece of memory.
func (r *Rows) Scan(dest ...any) error {
	if r.of == nil {
		return errClosed
	}
	bytes := r.of.readCells()
	if len(r.of.cells) != len(dest) {
		return fmt.Errorf("%d columns can't be scanned into %d places", len(r.of.cells), len(dest))
	}
	texts := make([]byte, 0, bytes)
	for i, cell := range r.of.cells {
		var text string
		if cell.kind == sqlite3.SQLITE_TEXT && cell.size > 0 {
			start := len(texts)
			texts = append(texts, memoryAt(cell.address, cell.size)...)
			text = unsafe.String(&texts[start], cell.size) // nothing writes there any more
		}
		if err := cell.store(text, dest[i]); err != nil {
			return fmt.Errorf("column %d: %w", i+1, err)
		}
	}
	return nil
}

// cell is a column of the row that is being read. It's valid until the next step.
type cell struct {
	kind    int32 // one of SQLite's five
	size    int   // of a text or a blob, in bytes
	address uintptr
	number  int64 // or the bits of a float
}

// readCells reads the row and returns how many bytes its texts have.
func (s *statement) readCells() (bytes int) {
	tls := s.conn.tls
	s.cells = s.cells[:0]
	for i := range sqlite3.Xsqlite3_data_count(tls, s.handle) {
		value := sqlite3.Xsqlite3_column_value(tls, s.handle, i)
		c := cell{kind: sqlite3.Xsqlite3_value_type(tls, value)}
		switch c.kind {
		case sqlite3.SQLITE_INTEGER:
			c.number = sqlite3.Xsqlite3_value_int64(tls, value)
		case sqlite3.SQLITE_FLOAT:
			c.number = int64(math.Float64bits(sqlite3.Xsqlite3_value_double(tls, value)))
		case sqlite3.SQLITE_TEXT:
			c.address = sqlite3.Xsqlite3_value_text(tls, value)
			c.size = int(sqlite3.Xsqlite3_value_bytes(tls, value))
			bytes += c.size
		case sqlite3.SQLITE_BLOB:
			c.address = sqlite3.Xsqlite3_value_blob(tls, value)
			c.size = int(sqlite3.Xsqlite3_value_bytes(tls, value))
		}
		s.cells = append(s.cells, c)
	}
	return bytes
}

// value is the cell as database/sql's drivers return it.
func (c cell) value(text string) any {
	switch c.kind {
	case sqlite3.SQLITE_INTEGER:
		return c.number
	case sqlite3.SQLITE_FLOAT:
		return math.Float64frombits(uint64(c.number))
	case sqlite3.SQLITE_TEXT:
		return text
	case sqlite3.SQLITE_BLOB:
		return append([]byte{}, memoryAt(c.address, c.size)...)
	}
	return nil
}
