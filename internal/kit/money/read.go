package money

import "sarai/internal/kit/errs"

// Reader reads the amounts of a request and collects what is wrong with them, by the request's field names.
type Reader struct {
	Currency string
	Fields   errs.Fields
}

// Read is the number as an amount that is not below zero.
func (r *Reader) Read(field string, number Number) Amount {
	amount, err := number.NotNegative(r.Currency)
	if err != nil {
		r.Fields.Add(field, "%s", err)
	}
	return amount
}

// AboveZero is Read for a number that must not be zero either.
func (r *Reader) AboveZero(field string, number Number) Amount {
	bad := len(r.Fields)
	amount := r.Read(field, number)
	if amount == 0 && len(r.Fields) == bad {
		r.Fields.Add(field, "must be above zero")
	}
	return amount
}

// Optional is Read for a number that may be left out. It is nil for one that is left out or wrong.
func (r *Reader) Optional(field string, number *Number) *Amount {
	if number == nil {
		return nil
	}
	faults := len(r.Fields)
	amount := r.Read(field, *number)
	if len(r.Fields) > faults {
		return nil
	}
	return &amount
}
