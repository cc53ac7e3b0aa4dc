package series

import (
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Issued returns the highest number that the module ever issued with each stem. A document's number is one of the
// stems and a number up to its highest, without leading zeros.
func Issued(tx *db.Tx, sc scope.Scope, module string) (map[string]int64, error) {
	s, err := find(tx, sc, module)
	if err != nil {
		return nil, err
	}
	return issuedNumbers(tx, s)
}
