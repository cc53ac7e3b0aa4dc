package listing

import (
	"fmt"
	"strconv"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
)

const (
	always = 100   // so few records are gathered whatever else there is
	plenty = 1_000 // of so many it is estimated where they lie before any are counted
)

// isNumbered tells whether counts are kept from which it follows how many records are found: of all, of kinds, and so
// of those within ranges.
func (r *request) isNumbered() bool {
	if r.Kept == nil && (r.Sums == nil || r.Sums.Day != "") {
		return false
	}
	for _, g := range r.given {
		if g.Summed == "" && g.end == none && g.Leads != Own {
			return false
		}
	}
	return true
}

// numbered is a request of a list whose counts are kept.
type numbered struct{ *request }

// plan is request.plan by counts that are kept: it chooses the least work to find the page.
func (r numbered) plan() (sums db.Later[[]int64], w way, err error) {
	known := -1 // not yet
	if r.goesOn() {
		known = int(r.cursor.Sums[0])
	}
	if r.leadsToFew() {
		if known < 0 {
			sums = r.totals()
			if r.paging.Offset() == 0 {
				return sums, r.way(0), nil
			}
			found, err := sums.Get()
			if err != nil {
				return sums, w, err
			}
			known = int(found[0])
		}
		return db.Known([]int64{int64(known)}, nil), r.way(known), nil
	}
	all, ofKind, err := r.kinds()
	if err != nil {
		return sums, w, err
	}
	// Gathering a record costs three times as much as walking past one: so walking is never dearer where a third is
	// found, however they lie.
	most := min(Gathered, max(always, all/3))
	if r.hits == nil {
		w, err = r.within(all, ofKind, most, known)
	} else if w, err = r.foundBySearch(known); r.hits.Many() {
		// Each costs the same, gathered by its id or asked for its words: so many are walked past.
		most = (r.paging.Offset() + r.paging.Limit) * all / max(w.found, 1)
	}
	if err != nil {
		return sums, w, err
	}
	w.among = w.found
	if together := r.lieTogether(); together || w.found > most || r.Parts != nil {
		w.walk, w.byKind, w.column = true, false, r.order.columns[0]
		if !together {
			w.among = all
		}
	}
	return db.Known([]int64{int64(w.found)}, nil), w, nil
}

func (r numbered) foundBySearch(known int) (w way, err error) {
	w.found, w.column = known, r.gathering()
	if known < 0 {
		var found []int64
		if found, err = r.totals().Get(); err == nil {
			w.found = int(found[0])
		}
	}
	return w, err
}

// hasKind tells whether the query asks for what the kept counts tell apart.
func (r numbered) hasKind() bool {
	for _, g := range r.given {
		if g.Summed != "" {
			return true
		}
	}
	return false
}

// bounds are the ends of the query's ranges.
func (r numbered) bounds() (ends []given) {
	for _, g := range r.given {
		if g.end != none {
			ends = append(ends, g)
		}
	}
	return ends
}

// lieTogether tells whether all records that are found are neighbours in the order.
func (r numbered) lieTogether() bool {
	together := r.hits == nil && !r.hasKind()
	for _, b := range r.bounds() {
		together = together && b.Column == r.order.columns[0]
	}
	return together
}

// kinds is how many records there are, and how many of the kinds that are asked for, by the counts that are kept.
func (r numbered) kinds() (all, ofKind int, err error) {
	if r.Kept != nil {
		all, err = r.Kept(r.tx, r.sc, func(name string) string {
			for _, g := range r.given {
				if g.Name == name {
					return fmt.Sprint(g.value)
				}
			}
			return ""
		})
		return all, all, err
	}
	where := db.Where(r.sc.Org)
	r.narrowKinds(where, "")
	conditions, args := where.SQL()
	err = r.tx.QueryRow(`SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN TRUE`+conditions+` THEN number END), 0) AS BIGINT)
		FROM `+r.Sums.Table+` WHERE org_id = $1`, args...).Scan(&all, &ofKind)
	return all, ofKind, err
}

// narrowKinds adds the conditions on the columns of the kept counts, which have the prefix.
func (r *request) narrowKinds(where *db.Conditions, prefix string) {
	for _, g := range r.given {
		if g.Summed != "" {
			text, values := r.filled(g.Summed, g.value)
			where.And(prefix+text, values...)
		}
	}
}

// ofKinds begins the conditions on records of the kinds, and has the tables for it: the kinds that there are say where
// in the index of kinds the records stand.
func (r *request) ofKinds(w way) (table string, where *db.Conditions) {
	where = db.Where(r.sc.Org)
	where.And("k.org_id = $1")
	for _, kind := range r.Sums.Kinds {
		where.And(r.alias() + "." + kind + " = k." + kind)
	}
	r.narrowKinds(where, "k.")
	for _, g := range r.given {
		if g.end != none {
			where.And(r.form(w, g), g.values...)
		}
	}
	return r.Sums.Table + " k CROSS JOIN " + r.Table, where
}

