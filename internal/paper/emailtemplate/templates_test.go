package emailtemplate_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/mail"
	"sarai/internal/paper/emailtemplate"
	"sarai/internal/record/event"
)

type object = apptest.Object

func TestEmailTemplates(t *testing.T) {
	apptest.EachScenario(t, nil, []apptest.Scenario{
		{Name: "permissions", Run: templatePermissions},
		{Name: "a new hotel has one of each type", Run: templateSeeds},
		{Name: "every field of the contract", Run: templateFields},
		{Name: "fields that are left out", Run: templateLeftOut},
		{Name: "a partial update", Run: templateUpdate},
		{Name: "bad fields", Run: templateBadFields},
		{Name: "variables", Run: templateVariables},
		{Name: "preview", Run: templatePreview},
		{Name: "previews of hostile texts", Run: templateHostile},
		{Name: "defaults", Run: templateDefaults},
		{Name: "the type of a default", Run: templateTypes},
		{Name: "deletion", Run: templateDeleting},
		{Name: "custom templates", Run: templateCustom},
		{Name: "defaults at the same time", Run: templateDefaultRace},
		{Name: "defaults and deletions at the same time", Run: templateDeleteRace},
		{Name: "a template is sent back whole", Run: templateSentBack},
		{Name: "rendered for a mail", Run: templateRendered},
		{Name: "a hotel that is older than templates", Run: templateSeedMissing},
	})
}

const templates = "/api/email-templates/{org}"

func newTemplate(c *apptest.Caller, fields object) string {
	c.Server.T.Helper()
	return c.Post(templates+"/create", apptest.MailTemplate().Merged(fields)).Want(201).Text("data", "_id")
}

// defaultOf is the id of the type's only default, or "".
func defaultOf(c *apptest.Caller, templateType string) string {
	c.Server.T.Helper()
	var found []string
	for _, entry := range c.Get(templates + "/list?type=" + templateType).Want(200).List("data") {
		if entry := entry.(map[string]any); entry["isDefault"] == true {
			found = append(found, entry["_id"].(string))
		}
	}
	if len(found) > 1 {
		c.Server.T.Errorf("type %s has %d defaults", templateType, len(found))
	}
	return strings.Join(found, " ")
}

