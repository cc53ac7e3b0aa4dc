package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sarai/internal/billing/invoice"
	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
)

// The accountant opens the accounts of companies and enters what vendors have delivered on credit on the first of these
// days; on the last, all that the back office finds on its desk today is left there.
const (
	accountsOpened = -9
	deskLeft       = -1
)

// backOffice is who works in the back office.
type backOffice struct {
	*hotel
	companies []string // ids of those with an account
	agent     string   // the travel agent's id as a company
}

// sit does the day's work of the back office.
func (h *backOffice) sit(ctx context.Context, day int) error {
	switch day {
	case accountsOpened:
		if err := h.work(ctx, manager, h.openAccounts, h.budget); err != nil {
			return err
		}
		return h.work(ctx, accountant, h.buyOnCredit)
	case deskLeft:
		for _, shift := range []struct {
			role  string
			tasks []task
		}{
			{administrator, []task{h.setLimits}},
			{manager, []task{h.openAgent, h.mailReports}},
			{accountant, []task{h.payAndGetPaid, h.readBank, h.settle}},
			{frontDesk, []task{h.keepTill, h.askForRefund, h.takeKey}},
			{housekeeping, []task{h.report, h.find}},
		} {
			if err := h.work(ctx, shift.role, shift.tasks...); err != nil {
				return err
			}
		}
	}
	return nil
}

type task func(context.Context, *client) error

// work signs the role's member in, who does one thing after the other, and out again.
func (h *backOffice) work(ctx context.Context, role string, tasks ...task) error {
	c, err := h.signIn(ctx, role)
	if err != nil {
		return err
	}
	for _, do := range tasks {
		if err := do(ctx, c); err != nil {
			return err
		}
	}
	return c.signOut(ctx)
}

