package app_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/event"
)

func TestEmailTemplates(t *testing.T) {
	scenarios := []struct {
		name string
		run  func(t *testing.T, owner *caller)
	}{
		{"who may not", templatePermissions},
		{"a new hotel has one of each type", templateSeeds},
		{"every field of the contract", templateFields},
		{"what is left out", templateLeftOut},
		{"a subset changes", templateUpdate},
		{"bad fields", templateBadFields},
		{"variables", templateVariables},
		{"preview", templatePreview},
		{"previews of hostile texts", templateHostile},
		{"defaults", templateDefaults},
		{"the type of a default", templateTypes},
		{"deleting", templateDeleting},
		{"custom templates", templateCustom},
		{"defaults at the same time", templateDefaultRace},
		{"defaults and deletions at the same time", templateDeleteRace},
		{"a template is sent back whole", templateSentBack},
		{"rendered for a mail", templateRendered},
		{"a hotel that is older than templates", templateSeedMissing},
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		for _, scenario := range scenarios {
			t.Run(scenario.name, func(t *testing.T) {
				s.t = t
				s.clock.Set(noon)
				scenario.run(t, owner.anotherHotel())
			})
		}
	})
}

const templates = "/api/email-templates/{org}"

func (c *caller) template(fields object) string {
	c.s.t.Helper()
	return c.post(templates+"/create", mailText().merged(fields)).want(201).text("data", "_id")
}

// defaultOf is the id of the type's only default, "" when there is none.
func (c *caller) defaultOf(templateType string) string {
	c.s.t.Helper()
	var found []string
	for _, entry := range c.get(templates + "/list?type=" + templateType).want(200).list("data") {
		if entry := entry.(map[string]any); entry["isDefault"] == true {
			found = append(found, entry["_id"].(string))
		}
	}
	if len(found) > 1 {
		c.s.t.Errorf("type %s has %d defaults", templateType, len(found))
	}
	return strings.Join(found, " ")
}

func templatePermissions(_ *testing.T, owner *caller) {
	id := owner.template(nil)
	none := owner.member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.s.hotel()
	stranger.org = owner.org
	for _, p := range []struct{ method, path, flag string }{
		{"GET", "/list", "view"}, {"GET", "/variables/invoice", "view"}, {"POST", "/create", "create"}, {"GET", "/" + id, "view"}, {"PUT", "/" + id + "/update", "update"},
		{"DELETE", "/" + id + "/delete", "delete"}, {"POST", "/" + id + "/preview", "view"}, {"POST", "/" + id + "/set-default", "update"},
	} {
		none.do(p.method, templates+p.path, mailText()).refused(403, "email_templates."+p.flag)
		stranger.do(p.method, templates+p.path, mailText()).refused(403, "not a member")
		owner.s.anyone().do(p.method, strings.ReplaceAll(templates, "{org}", owner.org)+p.path, mailText()).refused(401, "")
	}
	elsewhere := owner.anotherHotel()
	for _, unknown := range []struct {
		c  *caller
		id string
	}{{elsewhere, id}, {owner, nobody}, {owner, "x"}, {owner, strings.ToUpper(id)}} {
		at := templates + "/" + unknown.id
		unknown.c.get(at).refused(404, "no such e-mail template")
		unknown.c.put(at+"/update", object{"name": "Mine"}).refused(404, "no such e-mail template")
		unknown.c.delete(at+"/delete").refused(404, "no such e-mail template")
		unknown.c.post(at+"/preview", nil).refused(404, "no such e-mail template")
		unknown.c.post(at+"/set-default", nil).refused(404, "no such e-mail template")
	}
}

