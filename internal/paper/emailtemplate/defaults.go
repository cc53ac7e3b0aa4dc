package emailtemplate

import (
	"slices"
	"strings"
)

// seeds are the templates that an organization begins with, by type.
var seeds = []Template{
	{
		Type: Invoice, Name: "Invoice", Subject: "Invoice {{invoice_number}} from {{organization_name}}",
		HeaderText: "Invoice {{invoice_number}}",
		BodyHTML: letter("Dear {{guest_name}},", "Thank you for staying with us. Here is the summary of your invoice.",
			Details("Invoice number", "invoice_number", "Invoice date", "invoice_date", "Due date", "due_date",
				"Room", "room_number", "Check-in", "check_in_date", "Check-out", "check_out_date",
				"Subtotal", "subtotal", "Tax", "tax_amount")+
				total("Total with tax", "total_amount"),
			"If anything looks wrong, write to us at {{organization_email}}, and we will put it right."),
	},
	{
		Type: BookingConfirmation, Name: "Booking confirmation",
		Subject:    "Your booking {{booking_number}} at {{organization_name}} is confirmed",
		HeaderText: "Your booking is confirmed",
		BodyHTML: letter("Dear {{guest_name}},",
			"Thank you for choosing {{organization_name}}. We look forward to welcoming you.",
			Details("Booking number", "booking_number", "Check-in", "check_in_date", "Check-out", "check_out_date",
				"Nights", "nights", "Room", "rooms", "Total with tax", "total_amount", "Paid in advance", "advance_amount")+
				total("Balance due", "balance_due"),
			"Please bring an identity document with a photograph for every adult. If your plans change, write to "+
				"{{organization_email}} as early as you can, and mention the booking number."),
	},
	{
		Type: PaymentReceipt, Name: "Payment receipt", Subject: "Receipt {{payment_number}} from {{organization_name}}",
		HeaderText: "We have received your payment",
		BodyHTML: letter("Dear {{guest_name}},", "Thank you. This is the receipt for your payment.",
			Details("Receipt number", "payment_number", "Date", "payment_date", "Paid by", "payment_method",
				"Booking number", "booking_number")+
				total("Amount received", "amount")+Details("Balance due", "balance_due"),
			"Please keep this e-mail for your records."),
	},
	{
		Type: Quote, Name: "Quote", Subject: "Your quote {{quote_number}} from {{organization_name}}",
		HeaderText: "Your quote",
		BodyHTML: letter("Dear {{guest_name}},",
			"Thank you for your enquiry. We are pleased to offer you this stay at {{organization_name}}.",
			Details("Quote number", "quote_number", "Check-in", "check_in_date", "Check-out", "check_out_date",
				"Nights", "nights", "Room", "rooms", "Subtotal", "subtotal", "Tax", "tax_amount")+
				total("Total with tax", "total_amount"),
			"The offer holds until <strong>{{valid_until}}</strong>, as long as rooms are free. Write to us at "+
				"{{organization_email}} to accept it or to ask for changes."),
	},
	{
		Type: WelcomeGuest, Name: "Welcome", Subject: "Welcome to {{organization_name}}",
		HeaderText: "Welcome to {{organization_name}}",
		BodyHTML: letter("Dear {{guest_name}},", "We are glad that you are here, and wish you a pleasant stay.",
			Details("Room", "room_number", "Check-out", "check_out_date", "Booking number", "booking_number"),
			"The front desk is there for you at any time. Whatever you need, tell us in person or write to "+
				"{{organization_email}}."),
	},
	{
		Type: CheckoutSummary, Name: "Check-out summary", Subject: "Thank you for staying at {{organization_name}}",
		HeaderText: "Thank you for your stay",
		BodyHTML: letter("Dear {{guest_name}},",
			"It was a pleasure to have you with us. Here is the summary of your stay.",
			Details("Booking number", "booking_number", "Room", "rooms", "Check-in", "check_in_date",
				"Check-out", "check_out_date", "Nights", "nights", "Total with tax", "total_amount", "Paid", "amount_paid")+
				total("Balance due", "balance_due"),
			"If you have left something behind, or have a word for us about your stay, write to us at "+
				"{{organization_email}}. We hope to see you again."),
	},
}

