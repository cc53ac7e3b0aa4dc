package listing

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/kit/db"
)

// far is from where on it pays to ask how many records a walk passes, to see whether the list's end is nearer.
const far = 2_000

// way is how a page is found: see doc.go.
type way struct {
	found  int    // by the query, if that is known
	walk   bool   // along an index in the list's order until the page is full; otherwise all are gathered, and sorted
	own    bool   // gathered by what leads to few
	column string // gathered by the conditions on this one; of a walk, the order's first one
	byKind bool   // gathered in the index of kinds
	among  int    // so many are gone through at worst
	begins *given // where in the order the first that is found stands, if that is known
}

// plan asks how many records the query finds and what they come to, and chooses the way to the page. Only where the
// way depends on it, the number is waited for.
func (r *request) plan() (sums db.Later[[]int64], w way, err error) {
	switch {
	case r.isNumbered():
		return numbered{r}.plan()
	case r.goesOn():
		return db.Known(r.cursor.Sums, nil), r.way(int(r.cursor.Sums[0])), nil
	}
	sums = r.totals()
	if r.paging.Offset() == 0 && (r.gathering() == "" || r.leadsToFew()) {
		return sums, r.way(0), nil
	}
	all, err := sums.Get()
	if err != nil {
		return sums, w, err
	}
	w = r.way(int(all[0]))
	if w.walk {
		w.among, err = r.among(w)
	}
	return sums, w, err
}

// goesOn tells whether the page follows one that was asked for by a cursor.
func (r *request) goesOn() bool { return r.cursor != nil && r.cursor.Last != nil }

// way is the way to a page of so many.
func (r *request) way(found int) way {
	w := way{found: found, among: found}
	switch column := r.gathering(); {
	case r.leadsToFew():
		w.own = true
	case column != "" && found <= Gathered:
		w.column = column
	default:
		w.walk, w.column = true, r.order.columns[0]
	}
	return w
}

// leadsToFew tells whether a condition or the search leads to few records.
func (r *request) leadsToFew() bool {
	for _, g := range r.given {
		if g.Leads == Own {
			return true
		}
	}
	return r.hits.Few()
}

// gathering is the column by which records are gathered if they aren't too many; "" if the list is walked anyway, since
// nothing is gathered by, or something leads through fewer records in the list's order.
func (r *request) gathering() (column string) {
	for _, g := range r.given {
		if g.Leads == Narrow || g.sides != nil || g.Column == r.order.columns[0] {
			return ""
		}
		if g.Leads == Gather {
			column = cmp.Or(column, g.Column)
		}
	}
	return column
}

// among is how many records a walk passes at worst. That is known where everything asked for leads along one index, and
// else by sums that are kept.
func (r *request) among(w way) (int, error) {
	var leading []given
	indexes := 0 // that may be walked along
	for _, g := range r.given {
		if r.leads(w, g) {
			leading = append(leading, g)
			if g.Column != w.column {
				indexes++
			}
		}
	}
	switch {
	case r.hits != nil || indexes > 1:
		return math.MaxInt, nil
	case len(leading) == len(r.given):
		return w.found, nil
	case !r.summed() || r.paging.Offset() < max(far, w.found/2):
		return math.MaxInt, nil
	}
	fewer := *r
	fewer.given = leading
	return fewer.keptNumber()
}

// leads tells whether the condition may choose the index on this way.
func (r *request) leads(w way, g given) bool {
	switch {
	case w.own:
		return g.Leads == Own || g.Leads == Gather && r.goesBy(g.Column)
	case w.walk:
		return g.Leads == Along || g.Leads == Narrow || g.Column == w.column
	}
	return w.column != "" && g.Column == w.column
}

// goesBy tells whether the index of what leads to few goes on by the column.
func (r *request) goesBy(column string) bool {
	for _, g := range r.given {
		if g.Leads == Own && g.Column == column {
			return true
		}
	}
	return false
}

// form is how the condition is written on this way.
func (r *request) form(w way, g given) string {
	if g.Leads == Plain || r.leads(w, g) {
		return g.Where
	}
	return db.Beside(g.Where)
}

