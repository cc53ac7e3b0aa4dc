package main_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sarai/internal/books/ledger/ledgertest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// deed is one thing that a cashier has asked for with a key of its own, and what the server has acknowledged of it.
type deed struct {
	key, table string // of the database
	path       string
	body       object
	id, number string // "" until it is acknowledged; number is "" where there is none
	pending    bool   // asked for and never answered
}

// cashier moves money alone, of its own booking and its own documents, so that it knows what was acknowledged.
type cashier struct {
	caller   *caller
	name     string
	booking  string
	accounts []string
	company  string
	vendor   string
	deeds    []*deed
	voided   []string // payments whose making void was acknowledged
}

// kinds are the tables in which deeds are kept, with the names that the API and the tables have for them.
var kinds = map[string]struct{ id, number, inAPI string }{
	"payments":          {"payment_id", "number", "paymentNumber"},
	"invoices":          {"invoice_id", "number", "invoiceNumber"},
	"credit_notes":      {"credit_note_id", "number", "creditNoteNumber"},
	"expenses":          {"expense_id", "number", "expenseNumber"},
	"account_transfers": {"transfer_id", "notes", ""},
	"vouchers":          {"voucher_id", "number", "number"},
	"deposits":          {"deposit_id", "number", "number"},
	"vendor_payments":   {"vendor_payment_id", "number", "number"},
	"payouts":           {"payout_id", "statement_no", "statementNumber"},
}

// work goes on until the server is gone. acknowledged is called after each acknowledgement.
func (c *cashier) work(acknowledged func()) error {
	for {
		alive, err := c.something()
		if err != nil || !alive {
			return err
		}
		acknowledged()
	}
}

func (c *cashier) something() (alive bool, err error) {
	key := fmt.Sprintf("%s-%d", c.name, len(c.deeds))
	payment, invoice := c.own("payments"), c.own("invoices")
	paise := 3 + rand.IntN(100_000)
	amount := rupees(paise)
	if rand.IntN(3) == 0 {
		return c.backOffice(key, amount, invoice)
	}
	switch choice := rand.IntN(10); {
	case choice < 2:
		return c.do(&deed{key: key, table: "invoices", path: "/api/invoices/{org}/create",
			body: object{"lines": []object{{"description": "Banquet", "unitPrice": amount}},
				"buyer": object{"name": "Ravi Das"}, "notes": key, "issue": true}})
	case choice < 4 && invoice != nil:
		return c.do(&deed{key: key, table: "payments", path: "/api/payments/{org}/create",
			body: object{"invoiceId": invoice.id, "amount": amount, "method": "upi", "reference": key}})
	case choice < 5 && payment != nil:
		return c.do(&deed{key: key, table: "payments", path: "/api/payments/{org}/" + payment.id + "/refund",
			body: object{"amount": rupees(paise / 2), "reason": "x", "reference": key}})
	case choice < 6 && payment != nil:
		return c.void(payment)
	case choice < 7 && invoice != nil:
		return c.do(&deed{key: key, table: "credit_notes", path: "/api/credit-notes/{org}/create",
			body: object{"invoiceId": invoice.id, "amount": rupees(paise / 3), "reason": key}})
	case choice < 8:
		return c.do(&deed{key: key, table: "account_transfers", path: "/api/accounts/{org}/transfer",
			body: object{"fromAccountId": c.accounts[0], "toAccountId": c.accounts[1], "amount": amount, "notes": key}})
	case choice < 9:
		return c.do(&deed{key: key, table: "expenses", path: "/api/expenses/{org}/create",
			body: object{"vendorName": "Shop", "category": "Tea", "amount": amount, "date": day(0), "billNumber": key}})
	}
	return c.do(&deed{key: key, table: "payments", path: "/api/payments/{org}/create",
		body: object{"bookingId": c.booking, "amount": amount, "method": "cash", "reference": key}})
}

