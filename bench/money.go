package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"sarai/internal/books/tax"
	"sarai/internal/country/india"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
)

// dashboard sends its six requests one after the other, like a browser with one connection.
var dashboard = question{"dashboard, all six", func(h *house, sc scope.Scope) error {
	for _, report := range []string{"overview", "occupancy", "revenue", "outstanding", "expense-revenue", "calendar"} {
		if err := h.get("/api/analytics/" + sc.Org + "/" + report); err != nil {
			return err
		}
	}
	return nil
}}

// measureDashboard compares an organization that has a long history, billed and paid, with one that has a short one.
func measureDashboard(ctx context.Context, s settings, r *report) error {
	if s.bookings != fullBookings || s.largest != fullLargest {
		fmt.Printf("  NOTICE: the figure is meant for %d bookings against %d\n", fullLargest, fullBookings)
	}
	short, err := openBooks(ctx, s, "short books", history{rooms: 100, bookings: s.bookings})
	if err != nil {
		return err
	}
	long, err := openBooks(ctx, s, "long books", history{rooms: 100, bookings: s.largest})
	if err != nil {
		return errors.Join(err, short.close())
	}
	if s.profile != "" {
		return errors.Join(profileQuestions(s, short, long, dashboard), short.close(), long.close())
	}
	few, many, err := medians(s, dashboard, short, long)
	if err == nil {
		r.add(fmt.Sprintf("%s, median, %d bookings against %d", dashboard.name, s.largest, s.bookings), many/few,
			atMost(2, " ×"), fmt.Sprintf("%.2f ms beside %.2f ms", many, few))
	}
	return errors.Join(err, short.close(), long.close())
}

// medians asks the two houses in turns, in random order, and returns the median of each in milliseconds.
func medians(s settings, q question, small, large *house) (few, many float64, err error) {
	times := map[*house][]float64{}
	for range s.rounds {
		began := time.Now()
		for time.Since(began) < 2*s.length {
			for _, i := range rand.Perm(2) {
				h := []*house{small, large}[i]
				asked := time.Now()
				if err := q.ask(h, scope.Scope{Org: h.hotels[0]}); err != nil {
					return 0, 0, err
				}
				times[h] = append(times[h], float64(time.Since(asked).Microseconds())/1000)
			}
		}
	}
	return median(times[small]), median(times[large]), nil
}

func openBooks(ctx context.Context, s settings, name string, h history) (*house, error) {
	in, err := sqliteInstallation(ctx, s, name, 1, h)
	if err != nil {
		return nil, err
	}
	err = write(ctx, "sqlite", "file:"+in.path(), func(f *filler) {
		f.exec(billStays, string(today().AddDays(-120)))
		f.exec(sumDays)
	})
	if err != nil {
		return nil, err
	}
	return in.open(ctx)
}

// billStays issues an invoice for each stay that has ended. Every tenth of those due in the last days still owes half;
// all others are paid.
const billStays = `INSERT INTO invoices (org_id, invoice_id, number, status, document, booking_id, guest_id,
	guest_name, seller, buyer, place_of_supply, invoice_date,
		due_date, notes, prices_include_tax, rounding_rule, discount, taxable, parts, rounding, total, paid,
			credited, at_checkout, void_reason,
		voided_at, issued_at, sent_at, search_text, created_by, created_at, updated_at)
	SELECT org_id, booking_id, replace(code, 'BK', 'INV'),
		CASE WHEN check_out >= $1 AND code LIKE '%7' THEN 'partially_paid' ELSE 'paid' END, 'bill_of_supply', booking_id,
		guest_id, guest_name, '{}', '{}', '', check_out, check_out, '', TRUE, '', 0, total, '[]', 0, total,
		CASE WHEN check_out >= $1 AND code LIKE '%7' THEN total / 2 ELSE total END, 0, TRUE, '', NULL, created_at, NULL, '',
			created_by, created_at, created_at
	FROM bookings WHERE status = 'checked-out'`

