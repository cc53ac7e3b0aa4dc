package app_test

import (
	"go/ast"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// owners are the packages that tables belong to: no other package's SQL names them, but for what borrowed allows.
var owners = map[string]string{
	"agents":                   "billing/agentfee",
	"agent_bookings":           "billing/agentfee",
	"agent_bills":              "billing/agentfee",
	"agent_bill_lines":         "billing/agentfee",
	"open_shifts":              "books/drawer",
	"account_mappings":         "books/mapping",
	"account_sums":             "books/balance",
	"mapped_lines":             "books/mapping",
	"mapped_sums":              "books/mapping",
	"account_transfers":        "books/ledger",
	"accounts":                 "books/ledger",
	"age_bands":                "property/rateplan",
	"allotment_days":           "property/allotment",
	"allotments":               "property/allotment",
	"audit_counts":             "record/audit",
	"audit_entries":            "record/audit",
	"audit_heads":              "record/audit",
	"chart_places":             "books/chart",
	"closed_years":             "books/statement",
	"bank_lines":               "books/bank",
	"bank_matches":             "books/bank",
	"bank_rules":               "books/bank",
	"bank_statements":          "books/bank",
	"deposit_ends":             "billing/deposit",
	"deposits":                 "billing/deposit",
	"voucher_attachments":      "books/voucher",
	"voucher_files":            "books/voucher",
	"voucher_lines":            "books/voucher",
	"vouchers":                 "books/voucher",
	"approvals":                "billing/approval",
	"approval_limits":          "billing/approval",
	"approval_codes":           "billing/approval",
	"booking_counts":           "stay/booking",
	"booking_groups":           "stay/group",
	"booking_rooms":            "stay/booking",
	"booking_services":         "stay/extras",
	"bookings":                 "stay/booking",
	"books":                    "books/ledger",
	"budgets":                  "books/budget",
	"business_days":            "books/businessday",
	"hotels":                   "record/hotel",
	"category_cells":           "property/rates",
	"changes":                  "record/changes",
	"companies":                "property/company",
	"company_accounts":         "billing/receivable",
	"company_entries":          "billing/receivable",
	"company_invoices":         "billing/receivable",
	"company_settlements":      "billing/cityledger",
	"company_statements":       "billing/issuedstatement",
	"dunning_steps":            "billing/dunning",
	"dunning_pauses":           "billing/dunning",
	"dunning_letters":          "billing/dunning",
	"dunning_papers":           "billing/dunning",
	"dunning_invoices":         "billing/dunning",
	"company_statement_papers": "billing/issuedstatement",
	"company_statement_mails":  "billing/issuedstatement",
	"credit_note_lines":        "billing/creditnote",
	"credit_note_months":       "billing/creditnote",
	"credit_notes":             "billing/creditnote",
	"daily_money":              "books/balance",
	"document_taxes":           "books/tax",
	"email_templates":          "paper/emailtemplate",
	"expense_files":            "billing/expense",
	"expense_lines":            "billing/expense",
	"expense_months":           "billing/expense",
	"expense_payments":         "billing/expense",
	"expenses":                 "billing/expense",
	"flash_days":               "outward/flash",
	"unbilled_days":            "billing/accrual",
	"unbilled_folios":          "billing/accrual",
	"report_schedules":         "outward/schedule",
	"kept_reports":             "outward/schedule",
	"folio_lines":              "stay/folio",
	"folio_moves":              "stay/master",
	"gst_answers":              "record/gst",
	"form_iii":                 "outward/filing",
	"guest_document_pieces":    "property/scan",
	"guest_document_settings":  "property/scan",
	"guest_documents":          "property/scan",
	"guest_travel":             "property/guest",
	"group_rates":              "stay/group",
	"group_settings":           "stay/group",
	"guest_consents":           "property/profile",
	"guest_notes":              "property/profile",
	"guest_erasures":           "outward/guestfile",
	"guest_merges":             "outward/guestfile",
	"guests":                   "property/guest",
	"guests_apart":             "property/guest",
	"holds":                    "stay/hold",
	"housekeeping_assignments": "stay/housekeeping",
	"housekeeping_notes":       "stay/housekeeping",
	"housekeeping_photos":      "stay/housekeeping",
	"housekeeping_rules":       "stay/housekeeping",
	"housekeeping_sightings":   "stay/housekeeping",
	"housekeeping_visits":      "stay/housekeeping",
	"idempotency_keys":         "kit/idempotency",
	"installation":             "identity/organization",
	"invitations":              "identity/invitation",
	"invoice_lines":            "billing/invoice",
	"invoice_months":           "billing/invoice",
	"invoices":                 "billing/invoice",
	"ledger_entries":           "books/ledger",
	"letter_claims":            "outward/message",
	"letter_settings":          "outward/message",
	"letter_stops":             "outward/message",
	"letter_texts":             "outward/message",
	"letters":                  "outward/message",
	"login_devices":            "identity/session",
	"login_mfa":                "identity/factor",
	"login_organizations":      "identity/user",
	"login_recovery_codes":     "identity/factor",
	"logins":                   "identity/user",
	"lost_item_entries":        "stay/lostfound",
	"lost_item_photos":         "stay/lostfound",
	"lost_items":               "stay/lostfound",
	"mail_counts":              "kit/mail",
	"maintenance_photos":       "property/maintenance",
	"maintenance_schedules":    "property/maintenance",
	"maintenance_tickets":      "property/maintenance",
	"memberships":              "identity/user",
	"minibar_moves":            "stay/minibar",
	"minibar_pars":             "stay/minibar",
	"minibar_posts":            "stay/minibar",
	"minibar_stock":            "stay/minibar",
	"night_audits":             "stay/nightaudit",
	"notification_configs":     "outward/notification",
	"notification_counts":      "outward/notification",
	"notification_mails":       "outward/notification",
	"notification_reads":       "outward/notification",
	"notification_recipients":  "outward/notification",
	"notifications":            "outward/notification",
	"online_checkin_links":     "stay/precheck",
	"online_checkin_settings":  "stay/precheck",
	"online_checkins":          "stay/precheck",
	"one_time_tokens":          "identity/onetime",
	"organization_logos":       "identity/organization",
	"organizations":            "identity/organization",
	"outbox":                   "kit/mail",
	"payment_months":           "books/ledger",
	"payment_parts":            "books/ledger",
	"payout_lines":             "billing/payout",
	"payouts":                  "billing/payout",
	"payments":                 "books/ledger",
	"policies":                 "property/rateplan",
	"preferences":              "identity/preference",
	"quotes":                   "stay/quote",
	"rate_cells":               "property/rates",
	"rate_changes":             "property/rateplan",
	"rate_plan_companies":      "property/rateplan",
	"rate_plans":               "property/rateplan",
	"rate_products":            "property/rateplan",
	"rate_versions":            "property/rateplan",
	"registration_cards":       "stay/registration",
	"registration_settings":    "stay/registration",
	"revisions":                "record/changes",
	"roles":                    "identity/role",
	"room_blocks":              "property/room",
	"room_categories":          "property/room",
	"room_days":                "property/inventory",
	"room_nights":              "property/inventory",
	"rooms":                    "property/room",
	"rooms_in_service":         "property/inventory",
	"search_backlog":           "record/wordindex",
	"search_terms":             "record/wordindex",
	"series":                   "record/series",
	"series_stems":             "record/series",
	"service_nights":           "stay/extras",
	"services":                 "property/rateplan",
	"sessions":                 "identity/session",
	"exchange_rates":           "books/till",
	"foreign_cash":             "books/till",
	"shift_corrections":        "books/till",
	"shift_drops":              "books/till",
	"shift_entries":            "books/drawer",
	"shifts":                   "books/till",
	"sheet_keys":               "outward/sheets",
	"taxes":                    "books/tax",
	"tds_certificates":         "billing/withholding",
	"tds_deposits":             "billing/withholding",
	"transfer_months":          "books/ledger",
	"stay_guests":              "stay/party",
	"payment_run_lines":        "billing/payrun",
	"payment_run_payees":       "billing/payrun",
	"payment_runs":             "billing/payrun",
	"vendor_entries":           "billing/payable",
	"vendor_payments":          "billing/vendorledger",
	"vendor_tds":               "billing/withholding",
	"vendors":                  "billing/vendors",
	"waitlist":                 "stay/waitlist"}

// loan is what SQL of one package may name of the tables of others.
type loan struct {
	statements int // how many do; the number may only fall
	tables     string
	why        string
}

// borrowed are the packages whose SQL names tables of others. Questions upwards, and all that is written, go by the
// owner's functions. What remains are statements that join, count or sum over more than one package's rows.
var borrowed = map[string]loan{
	"billing/accrual": {29, "bookings business_days credit_notes folio_lines invoices ledger_entries",
		"what folios have earned and invoices have billed of it, of all bookings up to a day, is one question"},
	"billing/creditnote": {3, "bookings invoices",
		"lists show the booking and the invoice of a note beside it"},
	"billing/expense": {1, "accounts",
		"lists show the account beside a payment of a bill"},
	"billing/gstreturn": {10, "bookings credit_note_lines credit_notes invoice_lines invoices",
		"the return is read from a month's documents, whole, by the government's tables"},
	"billing/invoice": {2, "bookings",
		"lists show the booking beside an invoice, and are searched by its guest"},
	"billing/payment": {7, "bookings invoices payment_parts payments",
		"lists show the bookings and invoices that a payment is for, and are filtered by them"},
	"books/till": {9, "accounts ledger_entries open_shifts shift_entries",
		"the check of the shifts reads what the ledger notes of them"},
	"billing/agentfee": {5, "bookings folio_lines ledger_entries",
		"what an agent has earned is read from the stays and folios of its bookings, and checked by the books"},
	"billing/payable": {7, "expense_payments expenses ledger_entries vendor_payments",
		"a check compares the lines of accounts with bills, payments and the books"},
	"billing/payout": {9, "booking_counts bookings companies company_invoices invoices",
		"what a company's references may mean is one question to bookings and invoices, and lists name the company"},
	"billing/receivable": {6, "invoices ledger_entries payment_parts payments payout_lines",
		"the check of the accounts compares them with the books, and with the payments and invoices on them"},
	"books/takings": {3, "payment_parts payments",
		"what was paid of a booking, and on a day by method, is read from the ledger's movements"},
	"books/ledger": {7, "account_sums daily_money",
		"the check of the sums reads the rows that they are kept in"},
	"identity/organization": {1, "hotels",
		"background work asks for the scopes of all hotels at once"},
	"identity/role": {3, "memberships",
		"what a member may do is read under the lock on the members: who has the role is part of it"},
	"identity/session": {2, "logins",
		"a session is found with its login, at every sign-in"},
	"identity/user": {6, "hotels organizations roles",
		"a caller's membership, role and hotel are read as one, at every request that isn't remembered"},
	"outward/analytics": {18,
		"booking_rooms booking_services bookings daily_money folio_lines invoices room_nights service_nights",
		"key figures are sums over stays, nights, folios and documents, of any days"},
	"outward/flash": {12, "booking_rooms booking_services bookings daily_money folio_lines invoices service_nights",
		"the manager's report is sums over stays, folios and documents, of days and years"},
	"outward/revenue": {16, "booking_rooms booking_services bookings companies folio_lines guests service_nights",
		"revenue is divided by what bookings, their rooms and guests say, in one question"},
	"outward/forecast": {3, "booking_rooms bookings",
		"what was on the books is counted over the bookings of two years, with their rooms"},
	"outward/statistics": {11,
		"booking_rooms bookings guests registration_cards room_categories rooms stay_guests",
		"guests of a month are counted over the bookings, their rooms and the records of guests"},
	"outward/monthend": {9, "accounts bank_lines bookings invoices open_shifts payment_parts payments shifts",
		"what a month waits for is read from the documents of all kinds"},
	"outward/message": {6, "bookings invoices",
		"letters are due by stays, and those of a kind that aren't written are one question"},
	"outward/notification": {5, "login_organizations memberships",
		"who gets a notice is a join with the members"},
	"outward/search": {18, "booking_rooms bookings companies expenses guests invoices payments quotes",
		"one search looks into all kinds of records"},
	"paper/emailtemplate": {1, "organizations",
		"once, at start, it asks which organizations are older than templates"},
	"property/inventory": {9, "room_categories rooms",
		"which nights of a category are free is one question to its rooms and their nights, under one lock"},
	"property/rateplan": {2, "companies room_categories",
		"that a category or a company is the hotel's is asked by its key"},
	"property/rates": {1, "room_categories",
		"which categories are the hotel's is asked by their keys"},
	"record/audit": {3, "installation",
		"the roll of the logs is signed in the installation's one row, which every sign-up locks anyway"},
	"record/listing": {4, "search_terms",
		"a list that is searched is a join with the index of words"},
	"stay/assignment": {2, "booking_rooms bookings",
		"bookings that wait for a room are found by their stays"},
	"stay/bookinglist": {3, "booking_counts booking_rooms",
		"lists of bookings, with their rooms and the counts that booking keeps"},
	"stay/deskpaper": {1, "bookings",
		"a paper lists the stays of a day by the time at which they are expected"},
	"stay/registration": {1, "room_categories",
		"a card names the category of a room that isn't assigned"},
	"stay/extras": {7, "booking_rooms bookings folio_lines",
		"what services have sold is found by stays and folios"},
	"stay/frontdesk": {18, "booking_rooms bookings companies holds room_blocks room_categories room_nights rooms",
		"the calendar is one question to nights, stays, holds and blocks"},
	"stay/housekeeping": {5, "booking_rooms bookings memberships room_blocks",
		"the list of rooms shows who is in them, who cleans them, and blocks"},
	"stay/nightaudit": {18, "bookings folio_lines room_days room_nights",
		"the report of a day is sums over stays, nights and folios"},
	"stay/roomstays": {2, "booking_rooms bookings",
		"who was in a room is one question to stays and their rooms"},
	"stay/quote": {1, "bookings",
		"lists show the booking that a quote became"},
}

// lentForWriting are the tables of others that packages write, and why.
var lentForWriting = map[string]string{
	"record/audit installation":          "the roll of the logs stands in the one row that every sign-up locks anyway",
	"property/inventory room_categories": "it changes nothing: that is how a category is locked on both engines",
}

var writes = regexp.MustCompile(`(?i)^\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)\b`)

// Only the owner of a table writes it.
func TestTablesAreWrittenByTheirOwners(t *testing.T) {
	columns, _, _ := schema(t)
	used := map[string]bool{}
	for _, s := range statements(t) {
		table := writes.FindStringSubmatch(s.text)
		if table == nil || columns[table[1]] == nil || owners[table[1]] == s.pkg {
			continue
		}
		pair := s.pkg + " " + table[1]
		if used[pair] = true; lentForWriting[pair] == "" {
			t.Errorf("%s: %s writes the table of %s: %s", s.at, s.pkg, owners[table[1]], s.text)
		}
	}
	for pair := range lentForWriting {
		if !used[pair] {
			t.Errorf("%s: it isn't written any more: take it off", pair)
		}
	}
}

var named = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|INTO|UPDATE) (\w+)\b`)

// tablesNamed are the tables that each package's statements name, with the number of the statements.
func tablesNamed(t *testing.T, columns map[string][]column) map[string]map[string]int {
	t.Helper()
	found := map[string]map[string]int{}
	note := func(name, table string) {
		if columns[table] == nil {
			return
		}
		if found[name] == nil {
			found[name] = map[string]int{}
		}
		found[name][table]++
	}
	for _, s := range statements(t) {
		once := map[string]bool{}
		for _, table := range named.FindAllStringSubmatch(s.text, -1) {
			once[table[1]] = true
		}
		for table := range once {
			note(s.pkg, table)
		}
	}
	_, packages := sources(t)
	for name, files := range packages {
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				if call, ok := node.(*ast.CallExpr); ok {
					for _, table := range tablesGiven(call) {
						note(name, table)
					}
				}
				return true
			})
		}
	}
	return found
}

// tablesGiven are the tables whose names a call of table.Of or db.Erase is given.
func tablesGiven(call *ast.CallExpr) (names []string) {
	function := call.Fun
	if generic, ok := function.(*ast.IndexExpr); ok {
		function = generic.X
	}
	selector, ok := function.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	library, ok := selector.X.(*ast.Ident)
	if !ok || library.Name+"."+selector.Sel.Name != "table.Of" && library.Name+"."+selector.Sel.Name != "db.Erase" {
		return nil
	}
	for _, arg := range call.Args {
		if name, ok := joined(arg, nil); ok {
			names = append(names, name)
		}
	}
	return names
}

// Every table has an owner, and only the owner's SQL names it.
func TestTablesHaveOwners(t *testing.T) {
	columns, _, _ := schema(t)
	for table := range columns {
		if owners[table] == "" {
			t.Errorf("the table %s has no owner: name it in owners", table)
		}
	}
	for table := range owners {
		if columns[table] == nil {
			t.Errorf("there is no table %s", table)
		}
	}
	lent := map[string]map[string]int{}
	for name, tables := range tablesNamed(t, columns) {
		for table, statements := range tables {
			if owners[table] == name || engineOwn[name] {
				continue
			}
			if lent[name] == nil {
				lent[name] = map[string]int{}
			}
			lent[name][table] = statements
		}
	}
	for name, tables := range lent {
		may, total := strings.Fields(borrowed[name].tables), 0
		for _, table := range slices.Sorted(maps.Keys(tables)) {
			total += tables[table]
			if !slices.Contains(may, table) {
				t.Errorf("SQL of %s names the table %s of %s: ask a function of it", name, table, owners[table])
			}
		}
		if most := borrowed[name].statements; total > most {
			t.Errorf("SQL of %s names tables of others %d times, and may %d times", name, total, most)
		} else if total < most {
			t.Errorf("SQL of %s names tables of others only %d times by now: lower its number, %d", name, total, most)
		}
	}
	for name, loan := range borrowed {
		for _, table := range strings.Fields(loan.tables) {
			if lent[name][table] == 0 {
				t.Errorf("SQL of %s doesn't name the table %s any more: take it off", name, table)
			}
		}
	}
}
