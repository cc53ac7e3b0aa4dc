package tariff

import (
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sarai/internal/country/words"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

const firstDay date.Date = "2026-12-20" // the days of a test cross a year's end

// aWrite is a bulk write in a test.
type aWrite struct {
	from, to date.Date
	days     Weekdays
	change   func(Cell) Cell
}

func writes(length int) *rapid.Generator[aWrite] {
	return rapid.Custom(func(t *rapid.T) aWrite {
		from := rapid.IntRange(0, length-1).Draw(t, "from")
		to := rapid.IntRange(from, length-1).Draw(t, "to")
		price := money.Amount(rapid.IntRange(0, 3).Draw(t, "price"))
		minStay, closed := rapid.IntRange(0, 2).Draw(t, "minStay"), rapid.Bool().Draw(t, "closed")
		field := rapid.IntRange(0, 3).Draw(t, "field")
		return aWrite{firstDay.AddDays(from), firstDay.AddDays(to), Weekdays(rapid.IntRange(0, 127).Draw(t, "days")),
			func(c Cell) Cell {
				switch field {
				case 0:
					c.Priced, c.Price = true, price
				case 1:
					c.Priced, c.Price = false, 0
				case 2:
					c.MinStayArrival = minStay
				case 3:
					c.Closed = closed
				}
				return c
			}}
	})
}

// Whatever is written in whatever order, each date has what a map from dates to cells would have, and the ranges are as
// few as they can be.
func TestRangesAreAMapOfDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const length = 40
		var ranges Ranges[Cell]
		naive := map[date.Date]Cell{}
		for _, w := range rapid.SliceOfN(writes(length), 1, 12).Draw(t, "writes") {
			before := slices.Clone(ranges)
			kept := ranges
			ranges = ranges.Write(w.from, w.to, w.days, w.change)
			if !slices.Equal(kept, before) {
				t.Fatal("Write changed the ranges that it was given")
			}
			for day := w.from; day <= w.to; day = day.AddDays(1) {
				if w.days == 0 || w.days&(1<<day.Time().Weekday()) != 0 {
					naive[day] = w.change(naive[day])
				}
			}
		}
		for day := firstDay.AddDays(-2); day < firstDay.AddDays(length+2); day = day.AddDays(1) {
			if got := ranges.On(day); got != naive[day] {
				t.Fatalf("%s has %+v, want %+v: %v", day, got, naive[day], ranges)
			}
		}
		for i, r := range ranges {
			if r.From > r.To || r.Cell == (Cell{}) {
				t.Fatalf("the range %+v says nothing", r)
			}
			if i > 0 && (ranges[i-1].To >= r.From || ranges[i-1].To.AddDays(1) == r.From && ranges[i-1].Cell == r.Cell) {
				t.Fatalf("%+v and %+v overlap, or could be one", ranges[i-1], r)
			}
		}
	})
}

func steps(t *rapid.T, label string) []Step {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Step {
		s := Step{Op: rapid.SampledFrom([]string{Add, Sub}).Draw(t, "op"),
			Unit: rapid.SampledFrom([]string{Percent, Fixed}).Draw(t, "unit")}
		s.Value = rapid.Int64Range(0, 10_000).Draw(t, "value")
		return s
	}), 0, 5).Draw(t, label)
}

// exactly is the price after the steps as a fraction.
func exactly(price *big.Rat, steps []Step) *big.Rat {
	value := new(big.Rat).Set(price)
	for _, s := range steps {
		by := big.NewRat(s.Value, 1)
		if s.Unit == Percent {
			by.Mul(value, big.NewRat(s.Value, 10_000))
		}
		if s.Op == Sub {
			by.Neg(by)
		}
		value.Add(value, by)
	}
	return value
}

// rounded is the fraction in whole minor units, halves away from zero; never less than 0.
func rounded(value *big.Rat) money.Amount {
	if value.Sign() <= 0 {
		return 0
	}
	whole, rest := new(big.Int).QuoRem(value.Num(), value.Denom(), new(big.Int))
	if rest.Mul(rest, big.NewInt(2)).Cmp(value.Denom()) >= 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return money.Amount(whole.Int64())
}

