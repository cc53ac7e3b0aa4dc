package emailtemplate

import (
	"encoding/hex"
	"html"
	"strconv"
	"strings"
)

const fonts = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// The layout of a mail: one column that a phone shows whole, with a header, a body and a footer.
const (
	beforeTitle = `<!DOCTYPE html><html><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1"><title>`
	beforeHeader = `</title></head><body style="margin:0;padding:0;background-color:#f2f4f6">` +
		`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ` +
		`style="background-color:#f2f4f6"><tr><td align="center" style="padding:24px 12px">` +
		`<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" ` +
		`style="width:100%;max-width:600px;table-layout:fixed;background-color:#ffffff;border-radius:8px;overflow:hidden">` +
		`<tr><td style="`
	headerStyle = `;padding:28px 32px;` + fonts + `;font-size:22px;line-height:1.3;font-weight:600">`
	beforeBody  = `</td></tr><tr><td style="padding:28px 32px;` + fonts +
		`;font-size:16px;line-height:1.5;color:#1f2933;text-align:left;overflow:hidden;overflow-wrap:break-word">`
	beforeFooter = `</td></tr><tr><td style="border-top:1px solid #e4e7eb;padding:20px 32px;` + fonts +
		`;font-size:13px;line-height:1.5;color:#616e7c">`
	afterFooter = `</td></tr></table></td></tr></table></body></html>`
)

// rendered is a mail made from a template. Its html holds the body, which is also there by itself.
type rendered struct{ subject, html, body string }

func (t Template) render(values map[string]string) rendered {
	m := rendered{
		subject: oneLine(substitute(t.Subject, values, asIs)),
		body:    clean(substitute(t.BodyHTML, values, inHTML)),
	}
	m.html = strings.Join([]string{
		beforeTitle, html.EscapeString(m.subject),
		beforeHeader, background(t.HeaderColor), `;color:`, textOn(t.HeaderColor), headerStyle,
		lines(t.HeaderText, values, "<br>", inHTML),
		beforeBody, m.body,
		beforeFooter, lines(t.FooterText, values, "<br>", inHTML),
		afterFooter,
	}, "")
	return m
}

// plain is the mail as plain text.
func (t Template) plain(m rendered, values map[string]string) string {
	parts := []string{lines(t.HeaderText, values, "\n", asIs), plainText(m.body)}
	if footer := lines(t.FooterText, values, "\n", asIs); footer != "" {
		parts = append(parts, "-- \n"+footer)
	}
	return strings.Trim(strings.Join(parts, "\n\n"), "\n") + "\n"
}

// lines renders a text line by line, without the lines that hold nothing but variables whose values are empty.
func lines(text string, values map[string]string, lineBreak string, escape func(string) string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		// Escaping leaves braces alone, so the text can be escaped before its variables are replaced.
		rendered := strings.TrimSpace(substitute(escape(line), values, escape))
		if rendered != "" || line == "" {
			lines = append(lines, strings.ReplaceAll(rendered, "\n", lineBreak))
		}
	}
	return strings.Join(lines, lineBreak)
}

// background declares a background in this colour (#rgb, #rrggbb or, with opacity, #rrggbbaa). With opacity it declares
// two: mail programs that don't know opacity take the first, which is what the colour looks like on white.
func background(colour string) string {
	if len(colour) < len("#rrggbbaa") {
		return "background-color:" + colour
	}
	return "background-color:" + flat(colour) + ";background-color:" + colour
}

// flat is what the colour looks like on white, as #rrggbb.
func flat(colour string) string {
	digits := colour[1:]
	if len(digits) == len("rgb") {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	rgb, opacity := digits[:len("rrggbb")], digits[len("rrggbb"):]
	if opacity == "" {
		return "#" + rgb
	}
	// Neither can fail: a stored colour was checked.
	parts, _ := hex.DecodeString(rgb)
	alpha, _ := strconv.ParseUint(opacity, 16, 8)
	for i, part := range parts {
		parts[i] = byte((uint64(part)*alpha + 255*(255-alpha) + 127) / 255)
	}
	return "#" + hex.EncodeToString(parts)
}

// textOn is white or nearly black, whichever is easier to read on this colour.
func textOn(colour string) string {
	rgb, err := strconv.ParseUint(flat(colour)[1:], 16, 32)
	// The weights are how bright red, green and blue look (ITU-R BT.601).
	if err == nil && 299*(rgb>>16)+587*(rgb>>8&0xff)+114*(rgb&0xff) > 160*1000 {
		return "#1f2933"
	}
	return "#ffffff"
}
