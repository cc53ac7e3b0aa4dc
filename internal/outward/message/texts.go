package message

import (
	"regexp"
	"slices"
	"strings"

	"sarai/internal/country/words"
	"sarai/internal/paper/emailtemplate"
)

// Text is a hotel's own wording of a kind in a language.
type Text struct {
	Kind       Kind   `db:"kind,key"`
	Language   string `db:"language,key"` // ISO 639 code
	Subject    string `db:"subject"`
	HeaderText string `db:"header_text"`
	BodyHTML   string `db:"body_html"`
	UpdatedAt  int64  `db:"updated_at"`
	Version    int64  `db:"version,version"`
}

func (t Text) words() emailtemplate.Words {
	return emailtemplate.Words{Subject: t.Subject, HeaderText: t.HeaderText, BodyHTML: t.BodyHTML}
}

// phrases are what letters say in a language that this package knows.
type phrases struct {
	greeting, regards string
	labels            map[string]string // of details, by their variables
	texts             map[Kind]said
	stop              string // the words of the link by which a reader unsubscribes
}

// said is a letter: its subject and heading, and the paragraphs before and after the details.
type said struct {
	subject, header string
	before          []string
	details         string // the variables of its details, in order; "": none
	after           []string
}

const (
	ofStay    = "booking_number check_in_date check_out_date nights rooms"
	ofMoney   = ofStay + " total_amount amount_paid balance_due"
	checkinAt = `<a href="{{checkinLink}}">`
)

// known are the languages of the texts that are here.
var known = map[string]phrases{
	string(words.English): {
		greeting: "Dear {{guest_name}},", regards: "With kind regards,<br>{{organization_name}}",
		stop: "No more letters of this kind",
		labels: map[string]string{"booking_number": "Booking number", "check_in_date": "Check-in",
			"check_out_date": "Check-out", "nights": "Nights", "rooms": "Room", "total_amount": "Total with tax",
			"amount_paid": "Paid", "balance_due": "Balance due"},
		texts: map[Kind]said{
			Confirmation: {"Your booking {{booking_number}} at {{organization_name}} is confirmed",
				"Your booking is confirmed",
				[]string{"Thank you for choosing {{organization_name}}. We look forward to welcoming you."}, ofMoney,
				[]string{"Please bring an identity document with a photograph for every adult. If your plans change, " +
					"write to {{organization_email}} as early as you can, and mention the booking number."}},
			PreArrival: {"Your stay at {{organization_name}} begins on {{check_in_date}}", "We are expecting you",
				[]string{"Your stay with us begins soon. Your room is ready from {{check_in_time}}."}, ofStay,
				[]string{checkinAt + "Check in online</a> to save time at the desk: it takes a few minutes.",
					"Tell us when you arrive, or what else you wish, by answering this letter."}},
			Arrival: {"Welcome to {{organization_name}}", "See you today",
				[]string{"Today is the day. Your room is ready from {{check_in_time}}; if you come earlier, we gladly " +
					"keep your luggage.", "You find us at {{organization_address}}.",
					"If you need help on your way, call {{organization_phone}}."}, "",
				[]string{checkinAt + "Check in online</a> before you come, and only your key is left to hand over."}},
			InStay: {"How is your stay at {{organization_name}}?", "How is your stay?",
				[]string{"We hope that you have settled in well. If anything is missing or could be better, answer " +
					"this letter: we can still put it right.", "You also reach us at {{organization_phone}}."}, "", nil},
			Farewell: {"Thank you for staying at {{organization_name}}", "Thank you for your stay",
				[]string{"It was a pleasure to have you with us.", "Your invoice {{invoice_number}} is attached."},
				ofMoney,
				[]string{"If you have left something behind, write to us at {{organization_email}}. We hope to see " +
					"you again."}},
			Review: {"How was your stay at {{organization_name}}?", "How was it?",
				[]string{"Thank you again for staying with us. We would like to know what you enjoyed, and what we should " +
					"do better: a few words in answer to this letter are enough."}, "", nil},
		},
	},
	string(words.Hindi): {
		greeting: "प्रिय {{guest_name}},", regards: "सादर,<br>{{organization_name}}",
		stop: "इस तरह के पत्र अब न भेजें",
		labels: map[string]string{"booking_number": "बुकिंग संख्या", "check_in_date": "आगमन", "check_out_date": "प्रस्थान",
			"nights": "रातें", "rooms": "कमरा", "total_amount": "कर सहित कुल", "amount_paid": "भुगतान किया गया",
			"balance_due": "शेष राशि"},
		texts: map[Kind]said{
			Confirmation: {"{{organization_name}} में आपकी बुकिंग {{booking_number}} पक्की है", "आपकी बुकिंग पक्की है",
				[]string{"{{organization_name}} को चुनने के लिए धन्यवाद। हमें आपके आने की प्रतीक्षा है।"}, ofMoney,
				[]string{"कृपया हर वयस्क का फ़ोटो वाला पहचान पत्र साथ लाएँ। योजना बदले तो बुकिंग संख्या लिखकर जल्द से जल्द " +
					"{{organization_email}} पर बताएँ।"}},
			PreArrival: {"{{organization_name}} में आपका ठहराव {{check_in_date}} से शुरू है", "हम आपकी प्रतीक्षा कर रहे हैं",
				[]string{"आपका ठहराव जल्द शुरू होने वाला है। आपका कमरा {{check_in_time}} बजे से तैयार मिलेगा।"}, ofStay,
				[]string{checkinAt + "ऑनलाइन चेक-इन करें</a>, डेस्क पर समय बचेगा: इसमें कुछ ही मिनट लगते हैं।",
					"आप कब पहुँचेंगे या और क्या चाहिए, इस पत्र के उत्तर में बताएँ।"}},
			Arrival: {"{{organization_name}} में आपका स्वागत है", "आज मिलते हैं",
				[]string{"आज आपका आगमन है। आपका कमरा {{check_in_time}} बजे से तैयार है; पहले आएँ तो सामान हम रख लेंगे।",
					"हमारा पता: {{organization_address}}", "रास्ते में मदद चाहिए तो {{organization_phone}} पर फ़ोन करें।"}, "",
				[]string{"आने से पहले " + checkinAt + "ऑनलाइन चेक-इन</a> कर लें, फिर केवल चाबी लेनी रहेगी।"}},
			InStay: {"{{organization_name}} में आपका ठहराव कैसा है?", "ठहराव कैसा है?",
				[]string{"आशा है कि आप आराम से हैं। कुछ कमी हो या बेहतर हो सकता हो, तो इस पत्र का उत्तर दें: " +
					"हम अभी ठीक कर सकते हैं।", "हमारा फ़ोन: {{organization_phone}}"}, "", nil},
			Farewell: {"{{organization_name}} में ठहरने के लिए धन्यवाद", "आपके ठहराव के लिए धन्यवाद",
				[]string{"आपका हमारे साथ रहना हमारे लिए ख़ुशी की बात थी।", "आपका बिल {{invoice_number}} साथ में है।"}, ofMoney,
				[]string{"कुछ छूट गया हो तो {{organization_email}} पर लिखें। फिर मिलने की आशा है।"}},
			Review: {"{{organization_name}} में आपका ठहराव कैसा रहा?", "कैसा रहा?",
				[]string{"हमारे साथ ठहरने के लिए फिर से धन्यवाद। आपको क्या अच्छा लगा और हमें क्या बेहतर करना चाहिए, यह जानना " +
					"चाहेंगे: इस पत्र के उत्तर में कुछ शब्द काफ़ी हैं।"}, "", nil},
		},
	},
}