// A chain of three derived products gives each the exact price, rounded once; and what is not inherited is its own.
func TestDerivedChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		days := date.Days(firstDay, firstDay.AddDays(14))
		weekend := money.Amount(rapid.Int64Range(0, 2_000_000).Draw(t, "weekend"))
		base := money.Amount(rapid.Int64Range(0, 2_000_000).Draw(t, "base"))
		tariff := &Tariff{Cells: map[string]Ranges[Cell]{}}
		for i := range MaxDepth + 1 {
			p := Product{ID: fmt.Sprint("p", i), Default: &base, Inherits: Everything}
			p.Weekdays[time.Friday], p.Weekdays[time.Saturday] = &weekend, &weekend
			if i > 0 {
				parent := fmt.Sprint("p", i-1)
				p.ParentID, p.Rules = &parent, steps(t, "rules")
				p.Inherits.Price = rapid.IntRange(0, 3).Draw(t, "own price") > 0
				p.Inherits.MinStay = rapid.Bool().Draw(t, "minStay")
				p.Inherits.Closed = rapid.Bool().Draw(t, "closed")
			}
			var cells Ranges[Cell]
			for _, w := range rapid.SliceOfN(writes(len(days)), 0, 4).Draw(t, "writes") {
				cells = cells.Write(w.from, w.to, w.days, w.change)
			}
			tariff.Cells[p.ID] = cells
			tariff.Products = append([]Product{p}, tariff.Products...) // children first: Complete orders them
		}
		effective := tariff.Complete().Effective(days, nil)
		for n, day := range days {
			exact, minStay, closed := new(big.Rat), 0, false
			for i, p := range tariff.Products {
				cell, got := tariff.Cells[p.ID].On(day), effective[i][n]
				source := Derived
				if p.ParentID == nil || !p.Inherits.Price {
					own := base
					source = FromDefault
					if weekday := day.Time().Weekday(); weekday == time.Friday || weekday == time.Saturday {
						own, source = weekend, FromWeekday
					}
					if cell.Priced {
						own, source = cell.Price, FromCell
					}
					exact = big.NewRat(int64(own), 1)
				} else {
					exact = exactly(exact, p.Rules)
				}
				if p.ParentID == nil || !p.Inherits.MinStay {
					minStay = cell.MinStayArrival
				}
				if p.ParentID == nil || !p.Inherits.Closed {
					closed = cell.Closed
				}
				if got.Price != rounded(exact) || got.From.Price != source || got.MinStayArrival != minStay ||
					got.Closed != closed {
					t.Fatalf("%s on %s is %+v, want %s from %s, min stay %d, closed %t", p.ID, day, got, exact.FloatString(4),
						source, minStay, closed)
				}
			}
		}
	})
}

func TestDeriveRoundsOnceHalvesAwayFromZero(t *testing.T) {
	tenth := Step{Sub, Percent, 1000}
	for _, c := range []struct {
		price money.Amount
		steps []Step
		want  money.Amount
	}{
		{10_000, []Step{{Add, Percent, 500}, {Add, Fixed, 1200}}, 11_700}, // Channex's example: 100 → 117
		{5, []Step{tenth}, 5},                                  // 4.5
		{5, []Step{tenth, tenth}, 4},                           // 4.05, not 5 − 10 % = 4.5 → 5
		{15, []Step{tenth, tenth, tenth}, 11},                  // 10.935
		{100, []Step{{Sub, Fixed, 200}}, 0},                    // never negative
		{money.Max, []Step{{Add, Percent, 10_000}}, money.Max}, // never more than an amount can be
	} {
		if got := Derive(c.price, c.steps); got != c.want {
			t.Errorf("%d by %v is %d, want %d", c.price, c.steps, got, c.want)
		}
	}
}

