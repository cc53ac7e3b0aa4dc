package bookinglist

import (
	"fmt"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// way is how many bookings a list finds, and how it gets at a page of them.
type way struct {
	found  int
	among  int    // so many are gone through
	walk   bool   // along the order's index until the page is full; otherwise all are gathered, and sorted
	byKind bool   // gathered in the index of kinds
	along  string // the column whose conditions may choose the index; "": all

	begins []bound // of the order's column: from where on those that are found lie, if that is known
}

const (
	always = 100   // so few bookings are gathered whatever else there is
	plenty = 1_000 // of so many it is estimated where they lie before any are counted
)

// wayOf counts the bookings that the filter finds, and chooses the least work to find a page of them, which ends with
// this one.
func (f filter) wayOf(tx *db.Tx, sc scope.Scope, last int) (w way, err error) {
	if f.own() {
		w.found, err = f.searchedTotal(tx, sc)
		w.among = w.found
		return w, err
	}
	all, ofKind, err := f.kinds(tx, sc)
	if err != nil {
		return w, err
	}
	// Gathering a booking costs three times as much as walking past one: so walking is never dearer where a third is
	// found, however they lie.
	most := min(db.Gathered, max(always, all/3))
	if f.hits == nil {
		w, err = f.within(tx, sc, all, ofKind, most)
	} else if w.found, err = f.searchedTotal(tx, sc); f.hits.Many() {
		// Each costs the same, gathered by its id or asked for its words: so many are walked past.
		most = last * all / max(w.found, 1)
	}
	if err != nil {
		return w, err
	}
	w.among = w.found
	if together := f.lieTogether(); together || w.found > most {
		w.walk, w.byKind, w.along = true, false, f.ordersBy()
		if !together {
			w.among = all
		}
	}
	return w, nil
}

// lieTogether tells whether all bookings that are found are neighbours in the order, if none of narrowOwn applies.
func (f filter) lieTogether() bool {
	together := f.hits == nil && !f.hasKind()
	for _, b := range f.bounds() {
		together = together && b.column == f.ordersBy()
	}
	return together
}

// ordersBy is the column that the list is sorted by.
func (f filter) ordersBy() string { return db.FirstOf(orders[f.Sort]) }

// searchedTotal is how many bookings are found where a search or a condition with an index of its own leads to them.
func (f filter) searchedTotal(tx *db.Tx, sc scope.Scope) (n int, err error) {
	if f.hits.Many() && f == (filter{Search: f.Search, Sort: f.Sort, hits: f.hits}) {
		return f.hits.Count(tx, sc)
	}
	conditions, args := f.where(sc, way{})
	query := `SELECT COUNT(*) FROM ` + f.from() + ` WHERE bookings.org_id = $1` + conditions
	if f == (filter{RoomID: f.RoomID, Sort: f.Sort}) { // without a look at the bookings
		query = `SELECT COUNT(*) FROM ` + idsInRoom
	}
	err = tx.QueryRow(query, args...).Scan(&n)
	return n, err
}

// kinds is how many bookings there are, and how many of the filter's kind, by the counts that are kept.
func (f filter) kinds(tx *db.Tx, sc scope.Scope) (all, ofKind int, err error) {
	where := db.Where(sc.Org)
	f.narrowKind(where, db.Plain)
	conditions, args := where.SQL()
	err = tx.QueryRow(`SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN TRUE`+conditions+` THEN number END), 0) AS BIGINT)
		FROM booking_counts WHERE org_id = $1`, args...).Scan(&all, &ofKind)
	return all, ofKind, err
}

// within counts the bookings of the kind that are within the bounds: these or, if those are fewer, the ones beyond.
func (f filter) within(tx *db.Tx, sc scope.Scope, all, ofKind, most int) (w way, err error) {
	bounds := f.bounds()
	if w.byKind = f.hasKind(); w.byKind {
		w.along = indexOfKinds
	}
	switch {
	case len(bounds) == 0:
		w.found = ofKind
		return w, nil
	case ofKind <= min(plenty, db.Gathered):
		err = f.countWithin(tx, sc, &w, bounds, false)
		return w, err
	}
	narrowest, ofCheckIn, err := f.shares(tx, sc, bounds, all)
	if err != nil {
		return w, err
	}
	inside, outside := ofCheckIn.of(ofKind), all-narrowest.of(all)
	if narrower := narrowest.of(all); !w.byKind || narrower < inside {
		w.byKind, w.along, inside = false, narrowest.column, narrower
	}
	beyondByKind := f.hasKind() && bounds[0].column == indexOfKinds
	if beyondByKind {
		outside = ofKind - ofCheckIn.of(ofKind)
	}
	if outside >= inside || !apart(bounds) {
		err = f.countWithin(tx, sc, &w, bounds, inside > most && !f.lieTogether())
		return w, err
	}
	w.found = ofKind
	for _, b := range bounds {
		for _, beyond := range b.beyond() {
			n := 0
			err = f.count(tx, sc, beyondByKind, "", func(where *db.Conditions) { where.And(beyond, b.value) }, &n)
			if err != nil {
				return w, err
			}
			w.found -= n
		}
	}
	return w, nil
}

// countWithin counts the bookings of the kind within the bounds. If they are going to be walked to, it also finds out
// where in the order they begin: old days are far from the newest bookings.
func (f filter) countWithin(tx *db.Tx, sc scope.Scope, w *way, bounds []bound, walked bool) (err error) {
	narrow := func(where *db.Conditions) { narrowTo(where, bounds, w.along) }
	if !walked {
		return f.count(tx, sc, w.byKind, "", narrow, &w.found)
	}
	begins, extreme, value := bound{column: f.ordersBy(), lower: true}, "MIN", ""
	if strings.HasPrefix(orders[f.Sort], begins.column+" DESC") {
		begins.lower, extreme = false, "MAX"
	}
	err = f.count(tx, sc, w.byKind, fmt.Sprintf(`, COALESCE(CAST(%s(%s) AS TEXT), '')`, extreme, begins.column), narrow,
		&w.found, &value)
	if err == nil && w.found > 0 {
		begins.value = valueOf(value)
		w.begins = []bound{begins}
	}
	return err
}

// count counts the bookings of the kind, narrowed by further conditions, in the index of kinds or in theirs. What else
// is selected of them follows.
func (f filter) count(tx *db.Tx, sc scope.Scope, byKind bool, more string, narrow func(where *db.Conditions),
	into ...any) error {
	where, table := db.Where(sc.Org), "bookings"
	if byKind {
		table = f.ofKinds(where)
	} else {
		f.narrowKind(where, db.Beside)
	}
	narrow(where)
	conditions, args := where.SQL()
	return tx.QueryRow(`SELECT COUNT(*)`+more+` FROM `+table+` WHERE bookings.org_id = $1`+conditions, args...).
		Scan(into...)
}

// shares estimates the narrowest share of the bounded columns, and that by check-in, as if the columns' values were
// spread evenly. Where they aren't, counting is dearer, but as exact.
func (f filter) shares(tx *db.Tx, sc scope.Scope, bounds []bound, all int) (narrowest, ofCheckIn share, err error) {
	narrowest, ofCheckIn = share{"", 1}, share{indexOfKinds, 1}
	for i, b := range bounds {
		if i > 0 && bounds[i-1].column == b.column {
			continue
		}
		first, last, err := ends(tx, sc, b.column, all)
		if err != nil {
			return narrowest, ofCheckIn, err
		}
		from, to := 0.0, 1.0
		for _, b := range bounds[i:] {
			part := float64(min(max(b.place(), first), last)-first) / float64(max(last-first, 1))
			switch {
			case b.column != bounds[i].column:
			case b.lower:
				from = max(from, part)
			default:
				to = min(to, part)
			}
		}
		here := share{b.column, max(to-from, 0)}
		if here.part < narrowest.part || narrowest.column == "" {
			narrowest = here
		}
		if b.column == indexOfKinds {
			ofCheckIn = here
		}
	}
	return narrowest, ofCheckIn, nil
}

// ends are the column's least and greatest value but for half a percent at either end, which may be typing errors.
func ends(tx *db.Tx, sc scope.Scope, column string, all int) (first, last int64, err error) {
	value := func(order string) string { // ORDER BY of the bare name would be by the text, on PostgreSQL
		return `(SELECT CAST(` + column + ` AS TEXT) FROM bookings WHERE org_id = $1
			ORDER BY bookings.` + column + order + ` LIMIT 1 OFFSET $2)`
	}
	var low, high string
	err = tx.QueryRow(`SELECT COALESCE(`+value("")+`, ''), COALESCE(`+value(" DESC")+`, '')`, sc.Org, all/200).
		Scan(&low, &high)
	return bound{value: valueOf(low)}.place(), bound{value: valueOf(high)}.place(), err
}
