package listing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/paging"
	"sarai/internal/kit/scope"
)

// Held is a list whose records are few enough to be read whole, and chosen and put into order by the program. A
// record's place in the order is texts and numbers, the last of which identifies it.
type Held[R any] struct {
	Name    string
	Place   func(R) []any        // string or int64
	Compare func(a, b []any) int // of two places; nil: each value ascends
}

func (h Held[R]) compare(a, b []any) int {
	if h.Compare != nil {
		return h.Compare(a, b)
	}
	return ascending(a, b)
}

// ascending compares two places of one list value by value.
func ascending(a, b []any) (order int) {
	for i := 0; order == 0 && i < len(a); i++ {
		switch value := a[i].(type) {
		case string:
			order = strings.Compare(value, b[i].(string))
		case int64:
			order = cmp.Compare(value, b[i].(int64))
		}
	}
	return order
}

// Page is one page of the records, which are put into order. asked is all that chose them. It is Invalid where the
// paging has a cursor that isn't of this query.
func (h Held[R]) Page(sc scope.Scope, asked any, records []R, paging paging.Query) (page Page[R], err error) {
	slices.SortFunc(records, func(a, b R) int { return h.compare(h.Place(a), h.Place(b)) })
	page = Page[R]{Number: len(records), Paging: paging}
	from := min(paging.Offset(), len(records))
	if paging.Cursor == "" {
		page.Records = records[from:min(from+paging.Limit, len(records))]
		return page, nil
	}
	if paging.Page > 1 {
		return page, errBothPages
	}
	fingerprint := fmt.Sprintf("%q %q %q %+v", h.Name, sc.Org, sc.User, asked)
	var none R
	c, err := readCursor(paging.Cursor, fingerprint, h.Place(none), 0)
	if err != nil {
		return page, err
	}
	if c.Last != nil {
		if from = slices.IndexFunc(records, func(r R) bool { return h.compare(h.Place(r), c.Last) > 0 }); from < 0 {
			from = len(records)
		}
	}
	to := min(from+paging.Limit, len(records))
	page.Records, page.Paging.Page = records[from:to], c.Page
	if to < len(records) {
		page.Next = cursor{c.Page + 1, nil, h.Place(records[to-1])}.text(fingerprint)
	}
	return page, nil
}

var errBothPages = errs.InvalidField("page", "can't be given together with cursor")
