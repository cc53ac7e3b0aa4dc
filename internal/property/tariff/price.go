package tariff

import (
	"math/big"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// MaxDepth is how many products may stand between a derived product and the one its price begins with, itself included.
const MaxDepth = 3

// Tariff is all rates of a hotel at one version. It is not changed once it is made.
type Tariff struct {
	Plans      []Plan    // by code
	Products   []Product // each after its parent
	Cells      map[string]Ranges[Cell]
	Categories map[string]Ranges[CategoryCell]
	Policies   map[string]Policy
	Services   []Service
	Bands      []AgeBand

	index  map[string]int // of products
	chains []chain        // of products
}

// chain is where a product's values come from.
type chain struct {
	parent    int // index of the product; -1: none
	root      int // the product with whose price the derived one begins; its own index if its price isn't derived
	steps     []Step
	occupancy *Occupancy
}

// Complete prepares the tariff for reading, after its fields were set.
func (t *Tariff) Complete() *Tariff {
	t.Products = parentsFirst(t.Products)
	t.index = make(map[string]int, len(t.Products))
	t.chains = make([]chain, len(t.Products))
	for i, p := range t.Products {
		t.index[p.ID] = i
		c := chain{parent: -1, root: i, occupancy: p.Occupancy}
		if p.ParentID != nil {
			c.parent = t.index[*p.ParentID]
			above := t.chains[c.parent]
			if c.occupancy == nil {
				c.occupancy = above.occupancy
			}
			if p.Inherits.Price {
				c.root, c.steps = above.root, slices.Concat(above.steps, p.Rules)
			}
		}
		t.chains[i] = c
	}
	return t
}

// parentsFirst orders the products so that each stands after its parent. Chains have an end, which rateplan checks.
func parentsFirst(products []Product) []Product {
	var ordered []Product
	placed := map[string]bool{}
	for len(ordered) < len(products) {
		before := len(ordered)
		for _, p := range products {
			if !placed[p.ID] && (p.ParentID == nil || placed[*p.ParentID]) {
				ordered, placed[p.ID] = append(ordered, p), true
			}
		}
		if len(ordered) == before {
			panic("tariff: products derive from each other in a circle")
		}
	}
	return ordered
}

// Product finds a product by its id.
func (t *Tariff) Product(id string) (p Product, ok bool) {
	i, ok := t.index[id]
	if ok {
		p = t.Products[i]
	}
	return p, ok
}

// Depth is how many products the product derives from, one above the other.
func (t *Tariff) Depth(id string) (depth int) {
	for p, ok := t.Product(id); ok && p.ParentID != nil; p, ok = t.Product(*p.ParentID) {
		depth++
	}
	return depth
}

// Source is where an effective value comes from.
type Source uint8

// The sources. None is that of a value that there isn't: no price, or no restriction.
const (
	None Source = iota
	FromCell
	FromDefault
	FromWeekday
	Derived
)

// String is the source's word in the API.
func (s Source) String() string {
	return [...]string{"none", "cell", "default", "weekday", "derived"}[s]
}

// Day is what is in force for a product on a date.
type Day struct {
	Cell
	From Sources
}

// Sources say where each value of a Day comes from.
type Sources struct {
	Price, MinStayArrival, MinStayThrough, MaxStay, ClosedToArrival, ClosedToDeparture, Closed Source
}

// Effective computes what is in force for every product on each of the days, which follow one another. The result has
// the products in the order of t.Products; wanted chooses them (nil: all), and others may be missing.
func (t *Tariff) Effective(days []date.Date, wanted func(*Product) bool) [][]Day {
	effective := make([][]Day, len(t.Products))
	room := make([]Day, len(t.Products)*len(days)) // for all at once, since a search asks for many short stays
	for i := range t.Products {
		if wanted == nil || wanted(&t.Products[i]) {
			t.resolve(i, days, effective, room)
		}
	}
	return effective
}

// resolve fills in the product's days, after those of the products that it derives from.
func (t *Tariff) resolve(i int, days []date.Date, effective [][]Day, room []Day) {
	if effective[i] != nil {
		return
	}
	c := t.chains[i]
	for _, above := range []int{c.parent, c.root} {
		if above >= 0 && above != i {
			t.resolve(above, days, effective, room)
		}
	}
	own := room[i*len(days) : (i+1)*len(days)]
	t.own(own, i, days)
	if c.root != i {
		derivePrices(own, effective[c.root], c.steps)
	}
	if c.parent >= 0 {
		inherit(own, effective[c.parent], t.Products[i].Inherits)
	}
	effective[i] = own
}

// own fills in the days as the product's own cells and prices have them.
func (t *Tariff) own(list []Day, i int, days []date.Date) {
	p := &t.Products[i]
	ranges := t.Cells[p.ID]
	weekday := weekdayOf(days[0])
	at := ranges.from(days[0])
	for n, day := range days {
		for at < len(ranges) && ranges[at].To < day {
			at++
		}
		if at < len(ranges) && ranges[at].From <= day {
			list[n] = ofCell(ranges[at].Cell)
		}
		d := &list[n]
		switch {
		case d.Priced:
		case p.Weekdays[weekday] != nil:
			d.Priced, d.Price, d.From.Price = true, *p.Weekdays[weekday], FromWeekday
		case p.Default != nil:
			d.Priced, d.Price, d.From.Price = true, *p.Default, FromDefault
		}
		weekday = (weekday + 1) % 7
	}
}

func ofCell(c Cell) Day {
	set := func(is bool) Source {
		if is {
			return FromCell
		}
		return None
	}
	return Day{c, Sources{set(c.Priced), set(c.MinStayArrival > 0), set(c.MinStayThrough > 0), set(c.MaxStay > 0),
		set(c.ClosedToArrival), set(c.ClosedToDeparture), set(c.Closed)}}
}

// derivePrices sets the prices that follow by the steps from the root's.
func derivePrices(days, root []Day, steps []Step) {
	for n := range days {
		d := &days[n]
		d.Priced, d.Price, d.From.Price = false, 0, None
		if !root[n].Priced {
			continue
		}
		d.Priced, d.From.Price = true, Derived
		if n > 0 && root[n-1].Priced && root[n-1].Price == root[n].Price {
			d.Price = days[n-1].Price
		} else {
			d.Price = Derive(root[n].Price, steps)
		}
	}
}

var (
	hundred  = big.NewInt(10_000) // percent, in hundredths
	two      = big.NewInt(2)
	greatest = big.NewInt(int64(money.Max))
)

// Derive applies the steps to a price, exactly, and rounds the result to the minor unit, halves away from zero. The
// result is never negative, and never more than an amount can be.
func Derive(price money.Amount, steps []Step) money.Amount {
	// The value is numerator / denominator, a power of 10,000.
	numerator, denominator := big.NewInt(int64(price)), big.NewInt(1)
	for _, step := range steps {
		value := step.Value
		if step.Op == Sub {
			value = -value
		}
		if step.Unit == Percent {
			numerator.Mul(numerator, big.NewInt(10_000+value))
			denominator.Mul(denominator, hundred)
		} else {
			numerator.Add(numerator, new(big.Int).Mul(big.NewInt(value), denominator))
		}
	}
	if numerator.Sign() <= 0 {
		return 0
	}
	numerator.Mul(numerator, two).Add(numerator, denominator)
	numerator.Quo(numerator, denominator.Mul(denominator, two))
	if numerator.Cmp(greatest) > 0 {
		return money.Max
	}
	return money.Amount(numerator.Int64())
}

// inherit takes the restrictions from the parent that the flags say.
func inherit(days, parent []Day, flags Inherits) {
	derived := func(is Source) Source {
		if is == None {
			return None
		}
		return Derived
	}
	for n := range days {
		d, p := &days[n], &parent[n]
		if flags.MinStay {
			d.MinStayArrival, d.From.MinStayArrival = p.MinStayArrival, derived(p.From.MinStayArrival)
			d.MinStayThrough, d.From.MinStayThrough = p.MinStayThrough, derived(p.From.MinStayThrough)
		}
		if flags.MaxStay {
			d.MaxStay, d.From.MaxStay = p.MaxStay, derived(p.From.MaxStay)
		}
		if flags.ClosedToArrival {
			d.ClosedToArrival, d.From.ClosedToArrival = p.ClosedToArrival, derived(p.From.ClosedToArrival)
		}
		if flags.ClosedToDeparture {
			d.ClosedToDeparture, d.From.ClosedToDeparture = p.ClosedToDeparture, derived(p.From.ClosedToDeparture)
		}
		if flags.Closed {
			d.Closed, d.From.Closed = p.Closed, derived(p.From.Closed)
		}
	}
}

// ForParty is what a night costs the party by the occupancy of the product with this index, if it costs price as such.
func (t *Tariff) ForParty(index int, price money.Amount, party Party) money.Amount {
	o := t.chains[index].occupancy
	if o == nil {
		return price
	}
	adults := party.Adults
	for _, age := range party.ChildAges {
		i := slices.IndexFunc(t.Bands, func(b AgeBand) bool { return b.MinAge <= age && age <= b.MaxAge })
		switch {
		case i >= 0:
			price += o.child(t.Bands[i].ID)
		case len(t.Bands) > 0: // too old for every band
			adults++
		}
	}
	switch {
	case adults == 1 && o.Base > 1:
		price -= o.SingleDiscount
	case adults > o.Base:
		price += o.ExtraAdult * money.Amount(adults-o.Base)
	}
	return min(max(price, 0), money.Max)
}

func (o Occupancy) child(bandID string) money.Amount {
	for _, c := range o.Children {
		if c.BandID == bandID {
			return c.Price
		}
	}
	return 0
}
