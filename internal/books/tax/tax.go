package tax

import (
	"sarai/internal/country"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// What a tax applies to.
const (
	RoomNight = "room-night"
	Services  = "service"
)

// Slab is the rate for prices up to a limit.
type Slab = country.Slab

// Slabs are in the order of their limits; the last one has none.
type Slabs []Slab

// Record is a tax in force on the days [From, To]. If To is "", it has no end.
type Record struct {
	ID        string    `db:"tax_id,key"`
	Name      string    `db:"name"`
	Kind      string    `db:"kind"`       // GST, Exempt, NonGST or Other
	AppliesTo string    `db:"applies_to"` // RoomNight or Services
	SAC       string    `db:"sac"`
	Slabs     Slabs     `db:"slabs,json"`
	From      date.Date `db:"from_date"`
	To        date.Date `db:"to_date"`
	Active    bool      `db:"is_active"`
	Seeded    bool      `db:"is_seeded,fixed"`
	CreatedAt int64     `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt int64     `db:"updated_at"`       // UTC milliseconds
	Version   int64     `db:"version,version"`  // every change raises it
}

// InForce reports whether the tax applies on the day.
func (r Record) InForce(day date.Date) bool {
	return r.Active && r.From <= day && day <= r.LastDay()
}

// LastDay is the last day on which the tax is in force; without an end, the last day that dates allow.
func (r Record) LastDay() date.Date {
	if r.To == "" {
		return "2999-12-31"
	}
	return r.To
}

// rate is the rate of the slab that the price, which must not be negative, falls into. A price that includes the tax
// falls into the first slab whose limit its taxable value doesn't exceed.
func (s Slabs) rate(kind string, price money.Amount, inclusive bool) Rate {
	for _, slab := range s[:len(s)-1] {
		value := price
		if inclusive {
			value = Inclusive(kind, slab.Rate, price).Taxable
		}
		if value <= slab.UpTo {
			return slab.Rate
		}
	}
	return s[len(s)-1].Rate
}
