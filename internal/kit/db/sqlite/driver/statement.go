package driver

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	sqlite3 "modernc.org/sqlite/lib"
)

// keptMemory is how many bytes a statement keeps at most for the texts of its next arguments.
const keptMemory = 1 << 14

// statement is a prepared statement of a connection.
type statement struct {
	conn     *Conn
	handle   uintptr // C's sqlite3_stmt*
	argument []int   // for each of SQLite's parameters, the index of its argument
	running  bool

	values []any // the arguments, as SQLite knows them
	cells  []cell

	// The arguments' texts lie in memory that Go's collector doesn't know, until the statement ends.
	memory uintptr
	size   int
}

// readParameters learns which argument belongs to which parameter: SQLite numbers $2, $1, $2 as 1, 2, 1.
func (s *statement) readParameters() error {
	s.argument = make([]int, sqlite3.Xsqlite3_bind_parameter_count(s.conn.tls, s.handle))
	for i := range s.argument {
		s.argument[i] = i
		name := libc.GoString(sqlite3.Xsqlite3_bind_parameter_name(s.conn.tls, s.handle, int32(i+1)))
		if name == "" {
			continue
		}
		number, err := strconv.Atoi(strings.TrimPrefix(name, "$"))
		if err != nil || number < 1 {
			return fmt.Errorf("the parameter %s isn't numbered as $1", name)
		}
		s.argument[i] = number - 1
	}
	return nil
}

func (s *statement) bind(args []any) error {
	needed := 1 // even an empty text has an address
	for i, arg := range args {
		value, err := plain(arg)
		if err != nil {
			return fmt.Errorf("argument $%d: %w", i+1, err)
		}
		s.values = append(s.values, value)
		needed += length(value)
	}
	if err := s.reserve(needed); err != nil {
		return err
	}
	free := s.memory
	for i, argument := range s.argument {
		if argument >= len(s.values) {
			return fmt.Errorf("argument $%d is missing", argument+1)
		}
		if code := s.bindValue(int32(i+1), s.values[argument], free); code != sqlite3.SQLITE_OK {
			return s.conn.failure(code)
		}
		free += uintptr(length(s.values[argument]))
	}
	return nil
}

// plain turns an argument into a type that SQLite stores, by the rules of database/sql.
func plain(arg any) (any, error) {
	switch value := arg.(type) {
	case nil, string, int64, bool, float64:
		return value, nil
	case int:
		return int64(value), nil
	}
	value, err := driver.DefaultParameterConverter.ConvertValue(arg)
	if err != nil {
		return nil, err
	}
	switch value := value.(type) {
	case nil, string, int64, bool, float64, []byte:
		return value, nil
	}
	return nil, fmt.Errorf("SQLite doesn't store values of type %T", value)
}

func length(value any) int {
	switch value := value.(type) {
	case string:
		return len(value)
	case []byte:
		return len(value)
	}
	return 0
}

// bindValue sets a parameter, and puts a text or blob at the address free first.
func (s *statement) bindValue(parameter int32, value any, free uintptr) int32 {
	tls := s.conn.tls
	switch value := value.(type) {
	case string:
		copy(memoryAt(free, len(value)), value)
		return sqlite3.Xsqlite3_bind_text(tls, s.handle, parameter, free, int32(len(value)), sqlite3.SQLITE_STATIC)
	case int64:
		return sqlite3.Xsqlite3_bind_int64(tls, s.handle, parameter, value)
	case bool:
		return sqlite3.Xsqlite3_bind_int64(tls, s.handle, parameter, int64(libc.Bool32(value)))
	case float64:
		return sqlite3.Xsqlite3_bind_double(tls, s.handle, parameter, value)
	case []byte:
		if value != nil {
			copy(memoryAt(free, len(value)), value)
			return sqlite3.Xsqlite3_bind_blob(tls, s.handle, parameter, free, int32(len(value)), sqlite3.SQLITE_STATIC)
		}
	}
	return sqlite3.Xsqlite3_bind_null(tls, s.handle, parameter)
}

func (s *statement) reserve(size int) error {
	if size <= s.size {
		return nil
	}
	s.free()
	size = max(size, 256)
	if s.memory = libc.Xmalloc(s.conn.tls, types.Size_t(size)); s.memory == 0 {
		return s.conn.failure(sqlite3.SQLITE_NOMEM)
	}
	s.size = size
	return nil
}

func (s *statement) free() {
	if s.memory != 0 {
		libc.Xfree(s.conn.tls, s.memory)
	}
	s.memory, s.size = 0, 0
}

func (s *statement) step() (more bool, err error) {
	switch code := sqlite3.Xsqlite3_step(s.conn.tls, s.handle); code {
	case sqlite3.SQLITE_ROW:
		return true, nil
	case sqlite3.SQLITE_DONE:
		return false, nil
	default:
		return false, s.conn.failure(code)
	}
}

// end makes the statement ready for its next arguments. What it failed with has been told.
func (s *statement) end() {
	sqlite3.Xsqlite3_reset(s.conn.tls, s.handle)
	sqlite3.Xsqlite3_clear_bindings(s.conn.tls, s.handle)
	clear(s.values)
	s.values, s.running = s.values[:0], false
	if s.size > keptMemory {
		s.free()
	}
}

func (s *statement) close() error {
	s.free()
	if code := sqlite3.Xsqlite3_finalize(s.conn.tls, s.handle); code != sqlite3.SQLITE_OK {
		return s.conn.failure(code)
	}
	return nil
}