// openAccounts opens an account for each company, and moves what it owes for stays of its guests there.
func (h *backOffice) openAccounts(ctx context.Context, c *client) error {
	for n, of := range companies {
		id, err := c.create(ctx, "companies/{org}/create", object{"name": of.name, "code": fmt.Sprintf("C%d", n+1),
			"gstin": of.gstin, "address": of.address, "paymentTermsDays": 30, "creditLimit": 400_000,
			"canLeaveOnAccount": true, "invoicingEmail": fmt.Sprintf("accounts%d@companies.example", n+1)})
		if err != nil {
			return err
		}
		h.companies = append(h.companies, id)
		for i, s := range h.plan {
			if s.company != &companies[n] || s.pays != never || s.leaves >= accountsOpened {
				continue
			}
			if err := h.moveToAccount(ctx, c, id, h.bookings[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (h *backOffice) moveToAccount(ctx context.Context, c *client, company, booking string) error {
	open, err := db.Read(ctx, h.db, func(tx *db.Tx) ([]invoice.Invoice, error) {
		return invoice.OpenOf(tx, h.staff[accountant], booking).Get()
	})
	for _, i := range open {
		if err == nil {
			err = c.ask(ctx, "POST", "companies/{org}/"+company+"/invoices", object{"invoiceId": i.ID}, nil)
		}
	}
	return err
}

// credits are what vendors have delivered on credit: how many days before the accounts were opened, and when it is due.
var credits = []struct {
	vendor, category, description string
	amount                        int // rupees before tax
	gst, before, terms            int
}{
	{linen, "Laundry", "New towels, 120 pieces", 42_000, 5, 3, 30},
	{foods, "Food and beverage", "Spices and dry fruit", 28_400, 5, 6, 15},
	{cooling, "Repairs and maintenance", "Service of all air conditioners", 36_000, 18, 2, 21},
	{cooling, "Repairs and maintenance", "Gas for the cold room", 8_600, 18, 8, 7},
}

func (h *backOffice) buyOnCredit(ctx context.Context, c *client) error {
	for n, of := range credits {
		day := h.today.AddDays(accountsOpened - of.before)
		_, err := c.create(ctx, "expenses/{org}/create", object{"vendorId": h.vendors[of.vendor], "category": of.category,
			"description": of.description, "amount": of.amount, "tax": of.amount * of.gst / 100, "date": day,
			"dueDate": day.AddDays(of.terms), "billNumber": fmt.Sprintf("CR-%03d", n+41)})
		if err != nil {
			return err
		}
	}
	return nil
}

// budget plans the financial year, each month alike.
func (h *backOffice) budget(ctx context.Context, c *client) error {
	first := h.today[:4] + "-04-01"
	if h.today < first {
		first = h.today.AddDays(-366)[:4] + "-04-01"
	}
	var months []object
	for n := range 12 {
		month := date.Of(first.Time().AddDate(0, n, 0), time.UTC)[:7]
		months = append(months, object{"month": month, "roomsToSell": 470, "departments": []object{
			{"kind": "rooms", "revenue": 3_000_000}, {"kind": "other", "revenue": 180_000}}})
	}
	return c.ask(ctx, "PUT", "budgets/{org}/"+string(first[:4]), object{"months": months}, nil)
}

// payAndGetPaid records that the first company has paid a part of what it owes, less TDS, and that the hotel has paid
// the vendors whose bills were due.
func (h *backOffice) payAndGetPaid(ctx context.Context, c *client) error {
	var owed struct {
		Invoices []struct {
			InvoiceID  string
			OpenAmount float64
		}
	}
	for _, company := range h.companies {
		if err := c.ask(ctx, "GET", "companies/{org}/"+company+"/account", nil, &owed); err != nil {
			return err
		}
		if len(owed.Invoices) == 0 || owed.Invoices[0].OpenAmount < 2000 {
			continue
		}
		if err := c.ask(ctx, "POST", "companies/{org}/"+company+"/payments", object{"amount": 1500,
			"method": "bank_transfer", "reference": "UTR 50220417", "allocations": []object{{
				"invoiceId": owed.Invoices[0].InvoiceID, "amount": 1200, "shortAmount": 24, "shortKind": "tds",
				"note": "194C, certificate to follow"}}}, nil); err != nil {
			return err
		}
		break
	}
	return c.ask(ctx, "POST", "vendor/{org}/"+h.vendors[cooling]+"/payments", object{"amount": 12_000,
		"method": "bank_transfer", "reference": "UTR 50220418", "notes": "Oldest bill first", "oldestFirst": true}, nil)
}

// readBank reads the bank's statement: payments of today that are in the books, and two lines that nobody has booked.
func (h *backOffice) readBank(ctx context.Context, c *client) error {
	account, err := h.accountOf(ctx, "bank")
	if err != nil {
		return err
	}
	day := h.today.AddDays(deskLeft).Time().Format("02/01/2006")
	text := "Date,Narration,Ref No,Amount\n" +
		day + ",NEFT IN,UTR 50220417,1500\n" +
		day + ",NEFT OUT ARAVALLI COOLING,UTR 50220418,-12000\n" +
		day + ",CHARGES CARD MACHINE,CH 2207,-590\n" +
		day + ",UPI PAYMENT FROM A GUEST,UPI 88104,2450\n"
	return c.ask(ctx, "PUT", "accounts/{org}/"+account+"/statements", text, nil)
}

func (h *backOffice) openAgent(ctx context.Context, c *client) (err error) {
	h.agent, err = c.create(ctx, "companies/{org}/create", object{"name": travelAgent, "code": "YTR",
		"paymentTermsDays": 30, "canLeaveOnAccount": true})
	return err
}

// settle enters a travel agent's settlement of a week, whose line is still for no invoice.
func (h *backOffice) settle(ctx context.Context, c *client) error {
	line := object{"reference": "YR-77410", "grossAmount": 18_600, "commissionAmount": 2_790, "gstOnCommission": 502.2,
		"tcsAmount": 93, "tdsAmount": 18.6, "netAmount": 15_196.2}
	statement := object{"companyId": h.agent, "statementNumber": "YTR/2214", "date": h.today.AddDays(deskLeft),
		"periodFrom": h.today.AddDays(deskLeft - 7), "periodTo": h.today.AddDays(deskLeft - 1), "reference": "UTR 50220420",
		"lines": []object{line}}
	for name, value := range line {
		if name != "reference" {
			statement[name] = value
		}
	}
	return c.ask(ctx, "POST", "settlements/{org}/create", statement, nil)
}

// setLimits has refunds, credit notes and allowances above these sums wait for the manager.
func (h *backOffice) setLimits(ctx context.Context, c *client) error {
	return c.ask(ctx, "PUT", "approvals/{org}/limits", object{"refund": 20_000, "creditNote": 25_000,
		"allowance": 20_000}, nil)
}

// mailReports has the manager get the flash report every morning.
func (h *backOffice) mailReports(ctx context.Context, c *client) error {
	_, err := c.create(ctx, "analytics/{org}/schedules/create", object{"name": "Flash every morning", "report": "flash",
		"format": "pdf", "every": "day", "hour": 7, "members": []string{h.staff[manager].User}})
	return err
}

// keepTill opens the till's shift, puts a bag into the bank, buys stamps and closes with ₹20 missing.
func (h *backOffice) keepTill(ctx context.Context, c *client) error {
	accounts, err := h.app.Accounts.Accounts(ctx, h.staff[accountant])
	if err != nil {
		return err
	}
	till := accounts[slices.IndexFunc(accounts, func(a ledger.Opened) bool { return a.Kind == "cash" })]
	bank, err := h.accountOf(ctx, "bank")
	if err != nil {
		return err
	}
	whole := int64(till.Balance / rupee)
	shift, err := c.create(ctx, "shifts/{org}/open", object{"accountId": till.ID, "openingFloat": object{"total": whole}})
	if err != nil {
		return err
	}
	path := "shifts/{org}/" + shift
	bag, stamps := whole/2/1000*1000, int64(240)
	if bag > 0 {
		if err := c.ask(ctx, "POST", path+"/drops", object{"amount": bag, "bagNumber": "B-0417", "toAccountId": bank},
			nil); err != nil {
			return err
		}
	}
	if err := c.ask(ctx, "POST", path+"/paid-outs", object{"amount": stamps, "reason": "Stamps and envelopes",
		"category": "Office"}, nil); err != nil {
		return err
	}
	return c.ask(ctx, "POST", path+"/close", object{"counted": object{"total": whole - bag - stamps - 20},
		"notes": "Counted twice"}, nil)
}

func (h *backOffice) accountOf(ctx context.Context, kind string) (string, error) {
	accounts, err := h.app.Accounts.Accounts(ctx, h.staff[accountant])
	if err != nil {
		return "", err
	}
	return accounts[slices.IndexFunc(accounts, func(a ledger.Opened) bool { return a.Kind == kind })].ID, nil
}

// askedBack is a refund above the limit, in rupees.
const askedBack = 20_500

// askForRefund asks for a refund above the limit, which waits for the manager.
func (h *backOffice) askForRefund(ctx context.Context, c *client) error {
	i := h.lastLeft(deskLeft, func(i int) bool {
		return h.plan[i].company == nil && h.paid[i].ID != "" && h.owed[i] > askedBack*rupee
	})
	if i < 0 {
		return nil
	}
	return c.ask(ctx, "POST", "payments/{org}/"+h.paid[i].ID+"/refund", object{"amount": askedBack,
		"reason": "Charged for a dinner that was cancelled"}, nil)
}

// takeKey takes a deposit for a key from a guest in house.
func (h *backOffice) takeKey(ctx context.Context, c *client) error {
	i := slices.IndexFunc(h.plan, func(s stay) bool { return s.fate == "" && s.arrives < deskLeft && s.leaves > 0 })
	if i < 0 {
		return nil
	}
	_, err := c.create(ctx, "deposits/{org}/create", object{"kind": "key", "amount": 500, "method": "upi",
		"bookingId": h.bookings[i], "payerName": h.plan[i].name, "reference": "UPI 90117", "notes": "Key of the terrace"})
	return err
}

// tickets are what must be repaired: where, what, how urgent, and in how many days.
var tickets = []struct {
	room, place, title, priority string
	due                          int
}{
	{"203", "Bathroom", "Water drips from the tap", "high", 1},
	{"306", "Balcony", "A hinge of the jharokha window is loose", "normal", 4},
	{"", "Kitchen", "The cold room's door doesn't close tightly", "urgent", 0},
}

func (h *backOffice) report(ctx context.Context, c *client) error {
	for _, t := range tickets {
		body := object{"place": t.place, "title": t.title, "priority": t.priority, "due": h.today.AddDays(t.due)}
		if t.room != "" {
			body["roomId"] = h.rooms[t.room]
		}
		if _, err := c.create(ctx, "maintenance/{org}/create", body); err != nil {
			return err
		}
	}
	return nil
}

func (h *backOffice) find(ctx context.Context, c *client) error {
	for _, item := range []object{
		{"description": "Blue silk scarf", "category": "Clothing", "roomId": h.rooms["301"], "place": "Behind the door",
			"keptAt": "Linen room, shelf 2"},
		{"description": "Charger of a telephone, white", "category": "Electronics", "place": "Breakfast terrace",
			"keptAt": "Front desk"},
	} {
		item["foundOn"], item["foundBy"] = h.today.AddDays(deskLeft), "Kamla Meghwal"
		if _, err := c.create(ctx, "lost-and-found/{org}/create", item); err != nil {
			return err
		}
	}
	return nil
}
