package elevendays_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sarai/internal/app/apptest"
)

// Tables of GSTR-1, as the text of each row by what names it.
type returned struct{ b2b, b2cs, cdnr, untaxed, hsn, documents map[string]string }

func emptyReturn() returned {
	return returned{map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{},
		map[string]string{}, map[string]string{}}
}

// supplies adds up values and their GST.
type supplies struct{ value, half paise }

func (s supplies) plus(t taxed, sign int64) supplies {
	return supplies{s.value + sign*t.value, s.half + sign*t.half}
}

func (s supplies) text() string { return fmt.Sprint(s.value, " ", s.half, " ", s.half) }

// compareReturn compares the month's GSTR-1 with what the ledger's documents of the month come to.
func (h *hotel) compareReturn(month string) {
	h.t.Helper()
	a := h.desk.Get(apptest.Invoices + "/gstr1?period=" + month).Want(200)
	h.same("GSTIN of the return", a.At("data", "gstin"), hotelGSTIN)
	h.same("period of the return", a.At("data", "fp"), month[5:]+month[:4])
	got, want := readReturn(a), h.fileReturn(month)
	for _, table := range []struct {
		name      string
		got, want map[string]string
	}{{"b2b", got.b2b, want.b2b}, {"b2cs", got.b2cs, want.b2cs}, {"cdnr", got.cdnr, want.cdnr},
		{"nil", got.untaxed, want.untaxed}, {"hsn", got.hsn, want.hsn}, {"doc_issue", got.documents, want.documents}} {
		keys := map[string]bool{}
		for key := range table.got {
			keys[key] = true
		}
		for key := range table.want {
			keys[key] = true
		}
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			h.same(fmt.Sprint("GSTR-1 of ", month, ", ", table.name, " ", key), table.got[key], table.want[key])
		}
	}
	h.same("cdnur", len(a.List("data", "cdnur")), 0)
}

// filed is a document of the month: an invoice, or with a sign of -1 a credit note.
type filed struct {
	number, date, gstin string
	sign                int64
	total               paise
	lines               []*billed
}

func (h *hotel) fileReturn(month string) returned {
	r := emptyReturn()
	var papers []filed
	var numbers, notes []string
	void := 0
	for _, i := range h.invoices {
		if i.number == "" || i.date[:7] != month {
			continue
		}
		numbers = append(numbers, i.number)
		if i.status == "void" {
			void++
			continue
		}
		papers = append(papers, filed{i.number, i.date, i.buyer.gstin, 1, i.total(), i.lines})
	}
	for _, n := range h.notes {
		if n.date[:7] == month {
			notes = append(notes, n.number)
			papers = append(papers, filed{n.number, n.date, n.invoice.buyer.gstin, -1, n.total(), n.lines})
		}
	}
	h.fileTables(&r, papers)
	if len(numbers) > 0 {
		r.documents["1"] = runOf(numbers, void)
	}
	if len(notes) > 0 {
		r.documents["5"] = runOf(notes, 0)
	}
	return r
}

// runOf is the run of a month's numbers, which have no gap.
func runOf(numbers []string, void int) string {
	first, last := slices.MinFunc(numbers, byNumber), slices.MaxFunc(numbers, byNumber)
	return fmt.Sprint(first, " to ", last, ": ", len(numbers), " ", void, " ", len(numbers)-void)
}

