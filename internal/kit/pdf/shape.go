package pdf

import (
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
)

// glyph is a drawn sign; lengths are in thousandths of the em.
type glyph struct {
	id      int
	text    string // what it stands for, or the best share if several glyphs stand for some letters together
	x, y    int64  // where it is drawn, from the start of the run
	advance int64  // as in the font
}

// run is a piece of text in one font and one script, from left to right as displayed.
type run struct {
	face   *typeface
	text   string
	glyphs []glyph
	width  int64
	plain  bool // every glyph stands for its text by itself
	faux   bool // bold is requested, but the font has none
}

// item is a piece of text before shaping.
type item struct {
	face   *typeface
	script language.Script
	runes  []rune
	right  bool // read from right to left
}

// shapeLine shapes one line of text.
func shapeLine(text string, isBold bool) []run {
	var runs []run
	for _, part := range directions(text) {
		items := itemize([]rune(part.text), []rune(text), isBold)
		for i := range items {
			it := items[i]
			if part.right {
				it = items[len(items)-1-i]
			}
			it.right = part.right
			shaped := it.shape()
			shaped.faux = isBold && it.face != bold()
			runs = append(runs, shaped)
		}
	}
	return runs
}

type directed struct {
	text  string
	right bool
}

// directions splits a line where its direction changes; the pieces are in display order. Most lines have one direction.
func directions(text string) []directed {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= 0x590 && r < 0x900 || r >= 0xFB1D && r <= 0xFEFC }) {
		return []directed{{text: text}}
	}
	runes := []rune(text)
	var paragraph bidi.Paragraph
	found := paragraph.Segment(runes, bidi.LeftToRight)
	parts, highest := make([]bidi.Run, found.NumRuns()), bidi.Level(0)
	for i := range parts {
		parts[i] = found.Run(i)
		highest = max(highest, parts[i].Level)
	}
	for level := highest; level > 0; level-- { // rule L2 of Unicode's bidirectional algorithm
		for i := 0; i < len(parts); i++ {
			end := i
			for end < len(parts) && parts[end].Level >= level {
				end++
			}
			slices.Reverse(parts[i:end])
			i = max(i, end-1)
		}
	}
	seen := make([]directed, len(parts))
	for i, part := range parts {
		seen[i] = directed{string(runes[part.Start:part.End]), !part.IsLeftToRight()}
	}
	return seen
}

// itemize splits text where the font or the script changes. Spaces, joiners and marks stay with what is before them.
func itemize(runes, line []rune, isBold bool) []item {
	latin := regular()
	if isBold {
		latin = bold()
	}
	var items []item
	for _, r := range runes {
		face, script := latin, language.Latin
		if s := language.LookupScript(r); scripts[s] != nil {
			face, script = scripts[s](), s
		} else if s == language.Greek || s == language.Cyrillic {
			script = s
		}
		if face == latin && !latin.has(r) {
			face, script = elsewhere(r, line, latin)
		}
		if last := len(items) - 1; last >= 0 {
			before := &items[last]
			if belongs(r) && before.face.has(r) || face == before.face && script == before.script {
				before.runes = append(before.runes, r)
				continue
			}
		}
		items = append(items, item{face: face, script: script, runes: []rune{r}})
	}
	return items
}

// belongs reports whether r takes the font of the letter before it, if that font has it.
func belongs(r rune) bool {
	return r == ' ' || r == '\u00a0' || r == '\u200c' || r == '\u200d' || unicode.Is(unicode.M, r)
}

// elsewhere looks for a sign that belongs to no single script, such as the danda or the Arabic comma, in the fonts that
// the line needs anyway.
func elsewhere(r rune, line []rune, latin *typeface) (*typeface, language.Script) {
	for _, other := range line {
		if script := language.LookupScript(other); scripts[script] != nil && scripts[script]().has(r) {
			return scripts[script](), script
		}
	}
	return latin, language.Latin
}

func (it item) shape() run {
	s := it.face.shapers.Get().(*shaper)
	defer it.face.shapers.Put(s)
	s.buffer.Clear()
	s.buffer.Props.Script, s.buffer.Props.Direction, s.buffer.Props.Language = it.script, harfbuzz.LeftToRight, "en"
	if it.right {
		s.buffer.Props.Direction = harfbuzz.RightToLeft
	}
	s.buffer.AddRunes(it.runes, 0, -1)
	s.buffer.Shape(s.font, nil)

	shaped := run{face: it.face, text: string(it.runes), plain: true}
	var pen int64
	for i, info := range s.buffer.Info {
		at := s.buffer.Pos[i]
		g := glyph{id: int(info.Glyph), x: it.face.thousandths(pen + int64(at.XOffset)),
			y:       it.face.thousandths(int64(at.YOffset)),
			advance: it.face.thousandths(it.face.advance(int(info.Glyph)))}
		alone := (i == 0 || s.buffer.Info[i-1].Cluster != info.Cluster) &&
			(i+1 == len(s.buffer.Info) || s.buffer.Info[i+1].Cluster != info.Cluster)
		if alone {
			g.text = string(it.runes[info.Cluster:clusterEnd(s.buffer.Info, i, len(it.runes))])
		}
		shaped.plain = shaped.plain && alone && g.id != 0
		shaped.glyphs = append(shaped.glyphs, g)
		pen += int64(at.XAdvance)
	}
	shaped.width = it.face.thousandths(pen)
	it.share(s.buffer.Info, shaped.glyphs)
	return shaped
}

// share divides the letters of a cluster among its glyphs as well as possible, for readers that ignore the text of the
// whole run.
func (it item) share(infos []harfbuzz.GlyphInfo, glyphs []glyph) {
	for from := 0; from < len(infos); {
		to := from + 1
		for to < len(infos) && infos[to].Cluster == infos[from].Cluster {
			to++
		}
		if to-from > 1 {
			shareCluster(it.face, it.runes[infos[from].Cluster:clusterEnd(infos, from, len(it.runes))], glyphs[from:to])
		}
		from = to
	}
}

func shareCluster(face *typeface, runes []rune, glyphs []glyph) {
	left := slices.Clone(runes)
	for i := range glyphs {
		if at := slices.Index(left, face.letters[glyphs[i].id]); at >= 0 {
			glyphs[i].text = string(left[at])
			left = slices.Delete(left, at, at+1)
		}
	}
	for i := range glyphs {
		if glyphs[i].text == "" && len(left) > 0 {
			glyphs[i].text, left = string(left), nil
		}
	}
}

// clusterEnd returns the index of the first rune after the cluster of the i-th glyph.
func clusterEnd(glyphs []harfbuzz.GlyphInfo, i, end int) int {
	for _, other := range glyphs {
		if other.Cluster > glyphs[i].Cluster && other.Cluster < end {
			end = other.Cluster
		}
	}
	return end
}
