package groupbill_test

import (
	"slices"
	"testing"

	"sarai/internal/app/apptest"
)

const desks = 6

// Desks that do the same at the same time do it once: nothing is moved, billed or paid twice.
func TestDesksAtTheSameTime(t *testing.T) {
	apptest.EachScenario(t, object{"gstin": apptest.HotelGSTIN}, []apptest.Scenario{
		{Name: "apply rules", Run: ruleTogether},
		{Name: "move a charge", Run: moveTogether},
		{Name: "move an advance", Run: payTogether},
		{Name: "bill", Run: billTogether},
		{Name: "bill and move", Run: billWhileMoving},
		{Name: "bill the guest and the group", Run: billBothWhileRouting},
	}, func(t apptest.Reporter, owner *apptest.Caller) {
		apptest.BooksBalance(t, owner)
		apptest.FoliosAddUp(t, owner)
	})
}

// together has the desks do the same, and counts the answers by their status.
func together(do func(i int) apptest.Answer) map[int]int {
	answers := make([]apptest.Answer, desks)
	apptest.Together(desks, func(i int) { answers[i] = do(i) })
	counts := map[int]int{}
	for _, a := range answers {
		counts[a.Status]++
	}
	return counts
}

// arrived is a group whose master pays nothing yet, with two stays in house that have a charge each.
func arrived(owner *apptest.Caller) (path string, stays, charges []string) {
	path, id := party(owner, nil)
	for _, number := range owner.CreateRooms(2) {
		stay := member(owner, id, number, 5000)
		owner.Arrive(stay)
		stays, charges = append(stays, stay), append(charges, owner.AddCharge(stay, "Laundry", 350))
	}
	return path, stays, charges
}

func ruleTogether(t *testing.T, owner *apptest.Caller) {
	path, stays, _ := arrived(owner)
	counts := together(func(i int) apptest.Answer {
		if i%3 == 2 {
			return owner.Put(apptest.BookingPath(stays[0], "/routing"), object{"followGroup": true, "apply": true})
		}
		return owner.Put(path+"/routing", object{"rooms": "master", "other": "master", "apply": true})
	})
	if counts[200] != desks {
		t.Errorf("rules at the same time: %v", counts)
	}
	f := owner.Get(path+"/folio").Want(200).Is(10700, "data", "chargedAmount")
	if lines, moves := f.List("data", "lines"), f.List("data", "moves"); len(lines) != 4 || len(moves) != 4 {
		t.Errorf("%d lines after %d moves: %s", len(lines), len(moves), f.Raw)
	}
}

func moveTogether(t *testing.T, owner *apptest.Caller) {
	path, stays, charges := arrived(owner)
	move := object{"bookingId": stays[0], "lineIds": []any{charges[0]}, "to": "master"}
	counts := together(func(int) apptest.Answer { return owner.Post(path+"/charges/move", move) })
	if counts[200] != desks {
		t.Errorf("moves at the same time: %v", counts)
	}
	f := owner.Get(path+"/folio").Want(200).Is(350, "data", "chargedAmount")
	if moves := f.List("data", "moves"); len(moves) != 1 {
		t.Errorf("moved %d times: %s", len(moves), f.Raw)
	}
	together(func(i int) apptest.Answer {
		return owner.Post(path+"/charges/move", move.Merged(object{"to": []string{"own", "master"}[i%2]}))
	})
	f = owner.Get(path + "/folio").Want(200)
	from := "own"
	for _, m := range slices.Backward(f.List("data", "moves")) { // there and back in turns
		if m := m.(map[string]any); m["from"] != from || m["to"] == from {
			t.Errorf("the moves are %s", f.Raw)
		}
		from = m.(map[string]any)["to"].(string)
	}
}

func payTogether(t *testing.T, owner *apptest.Caller) {
	path, stays, _ := arrived(owner)
	paid := owner.Post("/api/payments/{org}/create", object{"bookingId": stays[0], "amount": 900, "method": "cash"}).
		Want(201).Text("data", "_id")
	move := object{"paymentId": paid, "bookingId": stays[0], "to": "master"}
	counts := together(func(int) apptest.Answer { return owner.Post(path+"/payments/move", move) })
	if counts[200] != 1 || counts[400] != desks-1 {
		t.Errorf("an advance moves at the same time: %v", counts)
	}
	owner.Get(path+"/folio").Want(200).Is(900, "data", "paidAmount")
	owner.Get("/api/bookings/{org}/"+stays[0]).Want(200).Is(0, "data", "paidAmount")
}

func billTogether(t *testing.T, owner *apptest.Caller) {
	path, _, _ := arrived(owner)
	owner.Put(path+"/routing", object{"rooms": "master", "other": "master", "apply": true}).Want(200)
	counts := together(func(i int) apptest.Answer {
		return owner.Post(path+"/invoices", object{"issue": i%2 == 0, "wholeStays": i%3 == 0})
	})
	if counts[201] == 0 || counts[201]+counts[400] != desks {
		t.Errorf("invoices at the same time: %v", counts)
	}
	owner.Get(path+"/folio").Want(200).Is(20700, "data", "chargedAmount").Is(20700, "data", "billedAmount")
	var billed int64
	for _, i := range owner.Get(path + "/invoices").Want(200).List("data") {
		billed += apptest.Paise(i.(map[string]any)["totalAmount"])
	}
	if billed != 20_700_00 {
		t.Errorf("the invoices come to %d", billed)
	}
}

func billWhileMoving(t *testing.T, owner *apptest.Caller) {
	path, stays, charges := arrived(owner)
	owner.Put(path+"/routing", object{"other": "master", "apply": true}).Want(200)
	back := object{"bookingId": stays[0], "lineIds": []any{charges[0]}, "to": "own"}
	counts := together(func(i int) apptest.Answer {
		if i%2 == 0 {
			return owner.Post(path+"/charges/move", back)
		}
		return owner.Post(path+"/invoices", object{"issue": true})
	})
	bills := owner.Get(path + "/invoices").Want(200).List("data")
	if len(bills) != 1 || counts[500] > 0 {
		t.Fatalf("%d invoices, answers %v", len(bills), counts)
	}
	billed := apptest.Paise(bills[0].(map[string]any)["totalAmount"])
	moved := int64(0)
	if owner.CheckedFolio(stays[0]).At("data", "totals", "routedAmount") == 0. {
		moved = 350_00
	}
	if billed+moved != 700_00 {
		t.Errorf("%d are billed, %d moved back", billed, moved)
	}
}

func billBothWhileRouting(t *testing.T, owner *apptest.Caller) {
	path, stays, _ := arrived(owner)
	counts := together(func(i int) apptest.Answer {
		switch i % 3 {
		case 0:
			return owner.Put(path+"/routing", object{"rooms": "master", "other": "master", "apply": true})
		case 1:
			return owner.Post(path+"/invoices", object{"wholeStays": true})
		}
		return owner.Post("/api/invoices/{org}/create", object{"bookingId": stays[0]})
	})
	if counts[500] > 0 {
		t.Errorf("the answers are %v", counts)
	}
	owner.Post(path+"/invoices", object{"wholeStays": true})
	for _, stay := range stays {
		owner.Post("/api/invoices/{org}/create", object{"bookingId": stay})
	}
	var billed int64
	for _, i := range owner.Get("/api/invoices/{org}/list").Want(200).List("data") {
		billed += apptest.Paise(i.(map[string]any)["totalAmount"])
	}
	if billed != 20_700_00 {
		t.Errorf("the invoices come to %d", billed)
	}
}
