package folio

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/errs"
)

// Whose a line can be besides the guest's own, which is "". A line on its group's master account has the group's id
// instead of OfMaster.
const (
	OfCompany = "company"
	OfMaster  = "master"
)

// Routing says which charges of a stay go to which folio: OfCompany, OfMaster, or "" for the guest's own.
type Routing struct {
	Rooms string `json:"rooms,omitempty"` // the price of the rooms with its tax, and what replaces it
	Food  string `json:"food,omitempty"`  // by the code of the charge: breakfast, restaurant
	Other string `json:"other,omitempty"`
}

// Value stores the rules as JSON, or as "" if there are none.
func (r Routing) Value() (driver.Value, error) {
	if r == (Routing{}) {
		return "", nil
	}
	text, err := json.Marshal(r)
	return string(text), err
}

// Scan reads what Value has stored.
func (r *Routing) Scan(stored any) error {
	text := fmt.Sprint(stored)
	if bytes, is := stored.([]byte); is {
		text = string(bytes)
	}
	if *r = (Routing{}); text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), r)
}

// foodCode begins the service accounting codes of food and drinks, in India's scheme of classification (group 99633).
const foodCode = "99633"

// Of is where a charge goes.
func (r Routing) Of(c Charge) string {
	switch {
	case c.Lodging:
		return r.Rooms
	case strings.HasPrefix(c.SAC, foodCode):
		return r.Food
	}
	return r.Other
}

// Divides tells whether the company pays but a part of a stay: by the rules, or since a line was moved to it.
func (r Routing) Divides(lines []Line) bool {
	return slices.Contains([]string{r.Rooms, r.Food, r.Other}, OfCompany) || slices.ContainsFunc(lines, Line.OnCompany)
}

// NameOf is what a payer, or the folio of a rule, is called outside: own, company or master.
func NameOf(payer string) string {
	switch payer {
	case "":
		return "own"
	case OfCompany:
		return payer
	}
	return OfMaster
}

// Named is the folio of that name in a request, or that of a rule: NameOf the other way.
func Named(name string) string {
	if name == "own" {
		return ""
	}
	return name
}

// Has tells which folios there are beside a guest's own.
type Has struct{ Company, Master bool }

// Check adds the field to fields if there is no such folio.
func (h Has) Check(field, name string, fields *errs.Fields) {
	switch {
	case name == OfMaster && !h.Master:
		fields.Add(field, "must not be master: the booking belongs to no group")
	case name == OfCompany && !h.Company:
		fields.Add(field, "must not be company: there is no company that the booking is for")
	}
}

// Check adds to fields, whose names begin with prefix, where the rules name a folio that there isn't.
func (r Routing) Check(h Has, prefix string, fields *errs.Fields) {
	h.Check(prefix+"rooms", r.Rooms, fields)
	h.Check(prefix+"food", r.Food, fields)
	h.Check(prefix+"other", r.Other, fields)
}
