package folio

import "strings"

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

// Uses tells whether any charge goes to the folio.
func (r Routing) Uses(folio string) bool {
	return r.Rooms == folio || r.Food == folio || r.Other == folio
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
