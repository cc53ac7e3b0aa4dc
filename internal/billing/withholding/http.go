package withholding

import (
	"cmp"
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	registerNote = "What was withheld in a quarter of the financial year that begins in year, by section and day: of " +
		"the business day's quarter unless given. At most 50,000 (400 for more)."
	depositNote = "All that was withheld under the section in the quarter until a day, and isn't deposited yet. It is " +
		"posted from tds-payable. Once for each challan."
	certificateNote = "Replaces the one of the same quarter."
)

// Routes are the endpoints of TDS.
func (s *Service) Routes() []web.Route {
	const base = "/api/vendor/{orgId}"
	view, update := may.View(may.Expenses), may.Update(may.Expenses)
	routes := []web.Route{
		web.Get(base+"/tds", view, s.httpRegister, "Show the register of TDS").With(registerNote),
		web.Create(base+"/tds/deposits", update, s.httpDeposit, "Deposit TDS with the government").With(depositNote),
		web.Put(base+"/{vendorId}/tds-certificate", update, s.httpCertify, "Enter a vendor's certificate of TDS").
			With(certificateNote),
		web.Put("/api/commissions/{orgId}/agents/{agentId}/tds-certificate", update, s.httpCertifyAgent,
			"Enter a travel agent's certificate of TDS").With(certificateNote).AnyVersion(),
	}
	return append(routes, export.Routes(base+"/tds", view, s.file, "The register of TDS", registerNote)...)
}

type registerInput struct {
	Year    int    `query:"year" minimum:"2000" maximum:"2100" doc:"In which the financial year begins"`
	Quarter int    `query:"quarter" minimum:"1" maximum:"4" doc:"1 is April to June"`
	Section string `query:"section" enum:"194C,194H,194I(a),194I(b),194J(a),194J(b),194Q" doc:"Only this section"`
}

// EntryView is tax that was withheld of a bill.
type EntryView struct {
	Section   string       `json:"section" example:"194C"`
	Date      date.Date    `json:"date"`
	VendorID  string       `json:"vendorId" doc:"Empty for a travel agent" example:"665f1c2ab7e4d90012ab34ce"`
	CompanyID string       `json:"companyId,omitempty" doc:"Of a travel agent" example:"665f1c2ab7e4d90012ab34cf"`
	Vendor    string       `json:"vendor" doc:"Its name, or the agent's" example:"Lake City Linen"`
	PAN       string       `json:"pan" doc:"Empty: none was given, so more is withheld" example:"AAPFU0939F"`
	BillID    string       `json:"billId" example:"665f1c2ab7e4d90012ab34d0"`
	Number    string       `json:"number" doc:"Of the bill here" example:"EXP-12"`
	Credited  money.Number `json:"creditedAmount" doc:"The bill without GST" example:"40000"`
	Base      money.Number `json:"taxableAmount" doc:"With bills of the year that bore none before" example:"40000"`
	Rate      string       `json:"rate" doc:"Percent" example:"2"`
	Amount    money.Number `json:"tdsAmount" example:"800"`
	DepositID string       `json:"depositId" doc:"Empty: not deposited yet" example:""`
	Challan   string       `json:"challanNumber" example:""`
}

// DepositView is TDS that was deposited.
type DepositView struct {
	ID        string       `json:"_id" example:"665f1c2ab7e4d90012ab34d2"`
	Section   string       `json:"section" example:"194C"`
	Year      int          `json:"year" example:"2026"`
	Quarter   int          `json:"quarter" example:"1"`
	Amount    money.Number `json:"amount" example:"800"`
	Challan   string       `json:"challanNumber" example:"00123"`
	BSR       string       `json:"bsrCode" example:"0510308"`
	AccountID string       `json:"accountId" example:"665f1c2ab7e4d90012ab34cf"`
	Date      date.Date    `json:"date"`
	PostedOn  date.Date    `json:"postedOn"`
}

