package precheck

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/markup"
	"sarai/internal/property/guest"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/lodging"
	"sarai/internal/stay/party"
	"sarai/internal/stay/registration"
)

// stepNames are the steps by what the page calls them.
var stepNames = map[string]string{stepStay: "Your stay", stepParty: "Guests", stepDocuments: "Documents",
	stepCard: "Registration Card", stepArrival: "Arrival", stepDue: "What is due"}

// labels are those of the fields, by their names.
var labels = map[string]string{"digits": "Last four digits of the telephone", "name": "Name", "age": "Age in years",
	"nationality": "Nationality", "dateOfBirth": "Date of birth", "line1": "Address", "city": "City", "state": "State",
	"pincode": "PIN code", "country": "Country", "idType": "Identity document", "idNumber": "Number of the document",
	"surname": "Surname, as in the passport", "givenNames": "Given names, as in the passport", "sex": "Sex",
	"homePhone": "Phone at home", "passportNumber": "Passport number", "passportCountry": "Issued by (country)",
	"passportPlace": "Issued at", "passportIssued": "Issued on", "passportExpires": "Valid until",
	"visaNumber": "Visa number", "visaType": "Type of visa", "visaPlace": "Visa issued at", "visaIssued": "Visa issued on",
	"visaExpires": "Visa valid until", "file": "Picture",
	"lines":      "The two lines at the foot of the passport or visa, 44 characters each",
	"comingFrom": "Arriving from", "goingTo": "Going to",
	"purpose": "Purpose of the visit", "vehicle": "Vehicle number", "signature": "Signature of the guest",
	"time": "When you arrive (hours and minutes)", "mode": "Arriving by", "details": "Flight, train or other details",
	"requests": "What you would like"}

const aadhaar = "Aadhaar"

var idTypes = []string{"Passport", aadhaar, "Driving licence", "Voter ID", "Other"}

// body is the page of a visit.
func (p page) body() string {
	switch {
	case !p.proved:
		return p.door()
	case p.b.Status == booking.CheckedIn:
		return p.text("You have arrived. The front desk is there for you.")
	case p.VerifiedAt != nil:
		return p.text("The hotel has seen your documents. There is nothing left to do.")
	case p.b.Today < p.settings.opensOn(p.b):
		return p.paragraph(p.Say("Online check-in is open from %s on.", p.Day(p.settings.opensOn(p.b))))
	}
	open := p.missing(p.b, p.people, p.cards)
	step := p.step
	if !slices.Contains(steps, step) {
		step = stepDue
		if len(open) > 0 {
			step = open[0]
		}
	}
	html := p.trail(step, open) + markup.Fill("<h2>{{Name}}</h2>\n", map[string]string{"Name": p.Say(stepNames[step])})
	switch step {
	case stepStay:
		return html + p.stay()
	case stepParty:
		return html + p.party()
	case stepDocuments:
		return html + p.documents()
	case stepCard:
		return html + p.card()
	case stepArrival:
		return html + p.arrival()
	}
	return html + p.due(open)
}

func (p page) paragraph(text string) string {
	return markup.Fill("<p>{{Text}}</p>\n", map[string]string{"Text": text})
}

func (p page) text(text string) string { return p.paragraph(p.Say(text)) }

func (p page) muted(text string) string {
	return markup.Fill(`<p class="muted">{{Text}}</p>`+"\n", map[string]string{"Text": text})
}

func (p page) dates() string { return p.Day(p.b.CheckIn) + " – " + p.Day(p.b.CheckOut) }

// door is what anybody with the link sees.
func (p page) door() string {
	return p.paragraph(firstName(p.b.GuestName)+" · "+p.dates()) +
		p.text("Type the last four digits of the telephone that the booking has, to check in online.") +
		p.form("", "", p.field("digits", "text", "", `inputmode="numeric" autocomplete="off" maxlength="8" required`),
			p.Say("Go on"))
}

// trail leads to each step, with a tick where nothing is missing.
func (p page) trail(current string, open []string) string {
	html := "<ol>\n"
	for _, step := range steps {
		tick := "✓ "
		if slices.Contains(open, step) || step == stepDue && p.CompletedAt == nil {
			tick = ""
		}
		item := `<li><a href="{{Link}}">{{Tick}}{{Name}}</a></li>` + "\n"
		if step == current {
			item = `<li><strong aria-current="step">{{Tick}}{{Name}}</strong></li>` + "\n"
		}
		html += markup.Fill(item, map[string]string{"Link": address(p.token, p.Language, step, ""), "Tick": tick,
			"Name": p.Say(stepNames[step])})
	}
	return html + "</ol>\n"
}

