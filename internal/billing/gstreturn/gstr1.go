package gstreturn

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sarai/internal/books/tax"
	"sarai/internal/country/india"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
	"sarai/internal/paper/document"
	"sarai/internal/property/company"
	"sarai/internal/stay/folio"
)

// paper is an issued invoice or a credit note.
type paper struct {
	id     string
	number string
	day    date.Date
	of     date.Date // of a credit note: the day of its invoice
	void   bool
	buyer  document.Party
	place  string // the state's code
	total  money.Amount
	sums   []sum

	invoice, company string             // the invoice's id, and whom its booking is for
	operator         *company.Collector // through whom it was supplied; nil: nobody who collects tax
}

func (p paper) taxed() bool { return slices.ContainsFunc(p.sums, sum.taxed) }

func (p paper) registered() bool { return p.buyer.GSTIN != "" }

// sum adds up the lines of a paper that share SAC, kind of tax and rate.
type sum struct {
	sac, description string
	kind             string
	rate             tax.Rate
	quantity         folio.Quantity
	amounts
}

// taxed reports whether the lines bear GST and so belong in the tables by rate.
func (s sum) taxed() bool { return (s.kind == tax.GST || s.kind == tax.UTGST) && s.rate > 0 }

// outside reports whether the lines are outside GST.
func (s sum) outside() bool { return s.kind == tax.NonGST || s.kind == tax.Other }

// amounts are a value and its GST.
type amounts struct{ taxable, cgst, sgst money.Amount }

func (a amounts) plus(b amounts) amounts {
	return amounts{a.taxable + b.taxable, a.cgst + b.cgst, a.sgst + b.sgst}
}

func (a amounts) minus() amounts { return amounts{-a.taxable, -a.cgst, -a.sgst} }

// build makes the return for a month, written YYYY-MM, with these invoices and credit notes.
func build(gstin string, period Period, invoices, notes []paper) Return {
	r := Return{GSTIN: gstin, Period: string(period[5:] + period[:4]), B2B: []Recipient{}, CDNR: []NoteRecipient{},
		CDNUR: []Note{}}
	var supplies []paper // invoices, and credit notes with the opposite sign
	for _, i := range invoices {
		if i.void {
			continue
		}
		supplies = append(supplies, i)
		if items := itemsOf(i); i.registered() && len(items) > 0 {
			r.addInvoice(i, items)
		}
	}
	for _, n := range notes {
		if n.day > india.CreditableUntil(n.of) && n.taxed() {
			r.late = append(r.late, n.number)
		}
		if items := itemsOf(n); n.registered() && len(items) > 0 {
			r.addNote(n, items)
		}
		supplies = append(supplies, n.reversed())
	}
	r.B2CS, r.Operators = smallSupplies(supplies), throughOperators(supplies)
	r.Nil.Supplies = untaxed(supplies)
	r.HSN.Registered, r.HSN.Others = byCode(supplies, true), byCode(supplies, false)
	r.Documents.Kinds = issued(invoices, notes)
	return r
}

// reversed is the paper with the opposite amounts.
func (p paper) reversed() paper {
	p.sums = slices.Clone(p.sums)
	for i, s := range p.sums {
		p.sums[i].amounts, p.sums[i].quantity = s.minus(), -s.quantity
	}
	return p
}

// itemsOf are the paper's taxed amounts by rate, the lowest first.
func itemsOf(p paper) []Item {
	byRate := map[tax.Rate]amounts{}
	for _, s := range p.sums {
		if s.taxed() {
			byRate[s.rate] = byRate[s.rate].plus(s.amounts)
		}
	}
	var items []Item
	for i, rate := range slices.Sorted(maps.Keys(byRate)) {
		items = append(items, Item{Number: i + 1, Detail: ItemDetail{Rate: rate.Number(), TaxView: byRate[rate].view()}})
	}
	return items
}

func (r *Return) addInvoice(p paper, items []Item) {
	row := Invoice{Number: p.number, Date: portalDate(p.day), Value: exact(p.total), Place: p.place,
		ReverseCharge: "N", Type: "R", Items: items, buyer: p.buyer.Name}
	i := slices.IndexFunc(r.B2B, func(known Recipient) bool { return known.GSTIN == p.buyer.GSTIN })
	if i < 0 {
		i, r.B2B = len(r.B2B), append(r.B2B, Recipient{GSTIN: p.buyer.GSTIN})
	}
	r.B2B[i].Invoices = append(r.B2B[i].Invoices, row)
}

func (r *Return) addNote(p paper, items []Item) {
	note := Note{Kind: "C", Number: p.number, Date: portalDate(p.day), Value: exact(p.total), Place: p.place,
		ReverseCharge: "N", Type: "R", Items: items, buyer: p.buyer.Name}
	i := slices.IndexFunc(r.CDNR, func(known NoteRecipient) bool { return known.GSTIN == p.buyer.GSTIN })
	if i < 0 {
		i, r.CDNR = len(r.CDNR), append(r.CDNR, NoteRecipient{GSTIN: p.buyer.GSTIN})
	}
	r.CDNR[i].Notes = append(r.CDNR[i].Notes, note)
}