func (d Deposit) view(sc scope.Scope) DepositView {
	return DepositView{d.ID, d.Section, d.Year, d.Quarter, d.Amount.Number(sc.Currency), d.Challan, d.BSR, d.AccountID,
		d.Date, d.PostedOn}
}

// CertificateView is a certificate of TDS.
type CertificateView struct {
	VendorID  string    `json:"vendorId" doc:"Empty for a travel agent" example:"665f1c2ab7e4d90012ab34ce"`
	CompanyID string    `json:"companyId,omitempty" doc:"Of a travel agent" example:"665f1c2ab7e4d90012ab34cf"`
	Vendor    string    `json:"vendor" doc:"Its name, or the agent's" example:"Lake City Linen"`
	Number    string    `json:"number" example:"ABCDEFG"`
	Date      date.Date `json:"date"`
}

// RegisterView is what was withheld in a quarter.
type RegisterView struct {
	Year         int               `json:"year" doc:"In which the financial year begins" example:"2026"`
	Quarter      int               `json:"quarter" example:"1"`
	Entries      []EntryView       `json:"entries"`
	Deposits     []DepositView     `json:"deposits" doc:"Of all sections"`
	Certificates []CertificateView `json:"certificates" doc:"That were entered"`
	Withheld     money.Number      `json:"tdsAmount" example:"800"`
	Waiting      money.Number      `json:"notDeposited" doc:"What of it has to be deposited" example:"800"`
}

func (r Register) view(sc scope.Scope) RegisterView {
	v := RegisterView{Year: r.Year, Quarter: r.Quarter, Entries: make([]EntryView, len(r.Entries)),
		Deposits: make([]DepositView, len(r.Deposits)), Certificates: make([]CertificateView, len(r.Certificates))}
	challans, all, waits := map[string]string{}, money.Amount(0), money.Amount(0)
	for i, d := range r.Deposits {
		v.Deposits[i], challans[d.ID] = d.view(sc), d.Challan
	}
	for i, c := range r.Certificates {
		v.Certificates[i] = CertificateView{Vendor: r.Names[c.PayeeID], Number: c.Number, Date: c.Date}
		v.Certificates[i].VendorID, v.Certificates[i].CompanyID = r.ids(c.PayeeID)
	}
	for i, e := range r.Entries {
		all += e.Amount
		if e.DepositID == "" {
			waits += e.Amount
		}
		vendor, agent := r.ids(e.PayeeID)
		v.Entries[i] = EntryView{e.Section, e.Day, vendor, agent, r.Names[e.PayeeID], e.PAN, e.BillID, e.Number,
			e.Credited.Number(sc.Currency), e.Base.Number(sc.Currency), percent(e.Rate), e.Amount.Number(sc.Currency),
			e.DepositID, challans[e.DepositID]}
	}
	v.Withheld, v.Waiting = all.Number(sc.Currency), waits.Number(sc.Currency)
	return v
}

// ids are the payee's as a vendor or as an agent; the other is empty.
func (r Register) ids(payee string) (vendor, agent string) {
	if r.Agents[payee] {
		return "", payee
	}
	return payee, ""
}

func (s *Service) httpRegister(ctx context.Context, sc scope.Scope, in *registerInput) (*web.Data[RegisterView],
	error) {
	r, err := s.register(ctx, sc, in.Year, in.Quarter, in.Section)
	return web.Reply(r.view(sc), err)
}

// file is the register as a file.
func (s *Service) file(ctx context.Context, sc scope.Scope, in *registerInput) (export.File, error) {
	r, err := s.register(ctx, sc, in.Year, in.Quarter, in.Section)
	if err != nil {
		return export.File{}, err
	}
	t := export.Register("TDS", export.Row("Section", "Date", "Vendor", "PAN", "Bill", "Credited "+sc.Currency, "Taxable",
		"Rate", "TDS "+sc.Currency, "Challan"), r.view(sc).Entries, func(e EntryView) []export.Cell {
		return export.Row(e.Section, e.Date, e.Vendor, e.PAN, e.Number, e.Credited, e.Base, e.Rate, e.Amount, e.Challan)
	})
	return export.File{Name: export.Name("tds", "", ""), Tables: []export.Table{t}}, nil
}

