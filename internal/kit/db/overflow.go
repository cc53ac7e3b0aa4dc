package db

import (
	"sarai/internal/kit/db/engine"
	"sarai/internal/kit/errs"
)

// tooMuch turns a sum that a BIGINT can't hold into an errs.Invalid. Single amounts are bounded before they are stored,
// so it takes thousands of the largest.
func tooMuch(err error) error {
	if faultOf(err) == engine.Overflow {
		return errs.Invalid("These amounts add up to more than can be counted. Ask for fewer, such as for fewer days.")
	}
	return err
}
