package payout

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"sarai/internal/billing/receivable"
	"sarai/internal/kit/bankfile"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/property/company"
)

// What a row of a report is to the hotel.
const (
	matched      = "matched"       // an invoice owes just as much
	differs      = "differs"       // an invoice owes something else
	notInvoiced  = "not-invoiced"  // the booking is known, and has no invoice
	settledState = "settled"       // nothing is owed of the invoice
	otherAccount = "other-account" // the invoice is on another company's account
	repeated     = "repeated"      // a row above has the reference, and is what owes
	unknown      = "unknown"       // nothing of the hotel has the reference
)

var states = []string{matched, differs, notInvoiced, settledState, otherAccount, repeated, unknown}

// The columns of a report.
const (
	reference = iota
	gross
	commission
	commissionTax
	tcs
	tds
	net
	columns
)

// fieldOf are the columns by their names in requests.
var fieldOf = [columns]string{"reference", "grossAmount", "commissionAmount", "gstOnCommission", "tcsAmount",
	"tdsAmount", "netAmount"}

// headings are what companies call the columns, without anything but letters.
var headings = [columns][]string{
	reference: {"bookingid", "bookingnumber", "bookingno", "bookingreference", "bookingreferencenumber", "bookingcode",
		"referencenumber", "reference", "reservationnumber", "reservationid", "reservationno", "confirmationnumber",
		"confirmationno", "confirmationcode", "vouchernumber", "voucherno", "itineraryid"},
	gross: {"gross", "grossamount", "amount", "bookingamount", "totalamount", "totalbookingamount", "sellamount",
		"sellrate", "referencesellrate", "hotelgrosscharges", "grossbookingvalue", "grosscharges", "guestamount"},
	commission: {"commission", "commissionamount", "commissioncharges", "commissioncharge", "hotelcommission",
		"otacommission", "channelcommission", "servicefee", "hostfee"},
	commissionTax: {"gstoncommission", "commissiongst", "gst", "vat", "vatoncommission", "taxoncommission",
		"commissiontax", "gstoncommissioncharges", "servicetax"},
	tcs: {"tcs", "tcsamount", "gsttcs", "tcsgst", "tcsongst", "tcsundergst"},
	tds: {"tds", "tdsamount", "tdso", "tdsundersectiono", "incometaxtds"},
	net: {"net", "netamount", "netpayable", "netpayout", "netpaid", "payout", "payoutamount", "payableamount",
		"amountpayable", "nettohotel", "netrate", "netpayabletohotel", "amountpaid"},
}

// Report is a report of a company that is to be compared.
type Report struct {
	CompanyID string
	Text      string
	Columns   [columns]string // headings; "": as guessed
	From, To  date.Date       // of invoices that should be in it; "": any
}

// Row is a row of a report.
type Row struct {
	Line      int // of the file
	Reference string
	Sums
	State string
	known
}

// other is what the row says that the columns don't.
func (r Row) other() money.Amount { return r.Gross - r.kept() - r.Net }

// Compared is a report beside what the hotel has.
type Compared struct {
	Columns [columns]string // the headings that were read; "": none
	Rows    []Row
	Passed  int // rows without a reference or an amount
	Missing []receivable.Item
}

func letters(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// isOf tells whether the heading is one of the column's; a currency may follow.
func isOf(column int, heading string) bool {
	name := letters(heading)
	return slices.ContainsFunc(headings[column], func(known string) bool {
		rest, ok := strings.CutPrefix(name, known)
		return ok && slices.Contains([]string{"", "inr", "rs", "eur", "usd"}, rest)
	})
}

// grid is a report as rows of cells.
type grid struct {
	at    [columns]int // -1: it isn't there
	cells [][]string
	lines []int
	names [columns]string
}

// tableOf finds the row of headings, and the columns in it.
func tableOf(r Report) (t grid, err error) {
	text := strings.TrimPrefix(r.Text, "\ufeff")
	var missing error
	for _, comma := range []rune{',', ';', '\t'} {
		cells, lines, err := cellsOf(text, comma)
		if err != nil {
			continue
		}
		for n := range cells[:min(len(cells), 50)] {
			t, err := headed(cells[n], r.Columns)
			if err == nil {
				t.cells, t.lines = cells[n+1:], lines[n+1:]
				return t, nil
			}
			if missing == nil || len(errs.FieldsOf(err)) < len(errs.FieldsOf(missing)) {
				missing = err
			}
		}
	}
	if missing == nil {
		missing = errs.InvalidField("report", "must be CSV with a row of headings")
	}
	return t, missing
}

func cellsOf(text string, comma rune) (cells [][]string, lines []int, err error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.TrimLeadingSpace = comma, true, -1, comma != '\t'
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return cells, lines, nil
		}
		if err != nil {
			return nil, nil, err
		}
		line, _ := r.FieldPos(0)
		cells, lines = append(cells, row), append(lines, line)
	}
}

// headed tells which columns are where in a row of headings. It fails with Invalid, naming what isn't there.
func headed(row []string, asked [columns]string) (t grid, err error) {
	var bad errs.Fields
	for c := range t.at {
		t.at[c] = slices.IndexFunc(row, func(cell string) bool {
			if asked[c] != "" {
				return strings.EqualFold(strings.TrimSpace(cell), strings.TrimSpace(asked[c]))
			}
			return isOf(c, cell)
		})
		switch {
		case t.at[c] >= 0:
			t.names[c] = strings.TrimSpace(row[t.at[c]])
		case asked[c] != "":
			bad.Add("columns."+fieldOf[c], "must be a heading of the report")
		case c == reference || c == gross:
			bad.Add("columns."+fieldOf[c], "must be given, as none of the report's headings is known for it")
		}
	}
	if len(bad) > 0 {
		bad.Add("report", "must be CSV with a row of headings, such as Booking ID, Gross amount, Commission, GST on "+
			"commission, TCS, TDS and Net payable")
	}
	return t, bad.Err()
}

