package guest

import (
	"encoding/json"
	"slices"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

// Merged is what becomes of a field when two records become one, in texts that may be shown.
type Merged struct {
	Field     string `json:"field" example:"email"`
	Kept      string `json:"kept" doc:"In the record that stays" example:"asha@example.com"`
	Duplicate string `json:"duplicate" doc:"In the one that goes" example:"a.rao@example.com"`
	Result    string `json:"result" example:"asha@example.com"`
	From      string `json:"from" enum:"kept,duplicate,both" doc:"Whose value it is" example:"kept"`
}

// field is a field of a record that may come from either of two.
type field struct {
	name string
	text func(g Guest) string
	copy func(into *Guest, from Guest)
	join func(into *Guest, from Guest) // what both have, where both can stay; nil: they can't
}

// fields are in the order in which a preview shows them.
var fields = []field{
	{"name", func(g Guest) string { return g.Name }, func(into *Guest, from Guest) { into.Name = from.Name }, nil},
	{"email", func(g Guest) string { return g.Email }, func(into *Guest, from Guest) { into.Email = from.Email }, nil},
	{"phone", func(g Guest) string { return g.Phone }, func(into *Guest, from Guest) { into.Phone = from.Phone }, nil},
	{"idNumber", func(g Guest) string { return strings.TrimSpace(g.IDType + " " + g.IDNumber.Masked()) },
		func(into *Guest, from Guest) { into.IDType, into.IDNumber = from.IDType, from.IDNumber }, nil},
	{"nationality", func(g Guest) string { return g.Nationality },
		func(into *Guest, from Guest) { into.Nationality = from.Nationality }, nil},
	{"gstin", func(g Guest) string { return g.GSTIN }, func(into *Guest, from Guest) { into.GSTIN = from.GSTIN }, nil},
	{"company", func(g Guest) string { return g.Company },
		func(into *Guest, from Guest) { into.Company = from.Company }, nil},
	{"companyId", func(g Guest) string { return g.CompanyID },
		func(into *Guest, from Guest) { into.CompanyID = from.CompanyID }, nil},
	{"address", func(g Guest) string { return line(g) },
		func(into *Guest, from Guest) { into.Address = from.Address }, nil},
	{"dateOfBirth", func(g Guest) string { return string(g.DateOfBirth) },
		func(into *Guest, from Guest) { into.DateOfBirth = from.DateOfBirth }, nil},
	{"vip", func(g Guest) string { return g.VIP }, func(into *Guest, from Guest) { into.VIP = from.VIP }, nil},
	{"language", func(g Guest) string { return g.Language },
		func(into *Guest, from Guest) { into.Language = from.Language }, nil},
	{"preferences", func(g Guest) string { return strings.Join(g.Preferences, "; ") },
		func(into *Guest, from Guest) { into.Preferences = from.Preferences }, joinPreferences},
	{"notes", func(g Guest) string { return g.Notes },
		func(into *Guest, from Guest) { into.Notes = from.Notes }, joinNotes},
	{"doNotRent", func(g Guest) string { return g.DoNotRentReason },
		func(into *Guest, from Guest) { into.DoNotRent = from.DoNotRent }, nil},
}

func line(g Guest) string {
	a := g.Address
	parts := slices.DeleteFunc([]string{a.Line1, a.Line2, a.City, a.Pincode, a.State, a.Country},
		func(part string) bool { return part == "" })
	return strings.Join(parts, ", ")
}

func joinPreferences(into *Guest, from Guest) {
	const most = 30
	into.Preferences = slices.Clone(into.Preferences)
	for _, wish := range from.Preferences {
		if len(into.Preferences) < most && !slices.Contains(into.Preferences, wish) {
			into.Preferences = append(into.Preferences, wish)
		}
	}
}

// joinNotes keeps those of the record that stays if both are too long together.
func joinNotes(into *Guest, from Guest) {
	const most = 2000
	if both := into.Notes + "\n" + from.Notes; into.Notes != from.Notes && len(both) <= most {
		into.Notes = both
	}
}

// Merge is the record that two become. A field has the value of the record that stays or, where that has none, of the
// duplicate; take names the fields that have the duplicate's anyway. Do not rent stays whoever is marked so. Invalid
// names take where it has no such field.
func Merge(kept, duplicate Guest, take []string) (Guest, []Merged, error) {
	for _, name := range take {
		if !slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			return kept, nil, errs.InvalidField("take", "names %s, which is no field of a guest", name)
		}
	}
	result, list := kept, []Merged{}
	for _, f := range fields {
		has, other := f.text(kept), f.text(duplicate)
		m := Merged{Field: f.name, Kept: has, Duplicate: other, From: "kept"}
		switch {
		case other == "" && (f.name == "doNotRent" || f.name == "name"), has == other && f.name != "idNumber":
		case has == "" || slices.Contains(take, f.name):
			f.copy(&result, duplicate)
			m.From = "duplicate"
		case f.join != nil && other != "":
			f.join(&result, duplicate)
			m.From = "both"
		}
		if m.Result = f.text(result); has != "" || other != "" {
			list = append(list, m)
		}
	}
	return result, list, nil
}

