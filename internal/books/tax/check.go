package tax

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"sarai/internal/country"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
)

var sacShape = regexp.MustCompile(`^[0-9]{4,8}$`)

// checked completes the record as it is stored. Its error names every bad field, those in bad included.
func (r Record) checked(c *country.Country, bad *errs.Fields) (Record, error) {
	if !slices.ContainsFunc(c.Kinds, func(k country.Kind) bool { return k.Code == r.Kind }) {
		bad.Add("kind", "must be a kind of tax that %s has", c.Name)
	}
	if r.SAC == "" && r.AppliesTo == RoomNight {
		r.SAC = c.LodgingCode
	}
	if r.SAC != "" && !sacShape.MatchString(r.SAC) {
		bad.Add("sac", "must be a SAC or HSN of 4 to 8 digits, such as 996311")
	}
	if len(r.Slabs) > 1 && r.AppliesTo != RoomNight {
		bad.Add("slabs", "must be left out for a tax on services, which has one rate")
	}
	if (r.Kind == Exempt || r.Kind == NonGST) && r.AppliesTo != Services {
		bad.Add("appliesTo", "must be service: rooms are under GST")
	}
	if r.Kind == Exempt && r.Slabs.highest() > 0 {
		bad.Add("rate", "must be 0: what is exempt bears no tax")
	}
	r.Slabs.check(bad)
	if _, err := date.Parse(string(r.From)); err != nil {
		bad.Add("from", "%s", err)
	} else if _, err := date.Parse(string(r.To)); err != nil && r.To != "" {
		bad.Add("to", "%s", err)
	} else if r.To != "" && r.To < r.From {
		bad.Add("to", "must not be before from, %s", r.From.Short())
	}
	return r, bad.Err()
}

// highest is the highest of the rates.
func (s Slabs) highest() (rate Rate) {
	for _, slab := range s {
		rate = max(rate, slab.Rate)
	}
	return rate
}

// check requires limits that grow, for every slab but the last.
func (s Slabs) check(bad *errs.Fields) {
	for i, slab := range s {
		field := fmt.Sprintf("slabs[%d].upTo", i)
		switch last := i == len(s)-1; {
		case last && slab.UpTo != 0:
			bad.Add(field, "must be left out: the last slab is for every higher price")
		case !last && slab.UpTo == 0:
			bad.Add(field, "must be above 0; only the last slab has no limit")
		case !last && i > 0 && slab.UpTo <= s[i-1].UpTo:
			bad.Add(field, "must be above the slab before it")
		}
	}
}

var errNoPercentage = errors.New("must be a percentage such as 18 or 2.5")

// RateOf reads a percentage from 0 to 100 with at most two decimals; its error completes a sentence that starts with
// the field's name.
func RateOf(percent money.Number) (Rate, error) {
	// A large exponent would be a number of a gigabyte.
	if len(percent) > 20 || strings.ContainsAny(string(percent), "eE") {
		return 0, errNoPercentage
	}
	value, ok := new(big.Rat).SetString(string(percent))
	if !ok {
		return 0, errNoPercentage
	}
	value.Mul(value, big.NewRat(100, 1))
	if !value.IsInt() {
		return 0, errors.New("must have at most two decimals")
	}
	if value.Sign() < 0 || value.Cmp(big.NewRat(int64(country.Whole), 1)) > 0 {
		return 0, errors.New("must be from 0 to 100")
	}
	return Rate(value.Num().Int64()), nil
}