// backOffice does what is done with companies, vendors, vouchers and deposits.
func (c *cashier) backOffice(key string, amount float64, invoice *deed) (alive bool, err error) {
	switch choice := rand.IntN(7); {
	case choice == 0 && invoice != nil:
		return c.moveToAccount(invoice)
	case choice == 1:
		return c.do(&deed{key: key, table: "vouchers", path: "/api/vouchers/{org}/create",
			body: object{"kind": "contra", "narration": "Paid in", "reference": key, "lines": []object{
				{"account": c.accounts[0], "debit": amount}, {"account": c.accounts[1], "credit": amount}}}})
	case choice == 2:
		return c.do(&deed{key: key, table: "deposits", path: "/api/deposits/{org}/create", body: object{"kind": "key",
			"amount": amount, "method": "upi", "payerName": "Ravi Das", "reference": key}})
	case choice == 3:
		return c.do(&deed{key: key, table: "expenses", path: "/api/expenses/{org}/create", body: object{
			"vendorId": c.vendor, "category": "Tea", "amount": amount, "date": day(0), "dueDate": day(20), "billNumber": key}})
	case choice == 4:
		return c.do(&deed{key: key, table: "vendor_payments", path: "/api/vendor/{org}/" + c.vendor + "/payments",
			body: object{"amount": amount, "method": "upi", "reference": key, "oldestFirst": true}})
	case choice == 5:
		return c.do(&deed{key: key, table: "payouts", path: "/api/settlements/{org}/create", body: object{
			"companyId": c.company, "statementNumber": key, "reference": key, "grossAmount": amount, "netAmount": amount,
			"lines": []object{{"reference": key, "grossAmount": amount, "netAmount": amount}}}})
	}
	return c.do(&deed{key: key, table: "payments", path: "/api/companies/{org}/" + c.company + "/payments",
		body: object{"amount": amount, "method": "upi", "reference": key, "oldestFirst": true}})
}

// moveToAccount moves an invoice to the company's account; asked again, it is refused or done once.
func (c *cashier) moveToAccount(invoice *deed) (alive bool, err error) {
	a, err := c.caller.try("POST", "/api/companies/{org}/"+c.company+"/invoices", object{"invoiceId": invoice.id})
	if err != nil {
		return false, nil
	}
	if a.status != 201 && a.status != 400 {
		return true, fmt.Errorf("%s answered %d: %s", a.asked, a.status, a.raw)
	}
	return true, nil
}

func rupees(paise int) float64 { return float64(paise) / 100 }

// own is one of the cashier's documents of a kind, nil when there is none.
func (c *cashier) own(table string) *deed {
	for _, i := range rand.Perm(len(c.deeds)) {
		if d := c.deeds[i]; d.table == table && d.id != "" {
			return d
		}
	}
	return nil
}

// do asks for the deed; asked again with the same key, it is never done twice. What is refused is forgotten.
func (c *cashier) do(d *deed) (alive bool, err error) {
	if !slices.Contains(c.deeds, d) {
		c.deeds = append(c.deeds, d)
	}
	d.pending = true
	a, err := c.caller.try("POST", d.path, d.body, "Idempotency-Key", d.key)
	if err != nil {
		return false, nil // killed before the answer
	}
	d.pending = false
	if a.status == 400 {
		return true, nil // more than is left, or nothing is owed
	}
	if a.status != 201 {
		return true, fmt.Errorf("%s answered %d: %s", a.asked, a.status, a.raw)
	}
	if d.id, err = a.find("data", "_id"); err == nil && kinds[d.table].inAPI != "" {
		d.number, err = a.find("data", kinds[d.table].inAPI)
	}
	return true, err
}

func (c *cashier) void(d *deed) (alive bool, err error) {
	a, err := c.caller.try("POST", "/api/payments/{org}/"+d.id+"/void", object{"reason": "x"})
	if err != nil {
		return false, nil
	}
	if a.status == 200 {
		c.voided = append(c.voided, d.id)
	} else if a.status != 400 {
		return true, fmt.Errorf("%s answered %d: %s", a.asked, a.status, a.raw)
	}
	return true, nil
}

// remembers compares what the cashier was told with what is there.
func (c *cashier) remembers(t *testing.T, there map[string][]string) {
	t.Helper()
	for _, d := range c.deeds {
		found, known := there[d.table+" "+d.key]
		switch {
		case d.id != "" && (!known || found[0] != d.id || d.number != "" && found[1] != d.number):
			t.Errorf("%s of the %s was acknowledged as %s %s, and there is %v", d.key, d.table, d.id, d.number, found)
		case d.id == "" && !d.pending && known:
			t.Errorf("%s of the %s was refused, and is there: %v", d.key, d.table, found)
		}
	}
	for _, id := range c.voided {
		if there["void "+id] == nil {
			t.Errorf("that payment %s is void was acknowledged, and it isn't", id)
		}
	}
}

// resolve asks again for what was in doubt, as a client does.
func (c *cashier) resolve(t *testing.T) {
	t.Helper()
	for _, d := range c.deeds {
		if d.pending {
			if alive, err := c.do(d); err != nil || !alive {
				t.Fatalf("%s again: %t %v", d.key, alive, err)
			}
		}
	}
}

