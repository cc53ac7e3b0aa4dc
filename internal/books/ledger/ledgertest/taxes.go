package ledgertest

import (
	"encoding/json"
	"fmt"

	"sarai/internal/kit/db"
)

// amounts are the parts of a tax by their codes.
type amounts map[string]int64

func (a amounts) add(b amounts, sign int64) {
	for code, amount := range b {
		a[code] += sign * amount
	}
}

func (a amounts) sum() (sum int64) {
	for _, amount := range a {
		sum += amount
	}
	return sum
}

// same tells whether both have the same amount of every part.
func (a amounts) same(b amounts) bool {
	rest := amounts{}
	rest.add(a, 1)
	rest.add(b, -1)
	for _, amount := range rest {
		if amount != 0 {
			return false
		}
	}
	return true
}

// halved tells whether CGST is as much as the half of the state or union territory.
func (a amounts) halved() bool { return a["cgst"] == a["sgst"]+a["utgst"] }

// Scan reads parts as they are stored.
func (a *amounts) Scan(stored any) error {
	text, isText := stored.(string)
	if bytes, isBytes := stored.([]byte); isBytes {
		text, isText = string(bytes), true
	}
	if !isText {
		return fmt.Errorf("parts are stored as text, not as %T", stored)
	}
	var parts []struct {
		Code   string `json:"code"`
		Amount int64  `json:"amount"`
	}
	*a = amounts{}
	if err := json.Unmarshal([]byte(text), &parts); err != nil {
		return err
	}
	for _, part := range parts {
		(*a)[part.Code] += part.Amount
	}
	return nil
}

// taxed is a row of a document or of a line.
type taxed struct {
	document, number, state  string
	taxable, rounding, total int64
	parts                    amounts
}

const (
	invoices = `SELECT invoice_id, number, status, taxable, rounding, total, parts FROM invoices WHERE org_id = $1`
	notes    = `SELECT credit_note_id, number, invoice_id, taxable, rounding, total, parts FROM credit_notes
		WHERE org_id = $1`
	invoiceLines = `SELECT invoice_id, description, '', taxable, CAST(0 AS BIGINT), total, parts FROM invoice_lines
		WHERE org_id = $1`
	noteLines = `SELECT credit_note_id, description, '', taxable, CAST(0 AS BIGINT), total, parts FROM credit_note_lines
		WHERE org_id = $1`
	folioLines = `SELECT booking_id, description, '', taxable, CAST(0 AS BIGINT), total, parts FROM folio_lines
		WHERE org_id = $1`
)

// taxFaults describes what is wrong with the parts of taxes: every price and document adds up, halves are equal, a
// document's parts are those of its lines, what is declared is what is issued, and the accounts have it.
func taxFaults(tx *db.Tx, org string) (faults []string, err error) {
	read := map[string][]taxed{}
	for _, query := range []string{invoices, notes, invoiceLines, noteLines, folioLines} {
		read[query], err = db.All(tx, func(row db.Scanner) (t taxed, err error) {
			err = row.Scan(&t.document, &t.number, &t.state, &t.taxable, &t.rounding, &t.total, &t.parts)
			return t, err
		}, query, org)
		if err != nil {
			return nil, err
		}
		for _, t := range read[query] {
			if t.taxable+t.parts.sum()+t.rounding != t.total || !t.parts.halved() {
				faults = append(faults, fmt.Sprintf("a price that doesn't add up, or whose halves differ: %+v", t))
			}
		}
	}
	collected, open := amounts{}, map[string]bool{}
	billed, credited := byDocument(read[invoiceLines]), byDocument(read[noteLines])
	for _, d := range read[invoices] {
		if !d.parts.same(billed[d.document]) {
			faults = append(faults, fmt.Sprintf("an invoice whose taxes aren't its lines': %+v", d))
		}
		if open[d.document] = d.state != "draft" && d.state != "void"; open[d.document] {
			collected.add(d.parts, 1)
		}
	}
	for _, d := range read[notes] {
		if !d.parts.same(credited[d.document]) {
			faults = append(faults, fmt.Sprintf("a credit note whose taxes aren't its lines': %+v", d))
		}
		collected.add(d.parts, -1)
	}
	more, err := accountFaults(tx, org, collected)
	if err != nil {
		return nil, err
	}
	declared, err := declaredFaults(tx, org, read, open)
	return append(append(faults, more...), declared...), err
}

// byDocument adds up the lines of each document.
func byDocument(lines []taxed) map[string]amounts {
	sums := map[string]amounts{}
	for _, l := range lines {
		add(sums, l.document, l.parts)
	}
	return sums
}

// accountFaults compares what is collected with the accounts that have it, beside what vouchers have moved.
func accountFaults(tx *db.Tx, org string, collected amounts) (faults []string, err error) {
	want := amounts{"cgst": collected["cgst"], "sgst": collected["sgst"] + collected["utgst"]}
	want["other-tax"] = collected.sum() - want.sum()
	for account, amount := range want {
		rows, err := Rows(tx, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_entries
			WHERE org_id = $1 AND account = $2 AND document <> 'voucher'`, org, account)
		if err != nil {
			return nil, err
		}
		if got := rows[0][0]; got != fmt.Sprint(-amount) {
			faults = append(faults, fmt.Sprintf("the account %s has %s, its documents %d", account, got, -amount))
		}
	}
	return faults, nil
}

// declaredFaults compares what is declared with the lines of issued documents.
func declaredFaults(tx *db.Tx, org string, read map[string][]taxed, open map[string]bool) (
	faults []string, err error) {
	want := map[string]amounts{}
	for _, l := range read[invoiceLines] {
		if open[l.document] {
			add(want, "invoice "+l.document, l.parts)
		}
	}
	for _, l := range read[noteLines] {
		add(want, "credit_note "+l.document, l.parts)
	}
	got := map[string]amounts{}
	_, err = db.All(tx, func(row db.Scanner) (none struct{}, err error) {
		var document, id, code string
		var amount int64
		err = row.Scan(&document, &id, &code, &amount)
		add(got, document+" "+id, amounts{code: amount})
		return none, err
	}, `SELECT document, document_id, code, amount FROM document_taxes WHERE org_id = $1`, org)
	for document := range want {
		if !want[document].same(got[document]) {
			faults = append(faults, fmt.Sprintf("of %s %v is declared, not %v", document, got[document], want[document]))
		}
		delete(got, document)
	}
	if len(got) > 0 {
		faults = append(faults, fmt.Sprintf("what isn't issued is declared: %v", got))
	}
	return faults, err
}

func add(to map[string]amounts, document string, parts amounts) {
	if to[document] == nil {
		to[document] = amounts{}
	}
	to[document].add(parts, 1)
}
