package guest

import (
	"encoding/json"
	"fmt"
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
	text func(g Abroad) string
	copy func(into *Abroad, from Abroad)
	join func(into *Abroad, from Abroad) // what both have, where both can stay; nil: they can't
}

// fields are in the order in which a preview shows them.
var fields = []field{
	{"name", func(g Abroad) string { return g.Name }, func(into *Abroad, from Abroad) { into.Name = from.Name }, nil},
	{"email", func(g Abroad) string { return g.Email }, func(into *Abroad, from Abroad) { into.Email = from.Email }, nil},
	{"phone", func(g Abroad) string { return g.Phone }, func(into *Abroad, from Abroad) { into.Phone = from.Phone }, nil},
	{"idNumber", func(g Abroad) string { return strings.TrimSpace(g.IDType + " " + g.IDNumber.Masked()) },
		func(into *Abroad, from Abroad) { into.IDType, into.IDNumber = from.IDType, from.IDNumber }, nil},
	{"nationality", func(g Abroad) string { return g.Nationality },
		func(into *Abroad, from Abroad) { into.Nationality = from.Nationality }, nil},
	{"gstin", func(g Abroad) string { return g.GSTIN }, func(into *Abroad, from Abroad) { into.GSTIN = from.GSTIN }, nil},
	{"company", func(g Abroad) string { return g.Company },
		func(into *Abroad, from Abroad) { into.Company = from.Company }, nil},
	{"companyId", func(g Abroad) string { return g.CompanyID },
		func(into *Abroad, from Abroad) { into.CompanyID = from.CompanyID }, nil},
	{"address", func(g Abroad) string { return line(g) },
		func(into *Abroad, from Abroad) { into.Address = from.Address }, nil},
	{"dateOfBirth", func(g Abroad) string { return string(g.DateOfBirth) },
		func(into *Abroad, from Abroad) { into.DateOfBirth = from.DateOfBirth }, nil},
	{"travel", travelText, func(into *Abroad, from Abroad) { into.Travel = from.Travel }, nil},
	{"vip", func(g Abroad) string { return g.VIP }, func(into *Abroad, from Abroad) { into.VIP = from.VIP }, nil},
	{"language", func(g Abroad) string { return g.Language },
		func(into *Abroad, from Abroad) { into.Language = from.Language }, nil},
	{"preferences", func(g Abroad) string { return strings.Join(g.Preferences, "; ") },
		func(into *Abroad, from Abroad) { into.Preferences = from.Preferences }, joinPreferences},
	{"notes", func(g Abroad) string { return g.Notes },
		func(into *Abroad, from Abroad) { into.Notes = from.Notes }, joinNotes},
	{"doNotRent", func(g Abroad) string { return g.DoNotRentReason },
		func(into *Abroad, from Abroad) { into.DoNotRent = from.DoNotRent }, nil},
}

// masked tells whether two values may be others though their texts are the same.
func (f field) masked() bool { return f.name == "idNumber" || f.name == "travel" }

// travelText tells what is noted of passport and visa.
func travelText(g Abroad) string {
	t := g.Travel
	var parts []string
	for _, part := range []struct{ label, text string }{{"surname", t.Surname}, {"given names", t.GivenNames},
		{"sex", t.Sex}, {"special category", t.SpecialCategory}, {"telephone at home", t.HomePhone},
		{"passport", t.PassportNumber.Masked()}, {"of", t.PassportCountry}, {"issued at", t.PassportPlace},
		{"issued on", t.PassportIssued.Short()}, {"valid until", t.PassportExpires.Short()},
		{"visa", t.VisaNumber.Masked()}, {"type", strings.TrimSpace(t.VisaType + " " + t.VisaSubtype)},
		{"issued at", t.VisaPlace}, {"issued on", t.VisaIssued.Short()}, {"valid until", t.VisaExpires.Short()}} {
		if part.text != "" {
			parts = append(parts, part.label+" "+part.text)
		}
	}
	return strings.Join(parts, ", ")
}

func line(g Abroad) string {
	a := g.Address
	parts := slices.DeleteFunc([]string{a.Line1, a.Line2, a.City, a.Pincode, a.State, a.Country},
		func(part string) bool { return part == "" })
	return strings.Join(parts, ", ")
}

func joinPreferences(into *Abroad, from Abroad) {
	const most = 30
	into.Preferences = slices.Clone(into.Preferences)
	for _, wish := range from.Preferences {
		if len(into.Preferences) < most && !slices.Contains(into.Preferences, wish) {
			into.Preferences = append(into.Preferences, wish)
		}
	}
}

// joinNotes keeps those of the record that stays if both are too long together.
func joinNotes(into *Abroad, from Abroad) {
	const most = 2000
	if both := into.Notes + "\n" + from.Notes; into.Notes != from.Notes && len(both) <= most {
		into.Notes = both
	}
}