// Unmerge is the record with the values that it had before it was merged, but for what was changed since.
func Unmerge(now, before, after Guest) Guest {
	for _, f := range fields {
		if f.text(before) != f.text(after) && f.text(now) == f.text(after) {
			f.copy(&now, before)
		}
	}
	return now
}

// snapshot is a record as it is kept until it is too late to undo a merge, with the number of its document, which JSON
// masks elsewhere.
type snapshot struct {
	Guest
	Number string
}

// Snapshot is the whole record as text.
func Snapshot(g Guest) string {
	text, err := json.Marshal(snapshot{g, string(g.IDNumber)})
	if err != nil {
		panic(err) // it is a struct of our own
	}
	return string(text)
}

// OfSnapshot reads what Snapshot wrote.
func OfSnapshot(text string) (Guest, error) {
	var s snapshot
	err := json.Unmarshal([]byte(text), &s)
	s.IDNumber = IDNumber(s.Number)
	return s.Guest, err
}

// Rewrite stores a locked record as it is given, without an event.
func (s *Service) Rewrite(tx *db.Tx, sc scope.Scope, g Guest) error {
	g.UpdatedAt = tx.Now.UnixMilli()
	return save(tx, sc, &g)
}

// Remove deletes a locked record, without an event.
func (s *Service) Remove(tx *db.Tx, sc scope.Scope, guestID string) error {
	return remove(tx, sc, guestID)
}

// PutBack stores a record that was removed, without an event.
func (s *Service) PutBack(tx *db.Tx, sc scope.Scope, g Guest) error {
	g.UpdatedAt, g.Version = tx.Now.UnixMilli(), g.Version+1
	return insert(tx, sc, g)
}

// Line is a fact of a record, for people.
type Line struct{ Name, Label, Text string }

// labels are how papers call the fields of a record.
var labels = map[string]string{"name": "Name", "email": "E-mail", "phone": "Telephone", "idNumber": "Identity document",
	"nationality": "Nationality", "gstin": "Tax number", "company": "Company", "companyId": "Company's record",
	"address": "Address", "dateOfBirth": "Date of birth", "vip": "VIP", "language": "Language",
	"preferences": "Preferences", "notes": "Notes", "doNotRent": "Do not rent"}

// Told is what the record says, without what is empty; the number of a document is masked.
func Told(g Guest) (list []Line) {
	for _, f := range fields {
		if text := f.text(g); text != "" {
			list = append(list, Line{f.name, labels[f.name], text})
		}
	}
	return list
}

// InUse tells whether anything refers to the guest, whose record then has to stay.
func (s *Service) InUse(tx *db.Tx, sc scope.Scope, guestID string) (bool, error) {
	return s.inUse(tx, sc, guestID)
}
