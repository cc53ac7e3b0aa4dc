package bankfile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"sarai/internal/kit/money"
)

// The columns of a statement.
const (
	day = iota
	text
	reference
	debit
	credit
	amount
	direction // CR or DR, of amount
	balance
	valueDay // for day, if there is none
	columns
)

// headings are what banks call the columns: HDFC, ICICI, SBI, Axis and others, without anything but letters.
var headings = [columns][]string{
	day: {"date", "txndate", "transactiondate", "trandate", "postdate", "postingdate", "posteddate", "bookingdate",
		"txnposteddate", "transactionposteddate", "buchungstag"},
	text: {"narration", "description", "particulars", "transactionremarks", "remarks", "details", "transactiondetails",
		"transactionparticulars", "transactiondescription", "narrative", "payee", "verwendungszweck"},
	reference: {"chqrefno", "chqrefnumber", "refnochequeno", "chequenumber", "chequeno", "chqno", "referenceno",
		"reference", "refno", "referencenumber", "utr", "utrno", "transactionid", "tranid", "chequerefno",
		"refnochqno", "instrumentid", "bankreference"},
	debit: {"withdrawalamt", "withdrawalamount", "withdrawal", "withdrawals", "debit", "debits", "debitamount",
		"debitamt", "dr", "dramount", "withdrawaldr", "paidout", "moneyout"},
	credit: {"depositamt", "depositamount", "deposit", "deposits", "credit", "credits", "creditamount", "creditamt", "cr",
		"cramount", "depositcr", "paidin", "moneyin"},
	amount:    {"amount", "transactionamount", "txnamount", "betrag"},
	direction: {"drcr", "crdr", "type", "transactiontype", "debitcredit", "creditdebit", "txntype"},
	balance: {"closingbalance", "balance", "bal", "balanceamount", "runningbalance", "availablebalance", "balanceamt",
		"saldo"},
	valueDay: {"valuedate", "valuedt", "value"},
}

const wanted = "must have a row of headings with a date (Date, Txn Date), a text (Narration, Description, " +
	"Particulars) and either debit and credit (Withdrawal, Deposit) or amount; or be OFX, CAMT.053 or MT940"

// letters are those of a heading.
func letters(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// isOf tells whether a heading is one of the column; its currency may follow.
func isOf(column int, heading string) bool {
	name := letters(heading)
	return slices.ContainsFunc(headings[column], func(known string) bool {
		rest, ok := strings.CutPrefix(name, known)
		return ok && slices.Contains([]string{"", "inr", "rs", "eur", "usd"}, rest)
	})
}

// row is a row of a table with its line in the file.
type row struct {
	line  int
	cells []string
}

// table is a statement whose columns are known; a column that isn't there is -1.
type table struct {
	at       [columns]int
	currency string
	rows     []row
}

func readCSV(content, currency string) (File, error) {
	for _, comma := range []rune{',', ';', '\t', '|'} {
		rows, err := rowsOf(content, comma)
		if err != nil {
			continue
		}
		if t, ok := tableOf(rows, currency); ok {
			return t.file()
		}
	}
	return File{}, refused(wanted)
}

// tableOf is the table below the first row of headings, if there is one.
func tableOf(rows []row, currency string) (t table, ok bool) {
	for i, r := range rows[:min(len(rows), 100)] {
		if t, ok = headed(r.cells); ok {
			t.rows, t.currency = rows[i+1:], currency
			return t, true
		}
	}
	return t, false
}

func rowsOf(content string, comma rune) ([]row, error) {
	r := csv.NewReader(strings.NewReader(content))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.TrimLeadingSpace = comma, true, -1, comma != '\t'
	var rows []row
	last := 0
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := r.FieldPos(0)
		if line > last+1 { // a line without anything, which the reader passes over
			rows = append(rows, row{line: line - 1})
		}
		end, _ := r.FieldPos(len(cells) - 1)
		last = end + strings.Count(cells[len(cells)-1], "\n")
		if rows = append(rows, row{line, cells}); len(rows) > 2*MaxLines {
			return rows, nil
		}
	}
}

// headed tells which columns are where, if the row is one of headings.
func headed(cells []string) (t table, ok bool) {
	for c := range t.at {
		t.at[c] = -1
	}
	for i, cell := range cells {
		for c := range t.at {
			if t.at[c] < 0 && isOf(c, cell) {
				t.at[c] = i
				break
			}
		}
	}
	if t.at[day] < 0 {
		t.at[day] = t.at[valueDay]
	}
	return t, t.at[day] >= 0 && t.at[text] >= 0 &&
		(t.at[debit] >= 0 && t.at[credit] >= 0 || t.at[amount] >= 0)
}

