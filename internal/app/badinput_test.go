package app_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"sort"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/web"
)

// Every field of every body, every value of every query, and every id of every path is sent wrong in every way that
// its type allows, as the OpenAPI document describes it: a field that is added later is in the table by itself.
func TestBadInput(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		w := newWorld(s)
		s.Run("bodies", w.walkBadBodies)
		s.Run("fields", w.walkBadFields)
		s.Run("fields on the edge", func() { walkEdgeFields(s) })
		s.Run("queries", w.walkBadQueries)
		s.Run("paths", w.walkBadPaths)
	})
}

// field is a place in a body with what the document says about it.
type field struct {
	place    string
	schema   map[string]any
	required bool
}

// kind is the JSON type, null aside.
func (f field) kind() string {
	switch kind := f.schema["type"].(type) {
	case string:
		return kind
	case []any:
		for _, one := range kind {
			if one != "null" {
				return one.(string)
			}
		}
	}
	return ""
}

func (f field) limit(name string) (int, bool) {
	number, ok := f.schema[name].(json.Number)
	limit, err := number.Int64()
	return int(limit), ok && err == nil
}

// resolve follows a reference in the document.
func resolve(d *apptest.Document, schema any) map[string]any {
	described, _ := schema.(map[string]any)
	if ref, ok := described["$ref"].(string); ok {
		return d.Raw["components"].(map[string]any)["schemas"].(map[string]any)[strings.TrimPrefix(ref,
			"#/components/schemas/")].(map[string]any)
	}
	return described
}

func operation(d *apptest.Document, r web.Route) map[string]any {
	return d.Raw["paths"].(map[string]any)[r.Path].(map[string]any)[strings.ToLower(r.Method)].(map[string]any)
}

// bodySchema is nil for a route without a body, and for one that takes a file: its own test sends what is none.
func bodySchema(d *apptest.Document, r web.Route) map[string]any {
	request, ok := operation(d, r)["requestBody"].(map[string]any)
	if !ok {
		return nil
	}
	media, ok := request["content"].(map[string]any)["application/json"].(map[string]any)
	if !ok {
		return nil
	}
	return resolve(d, media["schema"])
}

// fields lists the places of a body, and fails where the example has no value for one.
func (w *world) fields(r web.Route, at string, schema map[string]any, example any) []field {
	w.T.Helper()
	var list []field
	required, _ := schema["required"].([]any)
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		place := strings.TrimPrefix(at+"."+name, ".")
		value, ok := example.(object)
		if _, given := value[name]; !ok || !given {
			w.T.Fatalf("%s takes %s, and the test's body has none: add it to bodies", key(r), place)
		}
		described := resolve(w.Document, property)
		list = append(list, field{place, described, slices.Contains(required, any(name))})
		list = append(list, w.fields(r, place, described, value[name])...)
	}
	if items, ok := schema["items"]; ok && example != nil { // null: another field of the body leaves no room for it
		values, ok := example.([]any)
		if !ok || len(values) == 0 {
			w.T.Fatalf("%s takes a list at %s, and the test's body has no entry", key(r), at)
		}
		described := resolve(w.Document, items)
		list = append(list, field{at + "[0]", described, false})
		list = append(list, w.fields(r, at+"[0]", described, values[0])...)
	}
	sort.Slice(list, func(a, b int) bool { return list[a].place < list[b].place })
	return list
}

