package driver

import (
	"errors"
	"sync/atomic"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Stamp is the header of the index of a database's write-ahead log, as "WAL-Index File Format" describes it at
// sqlite.org/walformat.html. Each commit makes it another one, and counts for readers once it has.
type Stamp [12]uint32

// Stamps is the memory, which all processes share, where the stamp of the database lies.
type Stamps struct{ header *[2]Stamp }

// indexPage is what SQLite maps at a time.
const indexPage = 32 << 10

var errNoLog = errors.New("the database has no write-ahead log yet")

// Stamps returns where the database's stamp lies, until the connection is closed. The log must have been read before.
// SQLite maps the memory: a process that opened the file itself would lose SQLite's locks on closing it.
func (c *Conn) Stamps() (Stamps, error) {
	file, err := c.file(sqlite3.SQLITE_FCNTL_FILE_POINTER)
	if err != nil {
		return Stamps{}, err
	}
	mapped := c.tls.Alloc(wordSize)
	defer c.tls.Free(wordSize)
	*at[uintptr](mapped) = 0
	methods := at[sqlite3.Tsqlite3_io_methods](at[sqlite3.Tsqlite3_file](file).FpMethods)
	shmMap := function[func(tls *libc.TLS, file uintptr, page, size, extend int32, mapped uintptr) int32](methods.FxShmMap)
	if code := shmMap(c.tls, file, 0, indexPage, 0, mapped); code != sqlite3.SQLITE_OK {
		return Stamps{}, c.failure(code)
	}
	if wordAt(mapped) == 0 {
		return Stamps{}, errNoLog
	}
	return Stamps{at[[2]Stamp](wordAt(mapped))}, nil
}

// Now is the present stamp; false while it is being changed. It stands there twice, and a writer changes the second
// first.
func (s Stamps) Now() (Stamp, bool) {
	first := read(&s.header[0])
	return first, first == read(&s.header[1]) && first != Stamp{}
}

func read(header *Stamp) (stamp Stamp) {
	for i := range header {
		stamp[i] = atomic.LoadUint32(&header[i])
	}
	return stamp
}