func templatePermissions(_ *testing.T, owner *apptest.Caller) {
	id := newTemplate(owner, nil)
	none := owner.Member("Porter", object{"rooms": object{"manage": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for _, p := range []struct{ method, path, flag string }{
		{"GET", "/list", "view"}, {"GET", "/variables/invoice", "view"}, {"POST", "/create", "create"},
		{"GET", "/" + id, "view"}, {"PUT", "/" + id + "/update", "update"},
		{"DELETE", "/" + id + "/delete", "delete"}, {"POST", "/" + id + "/preview", "view"},
		{"POST", "/" + id + "/set-default", "update"},
	} {
		none.Do(p.method, templates+p.path, apptest.MailTemplate()).Refused(403, "email_templates."+p.flag)
		stranger.Do(p.method, templates+p.path, apptest.MailTemplate()).Refused(403, "not a member")
		owner.Server.Anyone().Do(p.method, strings.ReplaceAll(templates, "{org}", owner.Org)+p.path, apptest.MailTemplate()).
			Refused(401, "")
	}
	elsewhere := owner.AnotherHotel()
	for _, unknown := range []struct {
		c  *apptest.Caller
		id string
	}{{elsewhere, id}, {owner, apptest.Nobody}, {owner, "x"}, {owner, strings.ToUpper(id)}} {
		at := templates + "/" + unknown.id
		unknown.c.Get(at).Refused(404, "no such e-mail template")
		unknown.c.Put(at+"/update", object{"name": "Mine"}).Refused(404, "no such e-mail template")
		unknown.c.Delete(at+"/delete").Refused(404, "no such e-mail template")
		unknown.c.Post(at+"/preview", nil).Refused(404, "no such e-mail template")
		unknown.c.Post(at+"/set-default", nil).Refused(404, "no such e-mail template")
	}
}

func templateSeeds(t *testing.T, owner *apptest.Caller) {
	types := map[string]int{}
	for _, entry := range owner.Get(templates + "/list").Want(200).List("data") {
		entry := entry.(map[string]any)
		types[entry["type"].(string)]++
		if keys := slices.Sorted(maps.Keys(entry)); !slices.Equal(keys,
			[]string{"_id", "createdAt", "isDefault", "name", "subject", "type"}) {
			t.Errorf("an entry has the fields %v", keys)
		}
		if entry["isDefault"] != true {
			t.Errorf("%v is no default", entry)
		}
		if entry["type"] == "booking_confirmation" && !strings.Contains(entry["subject"].(string), "{{booking_number}}") ||
			entry["type"] == "payment_receipt" && !strings.Contains(entry["subject"].(string), "{{payment_number}}") {
			t.Errorf("the subject is %s", entry["subject"])
		}
		shown := owner.Post(templates+"/"+entry["_id"].(string)+"/preview", nil).Want(200)
		if strings.ContainsAny(shown.Text("data", "subject")+shown.Text("data", "html"), "{}") {
			t.Errorf("a seed shows braces: %s", shown.Raw)
		}
	}
	want := map[string]int{"invoice": 1, "booking_confirmation": 1, "payment_receipt": 1, "quote": 1, "welcome_guest": 1,
		"checkout_summary": 1}
	if !maps.Equal(types, want) {
		t.Errorf("a new hotel has %v, want %v", types, want)
	}
}

func templateFields(t *testing.T, owner *apptest.Caller) {
	owner.Server.Clock.Advance(time.Second) // after the seeds
	made := owner.Post(templates+"/create", apptest.MailTemplate()).Want(201)
	id := made.Text("data", "_id")
	for _, a := range []apptest.Answer{made, owner.Get(templates + "/" + id), owner.Put(templates+"/"+id+"/update", nil),
		owner.Put(templates+"/"+id+"/update", object{})} {
		a.Want(a.Status).Is(true, "success").Is(id, "data", "_id").Is(owner.Org, "data", "orgId").
			Is(false, "data", "isDefault").
			Is("2026-04-14T06:30:01.000Z", "data", "createdAt").Is("2026-04-14T06:30:01.000Z", "data", "updatedAt")
		for name, value := range apptest.MailTemplate() {
			a.Is(value, "data", name)
		}
		if n := len(a.At("data").(map[string]any)); n != 13 {
			t.Errorf("a template has %d fields, want 13: %s", n, a.Raw)
		}
	}
	owner.Server.Clock.Advance(time.Second)
	newer := newTemplate(owner, object{"type": "quote"})
	list := owner.Get(templates+"/list?type=quote").Want(200).Is(newer, "data", 0, "_id").Is(id, "data", 1, "_id")
	if len(list.List("data")) != 3 || len(owner.Get(templates+"/list").List("data")) != 8 {
		t.Errorf("the list is %s", list.Raw)
	}
	owner.Get(templates + "/list?type=nonsense").Bad("type")
	owner.Get(templates+"/list?type=custom").Want(200).Is([]any{}, "data")
}

func templateLeftOut(_ *testing.T, owner *apptest.Caller) {
	for _, field := range []string{"name", "type", "subject", "bodyHtml"} {
		owner.Post(templates+"/create", apptest.MailTemplate().Without(field)).Bad(field)
		owner.Post(templates+"/create", apptest.MailTemplate().Merged(object{field: ""})).Bad(field)
	}
	owner.Post(templates+"/create", apptest.MailTemplate().Without("headerColor", "headerText", "footerText").
		Merged(object{"isDefault": true})).Want(201).
		Is("#1d4e5f", "data", "headerColor").Is("", "data", "headerText").Is("", "data", "footerText").
		Is(false, "data", "isDefault")
}

func templateUpdate(_ *testing.T, owner *apptest.Caller) {
	at := templates + "/" + newTemplate(owner, nil)
	owner.Server.Clock.Advance(time.Minute)
	owner.Put(at+"/update", object{"subject": "New", "headerColor": "#ABC", "isDefault": true}).Want(200).
		Is("New", "data", "subject").Is("#ABC", "data", "headerColor").
		Is("Our quote", "data", "name").Is(false, "data", "isDefault").Is("2026-04-14T06:31:00.000Z", "data", "updatedAt").
		Is("2026-04-14T06:30:00.000Z", "data", "createdAt")
	owner.Put(at+"/update", object{"headerColor": nil, "headerText": nil, "footerText": nil}).Want(200).
		Is("#1d4e5f", "data", "headerColor").Is("", "data", "headerText").Is("", "data", "footerText")
	for _, field := range []string{"name", "type", "subject", "bodyHtml"} {
		owner.Put(at+"/update", object{field: nil}).Bad(field)
	}
	owner.Get(at).Is("New", "data", "subject")
	log := string(owner.Get("/api/audit/{org}/logs?action=email_template.updated").Want(200).Raw)
	if !strings.Contains(log, "headerColor") || strings.Contains(log, "<p>") {
		owner.Server.T.Errorf("the audit log says %s", log)
	}
}

func templateBadFields(_ *testing.T, owner *apptest.Caller) {
	at := templates + "/" + newTemplate(owner, nil) + "/update"
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
			owner.Post(templates+"/create", apptest.MailTemplate().Merged(object{field: value})).Bad(field)
			owner.Put(at, object{field: value}).Bad(field)
		}
	}
}

func templateVariables(t *testing.T, owner *apptest.Caller) {
	invoice := map[string]bool{}
	for _, key := range strings.Fields("invoice_number invoice_date due_date guest_name guest_email room_number " +
		"check_in_date check_out_date subtotal tax_amount total_amount organization_name organization_email " +
		"organization_phone organization_address") {
		invoice[key] = true
	}
	for _, each := range emailtemplate.Types {
		templateType := string(each)
		a := owner.Get(templates+"/variables/"+templateType).Want(200).Is(templateType, "data", "type")
		listed := map[string]bool{}
		for _, v := range a.List("data", "variables") {
			v := v.(map[string]any)
			if v["description"] == "" || listed[v["key"].(string)] || len(v) != 2 {
				t.Errorf("%s lists %v", templateType, v)
			}
			listed[v["key"].(string)] = true
		}
		if templateType == "invoice" && !maps.Equal(listed, invoice) {
			t.Errorf("the invoice's variables are %v", listed)
		}
		if !listed["guest_name"] || !listed["organization_name"] || templateType == "booking_confirmation" &&
			!listed["booking_number"] || templateType == "payment_receipt" && !listed["payment_number"] {
			t.Errorf("%s has the variables %v", templateType, listed)
		}
	}
	for _, unknown := range []string{"nonsense", "INVOICE", "invoice%20", "%25"} {
		owner.Get(templates + "/variables/" + unknown).Bad("type")
	}
}

func templatePreview(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/update", object{"name": "Haveli <Sagar> & Sons", "phone": "+91 294 242 0101",
		"address": apptest.Address()}).Want(200)
	at := templates + "/" + newTemplate(owner,
		object{"subject": "{{organization_name}}: {{ quote_number }} for {{guest_name}}{{nonsense}}", "headerColor": "#abc",
			"headerText": "Hello {{guest_name}}",
			"bodyHtml":   `<p style="color:red">{{guest_name}} pays {{total_amount}} from {{check_in_date}}.{{nonsense}}</p>`,
			"footerText": "{{organization_name}}\n{{organization_address}}"})
	a := owner.Post(at+"/preview", nil).Want(200).Is("Haveli <Sagar> & Sons: QT-77 for Asha Rao", "data", "subject")
	for _, part := range []string{"background-color:#abc", "Hello Asha Rao",
		`<p style="color:red">Asha Rao pays ₹9,450.00 from Tue, 21 Apr 2026.</p>`,
		"Haveli &lt;Sagar&gt; &amp; Sons<br>12 Lake Road, Near the ghat, Udaipur, Rajasthan 313001, India"} {
		if !strings.Contains(a.Text("data", "html"), part) {
			t.Errorf("the preview has no %s: %s", part, a.Text("data", "html"))
		}
	}
	if len(a.At("data").(map[string]any)) != 2 {
		t.Errorf("a preview has other fields: %s", a.Raw)
	}
	b := owner.Post(at+"/preview",
		object{"sampleData": object{"guest_name": "Ravi <b>Das</b>", "nonsense": "!", "quote_number": ""}}).Want(200).
		Is("Haveli <Sagar> & Sons:  for Ravi <b>Das</b>!", "data", "subject")
	if html := b.Text("data", "html"); !strings.Contains(html, "Hello Ravi &lt;b&gt;Das&lt;/b&gt;") ||
		!strings.Contains(html, "Ravi &lt;b&gt;Das&lt;/b&gt; pays ₹9,450.00") {
		t.Errorf("sampleData isn't shown: %s", html)
	}
	owner.Post(at+"/preview", object{}).Want(200)
	owner.Post(at+"/preview", object{"sampleData": object{}}).Want(200)
	owner.Post(at+"/preview", object{"sampleData": nil}).Want(200)
	many := object{}
	for i := range 101 {
		many[fmt.Sprint("key_", i)] = "x"
	}
	owner.Post(at+"/preview", object{"sampleData": many}).Bad("sampleData")
	delete(many, "key_0")
	owner.Post(at+"/preview", object{"sampleData": many}).Want(200)
	owner.Post(at+"/preview", object{"sampleData": object{"guest_name": strings.Repeat("ह", 2000)}}).Want(200)
	owner.Post(at+"/preview", object{"sampleData": object{"guest_name": strings.Repeat("ह", 2001)}}).
		Bad("sampleData.guest_name")
	for _, value := range []any{7, true, []any{"x"}, object{"x": "y"}} {
		owner.Post(at+"/preview", object{"sampleData": object{"guest_name": value}}).Bad("sampleData.guest_name")
	}
	owner.Post(at+"/preview", object{"sampleData": "x"}).Bad("sampleData")
	// Samples are in the hotel's own currency and on its own calendar.
	abroad := owner.AnotherHotel(object{"currency": "JPY", "timezone": "Pacific/Honolulu"})
	again := newTemplate(abroad, object{"bodyHtml": "{{total_amount}} {{quote_date}}"})
	if html := abroad.Post(templates+"/"+again+"/preview", nil).Want(200).
		Text("data", "html"); !strings.Contains(html, "JPY 9,450 Mon, 13 Apr 2026") {
		t.Errorf("abroad it is %s", html)
	}
}