// smallSupplies are the supplies to buyers without a GSTIN, by place and rate.
func smallSupplies(supplies []paper) []Small {
	type key struct {
		place string
		rate  tax.Rate
	}
	all := map[key]amounts{}
	for _, p := range supplies {
		for _, s := range p.sums {
			if k := (key{p.place, s.rate}); s.taxed() && !p.registered() {
				all[k] = all[k].plus(s.amounts)
			}
		}
	}
	list := []Small{}
	for _, k := range slices.SortedFunc(maps.Keys(all), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.rate, b.rate))
	}) {
		if all[k] != (amounts{}) {
			list = append(list, Small{Supply: "INTRA", Type: "OE", Place: k.place, Rate: k.rate.Number(),
				TaxView: all[k].view()})
		}
	}
	return list
}

// untaxed are the supplies without GST, for buyers with and without a GSTIN.
func untaxed(supplies []paper) []Untaxed {
	type values struct{ exempt, nilRated, outside money.Amount }
	all := map[string]values{}
	for _, p := range supplies {
		buyers := "INTRAB2C"
		if p.registered() {
			buyers = "INTRAB2B"
		}
		v := all[buyers]
		for _, s := range p.sums {
			switch {
			case s.taxed():
			case s.outside():
				v.outside += s.taxable
			case s.kind == tax.None || s.kind == tax.Exempt:
				v.exempt += s.taxable
			default:
				v.nilRated += s.taxable
			}
		}
		all[buyers] = v
	}
	list := []Untaxed{}
	for _, buyers := range slices.Sorted(maps.Keys(all)) {
		if v := all[buyers]; v != (values{}) {
			list = append(list, Untaxed{Supply: buyers, Exempt: exact(v.exempt), NilRated: exact(v.nilRated),
				Outside: exact(v.outside)})
		}
	}
	return list
}

// byCode adds up the supplies by SAC or HSN and rate, to buyers with a GSTIN or to the others. It leaves out lines that
// are outside GST, and untaxed lines without a code.
func byCode(supplies []paper, registered bool) []Code {
	type key struct {
		code string
		rate tax.Rate
	}
	all := map[key]sum{}
	for _, p := range supplies {
		for _, s := range p.sums {
			if p.registered() != registered || s.outside() || !s.taxed() && s.sac == "" {
				continue
			}
			if !s.taxed() {
				s.rate = 0
			}
			k := key{s.sac, s.rate}
			known := all[k]
			s.amounts, s.quantity = s.plus(known.amounts), s.quantity+known.quantity
			s.description = cmp.Or(known.description, s.description)
			all[k] = s
		}
	}
	list := []Code{}
	for _, k := range slices.SortedFunc(maps.Keys(all), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.rate, b.rate))
	}) {
		if s := all[k]; s.amounts != (amounts{}) {
			list = append(list, s.code(len(list)+1))
		}
	}
	return list
}

// code is the sum as a row of table 12. Services, whose codes begin with 99, have no quantity.
func (s sum) code(number int) Code {
	row := Code{Number: number, Code: s.sac, Description: s.description, Unit: "NA", Quantity: "0", Rate: s.rate.Number(),
		IGST: exact(0), TaxView: s.view()}
	if s.sac == india.LodgingSAC {
		row.Description = "Room accommodation"
	}
	if !strings.HasPrefix(s.sac, "99") {
		text, _ := s.quantity.MarshalJSON() // never fails
		row.Unit, row.Quantity = "OTH", money.Number(text)
	}
	return row
}

// issued is table 13: the numbers that were given, by kind of document, in runs without a gap.
func issued(invoices, notes []paper) []DocumentKind {
	kinds := []DocumentKind{}
	for _, k := range []struct {
		number int
		name   string
		papers []paper
	}{{1, "Invoices for outward supply", invoices}, {5, "Credit Note", notes}} {
		if len(k.papers) > 0 {
			kinds = append(kinds, DocumentKind{Number: k.number, Name: k.name, Runs: runs(k.papers)})
		}
	}
	return kinds
}

func runs(papers []paper) []Run {
	type place struct {
		stem   string
		number int64
	}
	at := func(p paper) place {
		stem := strings.TrimRight(p.number, "0123456789")
		number, _ := strconv.ParseInt(p.number[len(stem):], 10, 64) // a document's number has at most 16 characters
		return place{stem, number}
	}
	papers = slices.SortedFunc(slices.Values(papers), func(a, b paper) int {
		return cmp.Or(cmp.Compare(at(a).stem, at(b).stem), cmp.Compare(at(a).number, at(b).number))
	})
	list, before := []Run{}, place{}
	for i, p := range papers {
		if here := at(p); i == 0 || here.stem != before.stem || here.number != before.number+1 {
			list = append(list, Run{Number: len(list) + 1, From: p.number})
		}
		run := &list[len(list)-1]
		run.To, before = p.number, at(p)
		run.Total++
		if p.void {
			run.Cancelled++
		}
		run.Net = run.Total - run.Cancelled
	}
	return list
}

// exact writes an amount of rupees with both decimals.
func exact(a money.Amount) money.Number {
	sign := ""
	if a < 0 {
		sign, a = "-", -a
	}
	return money.Number(fmt.Sprintf("%s%d.%02d", sign, a/100, a%100))
}

func (a amounts) view() TaxView {
	return TaxView{Taxable: exact(a.taxable), CGST: exact(a.cgst), SGST: exact(a.sgst), Cess: exact(0)}
}

// portalDate writes a date as the portal does: 14-04-2026.
func portalDate(d date.Date) string { return string(d[8:] + "-" + d[5:7] + "-" + d[:4]) }