func templateSeeds(t *testing.T, owner *caller) {
	types := map[string]int{}
	for _, entry := range owner.get(templates + "/list").want(200).list("data") {
		entry := entry.(map[string]any)
		types[entry["type"].(string)]++
		if keys := slices.Sorted(maps.Keys(entry)); !slices.Equal(keys, []string{"_id", "createdAt", "isDefault", "name", "subject", "type"}) {
			t.Errorf("an entry has the fields %v", keys)
		}
		if entry["isDefault"] != true {
			t.Errorf("%v is no default", entry)
		}
		if entry["type"] == "booking_confirmation" && !strings.Contains(entry["subject"].(string), "{{booking_number}}") ||
			entry["type"] == "payment_receipt" && !strings.Contains(entry["subject"].(string), "{{payment_number}}") {
			t.Errorf("the subject is %s", entry["subject"])
		}
		shown := owner.post(templates+"/"+entry["_id"].(string)+"/preview", nil).want(200)
		if strings.ContainsAny(shown.text("data", "subject")+shown.text("data", "html"), "{}") {
			t.Errorf("a seed shows braces: %s", shown.raw)
		}
	}
	want := map[string]int{"invoice": 1, "booking_confirmation": 1, "payment_receipt": 1, "quote": 1, "welcome_guest": 1, "checkout_summary": 1}
	if !maps.Equal(types, want) {
		t.Errorf("a new hotel has %v, want %v", types, want)
	}
}

func templateFields(t *testing.T, owner *caller) {
	owner.s.clock.Advance(time.Second) // after the seeds
	made := owner.post(templates+"/create", mailText()).want(201)
	id := made.text("data", "_id")
	for _, a := range []answer{made, owner.get(templates + "/" + id), owner.put(templates+"/"+id+"/update", nil), owner.put(templates+"/"+id+"/update", object{})} {
		a.want(a.status).is(true, "success").is(id, "data", "_id").is(owner.org, "data", "orgId").is(false, "data", "isDefault").
			is("2026-04-14T06:30:01.000Z", "data", "createdAt").is("2026-04-14T06:30:01.000Z", "data", "updatedAt")
		for name, value := range mailText() {
			a.is(value, "data", name)
		}
		if n := len(a.at("data").(map[string]any)); n != 12 {
			t.Errorf("a template has %d fields, want 12: %s", n, a.raw)
		}
	}
	owner.s.clock.Advance(time.Second)
	newer := owner.template(object{"type": "quote"})
	list := owner.get(templates+"/list?type=quote").want(200).is(newer, "data", 0, "_id").is(id, "data", 1, "_id")
	if len(list.list("data")) != 3 || len(owner.get(templates+"/list").list("data")) != 8 {
		t.Errorf("the list is %s", list.raw)
	}
	owner.get(templates + "/list?type=nonsense").bad("type")
	owner.get(templates+"/list?type=custom").want(200).is([]any{}, "data")
}

func templateLeftOut(_ *testing.T, owner *caller) {
	for _, field := range []string{"name", "type", "subject", "bodyHtml"} {
		owner.post(templates+"/create", mailText().without(field)).bad(field)
		owner.post(templates+"/create", mailText().merged(object{field: ""})).bad(field)
	}
	owner.post(templates+"/create", mailText().without("headerColor", "headerText", "footerText").merged(object{"isDefault": true})).want(201).
		is("#1d4e5f", "data", "headerColor").is("", "data", "headerText").is("", "data", "footerText").is(false, "data", "isDefault")
}

func templateUpdate(_ *testing.T, owner *caller) {
	at := templates + "/" + owner.template(nil)
	owner.s.clock.Advance(time.Minute)
	owner.put(at+"/update", object{"subject": "New", "headerColor": "#ABC", "isDefault": true}).want(200).is("New", "data", "subject").is("#ABC", "data", "headerColor").
		is("Our quote", "data", "name").is(false, "data", "isDefault").is("2026-04-14T06:31:00.000Z", "data", "updatedAt").is("2026-04-14T06:30:00.000Z", "data", "createdAt")
	owner.put(at+"/update", object{"headerColor": nil, "headerText": nil, "footerText": nil}).want(200).
		is("#1d4e5f", "data", "headerColor").is("", "data", "headerText").is("", "data", "footerText")
	for _, field := range []string{"name", "type", "subject", "bodyHtml"} {
		owner.put(at+"/update", object{field: nil}).bad(field)
	}
	owner.get(at).is("New", "data", "subject")
	log := string(owner.get("/api/audit/{org}/logs?action=email_template.updated").want(200).raw)
	if !strings.Contains(log, "headerColor") || strings.Contains(log, "<p>") {
		owner.s.t.Errorf("the audit log says %s", log)
	}
}