// wrong are the values that the field can never hold, as JSON.
func (f field) wrong() map[string]string {
	bad := map[string]string{"NaN": "NaN", "Infinity": "-Infinity", "invalid UTF-8": "\"a\xff\xfe\"",
		"half a character": "\"\xe0\xa4\"", "hexadecimal": "0x10", "nothing": "", "a word": "undefined"}
	if f.required {
		bad["null"] = "null"
	}
	others := map[string]string{"text": `"some text"`, "number": "7", "boolean": "true", "object": `{"a":1}`,
		"array": `["x"]`, "nested array": `[[[]]]`}
	switch f.kind() {
	case "string":
		delete(others, "text")
		bad["NUL"], bad["bell"], bad["C1 control"], bad["line separator"] = `"a\u0000b"`, `"a\u0007"`, `"\u0085a"`,
			`"a\u2028b"`
		limit, ok := f.limit("maxLength")
		bad["huge"] = quoted(strings.Repeat("a", max(12_000, 2*limit))) // what a stranger's body may have
		if ok {
			bad["too long"], bad["too long in Hindi"] = quoted(strings.Repeat("a", limit+1)),
				quoted(strings.Repeat("ह", limit+1))
		}
		if f.required && !strings.HasSuffix(strings.ToLower(f.place), "password") {
			bad["empty"], bad["spaces"] = `""`, `" \t "`
		}
		if f.schema["enum"] != nil || f.schema["format"] != nil || f.schema["pattern"] != nil {
			bad["another word"], bad["in capitals"] = `"some text"`, `"CONFIRMED!"`
		}
		if f.schema["format"] == "date" {
			for _, day := range []string{"2026-02-30", "2026-4-1", "2026-04-01T00:00:00Z", "0000-00-00", "9999-12-31",
				"1899-12-31", "-2026-04-01", "2026-13-01"} {
				bad[day] = quoted(day)
			}
		}
		if f.schema["format"] == "date-time" {
			for _, at := range []string{"2026-04-01", "2026-02-30T00:00:00Z", "2026-04-01T25:00:00Z", "0001-01-01T00:00:00Z",
				"9999-12-31T23:59:59-14:00", "2026-04-01T09:30:00"} {
				bad[at] = quoted(at)
			}
		}
	case "number", "integer":
		delete(others, "number")
		for _, number := range []string{"1e999", "-1e999", "1000000000000000000", "-1000000000000000000",
			"1" + strings.Repeat("0", 300), "-1", "1.00001", "1e-9", `"7"`} {
			bad[number] = number
		}
		if least, ok := f.limit("minimum"); ok && least < 0 {
			delete(bad, "-1")
		}
		if f.place == "openingBalance" || f.place == "nightAuditHour" { // an overdraft, and by hand only
			delete(bad, "-1")
		}
	case "boolean":
		delete(others, "boolean")
		bad["word"], bad["one"] = `"true"`, "1"
	case "array":
		delete(others, "array")
		if limit, ok := f.limit("maxItems"); ok {
			bad["too many"] = "[" + strings.Repeat(`"x",`, limit) + `"x"]`
		}
		if least, ok := f.limit("minItems"); ok && least > 0 {
			bad["none"] = "[]"
		}
	case "object":
		delete(others, "object")
	}
	for name, value := range others {
		bad[name] = value
	}
	if strings.HasSuffix(f.place, "[0]") {
		delete(bad, "nothing") // a list may well be without an entry
	}
	return bad
}

func quoted(text string) string {
	encoded, _ := json.Marshal(text)
	return string(encoded)
}

// edge are values that the field may take or refuse, but never stumble over.
func (f field) edge() map[string]string {
	values := map[string]string{"null": "null"}
	switch f.kind() {
	case "string":
		values["empty"], values["lines and spaces"], values["half a surrogate"] = `""`, `" \t\r\na\nb "`, `"\ud800"`
		values["marks"], values["beyond ASCII"] = `"'\"\\%_<{{.}}"`, `"👩‍👩‍👧\u202eह"`
		if limit, ok := f.limit("maxLength"); ok {
			values["at its length"] = quoted(strings.Repeat("é", limit))
		}
	case "number", "integer":
		values["zero"], values["minus zero"], values["exponent"] = "0", "-0", "1e2"
		values["largest amount"] = "1e13" // in a currency with two decimals: money.Max
	case "array":
		values["none"], values["null inside"], values["twice"] = "[]", "[null]", `["x","x"]`
	case "object":
		values["none"], values["unknown"] = "{}", `{"nonsense":{"nonsense":true}}`
	case "boolean":
		values["false"] = "false"
	}
	return values
}

const mark = "\u2603raw\u2603"