type depositInput struct {
	Body struct {
		Section   string        `json:"section" enum:"194C,194H,194I(a),194I(b),194J(a),194J(b),194Q" example:"194C"`
		Year      int           `json:"year" minimum:"2000" maximum:"2100" doc:"In which the year begins" example:"2026"`
		Quarter   int           `json:"quarter" minimum:"1" maximum:"4" doc:"1 is April to June" example:"1"`
		Until     date.Date     `json:"until,omitempty" doc:"What was withheld until this day; default: date"`
		Challan   string        `json:"challanNumber" minLength:"1" maxLength:"20" example:"00123"`
		BSR       string        `json:"bsrCode" minLength:"1" maxLength:"10" doc:"The bank's branch" example:"0510308"`
		AccountID web.ID        `json:"accountId,omitempty" doc:"Default: that of the method"`
		Method    ledger.Method `json:"method,omitempty" doc:"Default: bank_transfer"`
		Date      date.Date     `json:"date,omitempty" doc:"Default: today; not after it"`
	}
}

func (s *Service) httpDeposit(ctx context.Context, sc scope.Scope, in *depositInput) (*web.Data[DepositView], error) {
	b := in.Body
	var bad errs.Fields
	bad.RequireLine("challanNumber", b.Challan)
	bad.RequireLine("bsrCode", b.BSR)
	date.CheckDay(&bad, "until", b.Until)
	date.CheckDay(&bad, "date", b.Date)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	d, err := s.deposit(ctx, sc, cmp.Or(b.Method, ledger.BankTransfer), Deposit{Section: b.Section, Year: b.Year,
		Quarter: b.Quarter, Challan: b.Challan, BSR: b.BSR, AccountID: b.AccountID.String(), Date: b.Date}, b.Until)
	return web.Reply(d.view(sc), err)
}

// CertificateBody is a certificate of TDS.
type CertificateBody struct {
	Year    int       `json:"year" minimum:"2000" maximum:"2100" doc:"In which the year begins" example:"2026"`
	Quarter int       `json:"quarter" minimum:"1" maximum:"4" doc:"1 is April to June" example:"1"`
	Number  string    `json:"number" minLength:"1" maxLength:"20" example:"ABCDEFG"`
	Date    date.Date `json:"date"`
}

// enter keeps the payee's certificate.
func (b CertificateBody) enter(ctx context.Context, sc scope.Scope, payee web.ID,
	keep func(context.Context, scope.Scope, Certificate) error) (*web.Message, error) {
	var bad errs.Fields
	bad.RequireLine("number", b.Number)
	if _, err := date.Parse(string(b.Date)); err != nil {
		bad.Add("date", "%s", err)
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if err := keep(ctx, sc, Certificate{payee.String(), b.Year, b.Quarter, b.Number, b.Date}); err != nil {
		return nil, err
	}
	return web.Done("The certificate is entered."), nil
}

type certifyInput struct {
	VendorID web.ID `path:"vendorId" doc:"The vendor's id"`
	Body     CertificateBody
}

func (s *Service) httpCertify(ctx context.Context, sc scope.Scope, in *certifyInput) (*web.Message, error) {
	return in.Body.enter(ctx, sc, in.VendorID, s.certify)
}

type certifyAgentInput struct {
	AgentID web.ID `path:"agentId" doc:"The id of the company that is the agent"`
	Body    CertificateBody
}

func (s *Service) httpCertifyAgent(ctx context.Context, sc scope.Scope, in *certifyAgentInput) (*web.Message, error) {
	return in.Body.enter(ctx, sc, in.AgentID, s.certifyAgent)
}
