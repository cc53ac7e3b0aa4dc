package payment_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

// What a payment says finds it however many came after it: its number, its reference and its payer, whatever becomes of
// the booking's guest.
func TestOldPaymentsAreFoundByTheirWords(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{{Name: "a thousand payments ago", Run: findOldPayments}})
}

func findOldPayments(t *testing.T, desk *apptest.Caller) {
	rooms := desk.CreateRooms(3)
	advance := desk.BookAt(5000, object{"guestName": "Asha Rao 22nd", "advanceAmount": 100}, "2026-04-20", "2026-04-22",
		rooms[0]) // PAY-1
	desk.Pay(object{"bookingId": advance, "amount": 10, "method": "upi", "reference": "HDFC-00771234"}).Want(201) // PAY-2
	desk.Pay(object{"bookingId": advance, "amount": 10, "payerName": "Meera Joshi"}).Want(201)                    // PAY-3
	renamed := desk.BookAt(5000, object{"guestName": "Lata Das", "advanceAmount": 100}, "2026-04-20", "2026-04-22",
		rooms[1]) // PAY-4
	given := desk.BookAt(5000, object{"guestName": "José Sen", "advanceAmount": 100}, "2026-04-20", "2026-04-22",
		rooms[2]) // PAY-5
	desk.Post(apptest.Payments+"/create", object{"method": "cash", "amount": 11, "allocations": []any{
		object{"bookingId": renamed, "amount": 5}, object{"bookingId": given, "amount": 6}}}).Want(201) // PAY-6
	desk.Put(apptest.BookingPath(renamed, "/update-guest"), object{"guestName": "Lata Gupta"}).Want(200)
	desk.Put(apptest.BookingPath(given, "/change-guest"), object{"newGuestName": "Ravi Nair",
		"newGuestPhone": "+91 98450 54321"}).Want(200)
	refunded := desk.Get(apptest.Payments+"/list?search=hdfc").Want(200).Text("data", 0, "_id")
	desk.Post(apptest.Payments+"/"+refunded+"/refund", object{"amount": 1, "reason": "x"}).Want(201) // PAY-7
	desk.Pay(object{"bookingId": given, "amount": 8}).Want(201)                                      // PAY-8
	for batch := range 10 {
		var rows []string
		for i := range 110 {
			rows = append(rows, fmt.Sprintf(`('%s', 'new%d', 'NEW-%[2]d', 'payment', '', 1, 'cash', '2026-04-14', 0, '',
				9000000000000, 'Newcomer', 'newcomer')`, desk.Org, 110*batch+i))
		}
		desk.Server.Exec(`INSERT INTO payments (org_id, payment_id, number, kind, booking_id, amount, method, business_date,
			received_at, created_by, created_at, payer, search_text) VALUES ` + strings.Join(rows, ", "))
	}
	for search, want := range map[string]string{
		"pay-3": "PAY-3", "PAY-": "PAY-8 PAY-7 PAY-6 PAY-5 PAY-4 PAY-3 PAY-2 PAY-1", "4": "PAY-4",
		"asha":    "PAY-7 PAY-2 PAY-1",
		"rao ash": "PAY-7 PAY-2 PAY-1", "22": "PAY-7 PAY-2 PAY-1", "1234": "PAY-2", "hdfc00771234": "PAY-2", "meera": "PAY-3",
		"joshi 3": "PAY-3", "lata": "PAY-6 PAY-4", "das": "PAY-6 PAY-4", "gupta": "", "jose": "PAY-5", "JOSÉ": "PAY-5",
		"ravi": "PAY-8", "98450": "", "101": "", "bk-1": "", "asha meera": "", "ewcome zz": "", "nobody": "",
	} {
		var numbers []string
		found := desk.Get(apptest.Payments + "/list?search=" + url.QueryEscape(search)).Want(200)
		for i := range found.List("data") {
			numbers = append(numbers, found.Text("data", i, "paymentNumber"))
		}
		if got := strings.Join(numbers, " "); got != want {
			t.Errorf("%q finds %s, want %s", search, got, want)
		}
	}
	desk.Get(apptest.Payments+"/list?search=asha&type=refund").Want(200).Is(1, "pagination", "total").
		Is(1, "totals", "refunded").Is("PAY-7", "data", 0, "paymentNumber")
	desk.Get(apptest.Payments+"/list?search=pay-&from=2026-04-14&bookingId="+given).Want(200).
		Is(3, "pagination", "total").Is("PAY-6", "data", 1, "paymentNumber")
}