// written is the body with this JSON text at the place.
func written(body any, place, raw string) string {
	var encoded bytes.Buffer
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(replaced(body, place, mark)); err != nil {
		panic(err)
	}
	return strings.Replace(encoded.String(), `"`+mark+`"`, raw, 1)
}

// less is the body without the member at the place.
func less(body any, place string) any {
	parent, name := "", place
	if i := strings.LastIndexByte(place, '.'); i >= 0 {
		parent, name = place[:i], place[i+1:]
	}
	inside, ok := dig(body, parent).(object)
	if !ok {
		return body
	}
	return replaced(body, parent, inside.Without(name))
}

// withBody are the routes that take a body.
func (w *world) withBody() []web.Route {
	w.T.Helper()
	var routes []web.Route
	for _, r := range w.App.Routes {
		if bodySchema(w.Document, r) == nil {
			continue
		}
		if bodies[key(r)] == nil {
			w.T.Fatalf("%s takes a body, and the walks have none: add one to bodies", key(r))
		}
		routes = append(routes, r)
	}
	if len(routes) < 30 {
		w.T.Fatalf("only %d routes take a body", len(routes))
	}
	return routes
}

// refusedFor fails the test unless the answer is a 400 with a sentence.
func (w *world) refusedFor(a apptest.Answer, r web.Route, what string) bool {
	w.T.Helper()
	if message, _ := a.Body["message"].(string); a.Status != 400 || a.Body["success"] != false || message == "" {
		w.T.Errorf("%s with %s answered %d: %.300s", key(r), what, a.Status, a.Raw)
		return false
	}
	return true
}

// A body that can't be read is a 400, and nothing happens.
func (w *world) walkBadBodies() {
	nested := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	objects := strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)
	routes := w.withBody()
	paths, examples := make([]string, len(routes)), make([]string, len(routes))
	for i, r := range routes {
		body := w.body(key(r))
		paths[i], examples[i] = w.path(r, w.ids), written(body, "", quotedBody(body))
	}
	before := w.Snapshot()
	for i, r := range routes {
		path, example := paths[i], examples[i]
		bad := map[string]string{
			"no JSON": "name=x&email=y", "half an object": `{"name":`, "a list": "[]", "a list of objects": "[" + example + "]",
			"text": `"x"`, "a number": "1",
			"two values": example + example, "a value and a word": example + " x", "a list of 10,000 levels": nested,
			"an object of 10,000 levels": objects,
			"10,000 levels in a field":   `{"zzz":` + nested + "}", "more than 1 MiB": example + strings.Repeat(" ", 1<<20),
			"a field of more than 1 MiB": `{"zzz":"` + strings.Repeat("x", 1<<20) + `"}`,
			"invalid UTF-8":              "{\"zzz\":\"\xff\"}", "a byte order mark": "\ufeff" + example,
			"UTF-16":    "\xff\xfe{\x00}\x00",
			"a comment": "/* */" + example, "single quotes": "{'name':'x'}",
			"a comma too many": `{"zzz":1,}`, "NUL bytes": "\x00\x00", "NaN": `{"zzz":NaN}`, "XML": "<a/>",
		}
		for name, body := range bad {
			w.refusedFor(w.owner.Do(r.Method, path, body), r, name)
		}
		for _, body := range []string{"", "null"} {
			if required, _ := bodySchema(w.Document, r)["required"].([]any); len(required) > 0 {
				w.refusedFor(w.owner.Do(r.Method, path, body), r, "the body "+quoted(body))
			}
		}
	}
	w.Unchanged(before, "bad bodies")
}

func quotedBody(body any) string {
	encoded, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

// share is every second one of the values: the engines try them by turns, since nearly all are refused before any
// database sees them. An engine that is tested alone tries all.
func (w *world) share(values map[string]string) map[string]string {
	engines := kittest.Engines()
	mine := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		w.turn++
		if len(engines) == 1 || w.turn%2 == int(w.DB.Dialect())%2 {
			mine[name] = values[name]
		}
	}
	return mine
}

