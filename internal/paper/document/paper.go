package document

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sarai/internal/books/tax"
	"sarai/internal/country"
	"sarai/internal/country/packs"
	"sarai/internal/country/words"
	"sarai/internal/kit/contact"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Kind is what a paper is.
type Kind string

// The kinds of papers. The first two are named as tax.Rules.Document names them: an invoice that bears the country's
// general tax, and one of a hotel that doesn't collect it.
const (
	TaxInvoice     Kind = "tax_invoice"
	BillOfSupply   Kind = "bill_of_supply"
	CreditNote     Kind = "credit_note"
	ReceiptVoucher Kind = "receipt_voucher"
	RefundVoucher  Kind = "refund_voucher"
	Receipt        Kind = "receipt" // of a payment on invoices: no document of GST
	Quotation      Kind = "quotation"

	// Of the desk's own papers: see Card and List.
	RegistrationCard Kind = "registration_card"
	ArrivalsList     Kind = "arrivals_list"
	HousekeepingList Kind = "housekeeping_list"
	FormIII          Kind = "form_iii"
	PoliceRegister   Kind = "police_register"
	GuestFile        Kind = "guest_file"
	FlashReport      Kind = "flash_report"
	MonthPapers      Kind = "month_papers"
	MonthEndList     Kind = "month_end"
	BalanceSheet     Kind = "balance_sheet"
	ProfitAndLoss    Kind = "profit_and_loss"
	TrialBalance     Kind = "trial_balance"
	UnbilledRevenue  Kind = "unbilled_revenue"
	CompanyStatement Kind = "company_statement"
	Reminder         Kind = "reminder"
	ShiftReport      Kind = "shift_report"
)

// Party is who sells or buys, as the document says it: a copy that later changes of the profile don't reach.
type Party struct {
	Name      string          `json:"name" doc:"As it is on paper" example:"Haveli Sagar"`
	Email     string          `json:"email" doc:"Its address for mail" example:"desk@haveli.example"`
	Phone     string          `json:"phone" doc:"Its phone number" example:"+91 141 222 0101"`
	GSTIN     string          `json:"gstin" doc:"Its GSTIN" example:"27AAPFU0939F1ZV"`
	PAN       string          `json:"pan" doc:"Its PAN; a buyer's is the one in the GSTIN" example:"AAPFU0939F"`
	StateCode string          `json:"stateCode" doc:"Of the GSTIN" example:"27"`
	State     string          `json:"state" doc:"Where it is" example:"Maharashtra"`
	Address   contact.Address `json:"address" doc:"Its postal address"`
	SEZ       bool            `json:"sez,omitempty" doc:"In a special economic zone" example:"false"`
	LogoID    string          `json:"logoId" doc:"The hotel's logo as it was then" example:""`
	Language  words.Language  `json:"language,omitempty" doc:"Of the hotel's papers, as it was then" example:"en"`
}

// Value stores the party as JSON text.
func (p Party) Value() (driver.Value, error) {
	text, err := json.Marshal(p)
	return string(text), err
}

// Scan reads what Value stored; an empty text is nobody.
func (p *Party) Scan(stored any) error {
	switch stored := stored.(type) {
	case string:
		return p.scan([]byte(stored))
	case []byte:
		return p.scan(stored)
	}
	return fmt.Errorf("a party is stored as text, not as %T", stored)
}

func (p *Party) scan(text []byte) error {
	*p = Party{}
	if len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, p)
}

// Line is one line of a paper.
type Line struct {
	Description string
	Detail      string // smaller, below the description: "Room 101 · 14 Apr 2026"
	SAC         string
	Quantity    string // as it is printed: "1.5"; "" on vouchers
	UnitPrice   money.Amount
	Discount    money.Amount
	tax.Applied
}

// Fact is a named value at the top of a paper, such as the booking's code.
type Fact struct{ Name, Value string }

// Logo is the hotel's logo: PNG or JPEG.
type Logo struct {
	Type    string
	Content []byte
}

// Paper is a document with everything that is printed on it. Empty values are left out, except where the rules of GST
// require them.
type Paper struct {
	Kind     Kind
	Number   string    // "" for a draft
	Stamp    string    // a word across every page: "DRAFT", "VOID"
	Date     date.Date // "" for a draft that has none
	DueDate  date.Date // of an invoice; of a quotation, the last day on which it holds
	Country  string    // whose words it has: the code
	Currency string
	Seller   Party
	Buyer    Party
	Logo     *Logo

	PlaceOfSupply string // the state's code; "" where no GST is charged
	Facts         []Fact

	// What a credit note corrects, or a refund voucher pays back.
	OriginalNumber string
	OriginalDate   date.Date
	Reason         string

	Lines        []Line
	Rounding     money.Amount // of the total
	Total        money.Amount // of Lines and Rounding
	RoundingRule string

	// Of an invoice: what is paid and credited, and what is still owed.
	Paid, Credited, Due money.Amount

	Notes   string
	Created time.Time // when the document was issued or made: the file says so
}

// titles are what papers are called everywhere.
var titles = map[Kind]string{CreditNote: "Credit Note",
	ReceiptVoucher: "Receipt Voucher", RefundVoucher: "Refund Voucher", Receipt: "Receipt", Quotation: "Quotation",
	RegistrationCard: "Registration Card", ArrivalsList: "Arrivals", HousekeepingList: "Housekeeping",
	FormIII: "Form III", PoliceRegister: "Register of Guests", GuestFile: "Everything about a guest",
	FlashReport: "Flash Report", MonthPapers: "Papers of the month", MonthEndList: "Month end",
	BalanceSheet: "Balance sheet", ProfitAndLoss: "Profit and loss", TrialBalance: "Trial balance",
	UnbilledRevenue: "Unbilled revenue", CompanyStatement: "Statement of account", Reminder: "Reminder",
	ShiftReport: "Shift report"}

// Title is what the paper is called, in English: the language has its word for it.
func (p Paper) Title() string {
	switch p.Kind {
	case TaxInvoice:
		return p.terms().Invoice
	case BillOfSupply:
		return p.terms().Bill
	}
	return titles[p.Kind]
}

func (p Paper) country() *country.Country { return packs.Of(p.Country) }

// terms are the words of the paper's country.
func (p Paper) terms() country.Documents { return p.country().Documents }

// say is the text in the language of the hotel's papers.
func (p Paper) say(text string, about ...any) string { return p.Seller.Language.Say(text, about...) }

// FileName is the name of the paper's file, such as "Tax Invoice INV-26-27-1.pdf".
func (p Paper) FileName() string {
	name := p.Title() + " " + p.Number
	if p.Number == "" {
		name = p.Title() + " (draft)"
	}
	return strings.NewReplacer("/", "-", `\`, "-").Replace(name) + ".pdf"
}
