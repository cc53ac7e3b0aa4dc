package pdf

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
)

//go:embed fonts/*.ttf.gz
var files embed.FS

// unpack reads an embedded font.
func unpack(name string) ([]byte, error) {
	packed, err := files.Open("fonts/" + name + ".ttf.gz")
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}

// typeface is an embedded font, unpacked and parsed when it is first needed. It never changes.
type typeface struct {
	name    string
	tables  map[string][]byte
	parsed  *font.Font
	upem    int64
	long    bool         // offsets in loca have four bytes
	letters map[int]rune // by glyph, for glyphs that stand for one letter only
	shapers sync.Pool
}

// shaper shapes with a typeface, for one caller at a time.
type shaper struct {
	font   *harfbuzz.Font
	buffer *harfbuzz.Buffer
}

func load(name string) func() *typeface {
	return sync.OnceValue(func() *typeface {
		content, err := unpack(name)
		if err != nil {
			panic(fmt.Sprintf("the font %s: %v", name, err))
		}
		face, err := font.ParseTTF(bytes.NewReader(content))
		if err != nil {
			panic(fmt.Sprintf("the font %s: %v", name, err))
		}
		t := &typeface{name: name, tables: map[string][]byte{}, parsed: face.Font, upem: int64(face.Upem())}
		for i := range int(binary.BigEndian.Uint16(content[4:])) {
			record := content[12+16*i:]
			offset, length := binary.BigEndian.Uint32(record[8:]), binary.BigEndian.Uint32(record[12:])
			t.tables[string(record[:4])] = content[offset : offset+length]
		}
		t.long = binary.BigEndian.Uint16(t.tables["head"][50:]) == 1
		t.letters = map[int]rune{}
		for all := t.parsed.Cmap.Iter(); all.Next(); {
			letter, id := all.Char()
			if known, ok := t.letters[int(id)]; !ok || letter < known {
				t.letters[int(id)] = letter
			}
		}
		t.shapers.New = func() any {
			return &shaper{font: harfbuzz.NewFont(font.NewFace(t.parsed)), buffer: harfbuzz.NewBuffer()}
		}
		return t
	})
}

var (
	regular = load("NotoSans-Regular")
	bold    = load("NotoSans-Bold")

	// scripts has the fonts of scripts that Noto Sans itself lacks.
	scripts = map[language.Script]func() *typeface{
		language.Arabic:       load("NotoSansArabic-Regular"),
		language.Bengali:      load("NotoSansBengali-Regular"), // Assamese too
		language.Devanagari:   load("NotoSansDevanagari-Regular"),
		language.Gujarati:     load("NotoSansGujarati-Regular"),
		language.Gurmukhi:     load("NotoSansGurmukhi-Regular"),
		language.Kannada:      load("NotoSansKannada-Regular"),
		language.Malayalam:    load("NotoSansMalayalam-Regular"),
		language.Meetei_Mayek: load("NotoSansMeeteiMayek-Regular"),
		language.Ol_Chiki:     load("NotoSansOlChiki-Regular"),
		language.Oriya:        load("NotoSansOriya-Regular"),
		language.Tamil:        load("NotoSansTamil-Regular"),
		language.Telugu:       load("NotoSansTelugu-Regular"),
		language.Thai:         load("NotoSansThai-Regular"),
	}
)

func (t *typeface) has(r rune) bool {
	_, ok := t.parsed.NominalGlyph(r)
	return ok
}

func (t *typeface) int16(table string, offset int) int64 {
	return int64(int16(binary.BigEndian.Uint16(t.tables[table][offset:])))
}

func (t *typeface) uint16(table string, offset int) int {
	return int(binary.BigEndian.Uint16(t.tables[table][offset:]))
}

// advance returns the glyph's width in units of the em.
func (t *typeface) advance(glyph int) int64 {
	metrics := t.uint16("hhea", 34)
	return int64(t.uint16("hmtx", 4*min(glyph, metrics-1)))
}

// bearing returns the distance of the glyph's outline from its origin.
func (t *typeface) bearing(glyph int) []byte {
	metrics := t.uint16("hhea", 34)
	if glyph < metrics {
		return t.tables["hmtx"][4*glyph+2 : 4*glyph+4]
	}
	at := 4*metrics + 2*(glyph-metrics)
	return t.tables["hmtx"][at : at+2]
}

// outline returns the glyph's data; empty for a space.
func (t *typeface) outline(glyph int) []byte {
	loca := t.tables["loca"]
	if t.long {
		return t.tables["glyf"][binary.BigEndian.Uint32(loca[4*glyph:]):binary.BigEndian.Uint32(loca[4*glyph+4:])]
	}
	return t.tables["glyf"][2*t.uint16("loca", 2*glyph) : 2*t.uint16("loca", 2*glyph+2)]
}

// thousandths converts font units to thousandths of the em, PDF's unit.
func (t *typeface) thousandths(units int64) int64 {
	if units < 0 {
		return -t.thousandths(-units)
	}
	return (units*1000 + t.upem/2) / t.upem
}

// postScript returns the font's name inside the file.
func (t *typeface) postScript() string { return strings.ReplaceAll(t.name, " ", "") }