// A value that the field can't hold is a 400 that names the field, and nothing happens.
func (w *world) walkBadFields() {
	tried := 0
	for _, r := range w.withBody() {
		body := w.body(key(r))
		fields := w.fields(r, "", bodySchema(w.Document, r), body)
		before := w.Snapshot()
		for _, f := range fields {
			for name, raw := range w.share(f.wrong()) {
				tried++
				w.refusedAt(r, f, name, written(body, f.place, raw))
			}
			if f.required {
				tried++
				w.refusedAt(r, f, "nothing at all", quotedBody(less(body, f.place)))
			}
		}
		w.Unchanged(before, key(r)+" with bad fields")
	}
	w.T.Logf("%d bodies were refused", tried)
}

func (w *world) refusedAt(r web.Route, f field, what, body string) {
	w.T.Helper()
	a := w.owner.Do(r.Method, w.path(r, w.ids), body)
	if w.refusedFor(a, r, f.place+": "+what) && !a.Names(f.place) {
		w.T.Errorf("%s with %s in %s doesn't name it: %.300s", key(r), what, f.place, a.Raw)
	}
}

// mayRefuse are the routes whose example is refused for another reason than a field, such as a link that isn't there.
var mayRefuse = map[string]bool{
	"POST /api/invoices/{orgId}/{invoiceId}/void": true, "POST /api/invoices/{orgId}/{invoiceId}/send": true, // of a draft
	"POST /api/auth/create-user": true, "POST /api/auth/reset-password": true, "POST /api/auth/change-password": true,
	"POST /api/auth/forgot-password": true, "POST /api/auth/mfa/begin": true, "POST /api/auth/mfa/confirm": true,
	"POST /api/auth/mfa/disable": true, "POST /api/auth/mfa/recovery-codes": true,
}

// costly are the routes that hash a password whenever the body can be read: they are walked with fewer values.
var costly = map[string]bool{"POST /api/auth/create-user": true, "POST /api/auth/login": true,
	"POST /api/auth/reset-password": true, "POST /api/auth/change-password": true, "POST /api/auth/mfa/begin": true,
	"POST /api/auth/mfa/disable": true, "POST /api/auth/mfa/recovery-codes": true}

// otherwise are the values that are refused for what they mean beside another field or record, which the answer says.
var otherwise = map[string]string{
	"PUT /api/groups/{orgId}/{groupId}/block nights[0].rooms":         "Too few rooms", // bookings of other walks
	"POST /api/vouchers/{orgId}/create lines[0].debit":                "debits and credits that are equal",
	"POST /api/invoices/{orgId}/create lines[0].unitPrice":            "discount must not be more",
	"PUT /api/invoices/{orgId}/{invoiceId}/update lines[0].unitPrice": "discount must not be more",
	"POST /api/quotes/{orgId}/create rooms[0].roomId":                 "roomType must be a category",
	"PUT /api/quotes/{orgId}/{quoteId}/update rooms[0].roomId":        "roomType must be a category",
	"POST /api/quotes/{orgId}/create lines[0].unitPrice":              "discount must not be more",
	"PUT /api/quotes/{orgId}/{quoteId}/update lines[0].unitPrice":     "discount must not be more",
	"POST /api/bookings/{orgId}/create totalAmount":                   "advanceAmount must not be more than the total",
	"PUT /api/rooms/{orgId}/{roomId}/update isActive":                 "is blocked",
	"POST /api/payments/{orgId}/create amount":                        "must add up to amount",
	"POST /api/payments/{orgId}/create allocations[0].amount":         "must add up to amount",
	"POST /api/payments/{orgId}/create allocations[1].amount":         "must add up to amount",
	"POST /api/payments/{orgId}/create allocations":                   "one of the three",
	"POST /api/payments/{orgId}/create allocations[0].bookingId":      "one of the two",
	"POST /api/payments/{orgId}/create allocations[1].invoiceId":      "one of the two",
	"PUT /api/series/{orgId}/{module}/update prefix":                  "was issued",
	"PUT /api/series/{orgId}/{module}/update separator":               "was issued",
	"PUT /api/series/{orgId}/{module}/update nextNumber":              "prefix must be shorter",
	"POST /api/expenses/{orgId}/create amount":                        "tax is too large",
	"POST /api/expenses/{orgId}/create dueDate":                       "must be left out of a bill",
	"PUT /api/expenses/{orgId}/{expenseId}/update amount":             "tax is too large",

	"POST /api/expenses/{orgId}/create lines[0].amount":              "what the lines come to",
	"POST /api/expenses/{orgId}/create lines[0].cgst":                "must be as much as cgst",
	"POST /api/expenses/{orgId}/create lines[0].igst":                "sum of the lines' taxes",
	"POST /api/expenses/{orgId}/create lines[0].inputTax":            "unless inputTax is blocked",
	"PUT /api/expenses/{orgId}/{expenseId}/update lines[0].amount":   "what the lines come to",
	"PUT /api/expenses/{orgId}/{expenseId}/update lines[0].cgst":     "must be as much as cgst",
	"PUT /api/expenses/{orgId}/{expenseId}/update lines[0].igst":     "sum of the lines' taxes",
	"PUT /api/expenses/{orgId}/{expenseId}/update lines[0].inputTax": "unless inputTax is blocked",

	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/book lines[0].amount":      "must add up to",
	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/match entries[0].position": "with position",
	"POST /api/accounts/{orgId}/{accountId}/bank-lines/{bankLineId}/match except[0].position":  "with position",

	"POST /api/bookings/{orgId}/{bookingId}/add-room ratePerNight":      "more than an amount can be",
	"PUT /api/bookings/{orgId}/{bookingId}/nights rates[0].amount":      "more than an amount can be",
	"PUT /api/bookings/{orgId}/{bookingId}/cancel cancellationCharge":   "more than an amount can be",
	"POST /api/bookings/{orgId}/{bookingId}/no-show cancellationCharge": "more than an amount can be",
	"POST /api/sheets/{orgId}/{bookingId}/cancel cancellationCharge":    "more than an amount can be",
	"PUT /api/sheets/{orgId}/{bookingId}/cancel cancellationCharge":     "more than an amount can be",
}

