package db

import (
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"sarai/internal/kit/errs"
)

const pgOutOfRange = "22003"

// tooMuch turns a sum that a BIGINT can't hold into an errs.Invalid. Single amounts are bounded before they are stored,
// so it takes thousands of the largest.
func tooMuch(err error) error {
	overflow := pgCode(err) == pgOutOfRange ||
		sqliteCode(err) == sqlite3.SQLITE_ERROR && strings.Contains(err.Error(), "integer overflow")
	if overflow {
		return errs.Invalid("These amounts add up to more than can be counted. Ask for fewer, such as for fewer days.")
	}
	return err
}
