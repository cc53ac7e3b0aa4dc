package india

import "regexp"

var aadhaarShape = regexp.MustCompile(`^[2-9][0-9]{11}$`)

// IsAadhaar tells whether twelve digits are an Aadhaar number: they don't begin with 0 or 1, and the last is Verhoeff's
// check digit.
func IsAadhaar(number string) bool {
	if !aadhaarShape.MatchString(number) {
		return false
	}
	sum := 0
	for i := range len(number) {
		digit := int(number[len(number)-1-i] - '0')
		sum = multiplied(sum, permuted(digit, i))
	}
	return sum == 0
}

// multiplied is the product in the group of the symmetries of a pentagon: 0 to 4 turn it, 5 to 9 turn it over.
func multiplied(a, b int) int {
	switch {
	case a < 5 && b < 5:
		return (a + b) % 5
	case a < 5:
		return (a+b-5)%5 + 5
	case b < 5:
		return (a-5-b+5)%5 + 5
	}
	return (a - b + 5) % 5
}

// permuted is the digit as it counts at the place, from the right.
func permuted(digit, place int) int {
	for range place % 8 {
		digit = [...]int{1, 5, 7, 6, 2, 8, 3, 0, 9, 4}[digit]
	}
	return digit
}
