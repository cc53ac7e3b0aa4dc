package tax

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// LodgingSAC is the service accounting code of rooms in hotels.
const LodgingSAC = "996311"

// What a tax applies to.
const (
	RoomNight = "room-night"
	Services  = "service"
)

// Slab is the rate of the prices up to a limit.
type Slab struct {
	UpTo money.Amount `json:"upTo,omitempty"` // the highest price before tax; 0: there is none
	Rate Rate         `json:"rate"`
}

// Slabs are in the order of their limits; the last one is open.
type Slabs []Slab

// Record is a tax in force on the days [From, To]; a To of "" is open.
type Record struct {
	ID        string
	Name      string
	Kind      string // GST or Other
	AppliesTo string // RoomNight or Services
	SAC       string
	Slabs     Slabs
	From, To  date.Date
	Active    bool
	Seeded    bool
	CreatedAt int64 // UTC milliseconds
	UpdatedAt int64 // UTC milliseconds
}

// InForce tells whether the tax is charged for that day.
func (r Record) InForce(day date.Date) bool {
	return r.Active && r.From <= day && day <= r.LastDay()
}

// LastDay is the last day on which the tax is in force: of one without an end, the last that there is.
func (r Record) LastDay() date.Date {
	if r.To == "" {
		return "2999-12-31"
	}
	return r.To
}

// rate is the rate of the slab that the price, not below zero, falls into. A price with the tax inside falls into the
// lowest slab whose limit its value keeps; where it keeps none, it is of the open slab.
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

// Value stores the slabs as JSON.
func (s Slabs) Value() (driver.Value, error) {
	text, err := json.Marshal([]Slab(s))
	return string(text), err
}

// Scan reads what Value stored.
func (s *Slabs) Scan(stored any) error {
	text, ok := stored.(string)
	if !ok {
		return fmt.Errorf("slabs are stored as %T", stored)
	}
	return json.Unmarshal([]byte(text), (*[]Slab)(s))
}
