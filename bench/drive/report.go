package drive

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Report collects the figures of a run.
type Report struct {
	measured, missed int
}

// Limit is the limit of a figure; the zero value is for figures that are only shown.
type Limit struct {
	value   float64
	atLeast bool // else at most
	unit    string
}

// AtLeast is the limit of a figure that may not be lower.
func AtLeast(value float64) Limit { return Limit{value: value, atLeast: true} }

// AtMost is the limit of a figure that may not be higher. The unit is printed right behind it, as in " ms".
func AtMost(value float64, unit string) Limit { return Limit{value: value, unit: unit} }

// In names the figure's unit.
func (l Limit) In(unit string) Limit {
	l.unit = unit
	return l
}

func (l Limit) holds(value float64) bool {
	if l.atLeast {
		return value >= l.value
	}
	return value <= l.value
}

// Add prints one figure beside its limit.
func (r *Report) Add(name string, value float64, l Limit, detail string) {
	verdict, bound := "", ""
	if l.value > 0 {
		r.measured++
		verdict = "ok"
		if !l.holds(value) {
			r.missed++
			verdict = "MISSED"
		}
		sign := "≤"
		if l.atLeast {
			sign = "≥"
		}
		bound = fmt.Sprintf("(%s %g%s)", sign, l.value, l.unit)
	}
	fmt.Printf("  %-7s %-58s %7.2f%s %-11s %s\n", verdict, name, value, l.unit, bound, detail)
}

// Summarize prints how many figures missed their limits.
func (r *Report) Summarize() {
	fmt.Printf("\n%d figures with a limit, %d missed\n", r.measured, r.missed)
}

// Contestant is something whose throughput is measured. Prepare returns n workers, each call of which does one piece of
// work, and a function that ends them.
type Contestant struct {
	Name    string
	Prepare func(n int) (workers []func() error, done func(), err error)
}

// Rates has each contestant's throughput per second, one for each round.
type Rates map[string][]float64

// Race measures every contestant once in each round, in a newly shuffled order.
func Race(s Settings, n int, contestants ...Contestant) (Rates, error) {
	result := Rates{}
	for range s.Rounds {
		for _, i := range rand.Perm(len(contestants)) {
			c := contestants[i]
			rate, err := Throughput(c, n, s.Length)
			if err != nil {
				return nil, fmt.Errorf("%s at %d connections: %w", c.Name, n, err)
			}
			result[c.Name] = append(result[c.Name], rate)
		}
	}
	return result, nil
}

// Ratio returns the median over the rounds of a's rate divided by b's, since a disturbance of the machine affects both.
func (r Rates) Ratio(a, b string) float64 {
	ratios := make([]float64, len(r[a]))
	for i := range ratios {
		ratios[i] = r[a][i] / r[b][i]
	}
	return Median(ratios)
}

// Beside formats both medians as rates.
func (r Rates) Beside(a, b string) string {
	return fmt.Sprintf("%.0f/s beside %.0f/s", Median(r[a]), Median(r[b]))
}

// Times formats how long a piece of work takes with either.
func (r Rates) Times(a, b string) string {
	each := func(name string) time.Duration {
		return time.Duration(float64(time.Second) / Median(r[name])).Round(time.Microsecond)
	}
	return fmt.Sprintf("%s beside %s", each(a), each(b))
}

// Median sorts a copy of the values, of which there must be one.
func Median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
