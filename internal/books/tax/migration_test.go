package tax_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/migrations"
)

// Documents of a database from before taxes had parts are the same after its migration, to the paisa. The database is
// taken back to what it was, with a column for each part that India knows.
func TestPartsOfDocumentsFromBefore(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		hotels := []*apptest.Caller{s.Hotel(object{"gstin": apptest.HotelGSTIN}), s.Hotel(object{"gstin": "04AAPFU0939F1ZV"}),
			s.Hotel()}
		var before []string
		for _, owner := range hotels {
			fill(owner)
			before = append(before, everyDocument(owner))
		}
		takeBack(t, s)
		if err := s.DB.Migrate(t.Context(), migrations.FS, migrations.Steps(nil)...); err != nil {
			t.Fatal(err)
		}
		for i, owner := range hotels {
			if after := everyDocument(owner); after != before[i] {
				t.Errorf("hotel %d had\n%s\nand has\n%s", i, before[i], after)
			}
			apptest.BooksHold(t, owner)
		}
	})
}

// fill gives the hotel every kind of document, with every kind of tax.
func fill(owner *apptest.Caller) {
	owner.SetBilling(object{"pricesIncludeTax": true})
	tax := func(kind string, rate float64) string {
		return owner.CreateTax(object{"name": "Tax " + kind, "kind": kind, "rate": rate, "sac": ""})
	}
	lines := []object{}
	for _, id := range []string{tax("gst", 18), tax("other", 2.25), tax("non-gst", 20), tax("exempt", 0), ""} {
		lines = append(lines, object{"description": "Item", "unitPrice": 333.33, "taxId": id})
	}
	buyer := object{"name": "Asha"}
	issued := owner.CreateInvoice(object{"buyer": buyer, "lines": lines, "issue": true}).Text("data", "_id")
	owner.CreateInvoice(object{"buyer": buyer, "lines": lines})
	void := owner.CreateInvoice(object{"buyer": buyer, "lines": lines, "issue": true}).Text("data", "_id")
	owner.Post(apptest.Invoices+"/"+void+"/void", object{"reason": "Typed twice"}).Want(200)

	booking := owner.BookFromToday()
	owner.Arrive(booking)
	owner.AddCharge(booking, "Laundry", 118)
	stay := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Text("data", "_id")
	for invoice, amount := range map[string]float64{issued: 400.07, stay: 100.01} {
		owner.Post("/api/credit-notes/{org}/create", object{"invoiceId": invoice, "amount": amount, "reason": "Noise"}).
			Want(201)
	}
	room := owner.Get("/api/rooms/{org}/list").Want(200).Text("data", 0, "_id")
	owner.Post("/api/quotes/{org}/create", object{"guestName": "Asha", "checkIn": "2026-05-01", "checkOut": "2026-05-04",
		"rooms": []any{object{"roomId": room, "ratePerNight": 5000.5, "adults": 1}}, "lines": lines}).Want(201)
	owner.Post("/api/expenses/{org}/create", object{"category": "Linen", "date": "2026-04-14", "lines": []any{
		object{"description": "Soap", "amount": 1000, "cgst": 90, "sgst": 90},
		object{"description": "Sheets", "amount": 400.5, "igst": 72.09},
		object{"description": "Stamps", "amount": 10}}}).Want(201)
}

// everyDocument is all that the hotel's documents say.
func everyDocument(owner *apptest.Caller) string {
	var said []string
	for _, of := range []string{"invoices", "credit-notes", "quotes", "expenses"} {
		list := owner.Get("/api/" + of + "/{org}/list?limit=50").Want(200)
		said = append(said, string(list.Raw))
		for n := range list.List("data") {
			said = append(said, string(owner.Get("/api/"+of+"/{org}/"+list.Text("data", n, "_id")).Want(200).Raw))
		}
	}
	booking := owner.Get("/api/bookings/{org}/list").Want(200).Text("data", 0, "bookingId")
	said = append(said, string(owner.Get(apptest.BookingPath(booking, "/folio")).Want(200).Raw))
	said = append(said, string(owner.Get(apptest.BookingPath(booking, "")).Want(200).Raw))
	said = append(said, string(owner.Get("/api/invoices/{org}/gstr1?period=2026-04").Raw))
	return strings.Join(said, "\n")
}

