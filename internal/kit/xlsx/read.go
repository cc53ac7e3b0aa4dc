package xlsx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
)

// What a workbook that is read may have: more is refused, before it is unpacked.
const (
	maxPart    = 8 << 20 // bytes of a part, unpacked
	maxRows    = 5000
	maxColumns = 100
)

// ErrUnreadable is that a file is no workbook, or a larger one than is read.
var ErrUnreadable = errors.New("not a workbook that can be read")

// Read returns the texts of the cells of a workbook's first sheet, row by row, those
// without anything too. Numbers are as they are stored, so a
// date is the number of its day: 1 is 1 January 1900, and there was a 29 February in that year. Formulas have their
// last values. It fails with ErrUnreadable.
func Read(content []byte) ([][]string, error) {
	book, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, ErrUnreadable
	}
	texts, err := sharedTexts(book)
	if err != nil {
		return nil, err
	}
	part, err := open(book, "xl/worksheets/sheet1.xml")
	if err != nil {
		return nil, err
	}
	return readRows(xml.NewDecoder(part), texts)
}

// open gives a part of the workbook, of which no more than maxPart bytes are read.
func open(book *zip.Reader, name string) (io.Reader, error) {
	part, err := book.Open(name)
	if err != nil {
		return nil, ErrUnreadable
	}
	content, err := io.ReadAll(io.LimitReader(part, maxPart+1))
	if err != nil || len(content) > maxPart {
		return nil, ErrUnreadable
	}
	return bytes.NewReader(content), part.Close()
}

// text is a text of a cell, in one piece or in runs.
type text struct {
	T string `xml:"t"`
	R []struct {
		T string `xml:"t"`
	} `xml:"r"`
}

func (t text) String() string {
	all := t.T
	for _, run := range t.R {
		all += run.T
	}
	return all
}

// sharedTexts are the texts that cells refer to by number; a workbook may have none.
func sharedTexts(book *zip.Reader) ([]string, error) {
	part, err := open(book, "xl/sharedStrings.xml")
	if err != nil {
		return nil, nil
	}
	var table struct {
		SI []text `xml:"si"`
	}
	if err := xml.NewDecoder(part).Decode(&table); err != nil {
		return nil, ErrUnreadable
	}
	texts := make([]string, len(table.SI))
	for i, t := range table.SI {
		texts[i] = t.String()
	}
	return texts, nil
}

// cell is a cell as the file has it.
type cell struct {
	At     string `xml:"r,attr"`
	Kind   string `xml:"t,attr"`
	Value  string `xml:"v"`
	Inline text   `xml:"is"`
}

func (c cell) text(texts []string) string {
	switch c.Kind {
	case "s":
		if i, err := strconv.Atoi(c.Value); err == nil && i >= 0 && i < len(texts) {
			return texts[i]
		}
		return ""
	case "inlineStr":
		return c.Inline.String()
	}
	return c.Value
}

func readRows(from *xml.Decoder, texts []string) (rows [][]string, err error) {
	for {
		token, err := from.Token()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, ErrUnreadable
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "row" {
			continue
		}
		var found struct {
			C []cell `xml:"c"`
		}
		if err := from.DecodeElement(&found, &start); err != nil || len(rows) == maxRows {
			return nil, ErrUnreadable
		}
		for n := numberOf(start); n <= maxRows && len(rows) < n-1; { // files leave rows without anything out
			rows = append(rows, nil)
		}
		var row []string
		for i, c := range found.C {
			at := placeOf(c.At, i)
			if at >= maxColumns {
				continue
			}
			for len(row) <= at {
				row = append(row, "")
			}
			row[at] = c.text(texts)
		}
		rows = append(rows, row)
	}
}

// numberOf is the number that a row says it has, from 1 on; 0: none.
func numberOf(row xml.StartElement) int {
	for _, a := range row.Attr {
		if n, err := strconv.Atoi(a.Value); err == nil && a.Name.Local == "r" {
			return n
		}
	}
	return 0
}

// placeOf is the place of the column in a reference such as C7; without one, it is next.
func placeOf(at string, next int) int {
	letters := strings.TrimRight(at, "0123456789")
	if letters == "" || len(letters) > 3 {
		return next
	}
	place := 0
	for _, letter := range letters {
		if letter < 'A' || letter > 'Z' {
			return next
		}
		place = place*26 + int(letter-'A') + 1
	}
	return place - 1
}