// sumDays stores the daily sums of payments, with an expense on each day.
const sumDays = `INSERT INTO daily_money (org_id, day, payments, received, refunds, refunded, spent)
	SELECT org_id, invoice_date, COUNT(*), SUM(paid), 0, 0, 5000000 FROM invoices GROUP BY org_id, invoice_date`

// The calendar of a large hotel, and how many cells of it may cost as much as one booking.
const (
	calendarRooms, calendarDays = 300, 31
	cellsPerRead                = 100
)

// measureCalendar compares a month of a large hotel with reading one booking.
func measureCalendar(ctx context.Context, s settings, r *report) error {
	h, err := openHouse(ctx, s, "large hotel", 1, history{rooms: calendarRooms, bookings: 10 * calendarRooms})
	if err != nil {
		return err
	}
	month := question{"calendar", func(h *house, sc scope.Scope) error {
		return h.get(fmt.Sprintf("/api/analytics/%s/calendar?days=%d", sc.Org, calendarDays))
	}}
	read := question{"booking", func(h *house, sc scope.Scope) error {
		return h.get(unkept("/api/bookings/" + sc.Org + "/" + bookingID(calendarRooms)))
	}}
	if s.profile != "" {
		return errors.Join(profileQuestions(s, h, h, month), h.close())
	}
	rates, err := race(s, 1, h.contestant(month.name, month), h.contestant(read.name, read))
	if err != nil {
		return errors.Join(err, h.close())
	}
	const reads = float64(calendarRooms*calendarDays) / cellsPerRead
	r.add(fmt.Sprintf("calendar of %d rooms × %d days by a booking read per %d cells", calendarRooms, calendarDays,
		cellsPerRead),
		rates.ratio(read.name, month.name)/reads, atMost(3, " ×"), rates.times(month.name, read.name))
	return h.close()
}

// measureInvoices compares issuing an invoice with booking, on the same server in the same organization.
func measureInvoices(ctx context.Context, s settings, r *report) (err error) {
	in, err := sqliteInstallation(ctx, s, "invoices", 1, town)
	if err != nil {
		return err
	}
	if err := in.register(ctx); err != nil {
		return err
	}
	server, err := startServer(ctx, s, in.dataDir, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	d, err := newDrafts(ctx, in, server)
	if err != nil {
		return err
	}
	issue, book := d.contestant(s), overHTTP("booking create", server.address, http.StatusCreated,
		in.create(newDesk(in), 1))
	if s.profile != "" {
		return profileLoad(s, server, issue, "invoice-issue")
	}
	for _, n := range []int{1, 16} {
		rates, err := race(s, n, issue, book)
		if err != nil {
			return err
		}
		r.add(fmt.Sprintf("invoice issue against a booking create, %d connections", n), rates.ratio(issue.name, book.name),
			atLeast(0.5), rates.beside(issue.name, book.name))
	}
	return d.check(ctx)
}

// register gives the hotel a GSTIN, so that its invoices bear tax.
func (in *installation) register(ctx context.Context) error {
	pool, err := sql.Open("sqlite", "file:"+in.path())
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "UPDATE hotels SET gstin = '27AAPFU0939F1ZV'")
	return errors.Join(err, pool.Close())
}

// drafts are invoices waiting to be issued.
type drafts struct {
	in      *installation
	address string
	tax     string
	issued  atomic.Int64
}

func newDrafts(ctx context.Context, in *installation, server *process) (d *drafts, err error) {
	d = &drafts{in: in, address: server.address}
	d.tax, err = d.post(ctx, "taxes", `{"name":"GST on `+
		`halls","kind":"gst","appliesTo":"service","rate":18,"sac":"997212","from":"2020-01-01"}`)
	return d, err
}

