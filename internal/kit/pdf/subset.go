package pdf

import "encoding/binary"

// subset is the part of a font that a document uses. Glyphs are numbered in the order of their first use.
type subset struct {
	face    *typeface
	name    string // in the page's resources
	numbers map[int]int
	glyphs  []int    // the font's own numbers
	texts   []string // what each stands for, if known
}

func newSubset(face *typeface, name string) *subset {
	s := &subset{face: face, name: name, numbers: map[int]int{}}
	s.number(0, "") // number 0 is always the box for missing letters
	return s
}

// number returns the glyph's number in the subset.
func (s *subset) number(glyph int, text string) int {
	number, known := s.numbers[glyph]
	if !known {
		number = len(s.glyphs)
		s.numbers[glyph] = number
		s.glyphs, s.texts = append(s.glyphs, glyph), append(s.texts, text)
	}
	if s.texts[number] == "" && glyph != 0 {
		s.texts[number] = text
	}
	return number
}

// Flags of a component in a composite glyph.
const (
	argsAreWords     = 1 << 0
	hasScale         = 1 << 3
	moreComponents   = 1 << 5
	hasTwoScales     = 1 << 6
	hasMatrix        = 1 << 7
	hasInstructions  = 1 << 8
	compositeHeader  = 10
	simpleHeaderSize = 10
)

// file returns the subset as a TrueType font: the tables that PDF requires, without hints.
func (s *subset) file() []byte {
	var glyf, loca, hmtx []byte
	for i := 0; i < len(s.glyphs); i++ { // grows while components are numbered
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		outline := s.redrawn(s.face.outline(s.glyphs[i]))
		glyf = append(glyf, outline...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(s.face.advance(s.glyphs[i])))
		hmtx = append(hmtx, s.face.bearing(s.glyphs[i])...)
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head, hhea, maxp := clone(s.face.tables["head"]), clone(s.face.tables["hhea"]), clone(s.face.tables["maxp"])
	binary.BigEndian.PutUint32(head[8:], 0)  // the file's checksum, which a PDF doesn't need
	binary.BigEndian.PutUint16(head[50:], 1) // offsets of four bytes
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(s.glyphs)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(s.glyphs)))
	return fontFile([]table{{"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", hmtx}, {"loca", loca},
		{"maxp", maxp}})
}

func clone(b []byte) []byte { return append([]byte(nil), b...) }

// redrawn returns the outline without hints, its components numbered as in the subset.
func (s *subset) redrawn(outline []byte) []byte {
	if len(outline) == 0 {
		return nil
	}
	contours := int16(binary.BigEndian.Uint16(outline))
	if contours >= 0 {
		at := simpleHeaderSize + 2*int(contours)
		hints := int(binary.BigEndian.Uint16(outline[at:]))
		drawn := append(clone(outline[:at]), 0, 0)
		return append(drawn, outline[at+2+hints:]...)
	}
	drawn := clone(outline)
	for at := compositeHeader; ; {
		flags := binary.BigEndian.Uint16(drawn[at:])
		binary.BigEndian.PutUint16(drawn[at:], flags&^hasInstructions)
		binary.BigEndian.PutUint16(drawn[at+2:], uint16(s.number(int(binary.BigEndian.Uint16(drawn[at+2:])), "")))
		at += componentSize(flags)
		if flags&moreComponents == 0 {
			return drawn[:at]
		}
	}
}

func componentSize(flags uint16) int {
	size := 6
	if flags&argsAreWords != 0 {
		size += 2
	}
	switch {
	case flags&hasScale != 0:
		size += 2
	case flags&hasTwoScales != 0:
		size += 4
	case flags&hasMatrix != 0:
		size += 8
	}
	return size
}

type table struct {
	tag  string
	data []byte
}

// fontFile writes a directory followed by the tables, which must be sorted by tag.
func fontFile(tables []table) []byte {
	file := []byte{0, 1, 0, 0, 0, byte(len(tables)), 0, 64, 0, 2, 0, 32} // 64, 2, 32: how to search among 4 to 7 entries
	offset := 12 + 16*len(tables)
	for _, t := range tables {
		file = append(file, t.tag...)
		file = binary.BigEndian.AppendUint32(file, checksum(t.data))
		file = binary.BigEndian.AppendUint32(file, uint32(offset))
		file = binary.BigEndian.AppendUint32(file, uint32(len(t.data)))
		offset += (len(t.data) + 3) &^ 3
	}
	for _, t := range tables {
		file = append(file, t.data...)
		for len(file)%4 != 0 {
			file = append(file, 0)
		}
	}
	return file
}

func checksum(data []byte) (sum uint32) {
	for len(data) >= 4 {
		sum += binary.BigEndian.Uint32(data)
		data = data[4:]
	}
	var rest [4]byte
	copy(rest[:], data)
	return sum + binary.BigEndian.Uint32(rest[:])
}