func templateHostile(t *testing.T, owner *apptest.Caller) {
	at := templates + "/" + newTemplate(owner, object{"subject": "Hi {{guest_name}}",
		"headerText": "<script>alert(1)</script>", "footerText": "<img src=x onerror=alert(1)>\n{{guest_name}}",
		"bodyHtml": `<p onclick="alert(1)" style="position:fixed;color:red">x</p><script>alert(1)</script>` +
			`<form action="https://evil.example"><input></form><a href="javascript:alert(1)">y</a></td></tr></table>` +
			`{{guest_name}}<a href="{{guest_name}}">z</a>`})
	owner.Get(at).Want(200).Is("<script>alert(1)</script>", "data", "headerText")
	for _, value := range []string{"", "javascript:alert(1)", "x\r\nBcc: all@hotel.example", `"><script>alert(1)</script>`,
		"{{organization_name}}"} {
		a := owner.Post(at+"/preview", object{"sampleData": object{"guest_name": value}}).Want(200)
		html := strings.ToLower(a.Text("data", "html"))
		for _, bad := range []string{"<script", "onclick", "<form", "<input", `href="javascript`, "position:", "<img"} {
			if strings.Contains(html, bad) {
				t.Errorf("%q leaves %s: %s", value, bad, html)
			}
		}
		if strings.ContainsAny(a.Text("data", "subject"), "\r\n") {
			t.Errorf("the subject is %q", a.Text("data", "subject"))
		}
	}
}

