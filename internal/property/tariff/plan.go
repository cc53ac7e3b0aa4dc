package tariff

import (
	"slices"
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Who a plan is for.
const (
	Public  = "public"
	Private = "private" // for who asks for it by its code
	Company = "company" // for its companies
	Promo   = "promo"   // for who knows one of its promotion codes
)

// Stamp is what every stored record has. Tokens leave it out.
type Stamp struct {
	CreatedAt int64 `db:"created_at,fixed" json:"createdAt,omitzero"` // UTC milliseconds
	UpdatedAt int64 `db:"updated_at" json:"updatedAt,omitzero"`       // UTC milliseconds
	Version   int64 `db:"version,version" json:"version,omitzero"`    // every change raises it
}

// Plan says under which conditions a hotel sells. Dates are "" where there is no bound; all bounds are included.
type Plan struct {
	ID                   string    `db:"plan_id,key"`
	Code                 string    `db:"code"`
	Name                 string    `db:"name"`
	MealPlan             string    `db:"meal_plan"` // EP, CP, MAP or AP
	Audience             string    `db:"audience"`
	PromoCodes           []string  `db:"promo_codes,json"`
	BookFrom             date.Date `db:"book_from"`
	BookTo               date.Date `db:"book_to"`
	StayFrom             date.Date `db:"stay_from"`
	StayTo               date.Date `db:"stay_to"` // the last night
	MinAdvanceHours      int       `db:"min_advance_hours"`
	MaxAdvanceDays       *int      `db:"max_advance_days"`
	Guarantee            string    `db:"guarantee"` // none, card, deposit, prepaid or company
	CancellationPolicyID *string   `db:"cancellation_policy_id"`
	NoShowPolicyID       *string   `db:"no_show_policy_id"`
	Active               bool      `db:"is_active"`
	Stamp

	CompanyIDs []string // that negotiated it
}

// Buyer is who looks for offers.
type Buyer struct {
	PlanCode, PromoCode, CompanyID string
}

// Sees reports whether the plan is shown to the buyer at all.
func (p Plan) Sees(b Buyer) bool {
	switch p.Audience {
	case Private:
		return b.PlanCode == p.Code
	case Company:
		return slices.Contains(p.CompanyIDs, b.CompanyID)
	case Promo:
		return slices.Contains(p.PromoCodes, b.PromoCode)
	}
	return true
}

// Step is one step of a derived price.
type Step struct {
	Op    string `json:"op"`    // add or sub
	Unit  string `json:"unit"`  // percent or amount
	Value int64  `json:"value"` // hundredths of a percent, or minor units
}

// The words of a Step.
const (
	Add     = "add"
	Sub     = "sub"
	Percent = "percent"
	Fixed   = "amount"
)

// Inherits says what a derived product takes from its parent.
type Inherits struct {
	Price             bool `json:"price"`
	MinStay           bool `json:"minStay"`
	MaxStay           bool `json:"maxStay"`
	ClosedToArrival   bool `json:"closedToArrival"`
	ClosedToDeparture bool `json:"closedToDeparture"`
	Closed            bool `json:"closed"`
}

// Everything is what a derived product inherits unless it is told otherwise.
var Everything = Inherits{true, true, true, true, true, true}

// Occupancy changes the price of a night by who sleeps there.
type Occupancy struct {
	Base           int          `json:"base"`           // adults for whom the price is
	SingleDiscount money.Amount `json:"singleDiscount"` // less for one adult alone, if Base is more
	ExtraAdult     money.Amount `json:"extraAdult"`     // more for each adult beyond Base
	Children       []ChildPrice `json:"children"`       // children of other bands cost nothing
}

// ChildPrice is what a child of an age band costs a night.
type ChildPrice struct {
	BandID string       `json:"bandId"`
	Price  money.Amount `json:"price"`
}

// Product is a plan in a category.
type Product struct {
	ID         string           `db:"product_id,key"`
	PlanID     string           `db:"plan_id,fixed"`
	CategoryID string           `db:"category_id,fixed"`
	Default    *money.Amount    `db:"default_price"` // nil for a derived price
	Weekdays   [7]*money.Amount `db:"weekday_prices,json"`
	Occupancy  *Occupancy       `db:"occupancy,json"` // nil: the parent's; without a parent, the price is for anybody
	ParentID   *string          `db:"parent_id"`
	Rules      []Step           `db:"rules,json"`
	Inherits   Inherits         `db:"inherits,json"` // of a derived product
	Stamp
}

// Derives is what the product takes from a parent: nothing if it has none.
func (p Product) Derives() Inherits {
	if p.ParentID == nil {
		return Inherits{}
	}
	return p.Inherits
}

// AgeBand is the ages from MinAge to MaxAge, both included.
type AgeBand struct {
	ID     string `db:"age_band_id,key"`
	Name   string `db:"name"`
	MinAge int    `db:"min_age"`
	MaxAge int    `db:"max_age"`
	Stamp
}

// How often a service is charged.
const (
	PerStay        = "stay"
	PerNight       = "night"
	PerPerson      = "person"
	PerPersonNight = "personNight"
	PerItem        = "item"
)

// When a service is charged to the folio.
const (
	PostEveryNight  = "everyNight"
	PostOnArrival   = "arrival"
	PostOnDeparture = "departure"
)

// Service is what a hotel sells besides rooms.
type Service struct {
	ID         string       `db:"service_id,key"`
	Name       string       `db:"name"`
	Price      money.Amount `db:"price"`
	Per        string       `db:"per"`
	PostOn     string       `db:"post_on"` // PostEveryNight, PostOnArrival or PostOnDeparture
	TaxID      *string      `db:"tax_id"`
	Department string       `db:"department"` // whose revenue it is; "": none
	// NextMorning says that what it has for a night is given on the morning after, as breakfast is.
	NextMorning bool     `db:"next_morning"`
	IncludedIn  []string `db:"included_in,json"` // products whose price has it inside; with others it costs extra
	Active      bool     `db:"is_active"`
	Minibar     bool     `db:"is_minibar"` // an item of the minibar, posted from a phone
	Stamp
}

// Quantity is how often the service is charged for a stay of so many nights and persons.
func (s Service) Quantity(nights, persons int) int {
	switch s.Per {
	case PerNight:
		return nights
	case PerPerson:
		return persons
	case PerPersonNight:
		return persons * nights
	}
	return 1
}

// Party is who sleeps in one room.
type Party struct {
	Adults    int
	ChildAges []int
}

// Persons are all of them.
func (p Party) Persons() int { return p.Adults + len(p.ChildAges) }

// Moment is when somebody books.
type Moment struct {
	Now   time.Time
	Today date.Date // in the hotel's time zone
}