func (t *table) cell(r row, column int) string {
	if at := t.at[column]; at >= 0 && at < len(r.cells) {
		return strings.TrimSpace(r.cells[at])
	}
	return ""
}

// ends tells whether the row has nothing of a transaction: it is empty, a rule of stars or a heading.
func (r row) ends() bool {
	for _, cell := range r.cells {
		if strings.ContainsAny(cell, "0123456789") {
			return false
		}
	}
	return true
}

func (t *table) file() (File, error) {
	f := File{Format: CSV}
	var balances []*money.Amount
	var lines []int
	ended := false
	for _, r := range t.rows {
		if r.ends() {
			ended = true
			continue
		}
		on, err := dayOf(t.cell(r, day))
		if err != nil {
			if ended || t.isBalance(r) {
				continue // what stands above or below the table
			}
			return f, at("line", r.line, "%s", err)
		}
		ended = false
		moved, err := t.amount(r)
		if err != nil {
			return f, at("line", r.line, "%s", err)
		}
		if moved == 0 {
			if t.isBalance(r) {
				continue
			}
			return f, at("line", r.line, "must have an amount above zero that was paid in or out")
		}
		left, err := t.balance(r)
		if err != nil {
			return f, at("line", r.line, "%s", err)
		}
		f.Lines = append(f.Lines, Line{Day: on, Amount: moved, Text: t.cell(r, text), Reference: t.reference(r)})
		balances, lines = append(balances, left), append(lines, r.line)
	}
	return f, f.follow(balances, lines, t.currency)
}

// isBalance tells whether the row is one of a balance carried forward.
func (t *table) isBalance(r row) bool {
	words := strings.ToLower(strings.Join(r.cells, " "))
	return strings.Contains(words, "balance") || strings.Contains(words, "b/f") || strings.Contains(words, "c/f") ||
		strings.Contains(words, "total")
}

// reference is the row's reference; zeros and dashes are none.
func (t *table) reference(r row) string {
	written := t.cell(r, reference)
	if strings.Trim(written, "0-. ") == "" {
		return ""
	}
	return strings.TrimPrefix(written, "'") // as spreadsheets keep digits
}

func (t *table) amount(r row) (money.Amount, error) {
	if t.at[debit] < 0 || t.at[credit] < 0 {
		moved, err := amountOf(t.cell(r, amount), t.currency)
		switch letters(t.cell(r, direction)) {
		case "dr", "d", "debit", "withdrawal":
			moved = -max(moved, -moved)
		case "cr", "c", "credit", "deposit":
			moved = max(moved, -moved)
		}
		return moved, err
	}
	out, err := t.optional(r, debit)
	if err != nil {
		return 0, err
	}
	in, err := t.optional(r, credit)
	if err == nil && out != 0 && in != 0 {
		err = fmt.Errorf("must be paid in or out, and not both: %s and %s", shown(t.cell(r, credit)),
			shown(t.cell(r, debit)))
	}
	return in - max(out, -out), err
}

// optional is the amount in the column; 0 if nothing stands there.
func (t *table) optional(r row, column int) (money.Amount, error) {
	written := t.cell(r, column)
	if strings.Trim(written, "- ") == "" {
		return 0, nil
	}
	return amountOf(written, t.currency)
}

func (t *table) balance(r row) (*money.Amount, error) {
	if t.cell(r, balance) == "" {
		return nil, nil
	}
	left, err := amountOf(t.cell(r, balance), t.currency)
	return &left, err
}

// follow puts the lines into the order of time, and checks that each balance follows from the one before.
func (f *File) follow(balances []*money.Amount, lines []int, currency string) error {
	if len(f.Lines) == 0 || slices.Contains(balances, nil) {
		if n := len(f.Lines); n > 1 && f.Lines[0].Day > f.Lines[n-1].Day {
			slices.Reverse(f.Lines)
		}
		return nil
	}
	wrong := f.breaks(balances)
	if wrong > 0 {
		slices.Reverse(f.Lines)
		slices.Reverse(balances)
		if f.breaks(balances) > 0 {
			slices.Reverse(f.Lines)
			slices.Reverse(balances)
			want := *balances[wrong-1] + f.Lines[wrong].Amount
			return at("line", lines[wrong], "the balance must be %s, as the line before and the amount say, and is %s. "+
				"Is a line missing?", want.Text(currency), balances[wrong].Text(currency))
		}
	}
	opening := *balances[0] - f.Lines[0].Amount
	f.Opening, f.Closing = &opening, balances[len(balances)-1]
	return nil
}

// breaks is the first line whose balance doesn't follow from the one before; 0 if there is none.
func (f *File) breaks(balances []*money.Amount) int {
	for i := 1; i < len(balances); i++ {
		if *balances[i-1]+f.Lines[i].Amount != *balances[i] {
			return i
		}
	}
	return 0
}
