package listing

import (
	"context"
	"reflect"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
)

// Page is what a list answers.
type Page[R any] struct {
	Records []R
	Number  int            // how many records the query finds in all
	Totals  []money.Amount // of all of them, as the Spec names them
	Paging  paging.Query   // which page it is
	Next    string         // the cursor of the next page, if this one was asked for by a cursor; "" if it is the last
}

// Of is the page with what was read for its records instead of them.
func Of[R, S any](p Page[R], records []S) Page[S] {
	return Page[S]{records, p.Number, p.Totals, p.Paging, p.Next}
}

// Read reads one page of what the query finds. A cursor that isn't one of this query is Invalid.
func (l *List[Q, R]) Read(ctx context.Context, d *db.DB, sc scope.Scope, query Q, paging paging.Query) (
	Page[R], error) {
	page, err := db.Read(ctx, d, func(tx *db.Tx) (db.Later[Page[R]], error) {
		return l.Ask(tx, sc, query, paging), nil
	})
	if err != nil {
		return Page[R]{}, err
	}
	return page.Get()
}

// Page is Read in a transaction.
func (l *List[Q, R]) Page(tx *db.Tx, sc scope.Scope, query Q, paging paging.Query) (Page[R], error) {
	return l.Ask(tx, sc, query, paging).Get()
}

// Ask is Page as a value to come.
func (l *List[Q, R]) Ask(tx *db.Tx, sc scope.Scope, query Q, paging paging.Query) db.Later[Page[R]] {
	r, err := l.asked(tx, sc, query, paging)
	if err != nil {
		return db.Known(Page[R]{}, err)
	}
	sums, w, err := r.plan()
	if err != nil {
		return db.Known(Page[R]{}, err)
	}
	statement, args := r.page(w)
	var places [][]any // of the records in the order, if the next page may be asked for by them
	found := db.AskAll(tx, func(row db.Scanner) (R, error) {
		if r.cursor == nil {
			return l.scan(row)
		}
		place := make([]any, len(r.order.columns))
		record, err := l.scan(further{row, place})
		places = append(places, place)
		return record, err
	}, statement, args...)
	return db.Then(found, func(records []R) (page Page[R], err error) {
		all, err := sums.Get()
		if err != nil {
			return page, err
		}
		page = Page[R]{Records: records, Number: int(all[0]), Paging: paging}
		for _, sum := range all[1:] {
			page.Totals = append(page.Totals, money.Amount(sum))
		}
		if r.cursor == nil {
			return page, nil
		}
		page.Paging.Page = r.cursor.Page
		if len(records) > paging.Limit {
			page.Records = records[:paging.Limit]
			page.Next = cursor{r.cursor.Page + 1, all, places[paging.Limit-1]}.text(r.fingerprint())
		}
		return page, nil
	})
}

// further scans a row that has more columns after those of a record.
type further struct {
	row  db.Scanner
	more []any
}

// Scan scans the record's columns.
func (f further) Scan(into ...any) error {
	for i := range f.more {
		into = append(into, &f.more[i])
	}
	return f.row.Scan(into...)
}

// request is what somebody asks of a list.
type request struct {
	*Spec
	tx     *db.Tx
	sc     scope.Scope
	paging paging.Query
	given  []given // in the order of the Spec
	text   string  // what is searched for
	hits   *Hits   // what the search has found
	sort   string
	order  order
	cursor *cursor // where the page begins; nil for a page by its number
}

// given is a filter that is asked for.
type given struct {
	*Filter
	Condition
	value  any   // string, int64 or bool
	values []any // of the condition, in which they are ?
}

// asked reads the query, and searches if that asks for it.
func (l *List[Q, R]) asked(tx *db.Tx, sc scope.Scope, query Q, paging paging.Query) (r *request, err error) {
	r = &request{Spec: l.Spec, tx: tx, sc: sc, paging: paging}
	for _, f := range l.fields {
		switch value := plain(reflect.ValueOf(query).FieldByIndex(f.index)); {
		case value == nil:
		case f.filter != nil:
			r.given = append(r.given, r.give(f.filter, value))
		case f.name == searchField:
			r.text = strings.TrimSpace(value.(string))
		default:
			r.sort = value.(string)
		}
	}
	if err := r.checkDays(); err != nil {
		return nil, err
	}
	r.order = l.orders[r.sort]
	if paging.Cursor != "" {
		if paging.Page > 1 {
			return nil, errBothPages
		}
		if r.cursor, err = readCursor(paging.Cursor, r.fingerprint(), r.order.places(), r.sums()); err != nil {
			return nil, err
		}
	}
	if r.text != "" {
		r.hits, err = r.search()
	}
	return r, err
}

// checkDays refuses ends of ranges that aren't dates, or are the wrong way round.
func (r *request) checkDays() error {
	var bad errs.Fields
	days := map[string]string{}
	for _, g := range r.given {
		day, isText := g.value.(string)
		if g.end == none || !isText {
			continue
		}
		if _, err := date.Parse(day); err != nil {
			bad.Add(g.Name, "%s", err)
		}
		days[g.Name] = day
	}
	if to := days["to"]; len(bad) == 0 && to != "" && days["from"] > to {
		bad.Add("to", "must not be before from")
	}
	return bad.Err()
}

// plain is a field's value as drivers take it; nil for the zero value, and for a nil pointer.
func plain(field reflect.Value) any {
	if field.IsZero() {
		return nil
	}
	switch field = reflect.Indirect(field); field.Kind() {
	case reflect.String:
		return field.String()
	case reflect.Int, reflect.Int64:
		return field.Int()
	}
	return field.Bool()
}

// give puts the value, and what the condition asks of the request, into a filter's condition.
func (r *request) give(f *Filter, value any) given {
	g := given{Filter: f, Condition: f.Condition, value: value}
	if text, isText := value.(string); isText {
		if condition, own := f.Of[text]; own {
			g.Condition = condition
		}
	}
	g.Condition.Where, g.values = r.filled(g.Condition.Where, value)
	return g
}

// filled is the condition with a ? for each of its values.
func (r *request) filled(condition string, value any) (text string, values []any) {
	for {
		at := strings.IndexAny(condition, "?{")
		if at < 0 {
			return text + condition, values
		}
		text += condition[:at] + "?"
		name, rest := "?", condition[at+1:]
		if condition[at] == '{' {
			name, rest, _ = strings.Cut(rest, "}")
		}
		values = append(values, r.known(name, value))
		condition = rest
	}
}

// known is what a name in a condition stands for.
func (r *request) known(name string, value any) any {
	switch name {
	case "today":
		return string(r.sc.Today(r.tx.Now))
	case "now":
		return r.tx.Now.UnixMilli()
	case "user":
		return r.sc.User
	}
	return value
}
