package bank

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/bankfile"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

// The states of a line.
const (
	Open    = "open"
	Matched = "matched"
	Ignored = "ignored"
)

// The kinds of rules and proposals.
const (
	byBooking  = "book"
	byMatching = "match"
)

// Statement is a file that was imported.
type Statement struct {
	ID            string        `db:"statement_id,key"`
	AccountID     string        `db:"account_id"`
	FileName      string        `db:"file_name"`
	Format        string        `db:"format"`
	Digest        string        `db:"digest"` // of its content
	FirstDay      date.Date     `db:"first_day"`
	LastDay       date.Date     `db:"last_day"`
	Opening       *money.Amount `db:"opening"` // before its first line; nil: it doesn't say
	Closing       *money.Amount `db:"closing"`
	Found         int           `db:"found"` // its lines
	Added         int           `db:"added"` // those that no file had before
	CreatedBy     string        `db:"created_by"`
	CreatedByName string        `db:"created_by_name"`
	CreatedAt     int64         `db:"created_at"` // UTC milliseconds
}

// Line is what the bank has booked.
type Line struct {
	ID            string       `db:"line_id,key"`
	AccountID     string       `db:"account_id"`
	StatementID   string       `db:"statement_id"` // "" of what was in the account before
	Position      int          `db:"position"`
	Day           date.Date    `db:"day"`
	Amount        money.Amount `db:"amount"` // into the account; out of it below zero
	Text          string       `db:"text"`
	Reference     string       `db:"reference"`
	Fingerprint   string       `db:"fingerprint"`
	State         string       `db:"state"`
	SettledOn     date.Date    `db:"settled_on"`   // the last day of a matched line and its entries; "" of others
	Reason        string       `db:"reason"`       // why it is ignored
	With          string       `db:"matched_with"` // the line that has the matches of this one; "": itself
	DecidedBy     string       `db:"decided_by"`   // who has matched or ignored it
	DecidedByName string       `db:"decided_by_name"`
	DecidedAt     *int64       `db:"decided_at"` // UTC milliseconds
}

// Match is an entry that a line is.
type Match struct {
	PostingID string       `db:"posting_id,key"`
	Position  int          `db:"position,key"`
	AccountID string       `db:"account_id"`
	LineID    string       `db:"line_id"`
	Amount    money.Amount `db:"amount"`
	EntryDay  date.Date    `db:"entry_day"`
	SettledOn date.Date    `db:"settled_on"` // as of the line
}

// Rule is what was confirmed of lines with such words.
type Rule struct {
	ID        string `db:"rule_id,key"`
	AccountID string `db:"account_id"`
	Pattern   string `db:"pattern"`
	Kind      string `db:"kind"`   // byBooking or byMatching
	Target    string `db:"target"` // an account, or a kind of document
	Uses      int    `db:"uses"`
	UpdatedAt int64  `db:"updated_at"` // UTC milliseconds
}

// beforeAll is the fingerprint of what was in the account before.
const beforeAll = "opening"

const openingText = "Balance before the first statement"

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// linesOf are the file's lines with their fingerprints.
func linesOf(f bankfile.File, accountID string) []Line {
	seen := map[string]int{}
	lines := make([]Line, len(f.Lines))
	for i, l := range f.Lines {
		same := strings.Join([]string{string(l.Day), strconv.FormatInt(int64(l.Amount), 10),
			cmp.Or(l.ID, strings.ToLower(l.Text)+"\n"+strings.ToLower(l.Reference))}, "\n")
		seen[same]++
		lines[i] = Line{AccountID: accountID, Position: i, Day: l.Day, Amount: l.Amount, Text: l.Text,
			Reference: l.Reference, Fingerprint: digestOf([]byte(same + "\n" + strconv.Itoa(seen[same])))[:40], State: Open}
	}
	return lines
}

// days are the first and the last day of the lines.
func days(lines []Line) (first, last date.Date) {
	for i, l := range lines {
		if i == 0 || l.Day < first {
			first = l.Day
		}
		last = max(last, l.Day)
	}
	return first, last
}

func total(lines []Line) (sum money.Amount) {
	for _, l := range lines {
		sum += l.Amount
	}
	return sum
}

func sumOf(entries []ledger.Posted) (sum money.Amount) {
	for _, e := range entries {
		sum += e.Amount
	}
	return sum
}

const wordsOfPattern = 5

// pattern is what lines of the same kind have in common: their first words, without numbers. "" is nothing.
func pattern(text string) string {
	var words []string
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}) {
		if len([]rune(word)) > 1 && !strings.ContainsFunc(word, unicode.IsNumber) {
			words = append(words, word)
		}
	}
	return strings.Join(words[:min(len(words), wordsOfPattern)], " ")
}

// squeezed is the text without anything but letters and digits: banks break references up.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// checkAccount refuses accounts that no bank keeps.
func checkAccount(a ledger.Account) error {
	if !a.HoldsMoney() || a.Kind == "cash" {
		return errs.InvalidField("accountId", "must be an account that a bank or a provider keeps: %s is of kind %s",
			a.Name, a.Kind)
	}
	return nil
}