// narrowed is the table, and the conditions of all that is asked for. Each tells whether each record is asked for the
// words that are searched for, as it is on a walk.
func (r *request) narrowed(w way, each bool) (table string, where *db.Conditions) {
	if w.byKind {
		return r.ofKinds(w)
	}
	table, where = r.hits.from(r.Table), r.hits.where(r.sc.Org)
	leading := -1
	for i, g := range r.given {
		if leading < 0 && g.ids != "" && !r.hits.Few() {
			leading = i
			where = db.Where(r.sc.Org, g.value)
			where.And(r.Key + " = own_id")
			table = idsOf(g, "$2") + " CROSS JOIN " + r.Table
		}
	}
	if r.Always != "" {
		where.And(db.Beside(r.Always))
	}
	for i, g := range r.given {
		switch {
		case i == leading:
		case g.ids != "":
			where.And(r.Key+" IN (SELECT own_id FROM "+idsOf(g, "?")+")", g.value)
		case g.sides != nil && each: // the parts have them
		default:
			where.And(r.form(w, g), g.values...)
		}
	}
	r.hits.narrow(where, each)
	return table, where
}

// idsOf are the keys that a filter selects, for the value at the place.
func idsOf(g given, place string) string {
	return "(" + strings.ReplaceAll(g.ids, "?", place) + ") AS own"
}

// onwards adds where on the way the page begins, and where what is found does.
func (r *request) onwards(where *db.Conditions, w way, columns []string) {
	form, after := db.Beside, ">"
	if w.walk {
		form = func(condition string) string { return condition }
	}
	if w.begins != nil {
		where.And(form(w.begins.Where), w.begins.values...)
	}
	if !r.goesOn() {
		return
	}
	if r.order.falls {
		after = "<"
	}
	places := strings.Repeat(", ?", len(columns))[2:]
	where.And(form("("+strings.Join(columns, ", ")+") "+after+" ("+places+")"), r.cursor.Last...)
}

// page is the statement for the page's rows.
func (r *request) page(w way) (string, []any) {
	l := rows{Spec: r.Spec, order: r.order.text, covered: w.walk && r.Covered != "" && r.Covered == r.order.columns[0]}
	if !w.walk && !w.byKind { // the kinds come first anyway on SQLite, and PostgreSQL may know better
		l.keyOrder = gather(l.order)
	}
	limit, offset := r.paging.Limit, r.paging.Offset()
	if r.cursor != nil {
		limit++ // to see whether there is another page
		l.more = ", " + strings.Join(r.order.columns, ", ")
	} else if offset > 0 {
		limit, offset = l.near(w.found, w.among, limit, offset)
	}
	table, where := r.narrowed(w, w.walk)
	if parts := r.parts(); parts != nil && w.walk {
		keys, args := r.merged(l, w, parts, where)
		return l.among(keys), append(args, limit, offset)
	}
	l.keyTable = table
	r.onwards(where, w, r.order.columns)
	conditions, args := where.SQL()
	return l.among(l.keys(conditions) + db.Limit(len(args)+1)), append(args, limit, offset)
}

// parts are the indexes from which keys are merged; nil if there is one index alone.
func (r *request) parts() []Part {
	for _, g := range r.given {
		if g.sides != nil {
			sides := make([]Part, len(g.sides))
			for i, side := range g.sides {
				sides[i] = Part{r.Table, side}
			}
			return sides
		}
	}
	return r.Parts
}

// merged selects the page's keys, merged from the parts. Their tables have the order's columns by the same names, and
// no alias.
func (r *request) merged(l rows, w way, parts []Part, where *db.Conditions) (string, []any) {
	columns := make([]string, len(r.order.columns))
	for i, column := range r.order.columns {
		columns[i] = strings.TrimPrefix(column, r.alias()+".")
	}
	r.onwards(where, w, columns)
	common, args := where.SQL()
	named, sorted := slices.Clone(columns), make([]string, len(columns))
	for i := range columns {
		as := "page_" + strconv.Itoa(i)
		if i == len(columns)-1 {
			as = "page_key"
		}
		named[i], sorted[i] = columns[i]+" AS "+as, as
		if strings.Contains(cmp.Or(l.keyOrder, l.order), " DESC") {
			sorted[i] += " DESC"
		}
	}
	var selects []string
	for _, part := range parts {
		side := db.Where(args...)
		text, values := r.filled(part.Where, r.ofSides())
		side.And(text, values...)
		var condition string
		condition, args = side.SQL()
		selects = append(selects, `SELECT `+strings.Join(named, ", ")+` FROM `+part.Table+`
			WHERE org_id = $1`+common+condition)
	}
	return merge(r.tx.Dialect(), strings.Join(sorted, ", "), len(args), selects), args
}

// ofSides is the value of the filter with sides.
func (r *request) ofSides() any {
	for _, g := range r.given {
		if g.sides != nil {
			return g.value
		}
	}
	return nil
}