// form is a form of a step around its fields, which are HTML.
func (p page) form(step, guest, fields, submit string) string {
	html := markup.Fill(`<form method="post" action="{{Action}}">
<input type="hidden" name="language" value="{{Language}}">
<input type="hidden" name="step" value="{{Step}}">
`, map[string]string{"Action": PagePath + p.token, "Language": string(p.Language), "Step": step})
	if guest != "" {
		html += markup.Fill(`<input type="hidden" name="guest" value="{{Guest}}">`+"\n", map[string]string{"Guest": guest})
	}
	return html + fields + markup.Fill("<p><button>{{Submit}}</button></p>\n</form>\n",
		map[string]string{"Submit": submit})
}

// value is what was typed into a form that was refused, or what is known.
func (p page) value(name, known string) string {
	if p.typed == nil || !p.typed.Has(name) {
		return known
	}
	return p.typed.Get(name)
}

// field is an input with its label; more are attributes of it.
func (p page) field(name, kind, known, more string) string {
	return markup.Fill(`<label>{{Label}}<input name="{{Name}}" type="{{Kind}}" value="{{Value}}" `,
		map[string]string{"Label": p.Say(labels[name]), "Name": name, "Kind": kind, "Value": p.value(name, known)}) +
		more + "></label>\n"
}

func (p page) line(name, known string, most int) string {
	return p.field(name, "text", known, fmt.Sprintf(`maxlength="%d"`, most))
}

// choice is a select; the first choice is none.
func (p page) choice(name string, values, names []string) string {
	html := markup.Fill(`<label>{{Label}}<select name="{{Name}}"><option value="">–</option>`,
		map[string]string{"Label": p.Say(labels[name]), "Name": name})
	for i, value := range values {
		option := `<option value="{{Value}}">{{Name}}</option>`
		if value == p.value(name, "") {
			option = `<option value="{{Value}}" selected>{{Name}}</option>`
		}
		html += markup.Fill(option, map[string]string{"Value": value, "Name": p.Say(names[i])})
	}
	return html + "</select></label>\n"
}

func hidden(name, value string) string {
	return markup.Fill(`<input type="hidden" name="{{Name}}" value="{{Value}}">`+"\n",
		map[string]string{"Name": name, "Value": value})
}

// facts are names and values, in turns.
func facts(pairs ...string) string {
	html := "<dl>\n"
	for pair := range slices.Chunk(pairs, 2) {
		html += markup.Fill("<dt>{{Name}}</dt><dd>{{Value}}</dd>\n", map[string]string{"Name": pair[0], "Value": pair[1]})
	}
	return html + "</dl>\n"
}

func (p page) stay() string {
	return facts(p.Say("Guest"), p.b.GuestName, p.Say("Arrival"), p.Day(p.b.CheckIn), p.Say("Departure"),
		p.Day(p.b.CheckOut), p.Say("Nights"), registration.Nights(p.b, p.Language), p.Say("Persons"),
		registration.Persons(p.b), p.Say("Rooms"), registration.Rooms(p.b, p.Language)) +
		p.muted(p.Say("If anything is wrong, tell the hotel: %s", strings.TrimSpace(p.hotel.Phone+" "+p.hotel.Email))) +
		p.form(stepStay, "", hidden("from", string(p.b.CheckIn))+hidden("to", string(p.b.CheckOut)), p.Say("That is right"))
}

// party is a form with a row for each guest that the rooms are booked for.
func (p page) party() string {
	fields, row := "", 0
	for _, r := range registration.Present(p.b) {
		fields += markup.Fill("<h2>{{Room}}</h2>\n", map[string]string{"Room": cmp.Or(r.Number, r.Type, p.Say("Room"))})
		adults, children := 0, 0
		for _, one := range party.In(p.people, r.EntryID) {
			if one.Age == nil {
				adults++
			} else {
				children++
			}
			if one.OfBooking(p.b) {
				fields += p.paragraph(one.Name)
				continue
			}
			fields += p.guestRow(r, one, row)
			row++
		}
		for range r.Adults - adults {
			fields += p.guestRow(r, party.Person{}, row)
			row++
		}
		for range r.Children - children {
			fields += p.guestRow(r, party.Person{Age: new(-1)}, row)
			row++
		}
	}
	return p.text("Name everybody who sleeps here, as in their documents. Leave out who doesn't come.") +
		p.form(stepParty, "", fields, p.Say("Save and go on"))
}

