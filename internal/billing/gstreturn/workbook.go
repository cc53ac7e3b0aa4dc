package gstreturn

import (
	"strings"
	"time"

	"sarai/internal/country/india"
	"sarai/internal/kit/money"
	"sarai/internal/kit/xlsx"
)

// sheet is a sheet of the offline tool: a title, the sums of some columns above their headings, and rows of texts
// (string) and numbers (money.Number, int).
type sheet struct {
	name, title string
	headings    []string
	sums        map[string]string // by heading: what the sum is called
	rows        [][]any
}

const (
	recipient, receiver, place, percent = "GSTIN/UIN of Recipient", "Receiver Name", "Place Of Supply",
		"Applicable % of Tax Rate"
	reverse, rate, taxable, cess = "Reverse Charge", "Rate", "Taxable Value", "Cess Amount"
	operator                     = "E-Commerce GSTIN"
)

var taxableAndCess = map[string]string{taxable: "Total Taxable Value", cess: "Total Cess"}

// sheets are those of the offline tool, in its order. The ones that a hotel has nothing for are empty, but for
// that of operators, which is left out.
func (r Return) sheets() []sheet {
	codes := []string{"HSN", "Description", "UQC", "Total Quantity", "Total Value", rate, taxable, "Integrated Tax Amount",
		"Central Tax Amount", "State/UT Tax Amount", cess}
	codeSums := map[string]string{"Total Value": "Total Value", taxable: "Total Taxable Value",
		"Integrated Tax Amount": "Total Integrated Tax",
		"Central Tax Amount":    "Total Central Tax", "State/UT Tax Amount": "Total State/UT Tax", cess: "Total Cess"}
	advance := []string{place, percent, rate, "Gross Advance Received", cess}
	sheets := []sheet{
		{"b2b,sez,de", "Summary For B2B, SEZ, DE (4A, 4B, 6B, 6C)", []string{recipient, receiver, "Invoice Number",
			"Invoice date", "Invoice Value", place, reverse, percent, "Invoice Type", operator, rate, taxable, cess},
			taxableAndCess, r.b2bRows()},
		{"b2cl", "Summary For B2CL(5)", []string{"Invoice Number", "Invoice date", "Invoice Value", place, percent, rate,
			taxable, cess, operator}, taxableAndCess, nil},
		{"b2cs", "Summary For B2CS(7)", []string{"Type", place, percent, rate, taxable, cess, operator}, taxableAndCess,
			r.b2csRows()},
		{"cdnr", "Summary For CDNR(9B)", []string{recipient, receiver, "Note Number", "Note Date", "Note Type", place,
			reverse, "Note Supply Type", "Note Value", percent, rate, taxable, cess}, taxableAndCess, r.cdnrRows()},
		{"cdnur", "Summary For CDNUR(9B)", []string{"UR Type", "Note Number", "Note Date", "Note Type", place, "Note Value",
			percent, rate, taxable, cess}, taxableAndCess, nil},
		{"exp", "Summary For EXP(6)", []string{"Export Type", "Invoice Number", "Invoice date", "Invoice Value", "Port Code",
			"Shipping Bill Number", "Shipping Bill Date", rate, taxable, cess}, taxableAndCess, nil},
		{"at", "Summary For Advance Received (11B)", advance,
			map[string]string{"Gross Advance Received": "Total Advance Received", cess: "Total Cess"}, nil},
		{"atadj", "Summary For Advance Adjusted (11B)", []string{place, percent, rate, "Gross Advance Adjusted", cess},
			map[string]string{"Gross Advance Adjusted": "Total Advance Adjusted", cess: "Total Cess"}, nil},
		{"exemp", "Summary For Nil rated, exempted and non GST outward supplies (8)",
			[]string{"Description", "Nil Rated Supplies", "Exempted(other than nil rated/non GST supply)", "Non-GST Supplies"},
			map[string]string{"Nil Rated Supplies": "Total Nil Rated Supplies",
				"Exempted(other than nil rated/non GST supply)": "Total Exempted Supplies",
				"Non-GST Supplies": "Total Non-GST Supplies"}, r.exemptRows()},
		{"hsn(b2b)", "Summary For HSN(12)", codes, codeSums, codeRows(r.HSN.Registered)},
		{"hsn(b2c)", "Summary For HSN(12)", codes, codeSums, codeRows(r.HSN.Others)},
		{"docs", "Summary of documents issued during the tax period (13)",
			[]string{"Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"},
			map[string]string{"Total Number": "Total Number", "Cancelled": "Total Cancelled"}, r.documentRows()},
	}
	if r.Operators != nil {
		sheets = append(sheets, r.operatorSheet())
	}
	return sheets
}

