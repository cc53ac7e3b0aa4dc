package server

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"

	"sarai/bench/drive"
	"sarai/bench/fill"
)

// Invoices compares issuing an invoice with booking, on the same server in the same organization.
func Invoices(ctx context.Context, s drive.Settings, r *drive.Report) (err error) {
	in, err := fill.SQLite(ctx, s.Folder, "invoices", 1, fill.Town)
	if err != nil {
		return err
	}
	if err := register(ctx, in); err != nil {
		return err
	}
	server, err := drive.StartServer(ctx, s, in.DataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	d, err := newDrafts(ctx, in, server)
	if err != nil {
		return err
	}
	issue, book := d.contestant(s), drive.OverHTTP("booking create", server.Address, http.StatusCreated,
		in.Create(fill.NewDesk(in), 1))
	if s.Profile != "" {
		return drive.ProfileLoad(s, server, issue, "invoice-issue")
	}
	for _, n := range []int{1, 16} {
		rates, err := drive.Race(s, n, issue, book)
		if err != nil {
			return err
		}
		r.Add(fmt.Sprintf("invoice issue against a booking create, %d connections", n), rates.Ratio(issue.Name, book.Name),
			drive.AtLeast(0.5), rates.Beside(issue.Name, book.Name))
	}
	return d.check(ctx)
}

// register gives the hotel a GSTIN, so that its invoices bear tax.
func register(ctx context.Context, in *fill.Installation) error {
	pool, err := sql.Open("sqlite", "file:"+in.Path())
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "UPDATE hotels SET gstin = '27AAPFU0939F1ZV'")
	return errors.Join(err, pool.Close())
}

// drafts are invoices waiting to be issued.
type drafts struct {
	in      *fill.Installation
	address string
	tax     string
	issued  atomic.Int64
}

func newDrafts(ctx context.Context, in *fill.Installation, server *drive.Process) (d *drafts, err error) {
	d = &drafts{in: in, address: server.Address}
	d.tax, err = d.post(ctx, "taxes", `{"name":"GST on `+
		`halls","kind":"gst","appliesTo":"service","rate":18,"sac":"997212","from":"2020-01-01"}`)
	return d, err
}

// post creates a record and returns its id.
func (d *drafts) post(ctx context.Context, group, body string) (string, error) {
	status, content, err := send(ctx, d.in, http.DefaultClient, http.MethodPost,
		"http://"+d.address+"/api/"+group+"/"+d.in.Hotels[0]+"/create", []byte(body))
	if err != nil {
		return "", err
	}
	var made struct {
		Data struct {
			ID string `json:"_id"`
		}
	}
	if err := json.Unmarshal(content, &made); err != nil || status != http.StatusCreated {
		return "", fmt.Errorf("making one of %s answered %d: %s", group, status, content)
	}
	return made.Data.ID, nil
}

// draftsPerSecond is more than the connections together can issue in a second.
const draftsPerSecond, draftsOfAll = 1500, 5000

// contestant issues invoices of three lines with GST. They are drafted before the clock starts.
func (d *drafts) contestant(s drive.Settings) drive.Contestant {
	return drive.Contestant{Name: "invoice issue", Prepare: func(n int) ([]func() error, func(), error) {
		waiting, err := d.draft(int(1.5*s.Length.Seconds()*float64(min(n*draftsPerSecond, draftsOfAll))) + n)
		if err != nil {
			return nil, nil, err
		}
		var next atomic.Int64
		var short atomic.Bool
		headers := d.in.Headers() + "Content-Length: 0\r\n\r\n"
		workers, hangUp, err := drive.OverHTTP("", d.address, http.StatusOK, func(int) func([]byte) []byte {
			return func(buffer []byte) []byte {
				i := min(int(next.Add(1)), len(waiting)) - 1
				short.Store(short.Load() || int(next.Load()) > len(waiting))
				return append(append(append(append(append(append(buffer, "POST /api/invoices/"...), d.in.Hotels[0]...), '/'),
					waiting[i]...), "/issue"...), headers...)
			}
		}).Prepare(n)
		if err != nil {
			return nil, nil, err
		}
		for i, work := range workers {
			workers[i] = func() error {
				err := work()
				if err == nil {
					d.issued.Add(1)
				} else if short.Load() {
					err = errors.New("there were too few drafts: raise draftsPerSecond and draftsOfAll")
				}
				return err
			}
		}
		return workers, hangUp, nil
	}}
}

// draft creates the drafts, with several clients at once.
func (d *drafts) draft(number int) ([]string, error) {
	line := fmt.Sprintf(`{"description":"Hall","unitPrice":4999.99,"taxId":"%s"}`, d.tax)
	body := `{"buyer":{"name":"Rao Textiles","gstin":"27AAPFU0939F1ZV"},"lines":[` + line + "," + line + "," + line + "]}"
	ids, failures := make([]string, number), make([]error, number)
	var makers sync.WaitGroup
	var next atomic.Int64
	for range 16 {
		makers.Go(func() {
			for i := int(next.Add(1)) - 1; i < number; i = int(next.Add(1)) - 1 {
				ids[i], failures[i] = d.post(context.Background(), "invoices", body)
			}
		})
	}
	makers.Wait()
	return ids, errors.Join(failures...)
}

// check checks that every acknowledged invoice has its own number and is in the books.
func (d *drafts) check(ctx context.Context) error {
	pool, err := sql.Open("sqlite", "file:"+d.in.Path())
	if err != nil {
		return err
	}
	for _, query := range []string{"SELECT COUNT(DISTINCT number) FROM invoices WHERE status = 'issued'",
		"SELECT COUNT(DISTINCT document_id) FROM ledger_entries WHERE document = 'invoice'",
		"SELECT next_number - 1 FROM series WHERE module = 'invoice'"} {
		var found int64
		if err := pool.QueryRowContext(ctx, query).Scan(&found); err != nil {
			return errors.Join(err, pool.Close())
		}
		if issued := d.issued.Load(); found != issued {
			return errors.Join(fmt.Errorf("%d where %d invoices were acknowledged: %s", found, issued, query), pool.Close())
		}
	}
	return pool.Close()
}