func templateDefaults(t *testing.T, owner *apptest.Caller) {
	first, other := defaultOf(owner, "quote"), defaultOf(owner, "invoice")
	id := newTemplate(owner, nil)
	for range 2 { // the second time changes nothing
		a := owner.Post(templates+"/"+id+"/set-default", nil).Want(200).
			Is(map[string]any{"_id": id, "name": "Our quote", "type": "quote", "isDefault": true}, "data")
		if !strings.Contains(a.Text("message"), "quote") {
			t.Errorf("the message doesn't name the type: %s", a.Raw)
		}
	}
	if defaultOf(owner, "quote") != id || defaultOf(owner, "invoice") != other {
		t.Error("the default didn't move, or another type's did")
	}
	owner.Get(templates+"/"+first).Want(200).Is(false, "data", "isDefault")
	owner.Get(templates+"/"+id).Want(200).Is(true, "data", "isDefault")
	if n := len(owner.Get("/api/audit/{org}/logs?action=email_template.default_set").Want(200).List("data")); n != 1 {
		t.Errorf("%d audit entries, want 1", n)
	}
	owner.Post(templates+"/"+first+"/set-default", nil).Want(200)
	if defaultOf(owner, "quote") != first {
		t.Error("the first default didn't come back")
	}
}

func templateTypes(t *testing.T, owner *apptest.Caller) {
	seeded := defaultOf(owner, "quote")
	owner.Put(templates+"/"+seeded+"/update", object{"type": "invoice"}).Bad("type")
	owner.Put(templates+"/"+seeded+"/update", object{"type": "quote", "name": "Edited", "bodyHtml": "<p>Ours</p>"}).
		Want(200).Is(true, "data", "isDefault")
	id := newTemplate(owner, nil)
	owner.Put(templates+"/"+id+"/update", object{"type": "custom"}).Want(200).Is("custom", "data", "type")
	owner.Put(templates+"/"+id+"/update", object{"type": "quote"}).Want(200)
	owner.Post(templates+"/"+id+"/set-default", nil).Want(200)
	owner.Put(templates+"/"+id+"/update", object{"type": "custom"}).Bad("type")
	owner.Put(templates+"/"+seeded+"/update", object{"type": "custom"}).Bad("type") // it is what would take over
	if defaultOf(owner, "quote") != id {
		t.Error("the default was lost")
	}
}