func (r Return) b2bRows() (rows [][]any) {
	for _, buyer := range r.B2B {
		for _, i := range buyer.Invoices {
			for _, item := range i.Items {
				rows = append(rows, []any{buyer.GSTIN, i.buyer, i.Number, sheetDate(i.Date), i.Value, placeName(i.Place),
					i.ReverseCharge, "", "Regular B2B", "", item.Detail.Rate, item.Detail.Taxable, item.Detail.Cess})
			}
		}
	}
	return rows
}

func (r Return) b2csRows() (rows [][]any) {
	for _, s := range r.B2CS {
		rows = append(rows, []any{s.Type, placeName(s.Place), "", s.Rate, s.Taxable, s.Cess, ""})
	}
	return rows
}

func (r Return) cdnrRows() (rows [][]any) {
	for _, buyer := range r.CDNR {
		for _, n := range buyer.Notes {
			for _, item := range n.Items {
				rows = append(rows, []any{buyer.GSTIN, n.buyer, n.Number, sheetDate(n.Date), n.Kind, placeName(n.Place),
					n.ReverseCharge, "Regular B2B", n.Value, "", item.Detail.Rate, item.Detail.Taxable, item.Detail.Cess})
			}
		}
	}
	return rows
}

func (r Return) exemptRows() (rows [][]any) {
	names := map[string]string{"INTRAB2B": "Intra-State supplies to registered persons",
		"INTRAB2C": "Intra-State supplies to unregistered persons"}
	for _, u := range r.Nil.Supplies {
		rows = append(rows, []any{names[u.Supply], u.NilRated, u.Exempt, u.Outside})
	}
	return rows
}

func codeRows(codes []Code) (rows [][]any) {
	for _, c := range codes {
		unit := c.Unit
		if unit == "OTH" {
			unit = "OTH-OTHERS"
		}
		rows = append(rows, []any{c.Code, c.Description, unit, c.Quantity,
			exact(paise(c.Taxable) + paise(c.CGST) + paise(c.SGST)), c.Rate, c.Taxable, c.IGST, c.CGST, c.SGST, c.Cess})
	}
	return rows
}

func (r Return) documentRows() (rows [][]any) {
	for _, k := range r.Documents.Kinds {
		for _, run := range k.Runs {
			rows = append(rows, []any{k.Name, run.From, run.To, run.Total, run.Cancelled})
		}
	}
	return rows
}

// paise reads an amount that exact wrote.
func paise(n money.Number) money.Amount {
	amount, _ := n.In("INR")
	return amount
}

func placeName(code string) string { return code + "-" + india.StateName(code) }

// sheetDate writes the portal's date as the offline tool does: 14-Apr-2026.
func sheetDate(portal string) string {
	day, _ := time.Parse("02-01-2006", portal) // portalDate wrote it
	return day.Format("02-Jan-2006")
}

// firstRow is where the rows begin, below the title, the names and values of the sums, and the headings.
const firstRow = 5

// workbook is the return as an Excel file.
func (r Return) workbook() ([]byte, error) {
	var sheets []xlsx.Sheet
	for _, s := range r.sheets() {
		sheets = append(sheets, s.written())
	}
	return xlsx.Write(sheets)
}

// written is the sheet as a workbook has it.
func (s sheet) written() xlsx.Sheet {
	above := make([][]xlsx.Cell, firstRow-1)
	for i := range above {
		above[i] = make([]xlsx.Cell, len(s.headings))
	}
	above[0][0] = cell(s.title, true)
	for i, heading := range s.headings {
		if name := s.sums[heading]; name != "" {
			above[1][i], above[2][i] = cell(name, true), cell(s.sum(i), true)
		}
		above[3][i] = cell(heading, true)
	}
	sheet := xlsx.Sheet{Name: s.name, Width: 20, Rows: above}
	for _, row := range s.rows {
		cells := make([]xlsx.Cell, len(row))
		for i, value := range row {
			cells[i] = cell(value, false)
		}
		sheet.Rows = append(sheet.Rows, cells)
	}
	return sheet
}

// sum adds up a column.
func (s sheet) sum(column int) any {
	var count int
	var amount money.Amount
	for _, row := range s.rows {
		switch value := row[column].(type) {
		case int:
			count += value
		case money.Number:
			amount += paise(value)
		}
	}
	if strings.HasPrefix(s.name, "docs") {
		return count
	}
	return exact(amount)
}

// cell has a number digit for digit.
func cell(value any, bold bool) xlsx.Cell {
	number, ok := value.(money.Number)
	if !ok {
		return xlsx.Cell{Value: value, Style: xlsx.Style{Bold: bold}}
	}
	c := xlsx.Cell{Value: xlsx.Number(number), Style: xlsx.Style{Bold: bold}}
	if strings.Contains(string(number), ".") {
		c.Style = xlsx.Style{Format: "0.00"}
	}
	return c
}
