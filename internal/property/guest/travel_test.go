package guest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
)

func TestTravelDocuments(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "who may", Run: travelPermissions},
		{Name: "passport and visa", Run: travelDocuments},
		{Name: "wrong input", Run: wrongTravelDocuments},
		{Name: "numbers are sealed", Run: sealedAtRest},
		{Name: "the machine-readable zone", Run: readMRZ},
	})
}

const mrzLines = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"

func guestFromNepal(c *apptest.Caller) string {
	return c.Post("/api/guests/{org}/create", object{"name": "Maya Gurung", "nationality": "Nepalese"}).Want(201).
		Text("data", "_id")
}

func travelPath(guestID string) string { return "/api/guests/{org}/" + guestID + "/travel-documents" }

func travelPermissions(_ *testing.T, owner *apptest.Caller) {
	path := travelPath(guestFromNepal(owner))
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	viewer := owner.Member("Viewer", object{"guests": object{"view": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	none.Get(path).Refused(403, "guests.view")
	none.Post("/api/guests/{org}/read-mrz", object{"lines": mrzLines}).Refused(403, "guests.view")
	viewer.Put(path, object{"surname": "GURUNG"}).Refused(403, "guests.update")
	stranger.Get(path).Refused(403, "not a member")
	owner.Server.Anyone().Get(strings.ReplaceAll(path, "{org}", owner.Org)).Refused(401, "")
	owner.AnotherHotel().Get(path).Refused(404, "no such guest")
	owner.AnotherHotel().Put(path, object{"surname": "GURUNG"}).Refused(404, "no such guest")
}

func travelDocuments(_ *testing.T, owner *apptest.Caller) {
	guest := guestFromNepal(owner)
	path := travelPath(guest)
	owner.Get(path).Want(200).Is("", "data", "passportNumber").Is(1, "data", "version")
	owner.Put("/api/guests/{org}/"+guest+"/update", object{"idType": "passport", "idNumber": "PA0123456"}).Want(200)
	owner.Put(path, object{"surname": "GURUNG", "givenNames": "MAYA", "sex": "F", "passportNumber": "pa 0123456",
		"passportCountry": "Nepal", "passportPlace": "Kathmandu", "passportIssued": "2020-01-31",
		"passportExpires": "2030-01-30", "visaNumber": "VJ-8763210", "visaType": "Tourist"}).Want(200).
		Is("PA0123456", "data", "passportNumber").Is("NPL", "data", "passportCountry").Is(2, "data", "version")
	clerk := owner.Member("Clerk", object{"guests": object{"view": true, "update": true}})
	owner.Get(path).Is("PA0123456", "data", "idNumber").Is("VJ8763210", "data", "visaNumber").Is(true, "data", "whole")
	clerk.Get(path).Is("XXXXXXXX3456", "data", "idNumber").Is("XXXXXXXX3210", "data", "visaNumber").
		Is("XXXXXXXX3456", "data", "passportNumber").Is(false, "data", "whole")

	// What a clerk sends back masked stays; so does what isn't named, and a repeat leaves no trace.
	clerk.Put(path, object{"passportNumber": "XXXXXXXX3456", "visaPlace": "Kathmandu"}).Want(200).Is(3, "data", "version")
	clerk.Put(path, object{"passportNumber": "XXXXXXXX3456", "visaPlace": "Kathmandu"}).Want(200).Is(3, "data", "version")
	owner.Get(path).Is("PA0123456", "data", "passportNumber").Is("Kathmandu", "data", "visaPlace")
	clerk.With("If-Match", `"1"`).Put(path, object{"visaPlace": "Delhi"}).Refused(400, "present version")
	trail := owner.Get("/api/audit/{org}/by-resource/guest/" + guest)
	trail.Is([]any{"visaPlace"}, "data", 0, "details", "changed")
	text, _ := json.Marshal(trail.At("data"))
	if strings.Contains(string(text), "0123456") || strings.Contains(string(text), "8763210") {
		owner.Server.T.Errorf("the audit log has a number: %s", text)
	}
	owner.Put(path, object{"visaNumber": nil}).Want(200).Is("", "data", "visaNumber")
	owner.Delete("/api/guests/{org}/" + guest + "/delete").Want(200)
	owner.Get(path).Refused(404, "no such guest")
	if left := owner.QueryInt(`SELECT COUNT(*) FROM guest_travel WHERE org_id = $1`); left != 0 {
		owner.Server.T.Errorf("%d travel documents of a guest who is gone", left)
	}
}

func wrongTravelDocuments(_ *testing.T, owner *apptest.Caller) {
	path := travelPath(guestFromNepal(owner))
	for _, test := range []struct {
		field string
		value any
	}{
		{"passportNumber", "12"}, {"passportNumber", "12?456"}, {"passportNumber", "XXXXXXXX1234"},
		{"passportNumber", "9999 4105 7058"}, {"visaNumber", "999941057058"}, {"sex", "W"}, {"specialCategory", "vip"},
		{"passportCountry", "Atlantis"}, {"passportIssued", "2027-01-01"}, {"passportIssued", "x"},
		{"visaExpires", "2026-02-30"}, {"homePhone", "call me"},
	} {
		owner.Put(path, object{test.field: test.value}).Bad(test.field)
	}
	owner.Put(path, object{"visaIssued": "2026-02-01", "visaExpires": "2026-02-01"}).Bad("visaExpires")
	owner.Put(path, object{"passportCountry": "IND", "passportNumber": "999"}).Bad("passportNumber")
	owner.Put(path, object{"passportCountry": "IND", "passportNumber": "9999"}).Refused(400, "a letter and seven digits")
	owner.Put(path, object{"passportCountry": "IND", "passportNumber": "Z1234567"}).Want(200)

	// The guest's own record follows the nationality.
	owner.Post("/api/guests/{org}/create", object{"name": "Asha", "nationality": "Indian", "idType": "Passport",
		"idNumber": "999"}).Refused(400, "passport of India")
	owner.Post("/api/guests/{org}/create", object{"name": "Asha", "nationality": "Indian", "idType": "driving licence",
		"idNumber": "999"}).Want(201)
}

func sealedAtRest(t *testing.T, owner *apptest.Caller) {
	guest := owner.Post("/api/guests/{org}/create", object{"name": "Maya Gurung", "idType": "passport",
		"idNumber": "PA0123456"}).Want(201).Text("data", "_id")
	owner.Put(travelPath(guest), object{"passportNumber": "PA0123456", "visaNumber": "VJ8763210"}).Want(200)
	for _, query := range []string{`SELECT id_number || id_number_sealed FROM guests WHERE org_id = $1`,
		`SELECT passport_number || passport_sealed || visa_number || visa_sealed FROM guest_travel WHERE org_id = $1`} {
		owner.QueryRows(query, func(row db.Scanner) error {
			var text string
			err := row.Scan(&text)
			if strings.Contains(text, "0123456") || strings.Contains(text, "8763210") ||
				!strings.Contains(text, "XXXXXXXX3456") {
				t.Errorf("the database has %s", text)
			}
			return err
		})
	}

	// A number from before it was sealed reads as ever, and is sealed at the next start.
	path := "/api/guests/{org}/" + guest
	plain := func() int64 {
		return owner.QueryInt(`SELECT COUNT(*) FROM guests
			WHERE org_id = $1 AND id_number = 'PA0123456' AND id_number_sealed = ''`)
	}
	owner.Server.Exec(`UPDATE guests SET id_number = 'PA0123456', id_number_sealed = ''`)
	owner.Get(path).Is("XXXXXXXX3456", "data", "idNumber")
	owner.Get(travelPath(guest)).Is("PA0123456", "data", "idNumber")
	if plain() != 1 {
		t.Error("a read has sealed the number")
	}
	if err := owner.Server.App.SealNumbers(t.Context()); err != nil || plain() != 0 {
		t.Errorf("the number isn't sealed: %v", err)
	}
	owner.Get(travelPath(guest)).Is("PA0123456", "data", "idNumber")
}

func readMRZ(_ *testing.T, owner *apptest.Caller) {
	const path = "/api/guests/{org}/read-mrz"
	owner.Post(path, object{"lines": mrzLines}).Want(200).Is("ANNA MARIA ERIKSSON", "data", "name").
		Is("L898902C3", "data", "number").Is("1974-08-12", "data", "dateOfBirth").Is("", "data", "nationalityName").
		Is(true, "data", "expired").Is("passport", "data", "kind")
	owner.Post(path, object{"lines": strings.Replace(mrzLines, "L8", "L9", 1)}).Bad("lines").Refused(400, "mistyped")
	owner.Post(path, object{"lines": "P<"}).Bad("lines")
	owner.Post(path, object{}).Bad("lines")
}