// post creates a record and returns its id.
func (d *drafts) post(ctx context.Context, group, body string) (string, error) {
	status, content, err := d.in.send(ctx, http.DefaultClient, http.MethodPost,
		"http://"+d.address+"/api/"+group+"/"+d.in.hotels[0]+"/create", []byte(body))
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
func (d *drafts) contestant(s settings) contestant {
	return contestant{name: "invoice issue", prepare: func(n int) ([]func() error, func(), error) {
		waiting, err := d.draft(int(1.5*s.length.Seconds()*float64(min(n*draftsPerSecond, draftsOfAll))) + n)
		if err != nil {
			return nil, nil, err
		}
		var next atomic.Int64
		var short atomic.Bool
		headers := d.in.headers() + "Content-Length: 0\r\n\r\n"
		workers, hangUp, err := overHTTP("", d.address, http.StatusOK, func(int) func([]byte) []byte {
			return func(buffer []byte) []byte {
				i := min(int(next.Add(1)), len(waiting)) - 1
				short.Store(short.Load() || int(next.Load()) > len(waiting))
				return append(append(append(append(append(append(buffer, "POST /api/invoices/"...), d.in.hotels[0]...), '/'),
					waiting[i]...), "/issue"...), headers...)
			}
		}).prepare(n)
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
	pool, err := sql.Open("sqlite", "file:"+d.in.path())
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

// measurePDF measures the processor time of drawing an invoice of one page.
func measurePDF(_ context.Context, s settings, r *report) error {
	p := onePage()
	if content, err := p.PDF(); err != nil || len(content) == 0 { // fonts are read once
		return fmt.Errorf("the invoice has %d bytes: %w", len(content), err)
	}
	var costs []float64
	for range s.rounds {
		before, began, drawn := processorTime(), time.Now(), 0
		for time.Since(began) < s.length {
			if _, err := p.PDF(); err != nil {
				return err
			}
			drawn++
		}
		runtime.GC() // its share belongs to what made the garbage
		costs = append(costs, float64((processorTime()-before).Microseconds())/1000/float64(drawn))
	}
	r.add("a PDF of one page, processor time", median(costs), atMost(15, " ms"), "")
	return nil
}

// processorTime returns what this process has used so far, on all processors.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // a process can always ask for its own
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// onePage is a usual invoice: three nights and two extras, for a guest whose name is written in Devanagari.
func onePage() document.Paper {
	seller := document.Party{Name: "Haveli Sagar", Email: "desk@haveli.example", Phone: "+91 141 222 0101",
		GSTIN: "27AAPFU0939F1ZV", StateCode: "27", State: "Maharashtra",
		Address: contact.Address{Line1: "12 Lake Road", City: "Pune", State: "Maharashtra", Pincode: "411001",
			Country: "India"}}
	p := document.Paper{Kind: document.TaxInvoice, Number: "INV-26-27-118", Date: today(), DueDate: today(),
		Currency: "INR", Seller: seller,
		Buyer: document.Party{Name: "आशा राव", Email: "asha@example.com",
			Address: contact.Address{Line1: "4 Hill View", City: "Jaipur", State: "Rajasthan", Pincode: "302001"}},
		PlaceOfSupply: "27", Facts: []document.Fact{{Name: "Booking", Value: "BK-1042"}}, Created: today().Start(time.UTC)}
	add := func(what string, on date.Date, sac string, rate tax.Rate, price money.Amount) {
		line := document.Line{Description: what, Detail: on.Text(), SAC: sac, Quantity: "1", UnitPrice: price,
			Applied: tax.Inclusive(tax.GST, rate, price)}
		line.Name = "GST"
		p.Lines = append(p.Lines, line)
		p.Total += price
	}
	for night := range 3 {
		add("Room 101 (Lake Suite)", today().AddDays(night-3), india.LodgingSAC, 500, 6_500_00)
	}
	add("Dinner", today().AddDays(-1), "996332", 500, 2_610_00)
	add("Airport transfer", today(), "996412", 1800, 1_800_00)
	p.Due = p.Total
	return p
}