// A value on the edge of what the field can hold is taken or refused, by its name; never a 500. What is taken stays in
// the hotel, so a few routes share one: in a hotel that grows, each request takes longer than the last.
func walkEdgeFields(s *apptest.Server) {
	refused, turn := 0, 0
	for routes := range slices.Chunk(newWorld(s).withBody(), 25) {
		w := newWorld(s)
		w.turn = turn
		for _, r := range routes {
			if usesUp(r) {
				w.renew()
			}
			if a := w.owner.Do(r.Method, w.path(r, w.ids), w.body(key(r))); a.Status >= 300 && !mayRefuse[key(r)] {
				w.T.Errorf("%s refuses the test's body: %s", key(r), a.Raw)
			}
			w.taken()
			bodies := w.edges(r)
			w.makeNoRows(r, bodies)
			refused += len(bodies)
			if r.Method == "PUT" && !usesUp(r) { // nothing on the edge, such as a price, is left to the routes that follow
				w.owner.Do(r.Method, w.path(r, w.ids), w.body(key(r)))
			}
		}
		turn = w.turn
	}
	s.T.Logf("%d bodies were refused, and the others taken", refused)
}

// edges sends every field's values on the edge, and returns the bodies that were refused.
func (w *world) edges(r web.Route) (refused []string) {
	w.T.Helper()
	for _, f := range w.fields(r, "", bodySchema(w.Document, r), w.body(key(r))) {
		if strings.Contains(r.Path, "/waitlist/") && (f.place == "rooms" || f.place == "categoryId") {
			continue // an entry whose rooms are to be had is opened behind the tests
		}
		for name, raw := range w.share(f.edge()) {
			if costly[key(r)] && name != "null" && name != "half a surrogate" {
				continue
			}
			if w.spent && usesUp(r) {
				w.renewFor(r)
			}
			body := written(w.body(key(r)), f.place, raw)
			a := w.owner.Do(r.Method, w.path(r, w.ids), body)
			switch {
			case a.Status < 300:
				w.taken()
			case a.Status >= 500:
				w.T.Errorf("%s with %s in %s answered %d: %s", key(r), name, f.place, a.Status, a.Raw)
			case a.Status == 400:
				refused = append(refused, body)
				expected := otherwise[key(r)+" "+f.place]
				if !mayRefuse[key(r)] && !a.Names(f.place) && (expected == "" || !strings.Contains(a.Text("message"), expected)) {
					w.T.Errorf("%s with %s in %s doesn't name it: %s", key(r), name, f.place, a.Raw)
				}
			}
		}
	}
	return refused
}

