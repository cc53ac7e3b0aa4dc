package emailtemplate

import (
	"slices"
	"strings"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Variable is a key that a template may use as {{key}}.
type Variable struct {
	Key         string `json:"key" example:"guest_name"`
	Description string `json:"description" example:"Name of the guest"`
}

var descriptions = map[string]string{
	"invoice_number":       "Number of the invoice",
	"invoice_date":         "Date of the invoice",
	"due_date":             "Date by which the invoice is to be paid",
	"booking_number":       "Number of the booking",
	"payment_number":       "Number of the payment",
	"payment_date":         "Date of the payment",
	"payment_method":       "How the payment was made, such as card or UPI",
	"amount":               "Amount of the payment",
	"quote_number":         "Number of the quote",
	"quote_date":           "Date of the quote",
	"valid_until":          "Last day on which the quote can be accepted",
	"guest_name":           "Name of the guest",
	"guest_email":          "E-mail address of the guest",
	"guest_phone":          "Phone number of the guest",
	"room_number":          "Number of the guest's room, or numbers of the rooms",
	"rooms":                "Rooms with their categories",
	"check_in_date":        "Date of the check-in",
	"check_in_time":        "Time from which the room is ready",
	"check_out_date":       "Date of the check-out",
	"check_out_time":       "Time until which the room is the guest's",
	"nights":               "Number of nights",
	"meal_plan":            "Meal plan, such as CP (with breakfast)",
	"special_requests":     "What the guest has asked for",
	"subtotal":             "Amount before tax",
	"tax_amount":           "Amount of the taxes",
	"total_amount":         "Grand total, tax included",
	"advance_amount":       "Amount paid in advance",
	"amount_paid":          "Amount paid so far",
	"balance_due":          "Amount that is still to be paid",
	"organization_name":    "Name of the hotel",
	"organization_email":   "E-mail address of the hotel",
	"organization_phone":   "Phone number of the hotel",
	"organization_address": "Address of the hotel",
}

// keys are the variables of each type, besides the organization's own, which every type has.
var keys = map[Type]string{
	Invoice: "invoice_number invoice_date due_date guest_name guest_email room_number check_in_date check_out_date " +
		"subtotal tax_amount total_amount",
	BookingConfirmation: "booking_number guest_name guest_email guest_phone check_in_date check_in_time " +
		"check_out_date check_out_time nights rooms room_number meal_plan special_requests total_amount advance_amount " +
		"balance_due",
	PaymentReceipt: "payment_number payment_date payment_method amount booking_number guest_name guest_email " +
		"total_amount balance_due",
	Quote: "quote_number quote_date valid_until guest_name guest_email check_in_date check_out_date nights rooms " +
		"subtotal tax_amount total_amount",
	WelcomeGuest: "guest_name guest_email booking_number room_number check_in_date check_out_date check_out_time nights",
	CheckoutSummary: "booking_number guest_name guest_email room_number rooms check_in_date check_out_date nights " +
		"total_amount amount_paid balance_due",
	Custom: "guest_name guest_email guest_phone booking_number room_number check_in_date check_out_date",
}

var organizationKeys = []string{"organization_name", "organization_email", "organization_phone", "organization_address"}

func variablesOf(t Type) []Variable {
	var list []Variable
	for _, key := range append(strings.Fields(keys[t]), organizationKeys...) {
		list = append(list, Variable{Key: key, Description: descriptions[key]})
	}
	return list
}

// OrganizationValues are the values of organizationKeys.
func OrganizationValues(o organization.Organization) map[string]string {
	a := o.Address
	lines := []string{a.Line1, a.Line2, a.City, strings.TrimSpace(a.State + " " + a.Pincode), a.Country}
	return map[string]string{"organization_name": o.Name, "organization_email": o.Email, "organization_phone": o.Phone,
		"organization_address": strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), ", ")}
}

// Samples are values for every key as this organization's mails could have them: a stay of two nights that begins in a
// week, in the organization's currency and on its calendar.
func Samples(o organization.Organization, today date.Date) map[string]string {
	digits, _ := money.Decimals(o.Currency)
	amount := func(whole money.Amount) string {
		for range digits {
			whole *= 10
		}
		return whole.Text(o.Currency)
	}
	checkIn := today.AddDays(7)
	values := OrganizationValues(o)
	for key, value := range map[string]string{
		"invoice_number": "INV-1024", "invoice_date": today.Text(), "due_date": today.AddDays(15).Text(),
		"booking_number": "BK-1042", "payment_number": "PAY-318", "payment_date": today.Text(),
		"payment_method": "Card", "amount": amount(3000),
		"quote_number": "QT-77", "quote_date": today.Text(), "valid_until": today.AddDays(14).Text(),
		"guest_name": "Asha Rao", "guest_email": "asha.rao@example.com", "guest_phone": "+91 98765 43210",
		"room_number": "204", "rooms": "204 (Deluxe)", "check_in_date": checkIn.Text(), "check_in_time": o.DefaultCheckIn,
		"check_out_date": checkIn.AddDays(2).Text(), "check_out_time": o.DefaultCheckOut, "nights": "2",
		"meal_plan": "CP (with breakfast)", "special_requests": "A quiet room, please",
		"subtotal": amount(9000), "tax_amount": amount(450), "total_amount": amount(9450), "advance_amount": amount(3000),
		"amount_paid": amount(3000), "balance_due": amount(6450),
	} {
		values[key] = value
	}
	return values
}