func templateBadFields(_ *testing.T, owner *caller) {
	at := templates + "/" + owner.template(nil) + "/update"
	for field, values := range map[string][]any{
		"type":        {"Invoice", "newsletter", 7},
		"headerColor": {"red", "#12", "#1234", "#12345g", "1d4e5f", "#fff;x", "url(x)", "#ＦＦＦ"},
		"subject":     {"two\nlines", "two\r\nBcc: x", strings.Repeat("x", 301)},
		"name":        {"two\nlines", strings.Repeat("x", 121)},
		"headerText":  {strings.Repeat("x", 501), 7},
		"footerText":  {strings.Repeat("x", 2001)},
		"bodyHtml":    {strings.Repeat("x", 50001), object{}},
	} {
		for _, value := range values {
			owner.post(templates+"/create", mailText().merged(object{field: value})).bad(field)
			owner.put(at, object{field: value}).bad(field)
		}
	}
}

func templateVariables(t *testing.T, owner *caller) {
	invoice := map[string]bool{}
	for _, key := range strings.Fields("invoice_number invoice_date due_date guest_name guest_email room_number check_in_date check_out_date subtotal tax_amount total_amount " +
		"organization_name organization_email organization_phone organization_address") {
		invoice[key] = true
	}
	for _, templateType := range emailtemplate.Types {
		a := owner.get(templates+"/variables/"+templateType).want(200).is(templateType, "data", "type")
		listed := map[string]bool{}
		for _, v := range a.list("data", "variables") {
			v := v.(map[string]any)
			if v["description"] == "" || listed[v["key"].(string)] || len(v) != 2 {
				t.Errorf("%s lists %v", templateType, v)
			}
			listed[v["key"].(string)] = true
		}
		if templateType == "invoice" && !maps.Equal(listed, invoice) {
			t.Errorf("the invoice's variables are %v", listed)
		}
		if !listed["guest_name"] || !listed["organization_name"] || templateType == "booking_confirmation" && !listed["booking_number"] || templateType == "payment_receipt" && !listed["payment_number"] {
			t.Errorf("%s has the variables %v", templateType, listed)
		}
	}
	for _, unknown := range []string{"nonsense", "INVOICE", "invoice%20", "%25"} {
		owner.get(templates + "/variables/" + unknown).bad("type")
	}
}