func (t grid) cell(n, column int) string {
	if at := t.at[column]; at >= 0 && at < len(t.cells[n]) {
		return strings.TrimSpace(t.cells[n][at])
	}
	return ""
}

// row reads a row; false without a reference or an amount. What is kept has the sign of gross, however it is written.
func (t grid) row(n int, currency string) (r Row, ok bool, err error) {
	r.Line, r.Reference = t.lines[n], strings.TrimPrefix(t.cell(n, reference), "'")
	if r.Reference == "" || t.cell(n, gross) == "" {
		return r, false, nil
	}
	into := [columns]*money.Amount{gross: &r.Gross, commission: &r.Commission, commissionTax: &r.CommissionTax,
		tcs: &r.TCS, tds: &r.TDS, net: &r.Net}
	for c := gross; c < columns; c++ {
		written := t.cell(n, c)
		if strings.Trim(written, "- ") == "" {
			continue
		}
		amount, err := bankfile.Amount(written, currency)
		if err != nil {
			return r, false, errs.InvalidField("report", "line %d: %s of %s", r.Line, err, t.names[c])
		}
		if c > gross && c < net && (amount < 0) != (r.Gross < 0) {
			amount = -amount
		}
		*into[c] = amount
	}
	if t.at[net] < 0 {
		r.Net = r.Gross - r.kept()
	}
	return r, r.Gross != 0, nil
}

// Compare holds a report against the hotel's bookings and invoices. It changes nothing.
func (s *Service) Compare(ctx context.Context, sc scope.Scope, asked Report) (Compared, error) {
	t, err := tableOf(asked)
	if err != nil {
		return Compared{}, err
	}
	found := Compared{Columns: t.names}
	var references []string
	for n := range t.cells {
		r, ok, err := t.row(n, sc.Currency)
		if err != nil {
			return found, err
		}
		if !ok {
			found.Passed++
			continue
		}
		if len(found.Rows) == most {
			return found, errs.InvalidField("report", "must have at most %d rows", most)
		}
		found.Rows = append(found.Rows, r)
		references = append(references, r.Reference, strings.ToUpper(r.Reference))
	}
	err = s.db.Read(ctx, func(tx *db.Tx) error {
		if _, err := company.Find(tx, sc, asked.CompanyID); errs.Is(err, errs.KindNotFound) {
			return errs.InvalidField("companyId", "must be the id of one of the hotel's companies")
		} else if err != nil {
			return err
		}
		list, err := meant(tx, sc, unique(references))
		if err != nil {
			return err
		}
		open, err := receivable.OpenItems(tx, sc, asked.CompanyID)
		if err != nil {
			return err
		}
		found.match(asked, list, open)
		return nil
	})
	return found, err
}

func unique(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }

// match says what each row is to the hotel, and which open invoices on the company's account no row is.
func (c *Compared) match(asked Report, list []known, open []receivable.Item) {
	by := map[string][]known{}
	for _, k := range list {
		for _, name := range k.references() {
			by[name] = append(by[name], k)
		}
	}
	used, seen := map[string]bool{}, map[string]bool{}
	for n := range c.Rows {
		r := &c.Rows[n]
		name := strings.ToLower(r.Reference)
		r.pick(by[name], asked.CompanyID, used)
		if r.State != matched && r.State != differs && seen[name] {
			r.State = repeated
		}
		seen[name], used[r.InvoiceID] = true, true
	}
	for _, item := range open {
		due := item.Date >= asked.From && (asked.To == "" || item.Date <= asked.To)
		if due && !used[item.InvoiceID] {
			c.Missing = append(c.Missing, item)
		}
	}
}

// pick chooses what of the hotel the row is: an invoice that owes as much, or else one that owes something, those on
// the company's account first.
func (r *Row) pick(candidates []known, companyID string, used map[string]bool) {
	best := -1
	for _, k := range candidates {
		state, worth := unknown, 0
		switch {
		case k.InvoiceID == "":
			state, worth = notInvoiced, 1
		case used[k.InvoiceID]:
			continue
		case !k.Open:
			state, worth = notInvoiced, 1
		case k.CompanyID != "" && k.CompanyID != companyID:
			state, worth = otherAccount, 2
		case k.Due <= 0:
			state, worth = settledState, 3
		case k.Due != r.Gross:
			state, worth = differs, 4
		default:
			state, worth = matched, 6
		}
		if k.CompanyID == companyID && worth >= 4 {
			worth++
		}
		if worth > best {
			best, r.State, r.known = worth, state, k
		}
	}
	if best < 0 {
		r.State = unknown
	}
	if r.State == notInvoiced {
		r.known = known{BookingID: r.BookingID, Code: r.Code, External: r.External}
	}
}

// total adds up the rows.
func (c Compared) total() (sum Sums) {
	for _, r := range c.Rows {
		sum = sum.plus(r.Sums)
	}
	return sum
}

// counted is how many rows are of each state.
func (c Compared) counted() map[string]int {
	by := map[string]int{}
	for _, r := range c.Rows {
		by[r.State]++
	}
	return by
}