// own is what a letter says in a language that this package knows.
func own(k Kind, language string) (Text, bool) {
	p, ok := known[language]
	if !ok {
		return Text{}, false
	}
	s := p.texts[k]
	var body strings.Builder
	for _, text := range append([]string{p.greeting}, s.before...) {
		body.WriteString(emailtemplate.Paragraph(text))
	}
	if s.details != "" {
		var rows []string
		for _, key := range strings.Fields(s.details) {
			rows = append(rows, p.labels[key], key)
		}
		body.WriteString(emailtemplate.Table(emailtemplate.Details(rows...)))
	}
	for _, text := range append(slices.Clone(s.after), p.regards) {
		body.WriteString(emailtemplate.Paragraph(text))
	}
	return Text{Kind: k, Language: language, Subject: s.subject, HeaderText: s.header,
		BodyHTML: strings.TrimSpace(body.String())}, true
}

// stopping is the paragraph with the link by which a reader unsubscribes.
func stopping(language string) string {
	p, ok := known[language]
	if !ok {
		p = known[string(words.English)]
	}
	return `<p style="margin:24px 0 0;font-size:13px"><a href="{{unsubscribeLink}}">` + p.stop + `</a></p>`
}

// mayBeMissing are the variables whose paragraph is left out where they have no value.
var mayBeMissing = regexp.MustCompile(
	`\{\{\s*(checkinLink|invoice_number|organization_phone|organization_address)\s*\}\}`)

// without is the body without the paragraphs that have a variable of mayBeMissing without a value.
func without(body string, values map[string]string) string {
	for at := 0; ; {
		found := mayBeMissing.FindStringSubmatchIndex(body[at:])
		if found == nil {
			return body
		}
		start, end, key := at+found[0], at+found[1], body[at+found[2]:at+found[3]]
		at = end
		if values[key] != "" {
			continue
		}
		opens, closes := strings.LastIndex(body[:start], "<p"), strings.Index(body[end:], "</p>")
		if opens < 0 || closes < 0 || strings.Contains(body[opens:start], "</p>") {
			continue // it stands in no paragraph
		}
		body, at = body[:opens]+body[end+closes+len("</p>"):], opens
	}
}