func templatePreview(t *testing.T, owner *caller) {
	owner.put("/api/organization/{org}/update", object{"name": "Haveli <Sagar> & Sons", "phone": "+91 294 242 0101", "address": address()}).want(200)
	at := templates + "/" + owner.template(object{"subject": "{{organization_name}}: {{ quote_number }} for {{guest_name}}{{nonsense}}", "headerColor": "#abc", "headerText": "Hello {{guest_name}}",
		"bodyHtml": `<p style="color:red">{{guest_name}} pays {{total_amount}} from {{check_in_date}}.{{nonsense}}</p>`, "footerText": "{{organization_name}}\n{{organization_address}}"})
	a := owner.post(at+"/preview", nil).want(200).is("Haveli <Sagar> & Sons: QT-77 for Asha Rao", "data", "subject")
	for _, part := range []string{"background-color:#abc", "Hello Asha Rao", `<p style="color:red">Asha Rao pays ₹9,450.00 from Tue, 21 Apr 2026.</p>`,
		"Haveli &lt;Sagar&gt; &amp; Sons<br>12 Lake Road, Near the ghat, Udaipur, Rajasthan 313001, India"} {
		if !strings.Contains(a.text("data", "html"), part) {
			t.Errorf("the preview has no %s: %s", part, a.text("data", "html"))
		}
	}
	if len(a.at("data").(map[string]any)) != 2 {
		t.Errorf("a preview has other fields: %s", a.raw)
	}
	b := owner.post(at+"/preview", object{"sampleData": object{"guest_name": "Ravi <b>Das</b>", "nonsense": "!", "quote_number": ""}}).want(200).
		is("Haveli <Sagar> & Sons:  for Ravi <b>Das</b>!", "data", "subject")
	if html := b.text("data", "html"); !strings.Contains(html, "Hello Ravi &lt;b&gt;Das&lt;/b&gt;") || !strings.Contains(html, "Ravi &lt;b&gt;Das&lt;/b&gt; pays ₹9,450.00") {
		t.Errorf("sampleData isn't shown: %s", html)
	}
	owner.post(at+"/preview", object{}).want(200)
	owner.post(at+"/preview", object{"sampleData": object{}}).want(200)
	owner.post(at+"/preview", object{"sampleData": nil}).want(200)
	many := object{}
	for i := range 101 {
		many[fmt.Sprint("key_", i)] = "x"
	}
	owner.post(at+"/preview", object{"sampleData": many}).bad("sampleData")
	delete(many, "key_0")
	owner.post(at+"/preview", object{"sampleData": many}).want(200)
	owner.post(at+"/preview", object{"sampleData": object{"guest_name": strings.Repeat("ह", 2000)}}).want(200)
	owner.post(at+"/preview", object{"sampleData": object{"guest_name": strings.Repeat("ह", 2001)}}).bad("sampleData.guest_name")
	for _, value := range []any{7, true, []any{"x"}, object{"x": "y"}} {
		owner.post(at+"/preview", object{"sampleData": object{"guest_name": value}}).bad("sampleData.guest_name")
	}
	owner.post(at+"/preview", object{"sampleData": "x"}).bad("sampleData")
	// A preview changes nothing, and another currency and calendar are the hotel's own.
	abroad := owner.anotherHotel(object{"currency": "JPY", "timezone": "Pacific/Honolulu"})
	again := abroad.template(object{"bodyHtml": "{{total_amount}} {{quote_date}}"})
	if html := abroad.post(templates+"/"+again+"/preview", nil).want(200).text("data", "html"); !strings.Contains(html, "JPY 9,450 Mon, 13 Apr 2026") {
		t.Errorf("abroad it is %s", html)
	}
}

func templateHostile(t *testing.T, owner *caller) {
	at := templates + "/" + owner.template(object{"subject": "Hi {{guest_name}}", "headerText": "<script>alert(1)</script>", "footerText": "<img src=x onerror=alert(1)>\n{{guest_name}}",
		"bodyHtml": `<p onclick="alert(1)" style="position:fixed;color:red">x</p><script>alert(1)</script><form action="https://evil.example"><input></form><a href="javascript:alert(1)">y</a></td></tr></table>{{guest_name}}<a href="{{guest_name}}">z</a>`})
	owner.get(at).want(200).is("<script>alert(1)</script>", "data", "headerText")
	for _, value := range []string{"", "javascript:alert(1)", "x\r\nBcc: all@hotel.example", `"><script>alert(1)</script>`, "{{organization_name}}"} {
		a := owner.post(at+"/preview", object{"sampleData": object{"guest_name": value}}).want(200)
		html := strings.ToLower(a.text("data", "html"))
		for _, bad := range []string{"<script", "onclick", "<form", "<input", `href="javascript`, "position:", "<img"} {
			if strings.Contains(html, bad) {
				t.Errorf("%q leaves %s: %s", value, bad, html)
			}
		}
		if strings.ContainsAny(a.text("data", "subject"), "\r\n") {
			t.Errorf("the subject is %q", a.text("data", "subject"))
		}
	}
}

