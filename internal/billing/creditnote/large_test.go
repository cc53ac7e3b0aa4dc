package creditnote_test

import (
	"fmt"
	"testing"

	"sarai/internal/app/apptest"
)

// creditLarge credits and reverses more nights than one statement names.
func creditLarge(t *testing.T, owner *apptest.Caller) {
	const number, nights, named = 30, 7, 4
	rooms := owner.CreateRooms(number)
	booking := owner.Book("2026-05-01", "2026-05-08", rooms...)
	invoice := owner.CreateInvoice(object{"bookingId": booking, "issue": true}).Text("data", "_id")
	var some []any
	for day := range named {
		for _, room := range rooms {
			some = append(some, object{"date": fmt.Sprintf("2026-05-%02d", day+1), "roomId": room})
		}
	}
	first := credited(owner, invoice, object{"lines": []any{object{"nights": some}}})
	if lines, _ := first.At("data", "lines").([]any); len(lines) != number*named {
		t.Errorf("%d nights are credited, want %d", len(lines), number*named)
	}
	rest := credited(owner, invoice)
	if lines, _ := rest.At("data", "lines").([]any); len(lines) != number*(nights-named) {
		t.Errorf("then %d nights are credited, want %d", len(lines), number*(nights-named))
	}
	whole := owner.Get(apptest.Invoices+"/"+invoice).Want(200).Is(0, "data", "balanceDue")
	for i := range number * nights {
		whole.Is(whole.At("data", "lines", i, "totalAmount"), "data", "lines", i, "credited")
	}
	owner.Get(apptest.BookingPath(booking, "")).Want(200).Is(0, "data", "balanceDue")

	posted := owner.Book("2026-06-01", "2026-06-08", rooms...)
	draft := owner.CreateInvoice(object{"bookingId": posted}).Text("data", "_id")
	owner.Delete(apptest.Invoices + "/" + draft + "/delete").Want(200)
	owner.Put(apptest.BookingPath(posted, "/cancel"), object{"reason": "Plans changed"}).Want(200)
	lines, _ := owner.FolioLines(posted)
	if len(lines) != 2*number*nights {
		t.Fatalf("the folio has %d lines, want each night and what reverses it", len(lines))
	}
	owner.Get(apptest.BookingPath(posted, "")).Want(200).Is(0, "data", "balanceDue")
}
