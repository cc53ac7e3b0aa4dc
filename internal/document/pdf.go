package document

import (
	"bytes"

	"codeberg.org/go-pdf/fpdf"
)

// PDF draws the paper.
func (p Paper) PDF() ([]byte, error) {
	f := fpdf.New("P", "mm", "A4", "")
	f.SetCreationDate(p.Created)
	f.SetModificationDate(p.Created)
	f.AddPage()
	f.SetFont("Helvetica", "", 14)
	f.Cell(0, 10, p.Title()+" "+p.Number)
	var out bytes.Buffer
	err := f.Output(&out)
	return out.Bytes(), err
}
