// Package pdftext reads the PDFs that kit/pdf writes, for tests: that the file is whole, and the text that a reader
// would find in it. It knows no other PDFs.
package pdftext

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

type file struct {
	t       testing.TB
	objects map[string][]byte // by number
}

// Pages are the texts of the pages of a PDF; pieces on one line have tabs between them. The test fails where the file
// is not
// whole, or draws text outside of a page.
func Pages(t testing.TB, content []byte) []string {
	t.Helper()
	f := open(t, content)
	var pages []string
	for _, kid := range references(f.entry(f.objects["2"], `/Kids \[([^\]]*)\]`)) {
		page := f.objects[kid]
		fonts := f.fonts(f.objects[f.entry(page, `/Resources (\d+) 0 R`)])
		drawing := string(f.stream(f.entry(page, `/Contents (\d+) 0 R`)))
		f.inside(drawing)
		pages = append(pages, drawn(drawing, fonts))
	}
	return pages
}

// Text is all of Pages.
func Text(t testing.TB, content []byte) string {
	t.Helper()
	return strings.Join(Pages(t, content), "\n")
}

// open finds every object where the table at the file's end says that it is.
func open(t testing.TB, content []byte) *file {
	t.Helper()
	f := &file{t: t, objects: map[string][]byte{}}
	tail := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(content)
	if !bytes.HasPrefix(content, []byte("%PDF-1.7\n")) || tail == nil {
		t.Fatalf("no PDF, or half of one: %d bytes", len(content))
	}
	start, _ := strconv.Atoi(string(tail[1]))
	for i, line := range regexp.MustCompile(`(?m)^(\d{10}) 00000 n $`).FindAllSubmatch(content[start:], -1) {
		offset, _ := strconv.Atoi(string(line[1]))
		head := fmt.Sprintf("%d 0 obj\n", i+1)
		if !bytes.HasPrefix(content[offset:], []byte(head)) {
			t.Fatalf("object %d is not where the table says", i+1)
		}
		body := content[offset+len(head):]
		f.objects[strconv.Itoa(i+1)] = body[:bytes.Index(body, []byte("\nendobj\n"))]
	}
	return f
}

func (f *file) entry(object []byte, pattern string) string {
	f.t.Helper()
	found := regexp.MustCompile(pattern).FindSubmatch(object)
	if found == nil {
		f.t.Fatalf("an object has no %s", pattern)
	}
	return string(found[1])
}

func references(list string) (numbers []string) {
	for _, found := range regexp.MustCompile(`(\d+) 0 R`).FindAllStringSubmatch(list, -1) {
		numbers = append(numbers, found[1])
	}
	return numbers
}

func (f *file) stream(number string) []byte {
	f.t.Helper()
	_, data, _ := bytes.Cut(f.objects[number], []byte("\nstream\n"))
	reader, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		f.t.Fatalf("the stream %s: %v", number, err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		f.t.Fatalf("the stream %s: %v", number, err)
	}
	return content
}

// fonts are, by the name of each font, what its glyphs stand for.
func (f *file) fonts(resources []byte) map[string]map[string]string {
	f.t.Helper()
	all := map[string]map[string]string{}
	for _, found := range regexp.MustCompile(`/(F\d+) (\d+) 0 R`).FindAllSubmatch(resources, -1) {
		texts := map[string]string{}
		unicodes := f.stream(f.entry(f.objects[string(found[2])], `/ToUnicode (\d+) 0 R`))
		for _, entry := range regexp.MustCompile(`(?m)^<(\w{4})> <(\w+)>$`).FindAllSubmatch(unicodes, -1) {
			texts[string(entry[1])] = decode(string(entry[2]))
		}
		all[string(found[1])] = texts
	}
	return all
}

func decode(digits string) string {
	raw, _ := hex.DecodeString(digits)
	var units []uint16
	for i := 0; i+1 < len(raw); i += 2 {
		units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
	}
	return string(utf16.Decode(units))
}

var (
	piece = regexp.MustCompile(`(?s)BT\n(.*?)ET\n`)
	run   = regexp.MustCompile(`(?m)(?:^/Span <</ActualText <FEFF(\w*)>>> BDC\n)?` +
		`^/(F\d+) \S+ Tf 1 0 0 1 (\S+) (\S+) Tm(.*)$`)
	drawing = regexp.MustCompile(`<(\w{4})>`)
)

// inside fails the test where a piece of text begins outside of the page.
func (f *file) inside(content string) {
	f.t.Helper()
	for _, found := range run.FindAllStringSubmatch(content, -1) {
		x, _ := strconv.ParseFloat(found[3], 64)
		y, _ := strconv.ParseFloat(found[4], 64)
		if x < 0 || x > 595 || y < 20 || y > 842 {
			f.t.Errorf("text is drawn at %s, %s, outside of the page", found[3], found[4])
		}
	}
}

// drawn is the text of a page. Text that is turned, as a stamp is, is left out.
func drawn(content string, fonts map[string]map[string]string) string {
	var text strings.Builder
	line := ""
	for _, whole := range piece.FindAllStringSubmatch(content, -1) {
		for i, found := range run.FindAllStringSubmatch(whole[1], -1) {
			if i == 0 && line == found[4] {
				text.WriteString("\t")
			} else if i == 0 && line != "" {
				text.WriteString("\n")
			}
			line = found[4]
			if found[1] != "" {
				text.WriteString(decode(found[1]))
				continue
			}
			for _, glyph := range drawing.FindAllStringSubmatch(found[5], -1) {
				text.WriteString(fonts[found[2]][glyph[1]])
			}
		}
	}
	return text.String()
}