// within counts the records of the kinds that are within the bounds: these or, if those are fewer, the ones beyond. It
// says where they are gathered.
func (r numbered) within(all, ofKind, most, known int) (w way, err error) {
	bounds := r.bounds()
	if w.byKind = r.hasKind() && r.Sums != nil; w.byKind {
		w.column = r.Sums.Along
	}
	switch {
	case len(bounds) == 0:
		w.found = ofKind
		if known >= 0 {
			w.found = known
		}
		return w, nil
	case !w.byKind:
		w.column = bounds[0].Column
	}
	if ofKind <= min(plenty, Gathered) {
		return w, r.countWithin(&w, false, known)
	}
	narrowest, ofFirst, err := r.shares(bounds, all)
	if err != nil {
		return w, err
	}
	inside, outside := ofFirst.of(ofKind), all-narrowest.of(all)
	if narrower := narrowest.of(all); !w.byKind || narrower < inside {
		w.byKind, w.column, inside = false, narrowest.column, narrower
	}
	beyondByKind := r.hasKind() && bounds[0].Column == r.Sums.Along
	if beyondByKind {
		outside = ofKind - ofFirst.of(ofKind)
	}
	if outside >= inside || !apart(bounds) {
		return w, r.countWithin(&w, inside > most && !r.lieTogether(), known)
	}
	if w.found = known; known >= 0 {
		return w, nil
	}
	w.found = ofKind
	for _, b := range bounds {
		for _, beyond := range b.beyond {
			n, kinds := 0, *r.request
			kinds.given = r.ofGiven(func(g given) bool { return g.Summed != "" })
			only := func(where *db.Conditions) { where.And(beyond, b.value) }
			err = numbered{&kinds}.count(way{byKind: beyondByKind}, "", only, &n)
			if err != nil {
				return w, err
			}
			w.found -= n
		}
	}
	return w, nil
}

func (r numbered) ofGiven(fits func(given) bool) (some []given) {
	for _, g := range r.given {
		if fits(g) {
			some = append(some, g)
		}
	}
	return some
}

// countWithin counts the records of the kinds within the bounds, unless their number is known. If they are going to be
// walked to, it also finds out where in the order they begin: old days are far from the newest records.
func (r numbered) countWithin(w *way, walked bool, known int) error {
	if w.found = known; known >= 0 {
		return nil // and the walk begins after the page before
	}
	nothing := func(*db.Conditions) {}
	if !walked {
		return r.count(*w, "", nothing, &w.found)
	}
	column, extreme, text := r.order.columns[0], "MIN", ""
	begins := From("", column)
	if r.order.falls {
		begins, extreme = To("", column), "MAX"
	}
	err := r.count(*w, fmt.Sprintf(`, COALESCE(CAST(%s(%s) AS TEXT), '')`, extreme, column), nothing, &w.found, &text)
	if err == nil && w.found > 0 {
		value := valueOf(text)
		w.begins = &given{Filter: &begins, Condition: begins.Condition, value: value, values: []any{value}}
	}
	return err
}

// count counts the records, narrowed by a further condition, in the index of kinds or in another one. What else is
// selected of them follows.
func (r numbered) count(w way, more string, narrow func(where *db.Conditions), into ...any) error {
	table, where := r.narrowed(w, false)
	narrow(where)
	conditions, args := where.SQL()
	return r.tx.QueryRow(`SELECT COUNT(*)`+more+` FROM `+table+` WHERE `+r.alias()+`.org_id = $1`+conditions, args...).
		Scan(into...)
}

// apart tells whether no record is beyond two of the bounds: there is only one, or there are a lower one of a column
// and an upper one that isn't before it.
func apart(bounds []given) bool {
	if len(bounds) == 1 {
		return true
	}
	return len(bounds) == 2 && bounds[0].Column == bounds[1].Column && bounds[0].end == lower && bounds[1].end == upper &&
		place(bounds[0].value) <= place(bounds[1].value)
}

// place is where a day or an instant lies on its column's scale, in milliseconds.
func place(value any) int64 {
	if day, ok := value.(string); ok {
		return date.Date(day).Time().UnixMilli()
	}
	return value.(int64)
}

// valueOf reads a day or an instant from text.
func valueOf(text string) any {
	if time, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time
	}
	return text
}

// share is an estimate of how many of all records are within the bounds on a column.
type share struct {
	column string
	part   float64 // 0 to 1
}

func (s share) of(number int) int { return int(s.part * float64(number)) }

// shares estimates the narrowest share of the bounded columns, and that by the column by which kinds stand in their
// index, as if the columns' values were spread evenly. Where they aren't, counting is dearer, but as exact.
func (r numbered) shares(bounds []given, all int) (narrowest, ofKinds share, err error) {
	narrowest, ofKinds = share{"", 1}, share{"", 1}
	if r.Sums != nil {
		ofKinds.column = r.Sums.Along
	}
	for i, b := range bounds {
		if i > 0 && bounds[i-1].Column == b.Column {
			continue
		}
		first, last, err := r.ends(b.Column, all)
		if err != nil {
			return narrowest, ofKinds, err
		}
		from, to := 0.0, 1.0
		for _, b := range bounds[i:] {
			part := float64(min(max(place(b.value), first), last)-first) / float64(max(last-first, 1))
			switch {
			case b.Column != bounds[i].Column:
			case b.end == lower:
				from = max(from, part)
			default:
				to = min(to, part)
			}
		}
		here := share{b.Column, max(to-from, 0)}
		if here.part < narrowest.part || narrowest.column == "" {
			narrowest = here
		}
		if b.Column == ofKinds.column {
			ofKinds = here
		}
	}
	return narrowest, ofKinds, nil
}

// ends are the column's least and greatest value but for half a percent at either end, which may be typing errors.
func (r numbered) ends(column string, all int) (first, last int64, err error) {
	value := func(order string) string { // ORDER BY of the bare name would be by the text, on PostgreSQL
		return `(SELECT CAST(` + column + ` AS TEXT) FROM ` + r.Table + ` WHERE org_id = $1
			ORDER BY ` + r.alias() + `.` + column + order + ` LIMIT 1 OFFSET $2)`
	}
	var low, high string
	err = r.tx.QueryRow(`SELECT COALESCE(`+value("")+`, ''), COALESCE(`+value(" DESC")+`, '')`, r.sc.Org, all/200).
		Scan(&low, &high)
	return place(valueOf(low)), place(valueOf(high)), err
}
