package apptest

// HotelGSTIN is the GSTIN of the hotels that have one, in Rajasthan.
const HotelGSTIN = "08AAACH0000A1ZR"

// CreateInvoice makes an invoice and returns the answer.
func (c *Caller) CreateInvoice(body Object) Answer {
	c.Server.T.Helper()
	return c.Post(Invoices+"/create", body).Want(201)
}

// SetBilling changes how the hotel bills.
func (c *Caller) SetBilling(settings Object) {
	c.Server.T.Helper()
	c.Put("/api/accounts/{org}/settings", settings).Want(200)
}

// Amounts fails unless the data has these amounts.
func (a Answer) Amounts(want Object) Answer {
	a.T.Helper()
	for name, amount := range want {
		a.Is(amount, "data", name)
	}
	return a
}

// InvoicesOf lists the invoices of a booking, the newest first.
func (c *Caller) InvoicesOf(bookingID string) Answer {
	c.Server.T.Helper()
	return c.Get(Invoices + "/list?bookingId=" + bookingID).Want(200)
}

// Pay takes a payment, in cash unless the fields say otherwise, and returns the answer.
func (c *Caller) Pay(fields ...Object) Answer {
	c.Server.T.Helper()
	body := Object{"method": "cash"}
	for _, f := range fields {
		body = body.Merged(f)
	}
	return c.Post(Payments+"/create", body)
}

// Bill makes an issued invoice of free lines over this amount, and returns its id.
func (c *Caller) Bill(amount float64) string {
	c.Server.T.Helper()
	return c.Post("/api/invoices/{org}/create", Object{"lines": []Object{{"description": "Banquet", "unitPrice": amount}},
		"buyer": Object{"name": "Ravi Das", "email": "ravi@hotel.example"}, "issue": true}).Want(201).Text("data", "_id")
}

// The paths under which routes stand.
const (
	Invoices    = "/api/invoices/{org}"
	NightAudits = "/api/bookings/{org}/night-audit"
	Payments    = "/api/payments/{org}"
	Taxes       = "/api/taxes/{org}"
)

// CreateTax makes LaundryTax with these fields and returns its id.
func (c *Caller) CreateTax(fields Object) string {
	c.Server.T.Helper()
	return c.Post(Taxes+"/create", LaundryTax().Merged(fields)).Want(201).Text("data", "_id")
}
