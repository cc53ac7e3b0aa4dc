package document

import "sarai/internal/kit/pdf"

// PDF draws the paper.
func (p Paper) PDF() ([]byte, error) {
	d := pdf.New(pdf.Info{Title: p.Title() + " " + p.Number, Author: p.Seller.Name, Created: p.Created})
	d.AddPage()
	d.Text(4000, 6000, p.Title()+" "+p.Number, pdf.Style{Size: 14 * pdf.Point})
	return d.Bytes(), nil
}
