package elevendays_test

import (
	"fmt"

	"sarai/internal/app/apptest"
)

// compareInvoice compares an invoice with all its lines.
func (h *hotel) compareInvoice(shown map[string]any, i *invoice) {
	h.t.Helper()
	for _, f := range []figure{{"invoiceNumber", i.number}, {"status", i.shown()}, {"invoiceDate", i.date},
		{"dueDate", i.due}, {"buyerGstin", i.buyer.gstin}, {"documentType", "tax_invoice"}} {
		h.same(i.number+" "+f.name, shown[f.name], f.want)
	}
	var sum taxed
	var outside paise
	var want, got []string
	for _, x := range i.lines {
		sum.value, sum.half, sum.vat = sum.value+x.value, sum.half+x.half, sum.vat+x.vat
		if x.kind == "non-gst" {
			outside += x.total()
		}
		want = append(want, fmt.Sprint(x.sac, " at ", x.rate, ": ", x.value, " ", x.half, " ", x.vat, " = ", x.total(),
			", credited ", x.credited.total()))
	}
	for name, amount := range map[string]paise{"subtotal": sum.value, "cgst": sum.half, "sgst": sum.half, "utgst": 0,
		"otherTax": sum.vat, "taxAmount": sum.tax(), "rounding": 0, "totalAmount": sum.total(), "amountPaid": i.paid,
		"amountCredited": i.creditedTotal(), "balanceDue": i.owed(), "outsideGst": outside} {
		if i.status == "issued" || name != "balanceDue" {
			h.money(i.number+" "+name, shown[name], amount)
		}
	}
	for _, entry := range shown["lines"].([]any) {
		l := entry.(map[string]any)
		got = append(got, fmt.Sprint(l["sac"], " at ", l["taxRate"], ": ", apptest.Paise(l["taxableValue"]), " ",
			apptest.Paise(l["cgst"]), " ", apptest.Paise(l["otherTax"]), " = ", apptest.Paise(l["totalAmount"]),
			", credited ", apptest.Paise(l["credited"])))
	}
	h.sameLists(i.number+" lines", got, want)
}

// compareNote compares a credit note with its lines.
func (h *hotel) compareNote(shown map[string]any, n *note) {
	h.t.Helper()
	for _, f := range []figure{{"creditNoteNumber", n.number}, {"creditNoteDate", n.date}, {"postedOn", n.posted},
		{"invoiceNumber", n.invoice.number}, {"buyerGstin", n.invoice.buyer.gstin}} {
		h.same(n.number+" "+f.name, shown[f.name], f.want)
	}
	var sum taxed
	var want, got []string
	for _, x := range n.lines {
		sum.value, sum.half, sum.vat = sum.value+x.value, sum.half+x.half, sum.vat+x.vat
		want = append(want, fmt.Sprint(x.sac, " at ", x.rate, ": ", x.value, " ", x.half, " ", x.vat, " = ", x.total()))
	}
	for name, amount := range map[string]paise{"subtotal": sum.value, "cgst": sum.half, "sgst": sum.half,
		"otherTax": sum.vat, "totalAmount": sum.total()} {
		h.money(n.number+" "+name, shown[name], amount)
	}
	for _, entry := range shown["lines"].([]any) {
		l := entry.(map[string]any)
		got = append(got, fmt.Sprint(l["sac"], " at ", l["taxRate"], ": ", apptest.Paise(l["taxableValue"]), " ",
			apptest.Paise(l["cgst"]), " ", apptest.Paise(l["otherTax"]), " = ", apptest.Paise(l["totalAmount"])))
	}
	h.sameLists(n.number+" lines", got, want)
}

// comparePapers compares all invoices and credit notes.
func (h *hotel) comparePapers() {
	h.t.Helper()
	for _, i := range h.invoices {
		shown := h.desk.Get(apptest.Invoices + "/" + i.id).Want(200).At("data").(map[string]any)
		h.compareInvoice(shown, i)
	}
	notes := h.desk.Get("/api/credit-notes/{org}/list?limit=100").Want(200)
	h.same("credit notes", notes.Number("pagination", "total"), len(h.notes))
	for i := range notes.List("data") {
		shown := h.desk.Get("/api/credit-notes/{org}/" + notes.Text("data", i, "_id")).Want(200)
		for _, n := range h.notes {
			if n.number == shown.Text("data", "creditNoteNumber") {
				h.compareNote(shown.At("data").(map[string]any), n)
			}
		}
	}
}

// compareLists compares what the lists of invoices and expenses add up to: each row as it shows, so void invoices with
// what they were about. Only what is issued is owed.
func (h *hotel) compareLists() {
	h.t.Helper()
	var total, paid, credited, owed paise
	for _, i := range h.invoices {
		total, paid, credited, owed = total+i.total(), paid+i.paid, credited+i.creditedTotal(), owed+i.owed()
	}
	invoices := h.desk.Get(apptest.Invoices + "/list").Want(200)
	for name, amount := range map[string]paise{"totalAmount": total, "amountPaid": paid, "amountCredited": credited,
		"balanceDue": owed} {
		h.money("all invoices, "+name, invoices.At("totals", name), amount)
	}
	amount, tax := h.inBooks("expenses", "", lastDay), h.inBooks("input-tax", "", lastDay)
	expenses := h.desk.Get("/api/expenses/{org}/list").Want(200)
	h.money("all expenses, amount", expenses.At("totals", "amount"), amount)
	h.money("all expenses, tax", expenses.At("totals", "tax"), tax)
	h.money("all expenses, totalAmount", expenses.At("totals", "totalAmount"), amount+tax)
}

// comparePayments compares all payments and refunds, and their totals.
func (h *hotel) comparePayments() {
	h.t.Helper()
	known := map[string]*payment{}
	for _, p := range h.payments {
		known[p.id] = p
	}
	for page := 1; len(known) > 0; page++ {
		a := h.desk.Get(fmt.Sprint(apptest.Payments, "/list?limit=100&page=", page)).Want(200)
		if page == 1 {
			h.same("payments", a.Number("pagination", "total"), len(h.payments))
			all := h.takings(firstDay, lastDay, "")
			h.money("payments received", a.At("totals", "received"), all.received)
			h.money("payments refunded", a.At("totals", "refunded"), all.refunded)
		}
		for _, entry := range a.List("data") {
			shown := entry.(map[string]any)
			p := known[shown["_id"].(string)]
			delete(known, p.id)
			h.comparePayment(shown, p)
		}
	}
}

func (h *hotel) comparePayment(shown map[string]any, p *payment) {
	h.t.Helper()
	status, kind := "recorded", "payment"
	if p.void {
		status = "void"
	}
	if p.refundOf != nil {
		kind = "refund"
	}
	name := shown["paymentNumber"].(string)
	h.same(name+" date", shown["date"], p.posted)
	h.same(name+" status", shown["status"], status)
	h.same(name+" type", shown["type"], kind)
	h.same(name+" method", shown["method"], p.method)
	h.money(name+" amount", shown["amount"], p.amount)
	h.money(name+" refundedAmount", shown["refundedAmount"], p.refunded)
	if p.refundOf == nil {
		h.money(name+" advanceAmount", shown["advanceAmount"], p.advance())
	}
}
