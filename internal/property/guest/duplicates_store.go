package guest

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// The keys that more than one record has. Of a key that more than ten have, such as the telephone number of an agency,
// nothing is suggested. Each is read in its index alone, and so many keys at once.
const (
	sharedPhones = `SELECT phone_key FROM guests WHERE org_id = $1 AND phone_key <> ''
		GROUP BY phone_key HAVING COUNT(*) BETWEEN 2 AND 10 ORDER BY phone_key LIMIT 300`
	sharedEmails = `SELECT email_key FROM guests WHERE org_id = $1 AND email_key <> ''
		GROUP BY email_key HAVING COUNT(*) BETWEEN 2 AND 10 ORDER BY email_key LIMIT 300`
	sharedDocuments = `SELECT document_key FROM guests WHERE org_id = $1 AND document_key <> ''
		GROUP BY document_key HAVING COUNT(*) BETWEEN 2 AND 10 ORDER BY document_key LIMIT 300`
	sharedBirths = `SELECT birth_key FROM guests WHERE org_id = $1 AND birth_key <> ''
		GROUP BY birth_key HAVING COUNT(*) BETWEEN 2 AND 10 ORDER BY birth_key LIMIT 300`
)

// alike are the kinds of keys, each with the statement that reads the records of shared ones, and the key.
var alike = []struct {
	query string
	key   func(Guest) string
}{
	{selectGuests + ` AND document_key <> '' AND document_key IN (` + sharedDocuments + `)`,
		func(g Guest) string { return g.DocumentKey }},
	{selectGuests + ` AND email_key <> '' AND email_key IN (` + sharedEmails + `)`,
		func(g Guest) string { return g.EmailKey }},
	{selectGuests + ` AND phone_key <> '' AND phone_key IN (` + sharedPhones + `)`,
		func(g Guest) string { return g.PhoneKey }},
	{selectGuests + ` AND birth_key <> '' AND birth_key IN (` + sharedBirths + `)`,
		func(g Guest) string { return g.BirthKey }},
}

// Duplicates are pairs of records that may be of one person, in no order: of up to 300 shared keys of each kind.
func Duplicates(tx *db.Tx, sc scope.Scope) ([]Pair, error) {
	found := map[string]Pair{}
	for _, kind := range alike {
		rows, err := db.All(tx, guestTable.Scan, kind.query, sc.Org)
		if err != nil {
			return nil, err
		}
		groups := map[string][]Guest{}
		for _, row := range rows {
			key := kind.key(row.Guest)
			groups[key] = append(groups[key], row.Guest)
		}
		for _, group := range groups {
			pairUp(group, found)
		}
	}
	apart, err := db.All(tx, func(row db.Scanner) (string, error) {
		var one, other string
		err := row.Scan(&one, &other)
		return apartKey(one, other), err
	}, `SELECT one_id, other_id FROM guests_apart WHERE org_id = $1`, sc.Org)
	for _, key := range apart {
		delete(found, key)
	}
	pairs := []Pair{}
	for _, pair := range found {
		pairs = append(pairs, pair)
	}
	return pairs, err
}

// Like are the other records that may be of the guest, with their scores.
func Like(tx *db.Tx, sc scope.Scope, g Guest) ([]Pair, error) {
	const most = ` ORDER BY guest_id LIMIT 11`
	found := map[string]Pair{}
	for _, kind := range []struct{ query, key string }{
		{selectGuests + ` AND document_key <> '' AND document_key = $2` + most, g.DocumentKey},
		{selectGuests + ` AND email_key <> '' AND email_key = $2` + most, g.EmailKey},
		{selectGuests + ` AND phone_key <> '' AND phone_key = $2` + most, g.PhoneKey},
		{selectGuests + ` AND birth_key <> '' AND birth_key = $2` + most, g.BirthKey},
	} {
		group, err := db.All(tx, guestTable.Scan, kind.query, sc.Org, kind.key)
		if err != nil {
			return nil, err
		}
		for _, other := range group {
			if other.ID != g.ID && len(group) <= 10 {
				pairUp([]Guest{g, other.Guest}, found)
			}
		}
	}
	pairs := []Pair{}
	for _, pair := range found {
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// SetApart notes that two records aren't of one person.
func SetApart(tx *db.Tx, sc scope.Scope, a, b string) error {
	return tx.Do(`INSERT INTO guests_apart (org_id, one_id, other_id) VALUES ($1, $2, $3)
		ON CONFLICT (org_id, one_id, other_id) DO NOTHING`, sc.Org, min(a, b), max(a, b))
}

func forgetApart(tx *db.Tx, sc scope.Scope, guestID string) error {
	return tx.Do(`DELETE FROM guests_apart WHERE org_id = $1 AND (one_id = $2 OR other_id = $2)`, sc.Org, guestID)
}