func templateDeleting(t *testing.T, owner *apptest.Caller) {
	seeded := defaultOf(owner, "quote")
	owner.Delete(templates+"/"+seeded+"/delete").Refused(400, "last template of type quote")
	first, second := newTemplate(owner, nil), newTemplate(owner, nil)
	owner.Delete(templates+"/"+seeded+"/delete").Refused(400, "default of type quote")
	owner.Post(templates+"/"+first+"/set-default", nil).Want(200)
	owner.Delete(templates+"/"+first+"/delete").Refused(400, "default of type quote")
	owner.Delete(templates + "/" + second + "/delete").Want(200)
	owner.Delete(templates+"/"+second+"/delete").Refused(404, "")
	// When the last of the hotel's own is deleted, the seeded one takes over.
	a := owner.Delete(templates + "/" + first + "/delete").Want(200)
	if !strings.Contains(a.Text("message"), "Quote is the default of type quote now") ||
		defaultOf(owner, "quote") != seeded {
		t.Errorf("nobody took over: %s", a.Raw)
	}
	// Without the seeded one, the last can't be deleted.
	third := newTemplate(owner, nil)
	owner.Post(templates+"/"+third+"/set-default", nil).Want(200)
	owner.Delete(templates + "/" + seeded + "/delete").Want(200)
	owner.Delete(templates+"/"+third+"/delete").Refused(400, "last template of type quote")
	if defaultOf(owner, "quote") != third {
		t.Error("the default was lost")
	}
}

func templateCustom(t *testing.T, owner *apptest.Caller) {
	id := newTemplate(owner, object{"type": "custom", "name": "Newsletter"})
	if defaultOf(owner, "custom") != "" {
		t.Error("a new template is a default")
	}
	other := newTemplate(owner, object{"type": "custom"})
	owner.Post(templates+"/"+id+"/set-default", nil).Want(200).Is("custom", "data", "type")
	owner.Delete(templates+"/"+id+"/delete").Refused(400, "default of type custom")
	owner.Post(templates+"/"+other+"/set-default", nil).Want(200)
	owner.Delete(templates + "/" + id + "/delete").Want(200)
	third := newTemplate(owner, object{"type": "custom"})
	owner.Delete(templates + "/" + third + "/delete").Want(200) // it was never the default
	if defaultOf(owner, "custom") != other {
		t.Error("the default was lost")
	}
}

