package inside

import (
	"fmt"
	"os"
	"strings"

	"sarai/bench/drive"
	"sarai/internal/kit/db"
	"sarai/internal/kit/db/sqlite/driver"
)

const (
	pageSize     = 4096
	countedTimes = 25 // in an organization of its own each
)

// countPages reports how many pages of the file each question reads, if none of them is in memory.
func (h *house) countPages(r *drive.Report) error {
	conn, err := driver.Open(h.Path(), "cache_size(-65536)")
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	for _, counted := range []struct {
		question
		most float64
	}{{byCode, 12}, {list, 18}, {calendar, 15}, {availability, 10}} {
		var pages []float64
		for range countedTimes {
			n, err := h.pagesOf(conn, counted.question)
			if err != nil {
				return err
			}
			pages = append(pages, n)
		}
		r.Add(counted.name+", pages of the file", drive.Median(pages), drive.AtMost(counted.most, " "), "")
	}
	return nil
}

// pagesOf asks the question a second time, when caller and organization are remembered, and then its statements once
// more on a connection that has none of their pages.
func (h *house) pagesOf(conn *driver.Conn, q question) (float64, error) {
	type asked struct {
		query string
		args  []any
	}
	var statements []asked
	sc := h.anyScope()
	if err := q.ask(h, sc); err != nil {
		return 0, err
	}
	stop := db.Watch(func(_ *db.Tx, query string, args []any) {
		statements = append(statements, asked{query, args})
	})
	err := q.ask(h, sc)
	stop()
	ask := func() {
		for _, s := range statements {
			if err == nil {
				_, err = conn.Exec(s.query, s.args...)
			}
		}
	}
	ask() // reads the schema, too
	if err == nil {
		_, err = conn.Exec("PRAGMA shrink_memory")
	}
	before := bytesRead()
	ask()
	return float64(bytesRead()-before) / pageSize, err
}

// bytesRead is how much this process has read by system calls.
func bytesRead() (n int) {
	text, _ := os.ReadFile("/proc/self/io")
	_, _ = fmt.Sscanf(strings.TrimPrefix(string(text), "rchar: "), "%d", &n)
	return n
}
