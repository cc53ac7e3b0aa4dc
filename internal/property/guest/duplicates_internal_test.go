package guest

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
)

var sealing = &Service{box: seal.New("guests", seal.Key{ID: "2026.a", Secret: bytes.Repeat([]byte{1}, 32)})}

func TestDuplicatesAreScored(t *testing.T) {
	asha := Guest{Name: "Asha Rao", Phone: "+91 98450 11111", Email: "asha@hotel.example", IDType: "passport",
		IDNumber: "Z1234567", DateOfBirth: "1988-11-02"}
	for name, test := range map[string]struct {
		other   Guest
		score   int
		reasons []string
	}{
		"nothing in common": {Guest{Name: "Ravi Das"}, 0, []string{OtherName}},
		"a name alone":      {Guest{Name: "asha RAO"}, 25, []string{SameName}},
		"a family's number": {Guest{Name: "Ravi Das", Phone: "98450-11111"}, 5, []string{SamePhone, OtherName}},
		"number and surname": {Guest{Name: "Usha Rao", Phone: "098450 11111"}, 50,
			[]string{SamePhone, SimilarName}},
		"number and surname, born another day": {Guest{Name: "Usha Rao", Phone: "098450 11111", DateOfBirth: "1990-01-01"},
			0, []string{SamePhone, SimilarName, OtherBirth}},
		"address and name": {Guest{Name: "Rao Ásha", Email: "ASHA@HOTEL.example"}, 65, []string{SameEmail, SameName}},
		"birth and name":   {Guest{Name: "Asha Rao", DateOfBirth: "1988-11-02"}, 75, []string{SameBirth, SameName}},
		"document, mistyped name": {Guest{Name: "Asha Rau", IDNumber: "z 123-4567"}, 75,
			[]string{SameDocument, SimilarName}},
		"another passport": {Guest{Name: "Asha Rao", IDType: "Passport", IDNumber: "K1"}, 0,
			[]string{SameName, OtherDocument}},
		"another kind of document": {Guest{Name: "Asha Rao", IDType: "PAN", IDNumber: "K1"}, 25, []string{SameName}},
	} {
		a, b := asha, test.other
		a.Keys, b.Keys = sealing.keysOf(scope.Scope{}, a), sealing.keysOf(scope.Scope{}, b)
		if score, reasons := compare(a, b); score != test.score || !slices.Equal(reasons, test.reasons) {
			t.Errorf("%s: %d %v, want %d %v", name, score, reasons, test.score, test.reasons)
		}
	}
}

func TestKeysFindNobodyByWhatManyHave(t *testing.T) {
	for _, g := range []Guest{{Phone: "0000000000"}, {Phone: "12345"}, {IDNumber: "XXXXXXXX1234"}, {Name: "Asha Rao"}} {
		if keys := sealing.keysOf(scope.Scope{}, g); keys != (Keys{Keyed: true}) {
			t.Errorf("%+v has the keys %+v", g, keys)
		}
	}
}

// Unmerging gives a record back what it had, whatever was taken of the other.
func TestSnapshotsAndUnmerging(t *testing.T) {
	one := Abroad{Guest: Guest{ID: "1", Name: "Asha Rao", IDType: "passport", IDNumber: "Z1234567",
		Profile: Profile{Preferences: []string{"tea"}}}}
	other := Abroad{Guest: Guest{ID: "2", Name: "A. Rao", Email: "a@hotel.example", IDType: "PAN",
		IDNumber: "ABCDE1234F", Profile: Profile{Preferences: []string{"coffee"}},
		DoNotRent: DoNotRent{DoNotRentReason: "Left without paying", DoNotRentAt: new(int64(5))}},
		Travel: Travel{GuestID: "2", PassportNumber: "K7654321", VisaNumber: "V0001111", UpdatedAt: 7, Version: 2}}
	merged, _ := Merge(one, other, []string{"name", "idNumber"})
	if merged.Name != "A. Rao" || merged.IDNumber != "ABCDE1234F" || merged.DoNotRentAt == nil {
		t.Fatalf("merged: %+v", merged)
	}
	kept := map[string]Abroad{}
	for _, g := range []Abroad{one, other} {
		text := sealing.Snapshot(scope.Scope{}, g)
		var err error
		if kept[g.ID], err = sealing.OfSnapshot(scope.Scope{}, text); err != nil || !reflect.DeepEqual(kept[g.ID], g) {
			t.Fatalf("the snapshot of %+v is %+v, %v", g, kept[g.ID], err)
		}
		for _, number := range []IDNumber{g.IDNumber, g.Travel.PassportNumber} {
			if number != "" && strings.Contains(text, string(number)) {
				t.Errorf("the snapshot has the number %s for everybody: %s", string(number), text)
			}
		}
	}
	if back := Unmerge(merged, kept["1"], merged); !reflect.DeepEqual(back, one) {
		t.Errorf("after undoing it is %+v, and was %+v", back, one)
	}
}
