package app_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/record/listing"
)

// Every list can be read to its end by cursors, in each of its orders and narrowed by each of its filters, and has the
// same records, totals and numbers as its pages; a cursor is of use to nobody else, and for nothing else.
func TestListsGoOnByCursors(t *testing.T) {
	few := listing.Gathered
	defer func() { listing.Gathered = few }()
	for _, gathered := range []int{few, 0} {
		t.Run(fmt.Sprint("gathering up to ", gathered), func(t *testing.T) {
			listing.Gathered = gathered // before any server asks
			apptest.EachEngine(t, readEveryListByCursors)
		})
	}
}

func readEveryListByCursors(t *testing.T, s *apptest.Server) {
	w := newWorld(s)
	w.fill()                       // two of each kind
	foreign := map[string]string{} // a cursor of each list, by its path
	for _, r := range w.App.Routes {
		filters, orders := listQueries(w, r)
		for _, filter := range filters {
			for _, order := range orders {
				w.readByCursors(w.path(r, w.ids), parsed(w.T, strings.Trim(filter+"&"+order, "&")))
			}
		}
		if filters != nil {
			path := w.path(r, w.ids) + "?" + filters[0] // what is required
			if cursor := w.readByCursors(w.path(r, w.ids), parsed(w.T, filters[0])); cursor != "" {
				foreign[path] = cursor
			}
		}
	}
	if len(foreign) < 12 {
		t.Errorf("only %d lists have a second page", len(foreign))
	}
	w.refuseCursors(foreign)
}

// parsed reads a query of listQueries.
func parsed(t testing.TB, query string) url.Values {
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// readByCursors reads the list in pages of one record, and compares them with its large pages. It returns the cursor of
// the second page; "" if there is none.
func (w *world) readByCursors(path string, query url.Values) (second string) {
	w.T.Helper()
	query.Set("limit", "100")
	whole := w.owner.Get(path + "?" + query.Encode()).Want(200)
	want := recordsOf(whole)
	for number, last := 2, len(want); last == 100; number++ {
		query.Set("page", fmt.Sprint(number))
		more := recordsOf(w.owner.Get(path + "?" + query.Encode()).Want(200))
		want, last = append(want, more...), len(more)
	}
	query.Del("page")
	query.Set("limit", "1")
	var records []string
	for cursor := "start"; cursor != ""; {
		query.Set("cursor", cursor)
		p := page{w.owner.Get(path + "?" + query.Encode()).Want(200)}
		records = append(records, recordsOf(p.Answer)...)
		pagination := p.At("pagination").(map[string]any)
		if number := int(p.Number("pagination", "page")); number != max(1, len(records)) {
			w.T.Errorf("%s is page %d, want %d", p.Path, number, len(records))
		}
		for _, name := range []string{"total", "totalCount"} {
			if all := whole.At("pagination").(map[string]any)[name]; pagination[name] != all {
				w.T.Errorf("%s finds %v, want %v", p.Path, pagination[name], all)
			}
		}
		if totals, want := p.Body["totals"], whole.Body["totals"]; text(totals) != text(want) {
			w.T.Errorf("%s comes to %s, want %s", p.Path, text(totals), text(want))
		}
		if cursor = p.nextCursor(); second == "" {
			second = cursor
		}
	}
	if !slices.Equal(records, want) {
		w.T.Errorf("%s has by cursors %d records, want %d:\n%s\ninstead of\n%s", whole.Path, len(records), len(want),
			strings.Join(records, "\n"), strings.Join(want, "\n"))
	}
	query.Del("cursor")
	query.Del("limit")
	return second
}

func recordsOf(a apptest.Answer) (records []string) {
	for _, record := range a.List("data") {
		records = append(records, text(record))
	}
	return records
}

func text(value any) string {
	written, _ := json.Marshal(value)
	return string(written)
}

// refuseCursors sends cursors that are damaged, or of another list, filter, person or hotel, or beside a page.
func (w *world) refuseCursors(cursors map[string]string) {
	other := w.Server.Hotel()
	w.allow(everything())
	for path, cursor := range cursors {
		ask := func(c *apptest.Caller, cursor, more string) apptest.Answer {
			return c.Get(path + "&cursor=" + url.QueryEscape(cursor) + more)
		}
		ask(w.owner, cursor, "").Want(200)
		ask(w.owner, cursor, "&page=2").Bad("page")
		ask(w.owner, cursor, "&page=1").Want(200)
		damaged := []byte(cursor)
		damaged[len(damaged)/2] ^= 1
		for _, bad := range []string{"x", "0", cursor[:len(cursor)-1], cursor + "A", string(damaged), strings.ToUpper(cursor),
			"start ", strings.Repeat("A", 2000)} {
			ask(w.owner, bad, "").Bad("cursor")
		}
		ask(w.owner, strings.Repeat("A", 2001), "").Bad("cursor")
		for elsewhere, foreign := range cursors {
			if elsewhere != path {
				ask(w.owner, foreign, "").Bad("cursor")
			}
		}
		ask(w.member, cursor, "").Bad("cursor")
		if path := strings.Replace(path, w.owner.Org, other.Org, 1); !identifier.MatchString(lastOf(path)) {
			if a := other.Get(path + "&cursor=" + cursor); a.Status != 404 {
				a.Bad("cursor")
			}
		}
	}
	invoices := "/api/invoices/" + w.owner.Org + "/list?"
	for _, more := range []string{"&status=draft", "&search=a", "&from=2026-01-01"} {
		w.owner.Get(invoices + "cursor=" + cursors[invoices] + more).Bad("cursor")
	}
	rooms := "/api/rooms/" + w.owner.Org + "/list?"
	w.owner.Get(rooms + "sort=number&cursor=" + cursors[rooms]).Bad("cursor")
	w.allow(object{})
}

func lastOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// Whatever is inserted while a list is read by cursors, no record that was there comes twice or is left out.
func TestCursorsStayWhileRecordsAreInserted(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		for range 7 {
			owner.Post("/api/guests/{org}/create", object{"name": "Asha Rao", "phone": "+91 98450 12345"}).Want(201)
		}
		var before []string
		for _, entry := range owner.Get("/api/guests/{org}/list").List("data") {
			before = append(before, entry.(map[string]any)["_id"].(string))
		}
		for _, search := range []string{"", "&search=asha"} {
			var seen []string
			for cursor := "start"; cursor != ""; {
				p := page{owner.Get("/api/guests/{org}/list?limit=2&cursor=" + cursor + search).Want(200)}
				for _, entry := range p.List("data") {
					seen = append(seen, entry.(map[string]any)["_id"].(string))
				}
				cursor = p.nextCursor()
				owner.Post("/api/guests/{org}/create", object{"name": "Asha Rao", "phone": "+91 98450 12345"}).Want(201)
			}
			old := slices.DeleteFunc(slices.Clone(seen), func(id string) bool { return !slices.Contains(before, id) })
			slices.Sort(seen)
			if !slices.Equal(old, before) || len(slices.Compact(seen)) != len(seen) {
				t.Errorf("by cursors %v were read, want %v", old, before)
			}
		}
	})
}