func (p page) guestRow(r *lodging.Room, one party.Person, row int) string {
	at := func(name string) string {
		if list := p.typed[name]; row < len(list) {
			return list[row]
		}
		return ""
	}
	name, age, kind := one.Name, "", "adult"
	if one.Age != nil {
		kind = "child"
		if *one.Age >= 0 {
			age = strconv.Itoa(*one.Age)
		}
	}
	if p.typed != nil {
		name, age = at("name"), at("age")
	}
	label := p.Say("Name")
	if kind == "child" {
		label = p.Say("Name of the child")
	}
	html := hidden("id", one.ID) + hidden("room", r.Name()) + hidden("kind", kind) +
		markup.Fill(`<label>{{Label}}<input name="name" maxlength="120" value="{{Value}}"></label>`+"\n",
			map[string]string{"Label": label, "Value": name})
	if kind == "adult" {
		return html + hidden("age", "")
	}
	return html + markup.Fill(
		`<label>{{Label}}<input name="age" inputmode="numeric" maxlength="2" value="{{Value}}"></label>`+"\n",
		map[string]string{"Label": p.Say(labels["age"]), "Value": age})
}

// documents asks for the documents of one guest, or whose.
func (p page) documents() string {
	people := withRecord(p.people)
	id := p.guest
	if len(people) == 1 {
		id = people[0].ID
	}
	at := slices.IndexFunc(people, func(one party.Person) bool { return one.ID == id })
	if at < 0 {
		return p.whose(stepDocuments, people)
	}
	one := people[at]
	html := p.paragraph(one.Name) + p.pictures(one.ID) + p.lines(one.ID)
	if p.has(of(stepDocuments, one.ID)) {
		html += p.text("Noted. What you leave empty stays as it is; nothing of it is shown here.")
	} else {
		html += p.muted(p.Say("Nothing of what you type is shown here again."))
	}
	fields := p.line("nationality", "", 60) + p.field("dateOfBirth", "date", "", "") + p.line("line1", "", 200) +
		p.line("city", "", 100) + p.line("state", "", 100) + p.line("pincode", "", 20) + p.line("country", "", 100) +
		p.choice("idType", idTypes, idTypes) + p.line("idNumber", "", 40) +
		p.muted(p.Say("Of an Aadhaar number only the last four digits are kept."))
	abroad := p.line("surname", "", 120) + p.line("givenNames", "", 120) +
		p.choice("sex", []string{"F", "M", "X"}, []string{"Female", "Male", "Another sex"}) +
		p.line("homePhone", "", 25) + p.line("passportNumber", "", 40) + p.line("passportCountry", "", 60) +
		p.line("passportPlace", "", 120) + p.field("passportIssued", "date", "", "") +
		p.field("passportExpires", "date", "", "") + p.line("visaNumber", "", 40) + p.line("visaType", "", 60) +
		p.line("visaPlace", "", 120) + p.field("visaIssued", "date", "", "") + p.field("visaExpires", "date", "", "")
	open := "<details>"
	if p.typed != nil {
		open = "<details open>"
	}
	fields += open + markup.Fill("<summary>{{Name}}</summary>\n",
		map[string]string{"Name": p.Say("Guests from abroad: passport and visa")}) + abroad + "</details>\n"
	return html + p.form(stepDocuments, one.ID, fields, p.Say("Save and go on"))
}

// lines is the form by which the machine-readable lines of a passport fill in the form below it.
func (p page) lines(id string) string {
	field := markup.Fill(`<label>{{Label}}<textarea name="lines" rows="2" maxlength="400" spellcheck="false" `+
		`autocomplete="off" autocapitalize="characters">`+"\n{{Value}}</textarea></label>\n",
		map[string]string{"Label": p.Say(labels["lines"]), "Value": p.value("lines", "")})
	html := p.form(readLines, id, field, p.Say("Fill in from these lines"))
	if p.read != "" {
		html += markup.Fill(`<p role="status">{{Text}}</p>`+"\n", map[string]string{"Text": p.read})
	}
	return html
}

// whose asks for which of the guests a step is done.
func (p page) whose(step string, people []party.Person) string {
	html := p.text("For whom?") + "<ol>\n"
	for _, one := range people {
		tick := ""
		if p.has(of(step, one.ID)) {
			tick = "✓ "
		}
		html += markup.Fill(`<li><a href="{{Link}}">{{Tick}}{{Name}}</a></li>`+"\n", map[string]string{"Tick": tick,
			"Link": address(p.token, p.Language, step, one.ID), "Name": one.Name})
	}
	return html + "</ol>\n"
}

