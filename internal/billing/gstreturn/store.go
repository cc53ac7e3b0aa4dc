package gstreturn

import (
	"sarai/internal/billing/invoice"
	"sarai/internal/books/tax"
	"sarai/internal/country/india"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
)

// invoicesOf reads the tax invoices issued on the days [from, to], void ones included, in the order of their issue.
func invoicesOf(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]paper, error) {
	papers, err := db.All(tx, func(row db.Scanner) (p paper, err error) {
		var status string
		err = row.Scan(&p.id, &p.number, &status, &p.day, &p.buyer, &p.place, &p.total, &p.company)
		p.void, p.invoice = status == invoice.Void, p.id
		return p, err
	}, `SELECT i.invoice_id, i.number, i.status, i.invoice_date, i.buyer, i.place_of_supply, i.total,
			COALESCE(b.company_id, '')
		FROM invoices i LEFT JOIN bookings b ON b.org_id = i.org_id AND b.booking_id = i.booking_id
		WHERE i.org_id = $1 AND i.invoice_date >= $2 AND i.invoice_date <= $3 AND i.number <> '' AND i.document = $4
		ORDER BY i.invoice_date, i.issued_at, i.invoice_id`,
		sc.Org, string(from), string(to), string(document.TaxInvoice))
	if err != nil {
		return nil, err
	}
	taxes, err := tax.DeclaredBetween(tx, sc, tax.OfInvoice, from, to)
	if err != nil {
		return nil, err
	}
	return papers, withSums(tx, papers, taxes, `SELECT l.invoice_id, l.sac, l.tax_kind, l.rate, MIN(l.description),
			CAST(SUM(l.quantity) AS BIGINT), CAST(SUM(l.taxable) AS BIGINT)
		FROM invoice_lines l JOIN invoices i ON i.org_id = l.org_id AND i.invoice_id = l.invoice_id
		WHERE l.org_id = $1 AND i.org_id = $1 AND i.invoice_date >= $2 AND i.invoice_date <= $3
			AND i.number <> '' AND i.document = $4
		GROUP BY l.invoice_id, l.sac, l.tax_kind, l.rate ORDER BY l.invoice_id, l.sac, l.tax_kind, l.rate`,
		sc.Org, string(from), string(to), string(document.TaxInvoice))
}

// notesOf reads the credit notes of the days [from, to] on tax invoices, in the order in which they were made.
func notesOf(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]paper, error) {
	papers, err := db.All(tx, func(row db.Scanner) (p paper, err error) {
		err = row.Scan(&p.id, &p.number, &p.day, &p.of, &p.buyer, &p.place, &p.total, &p.invoice,
			&p.company)
		return p, err
	}, `SELECT n.credit_note_id, n.number, n.note_date, i.invoice_date, i.buyer, i.place_of_supply, n.total, i.invoice_id,
			COALESCE(b.company_id, '')
		FROM credit_notes n JOIN invoices i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
			LEFT JOIN bookings b ON b.org_id = i.org_id AND b.booking_id = i.booking_id
		WHERE n.org_id = $1 AND n.note_date >= $2 AND n.note_date <= $3 AND i.document = $4
		ORDER BY n.note_date, n.created_at, n.credit_note_id`,
		sc.Org, string(from), string(to), string(document.TaxInvoice))
	if err != nil {
		return nil, err
	}
	taxes, err := tax.DeclaredBetween(tx, sc, tax.OfCreditNote, from, to)
	if err != nil {
		return nil, err
	}
	return papers, withSums(tx, papers, taxes, `SELECT l.credit_note_id, l.sac, l.tax_kind, l.rate, MIN(l.description),
			CAST(SUM(l.quantity) AS BIGINT), CAST(SUM(l.taxable) AS BIGINT)
		FROM credit_note_lines l
			JOIN credit_notes n ON n.org_id = l.org_id AND n.credit_note_id = l.credit_note_id
			JOIN invoices i ON i.org_id = n.org_id AND i.invoice_id = n.invoice_id
		WHERE l.org_id = $1 AND n.org_id = $1 AND n.note_date >= $2 AND n.note_date <= $3 AND i.document = $4
		GROUP BY l.credit_note_id, l.sac, l.tax_kind, l.rate ORDER BY l.credit_note_id, l.sac, l.tax_kind, l.rate`,
		sc.Org, string(from), string(to), string(document.TaxInvoice))
}

// withSums gives each paper the sums of its lines, which the query reads, with the taxes that are declared of them.
func withSums(tx *db.Tx, papers []paper, taxes []tax.Declared, query string, args ...any) error {
	type line struct {
		paper string
		sum
	}
	lines, err := db.All(tx, func(row db.Scanner) (l line, err error) {
		err = row.Scan(&l.paper, &l.sac, &l.kind, &l.rate, &l.description, &l.quantity, &l.taxable)
		return l, err
	}, query, args...)
	type group struct {
		paper, sac, kind string
		rate             tax.Rate
	}
	byPaper, at := map[string][]sum{}, map[group]int{}
	for _, l := range lines {
		at[group{l.paper, l.sac, l.kind, l.rate}] = len(byPaper[l.paper])
		byPaper[l.paper] = append(byPaper[l.paper], l.sum)
	}
	for _, t := range taxes {
		i, known := at[group{t.DocumentID, t.SAC, t.Kind, t.Rate}]
		if !known {
			continue // of a bill of supply
		}
		switch of := &byPaper[t.DocumentID][i]; t.Code {
		case india.CGST:
			of.cgst += t.Amount
		case india.SGST, india.UTGST:
			of.sgst += t.Amount
		}
	}
	for i := range papers {
		papers[i].sums = byPaper[papers[i].id]
	}
	return err
}