// moneyKept reads the deeds that the database holds, by table and key, and fails the test where the books don't
// balance, a number is missing or given twice, or a deed is done twice.
func (p *place) moneyKept(t *testing.T, org string) map[string][]string {
	t.Helper()
	d := p.open()
	defer d.Close()
	if d.Dialect() == db.SQLite {
		checkSound(t, d)
	}
	there := map[string][]string{}
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		for _, check := range []func(*db.Tx, string) ([]string, error){ledgertest.Faults, ledgertest.Gaps} {
			faults, err := check(tx, org)
			if err != nil {
				return err
			}
			for _, fault := range faults {
				t.Error(fault)
			}
		}
		for table, key := range map[string]string{"payments": "reference", "invoices": "notes", "credit_notes": "reason",
			"expenses": "bill_number", "account_transfers": "notes", "vouchers": "reference", "deposits": "reference",
			"vendor_payments": "reference", "payouts": "reference"} {
			rows, err := ledgertest.Rows(tx, `SELECT `+kinds[table].id+`, `+kinds[table].number+`, `+key+` FROM `+table+
				` WHERE org_id = $1`, org)
			if err != nil {
				return err
			}
			for _, row := range rows {
				if there[table+" "+row[2]] != nil {
					t.Errorf("%s of the %s was done twice", row[2], table)
				}
				there[table+" "+row[2]] = row
			}
		}
		void, err := ledgertest.Rows(tx, `SELECT payment_id FROM payments WHERE org_id = $1 AND status = 'void'`, org)
		for _, row := range void {
			there["void "+row[0]] = row
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return there
}

// kill -9 while money moves, several times: the books balance, no number is missing or given twice, and what was
// acknowledged is there.
func TestMoneyIsDurable(t *testing.T) {
	eachEngine(t, func(t *testing.T, p *place) {
		if !p.onSQLite() {
			p.use(kittest.MigratedDurably(t))
		}
		const rounds, size = 4, 10
		p.watch()
		s := p.serve()
		owner := s.hotel("Haveli", "owner@hotel.example")
		cashiers := openTills(owner, size)
		for round := range rounds {
			workers := make([]func(func()) error, size)
			for i, c := range cashiers {
				c.caller = owner.at(s)
				workers[i] = c.work
			}
			killWhileWorking(t, s, workers, 20+rand.IntN(120))
			p.awaitAlone()
			s = p.serve()
			there := p.moneyKept(t, owner.org)
			for _, c := range cashiers {
				c.caller = owner.at(s)
				c.remembers(t, there)
				c.resolve(t)
			}
			there = p.moneyKept(t, owner.org)
			asked := 0
			for _, c := range cashiers {
				c.remembers(t, there)
				asked += len(c.deeds)
			}
			if t.Failed() {
				return
			}
			t.Logf("round %d: %d requests so far, %d documents", round, asked, len(there))
		}
		s.stop()
		mostKinds(t, cashiers)
	})
}

// mostKinds fails the test unless documents of most kinds were acknowledged: what is always refused proves nothing. In
// the few requests before a kill, chance may leave one out.
func mostKinds(t *testing.T, cashiers []*cashier) {
	t.Helper()
	done := map[string]int{}
	for _, c := range cashiers {
		for _, d := range c.deeds {
			if d.id != "" {
				done[d.table]++
			}
		}
	}
	if len(done) < len(kinds)-2 {
		t.Errorf("only these were ever acknowledged: %v", done)
	}
}

// openTills makes cashiers, each with a booking, a company and a vendor of its own.
func openTills(owner *caller, number int) []*cashier {
	owner.t.Helper()
	var accounts []string
	list := owner.get("/api/accounts/{org}/list").want(200)
	for i := 0; len(accounts) < 2; i++ {
		if kind := list.text("data", i, "kind"); kind == "cash" || kind == "bank" {
			accounts = append(accounts, list.text("data", i, "_id"))
		}
	}
	cashiers := make([]*cashier, number)
	for i, room := range owner.rooms(number) {
		booked := owner.post("/api/bookings/{org}/create", stay(1, 2, room)).want(201)
		company := owner.post("/api/companies/{org}/create", object{"name": fmt.Sprint("Company ", i),
			"canLeaveOnAccount": true}).want(201)
		vendor := owner.post("/api/vendor/{org}/create", object{"name": fmt.Sprint("Vendor ", i)}).want(201)
		cashiers[i] = &cashier{name: fmt.Sprint("cashier", i), booking: booked.text("data", "bookingId"),
			accounts: accounts, company: company.text("data", "_id"), vendor: vendor.text("data", "_id")}
	}
	return cashiers
}