func templateDefaults(t *testing.T, owner *caller) {
	first, other := owner.defaultOf("quote"), owner.defaultOf("invoice")
	id := owner.template(nil)
	for range 2 { // the second time changes nothing
		a := owner.post(templates+"/"+id+"/set-default", nil).want(200).is(map[string]any{"_id": id, "name": "Our quote", "type": "quote", "isDefault": true}, "data")
		if !strings.Contains(a.text("message"), "quote") {
			t.Errorf("the message doesn't name the type: %s", a.raw)
		}
	}
	if owner.defaultOf("quote") != id || owner.defaultOf("invoice") != other {
		t.Error("the default didn't move, or another type's did")
	}
	owner.get(templates+"/"+first).want(200).is(false, "data", "isDefault")
	owner.get(templates+"/"+id).want(200).is(true, "data", "isDefault")
	if n := len(owner.get("/api/audit/{org}/logs?action=email_template.default_set").want(200).list("data")); n != 1 {
		t.Errorf("%d audit entries, want 1", n)
	}
	owner.post(templates+"/"+first+"/set-default", nil).want(200)
	if owner.defaultOf("quote") != first {
		t.Error("the first default didn't come back")
	}
}

func templateTypes(t *testing.T, owner *caller) {
	seeded := owner.defaultOf("quote")
	owner.put(templates+"/"+seeded+"/update", object{"type": "invoice"}).bad("type")
	owner.put(templates+"/"+seeded+"/update", object{"type": "quote", "name": "Edited", "bodyHtml": "<p>Ours</p>"}).want(200).is(true, "data", "isDefault")
	id := owner.template(nil)
	owner.put(templates+"/"+id+"/update", object{"type": "custom"}).want(200).is("custom", "data", "type")
	owner.put(templates+"/"+id+"/update", object{"type": "quote"}).want(200)
	owner.post(templates+"/"+id+"/set-default", nil).want(200)
	owner.put(templates+"/"+id+"/update", object{"type": "custom"}).bad("type")
	owner.put(templates+"/"+seeded+"/update", object{"type": "custom"}).bad("type") // it is what would take over
	if owner.defaultOf("quote") != id {
		t.Error("the default was lost")
	}
}

func templateDeleting(t *testing.T, owner *caller) {
	seeded := owner.defaultOf("quote")
	owner.delete(templates+"/"+seeded+"/delete").refused(400, "last template of type quote")
	first, second := owner.template(nil), owner.template(nil)
	owner.delete(templates+"/"+seeded+"/delete").refused(400, "default of type quote")
	owner.post(templates+"/"+first+"/set-default", nil).want(200)
	owner.delete(templates+"/"+first+"/delete").refused(400, "default of type quote")
	owner.delete(templates + "/" + second + "/delete").want(200)
	owner.delete(templates+"/"+second+"/delete").refused(404, "")
	// The last of the hotel's own: the seeded one takes over.
	a := owner.delete(templates + "/" + first + "/delete").want(200)
	if !strings.Contains(a.text("message"), "Quote is the default of type quote now") || owner.defaultOf("quote") != seeded {
		t.Errorf("nobody took over: %s", a.raw)
	}
	// Without the seeded one, the last can't go.
	third := owner.template(nil)
	owner.post(templates+"/"+third+"/set-default", nil).want(200)
	owner.delete(templates + "/" + seeded + "/delete").want(200)
	owner.delete(templates+"/"+third+"/delete").refused(400, "last template of type quote")
	if owner.defaultOf("quote") != third {
		t.Error("the default was lost")
	}
}

func templateCustom(t *testing.T, owner *caller) {
	id := owner.template(object{"type": "custom", "name": "Newsletter"})
	if owner.defaultOf("custom") != "" {
		t.Error("a new template is a default")
	}
	other := owner.template(object{"type": "custom"})
	owner.post(templates+"/"+id+"/set-default", nil).want(200).is("custom", "data", "type")
	owner.delete(templates+"/"+id+"/delete").refused(400, "default of type custom")
	owner.post(templates+"/"+other+"/set-default", nil).want(200)
	owner.delete(templates + "/" + id + "/delete").want(200)
	third := owner.template(object{"type": "custom"})
	owner.delete(templates + "/" + third + "/delete").want(200) // it was never the default
	if owner.defaultOf("custom") != other {
		t.Error("the default was lost")
	}
}