// Every arrival and every length in a small calendar is sold exactly when each single rule, asked one by one, lets it.
func TestRestrictionsByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const length = 12
		days := make([]Day, length)
		for i := range days {
			days[i].Priced = rapid.IntRange(0, 9).Draw(t, "priced") > 0
			days[i].Closed = rapid.IntRange(0, 9).Draw(t, "closed") == 0
			days[i].ClosedToArrival = rapid.IntRange(0, 4).Draw(t, "cta") == 0
			days[i].ClosedToDeparture = rapid.IntRange(0, 4).Draw(t, "ctd") == 0
			days[i].MinStayArrival = rapid.IntRange(0, 4).Draw(t, "msa")
			days[i].MinStayThrough = rapid.IntRange(0, 4).Draw(t, "mst")
			days[i].MaxStay = rapid.SampledFrom([]int{0, 0, 1, 3, 6}).Draw(t, "max")
		}
		for arrival := range length - 1 {
			for departure := arrival + 1; departure < length; departure++ {
				got := Restrictions(firstDay.AddDays(arrival), days[arrival:departure+1])
				nights := departure - arrival
				want := map[string]bool{}
				want[ClosedToArrival] = days[arrival].ClosedToArrival
				want[ClosedToDeparture] = days[departure].ClosedToDeparture
				want[MaxStay] = days[arrival].MaxStay > 0 && nights > days[arrival].MaxStay
				want[MinStay] = nights < days[arrival].MinStayArrival
				shortest := days[arrival].MinStayArrival
				for night := arrival; night < departure; night++ {
					want[Closed] = want[Closed] || days[night].Closed
					want[NoPrice] = want[NoPrice] || !days[night].Priced
					want[MinStay] = want[MinStay] || nights < days[night].MinStayThrough
					shortest = max(shortest, days[night].MinStayThrough)
				}
				seen := map[string]bool{}
				for _, reason := range got {
					seen[reason.Code] = true
					if reason.Code == MinStay && reason.Needed != shortest {
						t.Fatalf("min stay needs %d, want %d", reason.Needed, shortest)
					}
					if reason.Text() == "" {
						t.Fatal("a reason without a sentence")
					}
				}
				for code, is := range want {
					if seen[code] != is {
						t.Fatalf("from %d to %d: %s is %t, want %t: %+v", arrival, departure, code, seen[code], is, got)
					}
				}
			}
		}
	})
}

func TestOccupancy(t *testing.T) {
	two := money.Amount(5000_00)
	tariff := (&Tariff{Bands: []AgeBand{{ID: "infant", MinAge: 0, MaxAge: 5}, {ID: "child", MinAge: 6, MaxAge: 11}},
		Products: []Product{{ID: "p", Default: &two, Occupancy: &Occupancy{Base: 2, SingleDiscount: 500_00,
			ExtraAdult: 1200_00, Children: []ChildPrice{{"child", 600_00}}}}, {ID: "q", Default: &two}}}).Complete()
	for _, c := range []struct {
		party Party
		want  money.Amount
	}{
		{Party{Adults: 2}, 5000_00}, {Party{Adults: 1}, 4500_00}, {Party{Adults: 4}, 7400_00},
		{Party{Adults: 2, ChildAges: []int{5, 6, 11}}, 6200_00},
		{Party{Adults: 2, ChildAges: []int{12}}, 6200_00}, // too old for a band: an adult
		{Party{Adults: 1, ChildAges: []int{17}}, 5000_00},
	} {
		if got := tariff.ForParty(0, two, c.party); got != c.want {
			t.Errorf("%+v costs %d, want %d", c.party, got, c.want)
		}
		if got := tariff.ForParty(1, two, c.party); got != two {
			t.Errorf("without an occupancy %+v costs %d", c.party, got)
		}
	}
	if got := tariff.ForParty(0, 100_00, Party{Adults: 1}); got != 0 {
		t.Errorf("a discount beyond the price leaves %d", got)
	}
}

func TestPolicies(t *testing.T) {
	hours := func(n int) *int { return &n }
	nights := []money.Amount{5000_00, 6000_05, 7000_00}
	for _, c := range []struct {
		policy Policy
		text   string
		fees   []money.Amount
	}{
		{Policy{Kind: Cancellation, Steps: []PolicyStep{{hours(48), Fee{FeeFixed, 0}}, {hours(1), Fee{FeeNights, 1}},
			{nil, Fee{FeePercent, 10_000}}}},
			"Cancelling is free until 48 hours before check-in. Until 1 hour before check-in, cancelling costs the price of " +
				"the first night. After that, it costs the price of the whole stay.", []money.Amount{0, 5000_00, 18_000_05}},
		{Policy{Kind: Cancellation, Steps: []PolicyStep{{nil, Fee{FeePercent, 0}}}}, "Cancelling is free at any time.",
			[]money.Amount{0}},
		{Policy{Kind: Cancellation, Steps: []PolicyStep{{nil, Fee{FeePercent, 3350}}}},
			"Cancelling costs 33.5 % of the price of the stay at any time.", []money.Amount{6030_02}},
		{Policy{Kind: Cancellation, Steps: []PolicyStep{{hours(24), Fee{FeeNights, 2}}, {nil, Fee{FeeFixed, 0}}}},
			"Until 24 hours before check-in, cancelling costs the price of the first 2 nights. After that, it is free.",
			[]money.Amount{11_000_05, 0}},
		{Policy{Kind: NoShow, Steps: []PolicyStep{{nil, Fee{FeeFixed, 99_999_00}}}}, "Who doesn't arrive pays ₹99,999.00.",
			[]money.Amount{18_000_05}},
		{Policy{Kind: NoShow, Steps: []PolicyStep{{nil, Fee{FeeNights, 0}}}}, "Who doesn't arrive pays nothing.",
			[]money.Amount{0}},
	} {
		if got := c.policy.Text(words.English, "INR"); got != c.text {
			t.Errorf("the text is %q, want %q", got, c.text)
		}
		for i, step := range c.policy.Steps {
			if got := step.Fee.Of(nights); got != c.fees[i] {
				t.Errorf("%s: the fee of step %d is %d, want %d", c.text, i, got, c.fees[i])
			}
		}
	}
}

