package series

import (
	"fmt"
	"strconv"
	"strings"
)

// The modules whose documents are numbered.
const (
	Booking    = "booking"
	Invoice    = "invoice"
	Quote      = "quote"
	Payment    = "payment"
	Expense    = "expense"
	CreditNote = "credit_note"

	Registration = "registration"
	Group        = "group"
	Voucher      = "voucher"
	Deposit      = "deposit"

	VendorPayment = "vendor_payment"

	CompanyStatement = "company_statement"
)

// modules lists them in the order of the API's list.
var modules = []string{Booking, Invoice, Quote, Payment, Expense, CreditNote, Registration, Group, Voucher, Deposit,
	VendorPayment, CompanyStatement}

var defaultPrefixes = map[string]string{
	Booking: "BK", Invoice: "INV", Quote: "QT", Payment: "PAY", Expense: "EXP", CreditNote: "CN",
	Registration: "REG", Group: "GRP", Voucher: "JV", Deposit: "DEP",
	VendorPayment: "VP", CompanyStatement: "ST",
}

func code(stem string, number int64) string { return stem + strconv.FormatInt(number, 10) }

// lowestNext returns the lowest number from which on stem issues no code that exists already. issued has the highest
// number issued with each stem; blocking is the code that sets the limit, "" if there is none.
//
// Two stems can lead to the same code if one continues the other with digits: A with 11, and A1 with 1. Their numbers
// are compared as the shorter stem would count them.
func lowestNext(stem string, issued map[string]int64) (lowest int64, blocking string) {
	lowest = 1
	for other, highest := range issued {
		after := int64(0)
		if digits, ok := strings.CutPrefix(other, stem); ok && continues(digits) {
			after = asNumber(digits+strconv.FormatInt(highest, 10)) + 1
		} else if digits, ok := strings.CutPrefix(stem, other); ok && continues(digits) {
			after = firstAfter(asNumber(digits), highest)
		}
		if after > lowest || after == lowest && code(other, highest) < blocking {
			lowest, blocking = after, code(other, highest)
		}
	}
	return lowest, blocking
}

// continues reports whether a stem that is longer by these characters can lead to a code of the shorter one: they must
// be digits, and numbers have no leading zeros. Without any characters it is the same stem.
func continues(characters string) bool {
	return strings.Trim(characters, "0123456789") == "" && !strings.HasPrefix(characters, "0")
}

// firstAfter returns the smallest number, 1 or more, that makes more than limit when it is written after the digits of
// head, which is 1 or more.
func firstAfter(head, limit int64) int64 {
	smallest := int64(1)
	for smallest*10*(head+1) <= limit+1 { // no number with this many digits is enough
		smallest *= 10
	}
	return max(smallest, limit+1-head*smallest*10)
}

// asNumber reads digits that are part of a document number, so there are only as many as a country allows.
func asNumber(digits string) int64 {
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("series: %q is not part of a document number", digits))
	}
	return number
}
