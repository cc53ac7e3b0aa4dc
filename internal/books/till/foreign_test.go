package till_test

import (
	"strings"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest/pdftext"
)

// foreignCash is a drawer that takes dollars, counts and sells them.
func foreignCash(owner *apptest.Caller) {
	const rates = "/api/shifts/{org}/exchange-rates"
	drawer, bank := owner.DefaultAccount("cash"), owner.DefaultAccount("bank")
	clerk := owner.Member("Clerk", desk)
	porter := owner.Member("Porter", object{"rooms": object{"manage": true}})
	one := openShift(clerk, drawer, 20000)
	give := object{"currency": "USD", "foreignAmount": 100, "guestName": "Ann Miller", "reference": "EC-1"}
	porter.Post(one+"/exchanges", give).Refused(403, "payments.create")
	porter.Get(rates).Refused(403, "payments.view")
	clerk.Post(rates, object{"currency": "USD", "rate": 80}).Refused(403, "payments.manage")

	clerk.Post(one+"/exchanges", give).Bad("currency").Refused(400, "USD has none yet")
	for _, bad := range []any{0, -1, 1.1234567, 1000001} {
		owner.Post(rates, object{"currency": "USD", "rate": bad}).Bad("rate")
	}
	owner.Post(rates, object{"currency": "INR", "rate": 1}).Bad("currency")
	owner.Post(rates, object{"currency": "XQX", "rate": 1}).Bad("currency")
	owner.Post(rates, object{"currency": "USD", "rate": 70}).Want(201)
	owner.Post(rates, object{"currency": "USD", "rate": 83.457}).Want(201)
	list := owner.Get(rates).Want(200)
	list.Is(70, "data", 0, "rate").Is(false, "data", 0, "holds").Is(83.457, "data", 1, "rate").Is(true, "data", 1, "holds")

	first := clerk.Post(one+"/exchanges", give).Want(201).Is(8345, "data", "paidAmount").Is(8345, "data", "worth").
		Text("data", "_id")
	give["foreignAmount"] = 0.01
	clerk.Post(one+"/exchanges", give).Bad("foreignAmount")
	give["foreignAmount"] = 10
	clerk.Post(one+"/exchanges", give).Want(201).Is(834, "data", "paidAmount")

	sale := object{"currency": "USD", "foreignAmount": 111, "paidAmount": 4500, "toAccountId": bank}
	clerk.Post(one+"/foreign-sales", sale).Refused(400, "has only")
	sale["foreignAmount"] = 55
	clerk.Post(one+"/foreign-sales", sale).Want(201).Is(-4589.5, "data", "worth")
	clerk.Post(one+"/exchanges/"+first+"/reverse", object{"reason": "Typed"}).Refused(403, "payments.manage")
	owner.Post(one+"/exchanges/"+first+"/reverse", object{"reason": "Typed"}).Refused(400, "has only")
	clerk.Post(one+"/exchanges", object{"currency": "USD", "foreignAmount": 100, "guestName": "Ann"}).Want(201)
	owner.Post(one+"/exchanges/"+first+"/reverse", object{"reason": "Typed"}).Want(201).Is(-100, "data", "foreignAmount")
	owner.Post(one+"/exchanges/"+first+"/reverse", object{"reason": "Typed"}).Refused(400, "")
	clerk.Post(one+"/foreign-counts", object{"currency": "USD", "counted": 50}).Want(201).Is(-5, "data", "foreignAmount")
	clerk.Post(one+"/foreign-counts", object{"currency": "USD", "counted": 52}).Want(201).Is(166.91, "data", "worth")
	clerk.Post(one+"/foreign-counts", object{"currency": "EUR", "counted": 2}).Bad("currency")
	clerk.Get(one+"/foreign-cash").Refused(400, "is open")
	clerk.Get(one+"/report/pdf").Refused(400, "is open")
	if n := len(owner.Get(one + "/foreign-cash").Want(200).List("data")); n != 7 {
		owner.Server.T.Errorf("%d entries of foreign cash, want 7", n)
	}
	// 20000 - 8345 - 834 - 8345 + 8345
	clerk.Post(one+"/close", object{"counted": total(10821)}).Want(200).Is(0, "data", "difference")
	clerk.Post(one+"/exchanges", give).Refused(400, "The shift is closed")
	clerk.Get(one+"/report").Want(200).Is(110, "data", "foreignCash", 0, "exchanged").
		Is(55, "data", "foreignCash", 0, "sold").Is(-3, "data", "foreignCash", 0, "difference").
		Is(2, "data", "foreignCash", 0, "counts").Is(-9179, "data", "sums", "other")
	text := strings.Join(pdftext.Pages(owner.Server.T, clerk.Download(one+"/report/pdf", "application/pdf").Raw), "\n")
	for _, want := range []string{"Shift report", "Opening float", "20,000", "10,821", "Foreign cash", "USD", "Clerk"} {
		if !strings.Contains(text, want) {
			owner.Server.T.Errorf("the paper doesn't say %s: %s", want, text)
		}
	}
	apptest.BooksBalance(owner.Server.T, owner)
}
