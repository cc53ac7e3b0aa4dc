package registration

import (
	"sarai/internal/country/words"
	"sarai/internal/kit/markup"
)

var padJS = pageFile("pad.js")

// PadScript is what makes the pads of a page work; it stands at the page's end. PadSource allows it in the page's
// policy.
var (
	PadScript = "<script>" + padJS + "</script>\n"
	PadSource = "'sha256-" + hashed(padJS) + "'"
)

// Pad is a place to draw a signature in, inside of a form, whose field signature has it as a PNG in a data: URL. Who
// has no script doesn't see it. With required the form isn't sent before something is drawn.
func Pad(language words.Language, required bool) string {
	kind := ""
	if required {
		kind = "required"
	}
	return markup.Fill(`<input type="hidden" name="signature" value="">
<div data-pad="{{Kind}}" hidden><p><strong>{{Label}}</strong></p>
<canvas tabindex="0" role="img" aria-label="{{Label}}"></canvas>
<p><button type="button" class="quiet">{{Clear}}</button></p></div>
`, map[string]string{"Kind": kind, "Label": language.Say("Signature of the guest"), "Clear": language.Say("Clear")})
}
