package emailtemplate

import (
	"encoding/hex"
	"html"
	"strconv"
	"strings"
)

const fonts = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// rendered is what a template and values make. Its body is part of its html.
type rendered struct{ subject, html, body string }

// render makes the mail's subject and its HTML: header, body and footer in one column that a phone shows whole.
func (t Template) render(values map[string]string) rendered {
	body := clean(substitute(t.BodyHTML, values, inHTML))
	m := rendered{subject: oneLine(substitute(t.Subject, values, asIs)), body: body}
	var out strings.Builder
	out.Grow(len(body) + 3000)
	for _, part := range []string{
		`<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>`, html.EscapeString(m.subject),
		`</title></head><body style="margin:0;padding:0;background-color:#f2f4f6"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f2f4f6"><tr><td align="center" style="padding:24px 12px">`,
		`<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed;background-color:#ffffff;border-radius:8px;overflow:hidden">`,
		`<tr><td style="`, background(t.HeaderColor), `;color:`, textOn(t.HeaderColor), `;padding:28px 32px;`, fonts, `;font-size:22px;line-height:1.3;font-weight:600">`,
		lines(t.HeaderText, values, "<br>", inHTML),
		`</td></tr><tr><td style="padding:28px 32px;`, fonts, `;font-size:16px;line-height:1.5;color:#1f2933;text-align:left;overflow:hidden;overflow-wrap:break-word">`, body,
		`</td></tr><tr><td style="border-top:1px solid #e4e7eb;padding:20px 32px;`, fonts, `;font-size:13px;line-height:1.5;color:#616e7c">`,
		lines(t.FooterText, values, "<br>", inHTML),
		`</td></tr></table></td></tr></table></body></html>`,
	} {
		out.WriteString(part)
	}
	m.html = out.String()
	return m
}

// plain is the rendered mail for who reads plain text.
func (t Template) plain(m rendered, values map[string]string) string {
	parts := []string{lines(t.HeaderText, values, "\n", asIs), plainText(m.body)}
	if footer := lines(t.FooterText, values, "\n", asIs); footer != "" {
		parts = append(parts, "-- \n"+footer)
	}
	return strings.Trim(strings.Join(parts, "\n\n"), "\n") + "\n"
}

// lines renders a text of lines; those that have nothing but a value that is empty are left out.
func lines(text string, values map[string]string, lineBreak string, escape func(string) string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		// The text's own characters are escaped with the values: braces stay what they are.
		rendered := strings.TrimSpace(substitute(escape(line), values, escape))
		if rendered != "" || line == "" {
			lines = append(lines, strings.ReplaceAll(rendered, "\n", lineBreak))
		}
	}
	return strings.Join(lines, lineBreak)
}

// background is the declaration of a background in this colour (#rgb, #rrggbb or, with opacity, #rrggbbaa). Mail programs
// that know no opacity take the first of the two: what the colour looks like on white.
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
	// Both are hexadecimal digits: what is stored was checked.
	parts, _ := hex.DecodeString(rgb)
	alpha, _ := strconv.ParseUint(opacity, 16, 8)
	for i, part := range parts {
		parts[i] = byte((uint64(part)*alpha + 255*(255-alpha) + 127) / 255)
	}
	return "#" + hex.EncodeToString(parts)
}

// textOn is the colour, white or nearly black, in which text is easier to read on this colour.
func textOn(colour string) string {
	rgb, err := strconv.ParseUint(flat(colour)[1:], 16, 32)
	// What eyes see of red, green and blue (ITU-R BT.601).
	if err == nil && 299*(rgb>>16)+587*(rgb>>8&0xff)+114*(rgb&0xff) > 160*1000 {
		return "#1f2933"
	}
	return "#ffffff"
}
