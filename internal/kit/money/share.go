package money

import "math/bits"

// Times returns a × numerator ÷ denominator, rounded to the nearest minor unit, halves away from zero. Both must be
// positive. The product may exceed 64 bits; the result must not.
func (a Amount) Times(numerator, denominator int64) Amount {
	sign, size := Amount(1), uint64(a)
	if a < 0 {
		sign, size = -1, uint64(-a)
	}
	high, low := bits.Mul64(size, uint64(numerator))
	low, carry := bits.Add64(low, uint64(denominator)/2, 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(denominator))
	return sign * Amount(quotient)
}

// Apportion divides a by the weights, which must not be negative. The shares add up to a exactly, and each differs from
// its exact share by less than one minor unit. If all weights are zero, the last share gets everything.
func (a Amount) Apportion(weights []int64) []Amount {
	shares := make([]Amount, len(weights))
	var all, before int64
	for _, weight := range weights {
		all += weight
	}
	var given Amount
	for i, weight := range weights {
		before += weight
		upTo := a
		if all > 0 {
			upTo = a.Times(max(before, 0), all)
		} else if i < len(weights)-1 {
			upTo = 0
		}
		shares[i], given = upTo-given, upTo
	}
	return shares
}