// makeNoRows sends the bodies that were refused once more: they are refused again, and no table has another row.
func (w *world) makeNoRows(r web.Route, refused []string) {
	w.T.Helper()
	if w.spent && usesUp(r) {
		w.renewFor(r)
	}
	before := w.owner.RowCounts()
	for _, body := range refused {
		if a := w.owner.Do(r.Method, w.path(r, w.ids), body); a.Status < 300 {
			w.T.Errorf("%s took what it had refused: %.500s", key(r), body)
		}
	}
	if after := w.owner.RowCounts(); after != before {
		w.T.Errorf("%s refused %d bodies and made rows: %s, then %s", key(r), len(refused), before, after)
	}
}

// examples are values for the queries that a route asks for.
var examples = url.Values{"period": {"2026-04"}, "token": {"x"}, "email": {"asha@hotel.example"}, "action": {"accept"},
	"from": {"2026-04-20"}, "to": {"2026-04-22"}, "since": {"1"}, "q": {"asha"}, "account": {"guests"}}

// idle are bodies of requests that do something even without one, such that they find nothing to do.
var idle = map[string]any{"POST /api/bookings/{orgId}/auto-assign": object{"from": "2031-01-01"}}

// Every value of every query, too.
func (w *world) walkBadQueries() {
	w.owner.Post(apptest.NightAudits, object{"date": "2026-04-13"}).Want(200) // reports of days are asked for
	// A booking that is called off refuses what needs no body.
	calledOff := w.body("PUT /api/bookings/{orgId}/{bookingId}/cancel")
	w.owner.Put(apptest.BookingPath(w.ids["bookingId"], "/cancel"), calledOff).Want(200)
	before := w.Snapshot()
	tried := 0
	for _, r := range w.App.Routes {
		parameters, _ := operation(w.Document, r)["parameters"].([]any)
		query := url.Values{}
		var fields []field
		for _, p := range parameters {
			p := p.(map[string]any)
			if p["in"] != "query" {
				continue
			}
			name := p["name"].(string)
			fields = append(fields, field{name, resolve(w.Document, p["schema"]), p["required"] == true})
			if p["required"] == true {
				if examples[name] == nil {
					w.T.Fatalf("%s asks for %s in the query: add an example of it", key(r), name)
				}
				query.Set(name, examples.Get(name))
			}
		}
		if len(fields) == 0 {
			continue
		}
		path := w.path(r, w.ids) + "?"
		for _, f := range fields {
			rest := url.Values{}
			for name, values := range query {
				if name != f.place {
					rest[name] = values
				}
			}
			for _, value := range wrongQueries(f) {
				tried++
				a := w.owner.Do(r.Method, path+rest.Encode()+"&"+f.place+"="+value, idle[key(r)])
				if w.refusedFor(a, r, f.place+"="+value) && !a.Names(f.place) {
					w.T.Errorf("%s with %s=%.50s doesn't name it: %s", key(r), f.place, value, a.Raw)
				}
			}
			if f.required {
				a := w.owner.Do(r.Method, path+rest.Encode(), idle[key(r)])
				if w.refusedFor(a, r, "no "+f.place) && !a.Names(f.place) {
					w.T.Errorf("%s without %s doesn't name it: %s", key(r), f.place, a.Raw)
				}
			}
			for _, value := range []string{"", "%20", "%27%20OR%201=1", "%25", "_", "%5C", "1&" + f.place + "=x", "%F0%9F%98%80",
				"%EF%BF%BF", "a%0Ab"} {
				a := w.owner.Do(r.Method, path+rest.Encode()+"&"+f.place+"="+value, idle[key(r)])
				if a.Status != 200 && a.Status != 400 && !(a.Status == 403 && f.place == "orgId") {
					w.T.Errorf("%s with %s=%s answered %d: %s", key(r), f.place, value, a.Status, a.Raw)
				}
			}
		}
		for _, broken := range []string{"%zz", "a=%", "%00=1", "a;b", "%FF=1", strings.Repeat("a=1&", 5000)} {
			if a := w.owner.Do(r.Method, path+query.Encode()+"&"+broken, idle[key(r)]); a.Status != 400 && a.Status != 200 {
				w.T.Errorf("%s with the query %.50s answered %d: %s", key(r), broken, a.Status, a.Raw)
			}
		}
	}
	w.T.Logf("%d queries were refused", tried)
	w.Unchanged(before, "bad queries")
}