func templateDefaultRace(t *testing.T, owner *caller) {
	var ids []string
	for range 8 {
		ids = append(ids, owner.template(nil))
	}
	for range 3 {
		together(24, func(i int) {
			a, err := owner.try("POST", templates+"/"+ids[i%len(ids)]+"/set-default", nil)
			if err != nil || a.status != 200 {
				t.Errorf("%v %s", err, a.raw)
			}
		})
		if !slices.Contains(ids, owner.defaultOf("quote")) {
			t.Error("none of them is the default")
		}
	}
}

// However defaults move and go at the same moment, the type keeps one.
func templateDeleteRace(t *testing.T, owner *caller) {
	for range 5 {
		var ids []string
		for range 4 {
			ids = append(ids, owner.template(nil))
		}
		together(16, func(i int) {
			method, path := "POST", templates+"/"+ids[i%4]+"/set-default"
			switch i / 4 {
			case 1:
				method, path = "DELETE", templates+"/"+ids[i%4]+"/delete"
			case 2:
				method, path = "PUT", templates+"/"+ids[i%4]+"/update"
			}
			a, err := owner.try(method, path, object{"type": []string{"quote", "invoice"}[i%2]})
			if err != nil || a.status >= 500 {
				t.Errorf("%v %s", err, a.raw)
			}
		})
		if owner.defaultOf("quote") == "" || owner.defaultOf("invoice") == "" {
			t.Error("a type has no default")
		}
	}
}

func templateSentBack(_ *testing.T, owner *caller) {
	for _, entry := range owner.get(templates + "/list").list("data") {
		at := templates + "/" + entry.(map[string]any)["_id"].(string)
		before := owner.get(at).want(200)
		owner.put(at+"/update", before.at("data")).want(200)
		owner.get(at).is(before.at("data"), "data")
	}
}

func templateRendered(t *testing.T, owner *caller) {
	owner.put("/api/organization/{org}/update", object{"name": "Haveli Sagar"}).want(200)
	render := func(org, templateType string, values map[string]string) (subject, html, text string, found bool) {
		err := owner.s.db.Read(t.Context(), func(tx *db.Tx) (err error) {
			subject, html, text, found, err = emailtemplate.Render(tx, org, templateType, values)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return subject, html, text, found
	}
	subject, html, text, found := render(owner.org, "booking_confirmation", map[string]string{"booking_number": "BK-7", "guest_name": "Asha\r\nBcc: <x>"})
	if !found || subject != "Your booking BK-7 at Haveli Sagar is confirmed" || !strings.Contains(html, "Bcc: &lt;x&gt;") || !strings.Contains(text, "Booking number: BK-7\n") || strings.Contains(text, "&lt;") {
		t.Errorf("%t %s\n%s\n%s", found, subject, html, text)
	}
	if _, _, _, found := render(owner.org, "custom", nil); found {
		t.Error("a type without a default is found")
	}
	own := owner.template(object{"type": "booking_confirmation", "subject": "Ours"})
	owner.post(templates+"/"+own+"/set-default", nil).want(200)
	if subject, _, _, _ := render(owner.org, "booking_confirmation", nil); subject != "Ours" {
		t.Errorf("the subject is %s", subject)
	}
	if subject, _, _, _ := render(owner.anotherHotel().org, "booking_confirmation", nil); subject == "Ours" {
		t.Error("another hotel's template is used")
	}
}

func templateSeedMissing(t *testing.T, owner *caller) {
	seeder := func() { // as at each start of every node
		if err := emailtemplate.New(owner.s.db, event.NewBus()).SeedMissing(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
	neighbour := owner.anotherHotel()
	owner.s.exec(`DELETE FROM email_templates WHERE org_id = $1`, owner.org)
	before := neighbour.get(templates + "/list").want(200)
	together(4, func(int) { seeder() })
	templateSeeds(t, owner)
	seeder()
	templateSeeds(t, owner)
	neighbour.get(templates+"/list").is(before.at("data"), "data")
}