// byNumber orders the numbers of documents: shorter ones are lower.
func byNumber(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// fileTables adds the documents up: those to buyers with a GSTIN one by one, the others by rate.
func (h *hotel) fileTables(r *returned, papers []filed) {
	small, codes, untaxed := map[string]supplies{}, map[string]supplies{}, map[string][3]paise{}
	for _, p := range papers {
		byRate := map[int64]supplies{}
		to, who := "b2c", "INTRAB2C"
		if p.gstin != "" {
			to, who = "b2b", "INTRAB2B"
		}
		for _, x := range p.lines {
			switch {
			case x.kind == "gst":
				byRate[x.rate] = byRate[x.rate].plus(x.taxed, 1)
				code := fmt.Sprint(to, " ", x.sac, " at ", x.rate)
				codes[code] = codes[code].plus(x.taxed, p.sign)
			case x.kind == "non-gst":
				untaxed[who] = [3]paise{untaxed[who][0], untaxed[who][1], untaxed[who][2] + p.sign*x.value}
			default:
				untaxed[who] = [3]paise{untaxed[who][0] + p.sign*x.value, untaxed[who][1], untaxed[who][2]}
				if x.sac != "" {
					code := fmt.Sprint(to, " ", x.sac, " at ", 0)
					codes[code] = codes[code].plus(x.taxed, p.sign)
				}
			}
		}
		for rate, sum := range byRate {
			if p.gstin == "" {
				key := fmt.Sprint("27 at ", rate)
				small[key] = supplies{small[key].value + p.sign*sum.value, small[key].half + p.sign*sum.half}
				continue
			}
			table := r.b2b
			if p.sign < 0 {
				table = r.cdnr
			}
			table[fmt.Sprint(p.number, " at ", rate)] = fmt.Sprint(p.gstin, " ", portal(p.date), " ", p.total, ": ", sum.text())
		}
	}
	fill(r.b2cs, small)
	fill(r.hsn, codes)
	for who, sums := range untaxed {
		if sums != ([3]paise{}) {
			r.untaxed[who] = fmt.Sprint(sums)
		}
	}
}

func fill(table map[string]string, sums map[string]supplies) {
	for key, sum := range sums {
		if sum != (supplies{}) {
			table[key] = sum.text()
		}
	}
}

// portal writes a date as the portal does.
func portal(day string) string { return day[8:] + "-" + day[5:7] + "-" + day[:4] }

// readReturn reads the tables of the answer into the same texts.
func readReturn(a apptest.Answer) returned {
	r := emptyReturn()
	readPapers(a, "b2b", "inv", "inum", "idt", r.b2b)
	readPapers(a, "cdnr", "nt", "nt_num", "nt_dt", r.cdnr)
	for i := range a.List("data", "b2cs") {
		row := a.At("data", "b2cs", i).(map[string]any)
		r.b2cs[fmt.Sprint(row["pos"], " at ", row["rt"])] = amounts(row)
	}
	for i := range a.List("data", "nil", "inv") {
		row := a.At("data", "nil", "inv", i).(map[string]any)
		r.untaxed[row["sply_ty"].(string)] = fmt.Sprint([3]paise{apptest.Paise(row["expt_amt"]),
			apptest.Paise(row["nil_amt"]), apptest.Paise(row["ngsup_amt"])})
	}
	for _, to := range []string{"b2b", "b2c"} {
		for i := range a.List("data", "hsn", "hsn_"+to) {
			row := a.At("data", "hsn", "hsn_"+to, i).(map[string]any)
			r.hsn[fmt.Sprint(to, " ", row["hsn_sc"], " at ", row["rt"])] = amounts(row)
		}
	}
	for i := range a.List("data", "doc_issue", "doc_det") {
		for n := range a.List("data", "doc_issue", "doc_det", i, "docs") {
			run := a.At("data", "doc_issue", "doc_det", i, "docs", n).(map[string]any)
			r.documents[fmt.Sprint(a.At("data", "doc_issue", "doc_det", i, "doc_num"))] += fmt.Sprint(run["from"], " to ",
				run["to"], ": ", run["totnum"], " ", run["cancel"], " ", run["net_issue"])
		}
	}
	return r
}

// readPapers reads the documents to buyers with a GSTIN, by number and rate.
func readPapers(a apptest.Answer, table, list, number, day string, into map[string]string) {
	for i := range a.List("data", table) {
		for n := range a.List("data", table, i, list) {
			paper := a.At("data", table, i, list, n).(map[string]any)
			for _, item := range paper["itms"].([]any) {
				detail := item.(map[string]any)["itm_det"].(map[string]any)
				into[fmt.Sprint(paper[number], " at ", detail["rt"])] = fmt.Sprint(a.At("data", table, i, "ctin"), " ",
					paper[day], " ", apptest.Paise(paper["val"]), ": ", amounts(detail))
			}
		}
	}
}

func amounts(row map[string]any) string {
	return fmt.Sprint(apptest.Paise(row["txval"]), " ", apptest.Paise(row["camt"]), " ", apptest.Paise(row["samt"]))
}