func wrongQueries(f field) []string {
	values := []string{"%00", "a%07", "%FF", "%E0%A4", "%C2%85"}
	switch f.kind() {
	case "integer":
		if least, ok := f.limit("minimum"); !ok || least > 0 {
			values = append(values, "0")
		}
		values = append(values, "x", "-1", "1.5", "1e2", "NaN", "99999999999999999999", "0x1", "1,000")
	case "string":
		if limit, ok := f.limit("maxLength"); ok {
			values = append(values, strings.Repeat("a", limit+1))
		} else if f.schema["enum"] == nil && f.schema["format"] == nil {
			values = append(values, strings.Repeat("a", 10_000))
		}
		if f.schema["enum"] != nil {
			values = append(values, "nonsense", "CONFIRMED")
		}
		if f.schema["format"] == "date" || strings.HasSuffix(f.place, "Date") {
			values = append(values, "yesterday", "2026-02-30", "2026-4-1", "0000-00-00")
		}
	}
	return values
}

// An id that is malformed is not found, in whatever way it is malformed.
func (w *world) walkBadPaths() {
	w.renew()
	requests := map[string]any{}
	if w.spent {
		w.renew()
	}
	for _, r := range w.App.Routes {
		requests[key(r)] = w.body(key(r))
	}
	before := w.Snapshot()
	tried := 0
	for _, r := range w.App.Routes {
		for _, found := range parameter.FindAllStringSubmatch(r.Path, -1) {
			name := found[1]
			if name == "orgId" || name == "orgid" {
				continue // TestWalls
			}
			id := w.ids[name]
			for _, value := range []string{"x", "0", "-1", "null", strings.ToUpper(id) + "A", id + "0", id[:len(id)-1] + "~",
				"%20" + id, id + "%20", id + "%0A", id + "%00", "%00", "%FF", "%E0%A4",
				"%2F", id + "%2F", "..%2F" + id, "%252F", "..", "%2E%2E", "'", "%22", "%25", "*", "{" + name + "}", "%F0%9F%98%80",
				strings.Repeat("a", 5000), strings.Repeat("%00", 1000), id + ";a=b", "%5C"} {
				tried++
				a := w.owner.Do(r.Method, w.path(r, w.with(map[string]string{name: value})), requests[key(r)])
				if a.Status == 404 || a.Status == 405 && value == ".." {
					continue
				}
				if name == "gstId" && (a.Status == 400 || a.Status == 200 && a.Text("data", "gstin") == id) {
					continue // no record's id: it is wrong, or right with spaces around it
				}
				if name == "year" && a.Status == 400 {
					continue // no record's id: what is no year is bad input
				}
				if name == "position" && a.Status == 400 {
					continue // no record's id: what is no place of a photo is bad input
				}
				if name == "type" && a.Status == 400 {
					continue // no record's id: an unknown type of template is bad input
				}
				if strings.Contains(r.Path, "by-resource") && a.Status == 200 && len(a.List("data")) == 0 {
					continue // a trail may be empty
				}
				w.T.Errorf("%s with the %s %.60q answered %d: %.200s", key(r), name, value, a.Status, a.Raw)
			}
		}
	}
	w.T.Logf("%d paths led nowhere", tried)
	w.Unchanged(before, "bad paths")
}