func TestWindows(t *testing.T) {
	far := 10
	p := Plan{BookFrom: "2026-04-10", BookTo: "2026-04-20", StayFrom: "2026-04-22", StayTo: "2026-04-24",
		MinAdvanceHours: 24, MaxAdvanceDays: &far}
	for _, c := range []struct {
		now     string
		checkIn date.Date
		nights  int
		want    []string
	}{
		{"2026-04-15T12:00:00Z", "2026-04-22", 3, nil},
		{"2026-04-15T12:00:00Z", "2026-04-22", 4, []string{OutsideStayWindow}},
		{"2026-04-15T12:00:00Z", "2026-04-21", 1, []string{OutsideStayWindow}},
		{"2026-04-09T12:00:00Z", "2026-04-22", 1, []string{NotOnSale, MaxAdvance}},
		{"2026-04-21T14:00:01Z", "2026-04-22", 1, []string{NotOnSale, MinAdvance}},
		{"2026-04-21T14:00:00Z", "2026-04-22", 1, []string{NotOnSale}},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		reasons := p.Windows(Moment{now, date.Of(now, time.UTC)}, date.Days(c.checkIn, c.checkIn.AddDays(c.nights)),
			c.checkIn.Time().Add(14*time.Hour))
		var codes []string
		for _, r := range reasons {
			codes = append(codes, r.Code)
		}
		if !slices.Equal(codes, c.want) {
			t.Errorf("at %s from %s, %d nights: %v, want %v", c.now, c.checkIn, c.nights, codes, c.want)
		}
	}
}

func TestWhoSeesAPlan(t *testing.T) {
	for _, c := range []struct {
		plan  Plan
		buyer Buyer
		want  bool
	}{
		{Plan{Audience: Public}, Buyer{}, true},
		{Plan{Audience: Private, Code: "F"}, Buyer{}, false},
		{Plan{Audience: Private, Code: "F"}, Buyer{PlanCode: "F"}, true},
		{Plan{Audience: Company, CompanyIDs: []string{"c"}}, Buyer{CompanyID: "c"}, true},
		{Plan{Audience: Company, CompanyIDs: []string{"c"}}, Buyer{}, false},
		{Plan{Audience: Promo, PromoCodes: []string{"D"}}, Buyer{PromoCode: "D"}, true},
		{Plan{Audience: Promo, PromoCodes: []string{"D"}}, Buyer{}, false},
	} {
		if got := c.plan.Sees(c.buyer); got != c.want {
			t.Errorf("%+v sees %+v: %t", c.buyer, c.plan, got)
		}
	}
}

func TestSellable(t *testing.T) {
	for _, c := range []struct {
		night CategoryNight
		want  int
	}{
		{CategoryNight{Free: 3}, 3}, {CategoryNight{Free: 3, CategoryCell: CategoryCell{Overbooking: 2}}, 3},
		{CategoryNight{Free: 3, Sold: 4, CategoryCell: CategoryCell{Limited: true, SellLimit: 5}}, 1},
		{CategoryNight{Free: 3, Sold: 4, CategoryCell: CategoryCell{Limited: true, SellLimit: 2}}, 0},
		{CategoryNight{Free: 3, CategoryCell: CategoryCell{Limited: true}}, 0},
	} {
		if got := c.night.Sellable(); got != c.want {
			t.Errorf("%+v: %d can be sold, want %d", c.night, got, c.want)
		}
	}
}