// Merge is the record that two become. A field has the value of the record that stays or, where that has none, of the
// duplicate; take names the fields that have the duplicate's anyway. Do not rent stays whoever is marked so.
func Merge(kept, duplicate Abroad, take []string) (Abroad, []Merged) {
	result, list := kept, []Merged{}
	for _, f := range fields {
		has, other := f.text(kept), f.text(duplicate)
		m := Merged{Field: f.name, Kept: has, Duplicate: other, From: "kept"}
		switch {
		case other == "" && (f.name == "doNotRent" || f.name == "name"), has == other && !f.masked():
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
	return result, list
}

// CheckTake adds to bad what of take is no field of a record, by where it is: in place and its index.
func CheckTake(bad *errs.Fields, place string, take []string) {
	for i, name := range take {
		if !slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			bad.Add(fmt.Sprintf("%s[%d]", place, i), "must be a field of a guest, such as email")
		}
	}
}

// Unmerge is the record with the values that it had before it was merged, but for what was changed since.
func Unmerge(now, before, after Abroad) Abroad {
	for _, f := range fields {
		if f.text(before) != f.text(after) && f.text(now) == f.text(after) {
			f.copy(&now, before)
		}
	}
	return now
}

// snapshot is a record as it is kept until it is too late to undo a merge, with the numbers that JSON masks elsewhere.
type snapshot struct {
	Abroad
	Number, Passport, Visa string
}

// Snapshot is the whole record as a text that only the keys of numbers open.
func (s *Service) Snapshot(sc scope.Scope, g Abroad) string {
	text, err := json.Marshal(snapshot{g, string(g.IDNumber), string(g.Travel.PassportNumber),
		string(g.Travel.VisaNumber)})
	if err != nil {
		panic(err) // it is a struct of our own
	}
	return s.box.Seal(text, snapshotOf(sc))
}

func snapshotOf(sc scope.Scope) string { return sc.Org + "/snapshot" }

// OfSnapshot reads what Snapshot wrote. It fails if the key is gone.
func (s *Service) OfSnapshot(sc scope.Scope, text string) (Abroad, error) {
	opened, err := s.box.Open(text, snapshotOf(sc))
	if err != nil {
		return Abroad{}, err
	}
	var kept snapshot
	err = json.Unmarshal(opened, &kept)
	kept.IDNumber = IDNumber(kept.Number)
	kept.Travel.PassportNumber, kept.Travel.VisaNumber = IDNumber(kept.Passport), IDNumber(kept.Visa)
	return kept.Abroad, err
}

// ResealSnapshot seals what Snapshot wrote with the first of the token keys.
func (s *Service) ResealSnapshot(sc scope.Scope, text string) (string, error) {
	opened, err := s.box.Open(text, snapshotOf(sc))
	if err != nil {
		return "", err
	}
	return s.box.Seal(opened, snapshotOf(sc)), nil
}

// LockWhole is Lock with passport and visa, and all numbers whole.
func (s *Service) LockWhole(tx *db.Tx, sc scope.Scope, guestID string) (Abroad, error) {
	if _, err := lock(tx, sc, guestID); err != nil {
		return Abroad{}, err
	}
	return s.Whole(tx, sc, guestID)
}

// Rewrite stores a locked record as it is given, without an event.
func (s *Service) Rewrite(tx *db.Tx, sc scope.Scope, g Abroad) error {
	was, err := find(tx, sc, g.ID)
	if err != nil {
		return err
	}
	g.UpdatedAt = tx.Now.UnixMilli()
	row := s.sealOver(sc, was, g.Guest)
	if err := save(tx, sc, &row); err != nil {
		return err
	}
	if len(changedTravel(Travel{}, g.Travel)) == 0 {
		return removeTravel(tx, sc, g.ID)
	}
	before, err := s.travel(tx, sc, g.ID)
	if err != nil || len(changedTravel(before, g.Travel)) == 0 {
		return err
	}
	g.Travel.GuestID, g.Travel.UpdatedAt, g.Travel.Version = g.ID, g.UpdatedAt, before.Version+1
	return s.saveTravel(tx, sc, g.Travel)
}

// Remove deletes a locked record, without an event.
func (s *Service) Remove(tx *db.Tx, sc scope.Scope, guestID string) error {
	return remove(tx, sc, guestID)
}

// PutBack stores a record that was removed, without an event.
func (s *Service) PutBack(tx *db.Tx, sc scope.Scope, g Abroad) error {
	g.UpdatedAt, g.Version = tx.Now.UnixMilli(), g.Version+1
	if err := insert(tx, sc, s.seal(sc, g.Guest)); err != nil || g.Travel.UpdatedAt == 0 {
		return err
	}
	g.Travel.Version++
	return s.saveTravel(tx, sc, g.Travel)
}

// Line is a fact of a record, for people.
type Line struct{ Name, Label, Text string }

// labels are how papers call the fields of a record.
var labels = map[string]string{"name": "Name", "email": "E-mail", "phone": "Telephone", "idNumber": "Identity document",
	"nationality": "Nationality", "gstin": "Tax number", "company": "Company", "companyId": "Company's record",
	"address": "Address", "dateOfBirth": "Date of birth", "travel": "Passport and visa", "vip": "VIP",
	"language": "Language", "preferences": "Preferences", "notes": "Notes", "doNotRent": "Do not rent"}

// Told is what the record says, without what is empty; numbers of documents are masked.
func Told(g Abroad) (list []Line) {
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