// pictures is the form by which pictures of documents are sent: one button for each kind.
func (p page) pictures(id string) string {
	names := map[string]string{"passport": "Send as passport", "visa": "Send as visa",
		"id-front": "Send as front of the ID", "id-back": "Send as back of the ID"}
	html := markup.Fill(`<form method="post" enctype="multipart/form-data" action="{{Action}}">
<label>{{Label}}<input type="file" name="file" accept="image/jpeg,image/png,application/pdf" required></label>
<label class="tick"><input type="checkbox" required><span>{{Covered}}</span></label>
<p>`, map[string]string{"Action": PagePath + p.token + "/picture",
		"Label":   p.Say("Photo of the document (JPEG, PNG or a scanned PDF, at most 10 MB)"),
		"Covered": p.Say("It is no Aadhaar card, or I have covered its first eight digits.")})
	for _, kind := range documents {
		query := url.Values{"guest": {id}, "kind": {kind}, "language": {string(p.Language)}}
		tick := ""
		if p.has(of("picture-"+kind, id)) {
			tick = "✓ "
		}
		html += markup.Fill(`<button class="quiet" formaction="{{Action}}">{{Tick}}{{Name}}</button>`, map[string]string{
			"Action": PagePath + p.token + "/picture?" + query.Encode(), "Tick": tick, "Name": p.Say(names[kind])})
	}
	return html + "</p>\n</form>\n"
}

// card is the registration card of one guest, or asks whose.
func (p page) card() string {
	id := p.guest
	if len(p.cards) == 1 {
		id = p.cards[0].StayGuestID
	}
	at := slices.IndexFunc(p.cards, func(h registration.Held) bool { return h.StayGuestID == id })
	if at < 0 {
		people := make([]party.Person, len(p.cards))
		for i, h := range p.cards {
			people[i] = h.Person
		}
		return p.whose(stepCard, people)
	}
	h := p.cards[at]
	if h.SignedAt != nil {
		return p.paragraph(h.Person.Name) + p.text("The card is signed.")
	}
	fields := p.line("comingFrom", h.ComingFrom, 120) + p.line("goingTo", h.GoingTo, 120) +
		p.line("purpose", h.Purpose, 120) + p.line("vehicle", h.Vehicle, 40) +
		p.muted(registration.Terms(p.hotel, p.Language)) + registration.Pad(p.Language, false) +
		p.text("Who doesn't sign here signs at the front desk.")
	return p.paragraph(h.Person.Name) + p.form(stepCard, h.StayGuestID, fields, p.Say("Save and go on")) +
		registration.PadScript
}

func (p page) arrival() string {
	fields := p.field("time", "time", p.b.ExpectedArrival, "") + p.line("mode", p.b.TransportMode, 60) +
		p.line("details", p.b.TransportDetails, 500) +
		markup.Fill(`<label>{{Label}}<textarea name="requests" rows="4" maxlength="2000">`+"\n{{Value}}</textarea></label>\n",
			map[string]string{"Label": p.Say(labels["requests"]), "Value": p.value("requests", p.b.SpecialRequests)})
	return p.form(stepArrival, "", fields, p.Say("Save and go on"))
}

// due is what the stay costs, and the end of the check-in. What a guest of a group owes is for the desk to say.
func (p page) due(open []string) string {
	html := p.text("The front desk tells you what is due.")
	if currency := p.hotel.Currency; p.b.GroupID == "" && p.b.CompanyID == nil {
		html = facts(p.Say("Total with tax"), p.b.Gross().Text(currency), p.Say("Paid"),
			(p.b.Paid-p.b.Refunded).Text(currency), p.Say("Balance due"), p.b.BalanceDue().Text(currency)) +
			p.text("You pay at the front desk. What you order in the house is added.")
	}
	switch {
	case p.CompletedAt != nil && len(open) == 0:
		return html + p.text("You are checked in online. Show your documents at the front desk, and get your key.")
	case len(open) > 0:
		names := make([]string, len(open))
		for i, step := range open {
			names[i] = p.Say(stepNames[step])
		}
		return html + p.paragraph(p.Say("Still missing: %s", strings.Join(names, ", ")))
	}
	return html + p.form(stepDue, "", "", p.Say("Complete the check-in"))
}