// fixed are the texts of the types that organizations have no templates of.
var fixed = []Template{
	{
		Type: BookingChanged, Subject: "Booking {{booking_number}} at {{organization_name}} has changed",
		HeaderText: "Your booking has changed",
		BodyHTML: letter("Dear {{guest_name}},", "Your booking has changed. This is how it stands now.",
			Details("Booking number", "booking_number", "Check-in", "check_in_date", "Check-out", "check_out_date",
				"Nights", "nights", "Room", "rooms", "Total with tax", "total_amount", "Paid", "amount_paid")+
				total("Balance due", "balance_due"),
			"If this is not what you expect, write to us at {{organization_email}}, and mention the booking number."),
	},
	{
		Type: BookingCancelled, Subject: "Booking {{booking_number}} at {{organization_name}} is cancelled",
		HeaderText: "Your booking is cancelled",
		BodyHTML: letter("Dear {{guest_name}},", "This is to confirm that your booking is cancelled.", planned,
			"If this is not what you expect, write to us at {{organization_email}}, and mention the booking number. "+
				"We hope to welcome you another time."),
	},
	{
		Type: NoShow, Subject: "We missed you: booking {{booking_number}} at {{organization_name}}",
		HeaderText: "We missed you",
		BodyHTML: letter("Dear {{guest_name}},",
			"We expected you, and you did not arrive. Your booking is cancelled as a no-show.", planned,
			"If you are still on your way, or have a question, write to us at {{organization_email}}, and mention the "+
				"booking number."),
	},
	{
		Type: CompanyStatement, Subject: "Statement {{statement_number}} from {{organization_name}}",
		HeaderText: "Statement of your account",
		BodyHTML: letter("Dear {{company_name}},", "The statement of your account with us is attached.",
			Details("Statement", "statement_number", "From", "statement_from", "To", "statement_to")+
				total("Balance due", "balance_due"),
			"If it is not what your books say, write to us at {{organization_email}}, and mention the statement's number."),
	},
}

var planned = Details("Booking number", "booking_number", "Check-in", "check_in_date", "Check-out", "check_out_date")

// textOf is the type's seed or fixed text.
func textOf(t Type) Template {
	all := slices.Concat(seeds, fixed)
	template := all[slices.IndexFunc(all, func(each Template) bool { return each.Type == t })]
	template.HeaderColor, template.FooterText = defaultColor, defaultFooter
	return template
}

// A new template has this colour unless its author chooses another; a seed has this footer too.
const (
	defaultColor  = "#1d4e5f"
	defaultFooter = "{{organization_name}}\n{{organization_address}}\n{{organization_phone}}\n{{organization_email}}"
)

// letter sets a greeting, an opening, a block of details and a closing.
func letter(greeting, opening, details, closing string) string {
	return Paragraph(greeting) + Paragraph(opening) + Table(details) +
		Paragraph(closing) + strings.TrimSpace(Paragraph("With kind regards,<br>{{organization_name}}"))
}

// Table sets rows of Details.
func Table(rows string) string {
	return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ` +
		`style="margin:8px 0 24px">` + "\n" + rows + "</table>\n"
}

// Paragraph is a paragraph of a body.
func Paragraph(text string) string { return `<p style="margin:0 0 16px">` + text + "</p>\n" }

// Details are rows of a label and a variable, in turns.
func Details(labelsAndKeys ...string) string {
	var rows strings.Builder
	for pair := range slices.Chunk(labelsAndKeys, 2) {
		rows.WriteString(`<tr><td style="padding:8px 12px 8px 0;border-bottom:1px solid #e4e7eb;color:#616e7c">` + pair[0] +
			`</td><td align="right" style="padding:8px 0;border-bottom:1px solid #e4e7eb">{{` + pair[1] + "}}</td></tr>\n")
	}
	return rows.String()
}

// total is a row that stands out.
func total(label, key string) string {
	return `<tr><td style="padding:12px 12px 12px 0;font-weight:bold">` + label +
		`</td><td align="right" style="padding:12px 0;font-size:18px;font-weight:bold">{{` + key + "}}</td></tr>\n"
}
