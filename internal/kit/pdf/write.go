package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf16"
)

// writer numbers the objects of a file and records where each begins.
type writer struct {
	out     bytes.Buffer
	offsets []int
}

// The numbers of objects that others refer to; the rest follow.
const (
	catalogObject = 1 + iota
	pagesObject
	infoObject
	resourcesObject
	firstFree
)

// Bytes returns the finished file.
func (d *Document) Bytes() []byte {
	w := &writer{offsets: make([]int, firstFree)}
	w.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	w.object(catalogObject, fmt.Sprintf("<</Type /Catalog /Pages %d 0 R /Lang (en-IN) /ViewerPreferences "+
		"<</DisplayDocTitle true>>>>", pagesObject))
	w.object(infoObject, fmt.Sprintf("<</Title %s /Author %s /Creator (Sarai) /Producer (Sarai) /CreationDate (%s) "+
		"/ModDate (%s)>>",
		textString(d.info.Title), textString(d.info.Author), d.date(), d.date()))
	var kids []string
	for _, p := range d.pages {
		content := w.stream("", p.content.Bytes())
		kids = append(kids, fmt.Sprintf("%d 0 R", w.add(
			fmt.Sprintf("<</Type /Page /Parent %d 0 R /Resources %d 0 R /MediaBox [0 0 %s %s] /Contents %d 0 R>>",
				pagesObject, resourcesObject, Width, Height, content))))
	}
	w.object(pagesObject, fmt.Sprintf("<</Type /Pages /Count %d /Kids [%s]>>", len(kids), strings.Join(kids, " ")))
	w.object(resourcesObject, d.resources(w))
	return w.finish()
}

func (d *Document) date() string { return d.info.Created.UTC().Format("D:20060102150405Z") }

func (d *Document) resources(w *writer) string {
	var fonts, images strings.Builder
	for _, s := range d.fonts {
		fmt.Fprintf(&fonts, "/%s %d 0 R ", s.name, w.font(s))
	}
	for i, picture := range d.images {
		number := w.packed(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB "+
			"/BitsPerComponent 8 /DecodeParms <</Predictor 15 /Colors 3 /Columns %d>>",
			picture.width, picture.height, picture.width), picture.data)
		fmt.Fprintf(&images, "/I%d %d 0 R ", i+1, number)
	}
	return fmt.Sprintf("<</Font <<%s>> /XObject <<%s>> /ExtGState <</Pale <</ca 0.12>>>>>>", fonts.String(),
		images.String())
}

// object writes an object with a fixed number.
func (w *writer) object(number int, content string) {
	w.offsets[number] = w.out.Len()
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nendobj\n", number, content)
}

// add writes an object and returns its number.
func (w *writer) add(content string) int {
	w.offsets = append(w.offsets, 0)
	w.object(len(w.offsets)-1, content)
	return len(w.offsets) - 1
}

// stream compresses data into an object.
func (w *writer) stream(entries string, data []byte) int {
	var compressed bytes.Buffer
	packer := zlib.NewWriter(&compressed)
	_, _ = packer.Write(data) // a write to memory never fails
	_ = packer.Close()
	return w.packed(entries, compressed.Bytes())
}

func (w *writer) packed(entries string, data []byte) int {
	return w.add(fmt.Sprintf("<<%s /Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream", entries, len(data), data))
}

// finish writes the index of objects. The file's id is derived from its content.
func (w *writer) finish() []byte {
	id := sha256.Sum256(w.out.Bytes())
	start := w.out.Len()
	fmt.Fprintf(&w.out, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets))
	for _, offset := range w.offsets[1:] {
		fmt.Fprintf(&w.out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&w.out, "trailer\n<</Size %d /Root %d 0 R /Info %d 0 R /ID [<%X> <%X>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(w.offsets), catalogObject, infoObject, id[:16], id[:16], start)
	return w.out.Bytes()
}

// font writes a subset with all that a reader needs to draw it and extract its text.
func (w *writer) font(s *subset) int {
	content := s.file()
	name := subsetTag(content) + "+" + s.face.postScript()
	file := w.stream(fmt.Sprintf("/Length1 %d", len(content)), content)
	head := func(offset int) int64 { return s.face.thousandths(s.face.int16("head", offset)) }
	ascent, descent := s.face.thousandths(s.face.int16("hhea", 4)), s.face.thousandths(s.face.int16("hhea", 6))
	descriptor := w.add(fmt.Sprintf("<</Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [%d %d %d %d] "+
		"/ItalicAngle 0 /Ascent %d /Descent %d /CapHeight 714 /StemV 80 /FontFile2 %d 0 R>>",
		name, head(36), head(38), head(40), head(42), ascent, descent, file))
	var widths strings.Builder
	for _, glyph := range s.glyphs {
		fmt.Fprintf(&widths, "%d ", s.face.thousandths(s.face.advance(glyph)))
	}
	child := w.add(fmt.Sprintf("<</Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo <</Registry (Adobe) "+
		"/Ordering (Identity) /Supplement 0>> /CIDToGIDMap /Identity /DW 0 /W [0 [%s]] /FontDescriptor %d 0 R>>",
		name, widths.String(), descriptor))
	unicodes := w.stream("", []byte(s.toUnicode()))
	return w.add(fmt.Sprintf("<</Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 "+
		"R] /ToUnicode %d 0 R>>", name, child, unicodes))
}

// subsetTag returns six letters that distinguish subsets of one font.
func subsetTag(content []byte) string {
	sum := sha256.Sum256(content)
	tag := make([]byte, 6)
	for i := range tag {
		tag[i] = 'A' + sum[i]%26
	}
	return string(tag)
}

// toUnicode maps glyphs back to text, for searching and copying.
func (s *subset) toUnicode() string {
	var entries []string
	for number, text := range s.texts {
		if text == "" {
			continue
		}
		entry := fmt.Sprintf("<%04X> <", number)
		for _, unit := range utf16.Encode([]rune(text)) {
			entry += fmt.Sprintf("%04X", unit)
		}
		entries = append(entries, entry+">\n")
	}
	var out strings.Builder
	out.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) " +
		"/Ordering (UCS) /Supplement 0>> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	for len(entries) > 0 {
		block := entries[:min(100, len(entries))] // PDF allows at most 100 in a block
		fmt.Fprintf(&out, "%d beginbfchar\n%sendbfchar\n", len(block), strings.Join(block, ""))
		entries = entries[len(block):]
	}
	out.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return out.String()
}