// takeStep does what the form of a step asks.
func (s pages) takeStep(ctx context.Context, who visitor, f *form, p page) error {
	switch p.step {
	case stepStay:
		from, to := date.Date(f.text("from", 10)), date.Date(f.text("to", 10))
		return f.or(func() error { return s.confirm(ctx, who, from, to) })
	case stepParty:
		entries := f.entries()
		return f.or(func() error { return s.nameParty(ctx, who, entries) })
	case stepDocuments:
		given := f.papers()
		return f.or(func() error { return s.noteDocuments(ctx, who, p.guest, given) })
	case stepCard:
		answers, drawn := f.card()
		return f.or(func() error { return s.signCard(ctx, who, p.guest, answers, drawn) })
	case stepArrival:
		given := f.plan()
		return f.or(func() error { return s.planArrival(ctx, who, given) })
	case stepDue:
		return f.or(func() error { return s.finish(ctx, who) })
	}
	return errStale
}

// or does something with a form in which nothing is wrong.
func (f *form) or(do func() error) error {
	if err := f.bad.Err(); err != nil {
		return err
	}
	return do()
}

// card is what the form of a registration card says, and the picture of the signature, if there is one.
func (f *form) card() (a registration.Answers, picture []byte) {
	a = registration.Answers{ComingFrom: f.text("comingFrom", 120), GoingTo: f.text("goingTo", 120),
		Purpose: f.text("purpose", 120), Vehicle: f.text("vehicle", 40)}
	drawn := f.text("signature", maxDrawn)
	if drawn == "" {
		return a, nil
	}
	encoded, found := strings.CutPrefix(drawn, "data:image/png;base64,")
	picture, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || !found || len(picture) == 0 {
		f.bad.Add("signature", "must be drawn")
	}
	return a, picture
}

// entries are the rows of the form of the party.
func (f *form) entries() (list []entry) {
	at := func(name string, row, most int) string {
		values := f.values[name]
		if row >= len(values) {
			return ""
		}
		return f.check(name, values[row], most, false)
	}
	for row := range min(len(f.values["room"]), 200) {
		e := entry{id: at("id", row, 24), room: at("room", row, 24), name: at("name", row, 120),
			field: fmt.Sprintf("rows[%d]", row)}
		if age := at("age", row, 3); at("kind", row, 5) == "child" && (age != "" || e.name != "") {
			years, err := strconv.Atoi(digitsOf(age))
			if err != nil || years > 17 {
				f.bad.Add("age", "must be that of a child, from 0 to 17")
			}
			e.age = &years
		}
		list = append(list, e)
	}
	return list
}

// papers is what the form of documents says.
func (f *form) papers() (given papers) {
	given.record = guest.Guest{Nationality: f.text("nationality", 60), DateOfBirth: date.Date(f.text("dateOfBirth", 10)),
		IDType: f.text("idType", 40), Address: contact.Address{Line1: f.text("line1", 200), City: f.text("city", 100),
			State: f.text("state", 100), Pincode: f.text("pincode", 20), Country: f.text("country", 100)}}
	given.number = f.text("idNumber", 40)
	given.travel = guest.Travel{Surname: f.text("surname", 120), GivenNames: f.text("givenNames", 120),
		Sex: f.text("sex", 1), HomePhone: f.text("homePhone", 25),
		PassportNumber:  guest.IDNumber(f.text("passportNumber", 40)),
		PassportCountry: f.text("passportCountry", 60), PassportPlace: f.text("passportPlace", 120),
		PassportIssued:  date.Date(f.text("passportIssued", 10)),
		PassportExpires: date.Date(f.text("passportExpires", 10)),
		VisaNumber:      guest.IDNumber(f.text("visaNumber", 40)), VisaType: f.text("visaType", 60),
		VisaPlace: f.text("visaPlace", 120), VisaIssued: date.Date(f.text("visaIssued", 10)),
		VisaExpires: date.Date(f.text("visaExpires", 10))}
	if !slices.Contains([]string{"", "F", "M", "X"}, given.travel.Sex) {
		f.bad.Add("sex", "must be F, M or X")
	}
	if given.record.IDType != "" && !slices.Contains(idTypes, given.record.IDType) {
		f.bad.Add("idType", "must be one of the list")
	}
	if given.number != "" && given.record.IDType == "" {
		f.bad.Add("idType", "is required with a number")
	}
	return given
}

// plan is what the form of the arrival says.
func (f *form) plan() plan {
	p := plan{f.text("time", 5), f.text("mode", 60), f.text("details", 500),
		f.check("requests", f.values.Get("requests"), maxRequests, true)}
	if _, err := date.ParseClock(p.time); p.time != "" && err != nil {
		f.bad.Add("time", "%s", err)
	}
	return p
}