func templateDefaultRace(t *testing.T, owner *apptest.Caller) {
	var ids []string
	for range 8 {
		ids = append(ids, newTemplate(owner, nil))
	}
	for range 3 {
		apptest.Together(24, func(i int) {
			a, err := owner.Try("POST", templates+"/"+ids[i%len(ids)]+"/set-default", nil)
			if err != nil || a.Status != 200 {
				t.Errorf("%v %s", err, a.Raw)
			}
		})
		if !slices.Contains(ids, defaultOf(owner, "quote")) {
			t.Error("none of them is the default")
		}
	}
}

// Whichever defaults move and are deleted at the same time, the type keeps one.
func templateDeleteRace(t *testing.T, owner *apptest.Caller) {
	for range 5 {
		var ids []string
		for range 4 {
			ids = append(ids, newTemplate(owner, nil))
		}
		apptest.Together(16, func(i int) {
			method, path := "POST", templates+"/"+ids[i%4]+"/set-default"
			switch i / 4 {
			case 1:
				method, path = "DELETE", templates+"/"+ids[i%4]+"/delete"
			case 2:
				method, path = "PUT", templates+"/"+ids[i%4]+"/update"
			}
			a, err := owner.Try(method, path, object{"type": []string{"quote", "invoice"}[i%2]})
			if err != nil || a.Status >= 500 {
				t.Errorf("%v %s", err, a.Raw)
			}
		})
		if defaultOf(owner, "quote") == "" || defaultOf(owner, "invoice") == "" {
			t.Error("a type has no default")
		}
	}
}

func templateSentBack(_ *testing.T, owner *apptest.Caller) {
	for _, entry := range owner.Get(templates + "/list").List("data") {
		at := templates + "/" + entry.(map[string]any)["_id"].(string)
		before := owner.Get(at).Want(200)
		owner.Put(at+"/update", before.At("data")).Want(200)
		owner.Get(at).Is(before.At("data"), "data")
	}
}

func templateRendered(t *testing.T, owner *apptest.Caller) {
	owner.Put("/api/organization/{org}/update", object{"name": "Haveli Sagar"}).Want(200)
	render := func(org string, templateType emailtemplate.Type, values map[string]string) (m mail.Message, found bool) {
		err := owner.Server.DB.Read(t.Context(), func(tx *db.Tx) (err error) {
			m, found, err = emailtemplate.Render(tx, org, templateType, values)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return m, found
	}
	m, found := render(owner.Org, "booking_confirmation",
		map[string]string{"booking_number": "BK-7", "guest_name": "Asha\r\nBcc: <x>"})
	if !found || m.Subject != "Your booking BK-7 at Haveli Sagar is confirmed" ||
		!strings.Contains(m.HTML, "Bcc: &lt;x&gt;") || !strings.Contains(m.Text, "Booking number: BK-7\n") ||
		strings.Contains(m.Text, "&lt;") {
		t.Errorf("%t %s\n%s\n%s", found, m.Subject, m.HTML, m.Text)
	}
	if _, found := render(owner.Org, "custom", nil); found {
		t.Error("a type without a default is found")
	}
	own := newTemplate(owner, object{"type": "booking_confirmation", "subject": "Ours"})
	owner.Post(templates+"/"+own+"/set-default", nil).Want(200)
	if m, _ := render(owner.Org, "booking_confirmation", nil); m.Subject != "Ours" {
		t.Errorf("the subject is %s", m.Subject)
	}
	if m, _ := render(owner.AnotherHotel().Org, "booking_confirmation", nil); m.Subject == "Ours" {
		t.Error("another hotel's template is used")
	}
}

func templateSeedMissing(t *testing.T, owner *apptest.Caller) {
	seeder := func() { // as at each start of every node
		if err := emailtemplate.New(owner.Server.DB, event.NewBus()).
			SeedMissing(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
	neighbour := owner.AnotherHotel()
	owner.Server.Exec(`DELETE FROM email_templates WHERE org_id = $1`, owner.Org)
	before := neighbour.Get(templates + "/list").Want(200)
	apptest.Together(4, func(int) { seeder() })
	templateSeeds(t, owner)
	seeder()
	templateSeeds(t, owner)
	neighbour.Get(templates+"/list").Is(before.At("data"), "data")
}
