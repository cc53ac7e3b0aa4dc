package cityledger_test

import (
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

// How long a payment over 200 invoices takes, and the ageing of 300 companies with 5,000 open invoices. It tells the
// times and asserts none: machines differ.
func TestTimes(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		path, _ := debtor(owner, nil)
		for _, kind := range []string{"", "tds"} {
			list := make([]object, 200)
			for i := range list {
				list[i] = object{"invoiceId": owe(owner, path, 100), "amount": 100}
				if kind != "" {
					list[i] = list[i].Merged(object{"amount": 98, "shortAmount": 2, "shortKind": kind})
				}
			}
			begun := time.Now()
			owner.Post(path+"/payments", object{"amount": 20000, "method": "bank_transfer", "allocations": list}).Want(201)
			t.Logf("a payment over 200 invoices %s: %v", kind, time.Since(begun))
		}
		apptest.BooksHold(t, owner)
		s.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
			INSERT INTO companies (org_id, company_id, name, code, code_key, gstin, email, phone, address, notes, is_active,
			search_text, created_at, updated_at, version)
			SELECT '` + owner.Org + `', 'c' || i, 'Company ' || i, '', 'c' || i, '', '', '', '{}', '', TRUE, '', 0, 0, 1 FROM n`)
		s.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
			INSERT INTO company_accounts (org_id, company_id, balance, unapplied)
			SELECT '` + owner.Org + `', 'c' || i, 0, 0 FROM n`)
		s.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
			INSERT INTO company_invoices (org_id, invoice_id, company_id, number, invoice_date, due_date, amount, open,
			disputed, dispute, po_number, reason, moved_by, moved_at)
			SELECT '` + owner.Org + `', 'i' || i, 'c' || (1 + i % 300), 'INV', '2026-01-01',
			'2026-0' || (1 + i % 4) || '-' || (10 + i % 19), 100, 100, 0, '', '', '', '', 0 FROM n`)
		for range 3 {
			begun := time.Now()
			found := owner.Get(companies + "/ageing").Want(200)
			t.Logf("the ageing of %d companies: %v", len(found.List("data", "companies")), time.Since(begun))
		}
	})
}
