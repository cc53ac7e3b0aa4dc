package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// report collects the figures of a run.
type report struct {
	measured, missed int
}

// limit is the limit of a figure; the zero value is for figures that are only shown.
type limit struct {
	value   float64
	atLeast bool // else at most
	unit    string
}

func atLeast(value float64) limit { return limit{value: value, atLeast: true} }

func atMost(value float64, unit string) limit { return limit{value: value, unit: unit} }

// in names the figure's unit.
func (l limit) in(unit string) limit {
	l.unit = unit
	return l
}

func (l limit) holds(value float64) bool {
	if l.atLeast {
		return value >= l.value
	}
	return value <= l.value
}

// add prints one figure beside its limit.
func (r *report) add(name string, value float64, l limit, detail string) {
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

func (r *report) summarize() {
	fmt.Printf("\n%d figures with a limit, %d missed\n", r.measured, r.missed)
}

// contestant is something whose throughput is measured. prepare returns n workers, each call of which does one piece of
// work, and a function that ends them.
type contestant struct {
	name    string
	prepare func(n int) (workers []func() error, done func(), err error)
}

// rates has each contestant's throughput per second, one for each round.
type rates map[string][]float64

// race measures every contestant once in each round, in a newly shuffled order.
func race(s settings, n int, contestants ...contestant) (rates, error) {
	result := rates{}
	for range s.rounds {
		for _, i := range rand.Perm(len(contestants)) {
			c := contestants[i]
			rate, err := throughput(c, n, s.length)
			if err != nil {
				return nil, fmt.Errorf("%s at %d connections: %w", c.name, n, err)
			}
			result[c.name] = append(result[c.name], rate)
		}
	}
	return result, nil
}

// ratio returns the median over the rounds of a's rate divided by b's, since a disturbance of the machine affects both.
func (r rates) ratio(a, b string) float64 {
	ratios := make([]float64, len(r[a]))
	for i := range ratios {
		ratios[i] = r[a][i] / r[b][i]
	}
	return median(ratios)
}

// beside formats both medians as rates.
func (r rates) beside(a, b string) string {
	return fmt.Sprintf("%.0f/s beside %.0f/s", median(r[a]), median(r[b]))
}

// times formats how long a piece of work takes with either.
func (r rates) times(a, b string) string {
	each := func(name string) time.Duration {
		return time.Duration(float64(time.Second) / median(r[name])).Round(time.Microsecond)
	}
	return fmt.Sprintf("%s beside %s", each(a), each(b))
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
