package withholding

import (
	"fmt"
	"slices"
	"time"

	"sarai/internal/country/india"
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// Section is a section of the Income-tax Act under which tax is withheld.
type Section struct {
	Code       string
	Rate       int64        // hundredths of a percent
	ForPersons int64        // likewise, of individuals and families; 0: as of all
	WithoutPAN int64        // likewise, of who has given no PAN (section 206AA)
	Single     money.Amount // a bill above it bears tax by itself; 0: none does
	Year       money.Amount // and so do all bills of a year that come to more than this; 0: there is no such sum
	Beyond     bool         // only what is beyond Year bears it
}

const rupee = 100

// commission is the section of travel agents' commission.
const commission = "194H"

// Sections are those of the Income-tax Act, 1961, as the Finance Act, 2025 left them, with the thresholds from 1 April
// 2025. The Income-tax Act, 2025 has them all in its section 393 from 1 April 2026; people go on to name them so. The
// source is the Act, not the domain file, which has only 194-O. Rent (194-I) has its threshold by month: a
// bill counts as one.
var Sections = []Section{
	// contractors
	{Code: "194C", Rate: 200, ForPersons: 100, WithoutPAN: 2000, Single: 30_000 * rupee, Year: 100_000 * rupee},
	// commission
	{Code: "194H", Rate: 200, WithoutPAN: 2000, Year: 20_000 * rupee},
	// rent of machinery
	{Code: "194I(a)", Rate: 200, WithoutPAN: 2000, Single: 50_000 * rupee},
	// rent of buildings
	{Code: "194I(b)", Rate: 1000, WithoutPAN: 2000, Single: 50_000 * rupee},
	// technical services
	{Code: "194J(a)", Rate: 200, WithoutPAN: 2000, Year: 50_000 * rupee},
	// professionals
	{Code: "194J(b)", Rate: 1000, WithoutPAN: 2000, Year: 50_000 * rupee},
	// goods
	{Code: "194Q", Rate: 10, WithoutPAN: 500, Year: 50_00_000 * rupee, Beyond: true},
}

// Find finds a section; false if there is none such.
func Find(code string) (Section, bool) {
	n := slices.IndexFunc(Sections, func(s Section) bool { return s.Code == code })
	if n < 0 {
		return Section{}, false
	}
	return Sections[n], true
}

// rate is that of a vendor with this PAN. Its fourth letter says what it is: a person, or a family.
func (s Section) rate(pan string, agreed *int64) int64 {
	switch {
	case pan == "":
		return s.WithoutPAN
	case agreed != nil:
		return *agreed
	case s.ForPersons != 0 && len(pan) == 10 && (pan[3] == 'P' || pan[3] == 'H'):
		return s.ForPersons
	}
	return s.Rate
}

// Sums are what was credited to a vendor in a year under a section, and what of it tax was withheld of.
type Sums struct{ Credited, Base money.Amount }

// base is what tax is withheld of when an amount is credited. If it takes the year's sum above its threshold, all of
// the year that bore no tax before does so now.
func (s Section) base(year Sums, amount money.Amount) money.Amount {
	all := year.Credited + amount
	switch {
	case s.Beyond:
		return max(0, all-s.Year-year.Base)
	case s.Year > 0 && all > s.Year:
		return max(0, all-year.Base)
	case s.Single > 0 && amount > s.Single:
		return amount
	}
	return 0
}

// tax is the tax on a base, to whole rupees, as returns have it, but at most what is owed: what is left of the base
// then is taxed with a later bill.
func tax(base money.Amount, rate int64, owed money.Amount) (_, amount money.Amount) {
	if rate == 0 {
		return base, 0
	}
	amount = (base*money.Amount(rate)/10_000 + rupee/2) / rupee * rupee
	if amount > owed {
		amount = owed
		base = min(base, amount*10_000/money.Amount(rate))
	}
	return base, amount
}

// Entry is what was credited to a vendor or a travel agent by a bill, and withheld of it.
type Entry struct {
	BillID    string       `db:"bill_id,key"`
	ID        string       `db:"tds_id,key"`
	PayeeID   string       `db:"payee_id"` // a vendor, or the company that is the agent
	Number    string       `db:"number"`
	Section   string       `db:"section"`
	Rate      int64        `db:"rate"` // hundredths of a percent
	PAN       string       `db:"pan"`
	Day       date.Date    `db:"day"`
	Year      int          `db:"year"` // in which the financial year begins
	Quarter   int          `db:"quarter"`
	Credited  money.Amount `db:"credited"`
	Base      money.Amount `db:"base"`
	Amount    money.Amount `db:"amount"`
	DepositID string       `db:"deposit_id"`
	Void      bool         `db:"is_void"`
	CreatedBy string       `db:"created_by"`
	CreatedAt int64        `db:"created_at"` // UTC milliseconds
}

// quarterOf is the financial year of a day, by the calendar year in which it begins, and its quarter.
func quarterOf(day date.Date) (year, quarter int) {
	first := india.Country.FirstOfYear(day).Time()
	return first.Year(), (int(day.Time().Month())+8)%12/3 + 1
}

// dueOn is the day by which tax that was withheld in a day's month is to be deposited (rule 30): the seventh of the
// next month, and of March the end of April.
func dueOn(day date.Date) date.Date {
	next := (day[:len("2026-01-")] + "01").AddDays(31)
	if day.Time().Month() == time.March {
		return next[:len("2026-01-")] + "30"
	}
	return next[:len("2026-01-")] + "07"
}

// Undeposited is what was withheld in a month under a section, and is not deposited.
type Undeposited struct {
	Section string
	Month   date.Date // its first day
	Due     date.Date // by when the law wants it deposited
	Amount  money.Amount
}

// Deposit is tax that was paid to the government.
type Deposit struct {
	ID        string       `db:"deposit_id,key"`
	Section   string       `db:"section"`
	Year      int          `db:"year"`
	Quarter   int          `db:"quarter"`
	Amount    money.Amount `db:"amount"`
	Challan   string       `db:"challan"`
	BSR       string       `db:"bsr_code"`
	AccountID string       `db:"account_id"`
	Date      date.Date    `db:"paid_date"`
	PostedOn  date.Date    `db:"posted_on"`
	CreatedBy string       `db:"created_by"`
	CreatedAt int64        `db:"created_at"` // UTC milliseconds
}

// Certificate is the Form 16A that a vendor or a travel agent got for a quarter.
type Certificate struct {
	PayeeID string    `db:"payee_id"`
	Year    int       `db:"year"`
	Quarter int       `db:"quarter"`
	Number  string    `db:"number"`
	Date    date.Date `db:"issued_on"`
}

// percent is a rate as people write it.
func percent(rate int64) string {
	text := fmt.Sprintf("%d.%02d", rate/100, rate%100)
	for text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	if text[len(text)-1] == '.' {
		text = text[:len(text)-1]
	}
	return text
}
