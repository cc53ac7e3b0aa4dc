package guest

import (
	"slices"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/scope"
	"sarai/internal/record/wordindex"
)

// Keys are by what records of the same person are found, each in an index of its own. They are derived from the record
// when it is stored; "" finds nobody.
type Keys struct {
	PhoneKey    string `db:"phone_key"`    // the last ten digits
	EmailKey    string `db:"email_key"`    // the address as addresses are compared
	DocumentKey string `db:"document_key"` // a mark of the number, under the key that seals it
	BirthKey    string `db:"birth_key"`    // the date of birth with the name's words, sorted
	Keyed       bool   `db:"keyed"`        // false: a record from before the keys
}

func (s *Service) keysOf(sc scope.Scope, g Guest) Keys {
	if g.ErasedAt != nil {
		return Keys{Keyed: true}
	}
	return Keys{PhoneKey: phoneKey(g.Phone), EmailKey: contact.CanonicalEmail(g.Email),
		DocumentKey: s.documentKey(sc, g.IDNumber), BirthKey: birthKey(g), Keyed: true}
}

// phoneKey leaves out country codes, and what desks type where they know no number, such as 0000000000.
func phoneKey(phone string) string {
	const national, fewest = 10, 7
	digits := contact.Digits(phone)
	if len(digits) < fewest || strings.Count(digits, digits[:1]) == len(digits) {
		return ""
	}
	return digits[max(0, len(digits)-national):]
}

// documentKey is "" for a number of which only the end is known, as many people have the same.
func (s *Service) documentKey(sc scope.Scope, number IDNumber) string {
	compact := strings.ToUpper(gaps.Replace(string(number)))
	if compact == "" || strings.HasPrefix(compact, mask) {
		return ""
	}
	return s.box.Mark(sc.Org + "/" + compact)
}

// birthKey is "" where the date of birth isn't known.
func birthKey(g Guest) string {
	if g.DateOfBirth == "" {
		return ""
	}
	return string(g.DateOfBirth) + " " + strings.Join(nameWords(g.Name), " ")
}

// nameWords are the words of a name, without accents and capitals, sorted.
func nameWords(name string) []string {
	var words wordindex.Words
	words.Text(name)
	slices.Sort(words)
	return words
}
