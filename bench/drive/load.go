package drive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// The phases of a measurement: only work that ends while counting counts.
const (
	warming int32 = iota
	counting
	ended
)

// Throughput runs n workers at full speed and returns how much they do in a second.
func Throughput(c Contestant, n int, length time.Duration) (float64, error) {
	workers, done, err := c.Prepare(n)
	if err != nil {
		return 0, err
	}
	defer done()
	var phase atomic.Int32
	var total atomic.Int64
	var running sync.WaitGroup
	failures := make([]error, n)
	for i, work := range workers {
		running.Go(func() {
			counted := int64(0)
			for failures[i] == nil && phase.Load() != ended {
				failures[i] = work()
				if phase.Load() == counting {
					counted++
				}
			}
			total.Add(counted)
		})
	}
	time.Sleep(length / 4)
	start := time.Now()
	phase.Store(counting)
	time.Sleep(length)
	phase.Store(ended)
	elapsed := time.Since(start)
	running.Wait()
	return float64(total.Load()) / elapsed.Seconds(), errors.Join(failures...)
}

// OverHTTP is a contestant behind an HTTP server. The client is as lean as possible, and the same for all: it writes
// requests as bytes to a persistent connection, and reads no more of a response than it needs to find its end. A thread
// sleeps in each connection, since Go's poller looks for work on the processor that the server needs. requests returns,
// for each connection, a function that appends its next request to a buffer.
func OverHTTP(name, address string, status int, requests func(connection int) func(buffer []byte) []byte) Contestant {
	return Contestant{Name: name, Prepare: func(n int) ([]func() error, func(), error) {
		var workers []func() error
		var lines []*line
		hangUp := func() {
			for _, l := range lines {
				l.Close()
			}
		}
		for i := range n {
			l, err := dial(address)
			if err != nil {
				hangUp()
				return nil, nil, err
			}
			lines = append(lines, l)
			next := requests(i)
			workers = append(workers, func() error {
				l.request = next(l.request[:0])
				return l.exchange(status)
			})
		}
		return workers, hangUp, nil
	}}
}

// line is a keep-alive connection.
type line struct {
	io.WriteCloser
	reader  *bufio.Reader
	request []byte
}

func dial(address string) (*line, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close() // the file is a connection of its own
	file, err := conn.(*net.TCPConn).File()
	if err != nil {
		return nil, err
	}
	s := &sleeper{File: file, fd: int(file.Fd())} // Fd makes its calls block
	return &line{WriteCloser: s, reader: bufio.NewReaderSize(s, 16<<10)}, nil
}

// sleeper reads a file by calls that put the thread to sleep until there is something.
type sleeper struct {
	*os.File
	fd int
}

func (s *sleeper) Read(buffer []byte) (int, error) {
	for {
		n, err := syscall.Read(s.fd, buffer)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

// Go and Node write these in different cases.
var (
	lengthHeader  = []byte("content-length: ")
	chunkedHeader = []byte("transfer-encoding: chunked\r\n")
	lineEnd       = []byte("\r\n")
)

// exchange sends the request and reads the whole response.
func (l *line) exchange(want int) error {
	if _, err := l.Write(l.request); err != nil {
		return err
	}
	first, err := l.reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if len(first) < len("HTTP/1.1 200") {
		return fmt.Errorf("the answer begins with %q", first)
	}
	status, err := strconv.Atoi(string(first[9:12]))
	if err != nil {
		return err
	}
	length, chunked, err := l.readHeaders()
	if err != nil {
		return err
	}
	if status != want {
		body, _ := io.ReadAll(io.LimitReader(l.reader, int64(length))) // as much as there is
		return fmt.Errorf("answered %d: %s", status, body)
	}
	if chunked {
		return l.skipChunks()
	}
	_, err = l.reader.Discard(length)
	return err
}

func (l *line) readHeaders() (length int, chunked bool, err error) {
	for {
		header, err := l.reader.ReadSlice('\n')
		if err != nil {
			return 0, false, err
		}
		switch {
		case len(header) == len(lineEnd):
			return length, chunked, nil
		case len(header) > len(lengthHeader) && bytes.EqualFold(header[:len(lengthHeader)], lengthHeader):
			if length, err = strconv.Atoi(string(bytes.TrimSuffix(header[len(lengthHeader):], lineEnd))); err != nil {
				return 0, false, err
			}
		case bytes.EqualFold(header, chunkedHeader):
			chunked = true
		}
	}
}

func (l *line) skipChunks() error {
	for {
		size, err := l.reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		length, err := strconv.ParseInt(string(bytes.TrimSuffix(size, lineEnd)), 16, 32)
		if err != nil {
			return err
		}
		if _, err := l.reader.Discard(int(length) + len(lineEnd)); err != nil || length == 0 {
			return err
		}
	}
}
