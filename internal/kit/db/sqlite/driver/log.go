package driver

import (
	"encoding/binary"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// mostGathered is how much SQLite takes in one piece, in bytes (seekAndWriteFd in os_unix.c).
	mostGathered = 1<<17 - 1
	// frameHeader is the size of what stands before each page in the log ("WAL Format" at sqlite.org/walformat.html).
	frameHeader = 24
)

// logWriter writes the write-ahead log in large pieces. SQLite itself writes each page that a commit has changed, and
// the header before it, by a system call of its own.
//
// What isn't written yet always belongs to a commit that isn't complete, so no other connection looks for it.
type logWriter struct {
	original sqlite3.Tsqlite3_io_methods
	memory   *logMemory // C's
	size     int        // of what is gathered
	offset   int64      // of what is gathered, in the log
	last     bool       // the header of a commit's last page has been written

	read     func(tls *libc.TLS, file, to uintptr, size int32, offset int64) int32
	write    func(tls *libc.TLS, file, from uintptr, size int32, offset int64) int32
	truncate func(tls *libc.TLS, file uintptr, size int64) int32
	sync     func(tls *libc.TLS, file uintptr, flags int32) int32
}

type logMemory struct {
	methods  sqlite3.Tsqlite3_io_methods // the original ones but for four
	gathered [mostGathered]byte
}

// GatherLog makes the connection write its commits to the log in few pieces. The log must have been read before.
func (c *Conn) GatherLog() error {
	file, err := c.file(sqlite3.SQLITE_FCNTL_JOURNAL_POINTER)
	if err != nil {
		return err
	}
	methods := &at[sqlite3.Tsqlite3_file](file).FpMethods
	if *methods == 0 {
		return errNoLog
	}
	memory := sqlite3.Xsqlite3_malloc(c.tls, int32(unsafe.Sizeof(logMemory{})))
	if memory == 0 {
		return c.failure(sqlite3.SQLITE_NOMEM)
	}
	c.log = &logWriter{original: *at[sqlite3.Tsqlite3_io_methods](*methods), memory: at[logMemory](memory)}
	c.log.override()
	*methods = memory // where they begin
	return nil
}

func (w *logWriter) override() {
	read := function[func(*libc.TLS, uintptr, uintptr, int32, int64) int32](w.original.FxRead)
	truncate := function[func(*libc.TLS, uintptr, int64) int32](w.original.FxTruncate)
	sync := function[func(*libc.TLS, uintptr, int32) int32](w.original.FxSync)
	w.read = func(tls *libc.TLS, file, to uintptr, size int32, offset int64) int32 {
		if code := w.flush(tls, file); code != sqlite3.SQLITE_OK {
			return code
		}
		return read(tls, file, to, size, offset)
	}
	w.truncate = func(tls *libc.TLS, file uintptr, size int64) int32 {
		if code := w.flush(tls, file); code != sqlite3.SQLITE_OK {
			return code
		}
		return truncate(tls, file, size)
	}
	w.sync = func(tls *libc.TLS, file uintptr, flags int32) int32 {
		if code := w.flush(tls, file); code != sqlite3.SQLITE_OK {
			return code
		}
		return sync(tls, file, flags)
	}
	w.write = w.gather
	w.memory.methods = w.original
	w.memory.methods.FxRead = address(&w.read)
	w.memory.methods.FxWrite = address(&w.write)
	w.memory.methods.FxTruncate = address(&w.truncate)
	w.memory.methods.FxSync = address(&w.sync)
}

// gather keeps size bytes until there is no more room, or they are those of a commit's last page.
func (w *logWriter) gather(tls *libc.TLS, file, from uintptr, size int32, offset int64) int32 {
	if offset != w.offset+int64(w.size) || w.size+int(size) > mostGathered {
		if code := w.flush(tls, file); code != sqlite3.SQLITE_OK {
			return code
		}
		w.offset = offset
	}
	piece := memoryAt(from, int(size))
	w.size += copy(w.memory.gathered[w.size:], piece)
	if size == frameHeader {
		w.last = binary.BigEndian.Uint32(piece[4:]) != 0 // the database's size, which only stands there
		return sqlite3.SQLITE_OK
	}
	if w.last {
		return w.flush(tls, file)
	}
	return sqlite3.SQLITE_OK
}

// flush writes what is gathered. If that fails, so does the commit, and none of it is missed.
func (w *logWriter) flush(tls *libc.TLS, file uintptr) int32 {
	if w.size == 0 {
		return sqlite3.SQLITE_OK
	}
	write := function[func(*libc.TLS, uintptr, uintptr, int32, int64) int32](w.original.FxWrite)
	code := write(tls, file, uintptr(unsafe.Pointer(&w.memory.gathered)), int32(w.size), w.offset)
	w.offset += int64(w.size)
	w.size = 0
	return code
}