// priced are the tables that had columns of parts.
var priced = []string{"folio_lines", "invoice_lines", "credit_note_lines", "invoices", "credit_notes", "quotes",
	"expense_lines", "expenses"}

// takeBack makes the database one of before migration 48.
func takeBack(t *testing.T, s *apptest.Server) {
	t.Helper()
	for _, table := range []string{"chart_places", "account_mappings", "mapped_lines", "mapped_sums",
		"voucher_files", "voucher_attachments", "vouchers", "voucher_lines", "closed_years", "budgets", "flash_days",
		"housekeeping_rules", "housekeeping_visits", "housekeeping_sightings", "maintenance_photos",
		"maintenance_tickets", "maintenance_schedules", "lost_item_photos", "lost_item_entries", "lost_items",
		"minibar_posts", "minibar_pars", "minibar_stock", "minibar_moves",
		"bank_statements", "bank_lines", "bank_matches", "bank_rules",
		"approvals", "approval_limits", "approval_codes",
		"report_schedules", "kept_reports",
		"unbilled_days", "unbilled_folios", "deposits", "deposit_ends", "payout_lines", "payouts",
		"agent_bill_lines", "agent_bills", "agent_bookings", "agents",
		"dunning_steps", "dunning_pauses", "dunning_letters", "dunning_papers", "dunning_invoices",
		"company_statements", "company_statement_papers", "company_statement_mails", "open_shifts",
		"shift_entries", "shifts", "shift_drops", "shift_corrections"} {
		s.Exec(`DROP TABLE ` + table)
	}
	s.Exec(`ALTER TABLE books DROP COLUMN cash_needs_shift`)
	s.Exec(`ALTER TABLE accounts DROP COLUMN is_safe`)
	s.Exec(`DELETE FROM series WHERE module IN ('voucher', 'deposit', 'vendor_payment', 'company_statement')`)
	takeBackCompanies(s)
	takeBackVendors(s)
	takeBackForeignCash(s)
	s.Exec(`ALTER TABLE services DROP COLUMN is_minibar`)
	for _, table := range []string{"letters", "letter_settings", "letter_texts", "letter_claims", "letter_stops"} {
		s.Exec(`DROP TABLE ` + table)
	}
	s.Exec(`DROP INDEX outbox_settled`)
	s.Exec(`DROP INDEX invoice_lines_with_credit`)
	s.Exec(`ALTER TABLE outbox DROP COLUMN unsubscribe`)
	for _, index := range []string{"folio_lines_by_payer", "invoices_by_group", "bookings_owing",
		"payment_parts_unapplied"} {
		s.Exec(`DROP INDEX ` + index)
	}
	s.Exec(`CREATE INDEX bookings_owing ON bookings (org_id, check_in)`)
	for _, column := range []string{"bookings.routing", "bookings.routing_own", "bookings.routed", "folio_lines.payer",
		"invoices.group_id", "invoices.sharers", "invoice_lines.booking_id"} {
		table, name, _ := strings.Cut(column, ".")
		s.Exec(`ALTER TABLE ` + table + ` DROP COLUMN ` + name)
	}
	for _, table := range []string{"folio_moves", "allotments", "allotment_days", "booking_groups", "group_rates",
		"group_settings"} {
		s.Exec(`DROP TABLE ` + table)
	}
	s.Exec(`DROP INDEX bookings_by_group`)
	s.Exec(`DROP INDEX bookings_by_group_reference`)
	for _, column := range []string{"group_id", "group_reference"} {
		s.Exec(`ALTER TABLE bookings DROP COLUMN ` + column)
	}
	s.Exec(`DELETE FROM series WHERE module = 'group'`)
	takeBackGuestFiles(s)
	s.Exec(`DROP TABLE waitlist`)
	for _, table := range []string{"guest_travel", "guest_documents", "guest_document_pieces", "guest_document_settings",
		"form_iii", "registration_cards", "registration_settings", "online_checkins", "online_checkin_links",
		"online_checkin_settings"} {
		s.Exec(`DROP TABLE ` + table)
	}
	s.Exec(`CREATE TABLE booking_signatures (org_id TEXT NOT NULL, booking_id TEXT NOT NULL, content TEXT NOT NULL,
		signed_at BIGINT NOT NULL, PRIMARY KEY (org_id, booking_id))`)
	s.Exec(`ALTER TABLE guests DROP COLUMN id_number_sealed`)
	s.Exec(`DELETE FROM series WHERE module = 'registration'`)
	s.Exec(`DROP TABLE stay_guests`)
	s.Exec(`DROP INDEX booking_rooms_by_arrival`)
	s.Exec(`DROP INDEX bookings_in_part`)
	s.Exec(`ALTER TABLE bookings DROP COLUMN rooms_expected`)
	for _, column := range []string{"arrived_at", "guest_name", "sharers"} {
		s.Exec(`ALTER TABLE booking_rooms DROP COLUMN ` + column)
	}
	for _, column := range []string{"guest_name", "guest_phone", "reminded_at"} {
		s.Exec(`ALTER TABLE holds DROP COLUMN ` + column)
	}
	joinHotelsAndDays(s)
	for _, table := range priced {
		third := "other_tax"
		if strings.HasPrefix(table, "expense") {
			third = "igst"
		}
		for _, column := range []string{"cgst", "sgst", third} {
			s.Exec(`ALTER TABLE ` + table + ` ADD COLUMN ` + column + ` BIGINT NOT NULL DEFAULT 0`)
		}
	}
	if err := s.DB.Write(t.Context(), func(tx *db.Tx) error {
		for _, table := range priced {
			if err := inColumns(tx, table); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, table := range priced {
		s.Exec(`ALTER TABLE ` + table + ` DROP COLUMN parts`)
	}
	s.Exec(`DROP TABLE document_taxes`)
	s.Exec(`DELETE FROM goose_db_version WHERE version_id >= 48`)
}

// takeBackCompanies takes back what migrations 91, 92 and 124 have made.
func takeBackCompanies(s *apptest.Server) {
	for _, table := range []string{"company_settlements", "company_entries", "company_invoices", "company_accounts"} {
		s.Exec(`DROP TABLE ` + table)
	}
	for _, column := range []string{"legal_name", "gst_treatment", "pan", "contacts", "invoicing_email", "payment_terms",
		"credit_limit", "on_hold", "may_owe", "po_required", "tcs_gstin"} {
		s.Exec(`ALTER TABLE companies DROP COLUMN ` + column)
	}
}

// takeBackForeignCash takes back what migration 111 has made.
func takeBackForeignCash(s *apptest.Server) {
	for _, table := range []string{"exchange_rates", "foreign_cash"} {
		s.Exec(`DROP TABLE ` + table)
	}
}

// takeBackVendors takes back what migrations 106, 107 and 110 have made.
func takeBackVendors(s *apptest.Server) {
	for _, table := range []string{"vendor_entries", "vendor_payments", "payment_runs", "payment_run_lines",
		"payment_run_payees", "vendor_tds", "tds_deposits", "tds_certificates"} {
		s.Exec(`DROP TABLE ` + table)
	}
	for _, index := range []string{"expense_payments_of_vendor", "expenses_owed"} {
		s.Exec(`DROP INDEX ` + index)
	}
	s.Exec(`ALTER TABLE expense_payments DROP COLUMN vendor_payment_id`)
	for _, column := range []string{"payment_terms", "tds_section", "tds_rate"} {
		s.Exec(`ALTER TABLE vendors DROP COLUMN ` + column)
	}
}

// takeBackGuestFiles takes back what migrations 65 to 67 have made.
func takeBackGuestFiles(s *apptest.Server) {
	for _, table := range []string{"guest_erasures", "guests_apart", "guest_merges", "guest_consents", "guest_notes"} {
		s.Exec(`DROP TABLE ` + table)
	}
	for _, index := range []string{"phone", "email", "document", "birth", "company"} {
		s.Exec(`DROP INDEX guests_by_` + index)
	}
	s.Exec(`DROP INDEX guests_unkeyed`)
	s.Exec(`DROP INDEX guests_not_to_rent`)
	for _, column := range []string{"vip", "language", "preferences", "company_id", "do_not_rent_reason", "do_not_rent_by",
		"do_not_rent_by_name", "do_not_rent_at", "phone_key", "email_key", "document_key", "birth_key", "keyed",
		"erased_at"} {
		s.Exec(`ALTER TABLE guests DROP COLUMN ` + column)
	}
	s.Exec(`ALTER TABLE books DROP COLUMN refuse_do_not_rent`)
}

// inColumns writes each text of parts that the table has as amounts in columns, and the JSON of quotes as it was.
func inColumns(tx *db.Tx, table string) error {
	texts, err := db.Texts(tx, `SELECT DISTINCT parts FROM `+table)
	if err != nil {
		return err
	}
	for _, row := range texts {
		amounts, err := amountsOf(row[0])
		if err != nil {
			return err
		}
		third := "other_tax"
		if strings.HasPrefix(table, "expense") {
			third = "igst"
		}
		if err := tx.Do(`UPDATE `+table+` SET cgst = $2, sgst = $3, `+third+` = $4 WHERE parts = $1`, row[0],
			amounts["cgst"], amounts["sgst"]+amounts["utgst"], amounts["other"]+amounts["igst"]); err != nil {
			return err
		}
	}
	if table != "quotes" {
		return nil
	}
	quotes, err := db.Texts(tx, `SELECT quote_id, rooms, lines FROM quotes`)
	if err != nil {
		return err
	}
	for _, q := range quotes {
		if err := tx.Do(`UPDATE quotes SET rooms = $2, lines = $3 WHERE quote_id = $1`, q[0], beforeParts(q[1]),
			beforeParts(q[2])); err != nil {
			return err
		}
	}
	return nil
}

func amountsOf(text string) (map[string]int64, error) {
	var parts []struct {
		Code   string
		Amount int64
	}
	amounts := map[string]int64{}
	err := json.Unmarshal([]byte(text), &parts)
	for _, part := range parts {
		amounts[part.Code] = part.Amount
	}
	return amounts, err
}

// beforeParts is the JSON of a quote's rooms or lines as it was.
func beforeParts(text string) string {
	var list []map[string]any
	_ = json.Unmarshal([]byte(text), &list)
	for _, one := range list {
		prices := []any{one}
		if rooms, isRoom := one["Parts"].([]any); isRoom && one["Taxable"] == nil {
			prices = rooms
		}
		for _, price := range prices {
			price := price.(map[string]any)
			parts, _ := json.Marshal(price["Parts"])
			amounts, _ := amountsOf(string(parts))
			price["CGST"], price["SGST"], price["Other"] = amounts["cgst"], amounts["sgst"]+amounts["utgst"], amounts["other"]
			delete(price, "Parts")
		}
	}
	before, _ := json.Marshal(list)
	return string(before)
}

// joinHotelsAndDays puts hotels and business days back into the tables from which migration 50 takes them.
func joinHotelsAndDays(s *apptest.Server) {
	for table, of := range map[string]struct{ from, columns string }{
		"organizations": {"hotels", "address timezone default_check_in default_check_out gstin pan tax_edition"},
		"books": {"business_days",
			"closed_day locked_day lock_reason locked_by locked_by_name locked_at lock_version"},
	} {
		for column := range strings.FieldsSeq(of.columns) {
			kind := "TEXT NOT NULL DEFAULT ''"
			if column == "locked_at" || column == "lock_version" {
				kind = "BIGINT NOT NULL DEFAULT 0"
			}
			s.Exec(`ALTER TABLE ` + table + ` ADD COLUMN ` + column + ` ` + kind)
			s.Exec(`UPDATE ` + table + ` SET ` + column + ` = (SELECT f.` + column + ` FROM ` + of.from + ` f
				WHERE f.org_id = ` + table + `.org_id)`)
		}
		s.Exec(`DROP TABLE ` + of.from)
	}
}
