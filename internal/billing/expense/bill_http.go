package expense

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"sarai/internal/books/ledger"
	"sarai/internal/books/tax"
	"sarai/internal/country/india"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
)

const payNote = "At most what is owed, from accountId or the default account of the method, which is cash unless " +
	"given. Once for each Idempotency-Key."

// LineView is a line of a bill in a response.
type LineView struct {
	Description string       `json:"description" example:"Detergent"`
	HSN         string       `json:"hsn" doc:"HSN or SAC" example:"3402"`
	Amount      money.Number `json:"amount" doc:"Before tax" example:"1000"`
	BoughtTax
	InputTax    string      `json:"inputTax" enum:"hotel-rule,claimed,not-claimed,blocked" doc:"Whether it is claimed"`
	BlockedKind BlockedKind `json:"blockedKind,omitempty" doc:"Left out unless inputTax is blocked"`
}

// BoughtTax is the tax on what is bought, in its parts and in the fields of India.
type BoughtTax struct {
	CGST  money.Number   `json:"cgst" example:"90"`
	SGST  money.Number   `json:"sgst" doc:"SGST or UTGST" example:"90"`
	IGST  money.Number   `json:"igst" doc:"From another state, in place of both" example:"0"`
	Parts []tax.PartView `json:"parts" doc:"All of the tax, by who receives it"`
}

func bought(parts tax.Parts, currency string) BoughtTax {
	return BoughtTax{CGST: parts.Of(india.CGST).Number(currency), SGST: parts.Of(india.SGST).Number(currency),
		IGST: parts.Of(india.IGST).Number(currency), Parts: parts.View("", currency).Parts}
}

// InputTax says whether the tax of a line is claimed back.
type InputTax string

// InJSON describes the type to the API's document.
func (InputTax) InJSON() (like any, tags string) {
	return "", `enum:"` + strings.Join([]string{ByRule, Claimed, NotClaimed, Blocked}, ",") + `" example:"` + ByRule +
		`" doc:"hotel-rule unless given: as inputTaxRule of the settings says"`
}

// TDSSection says under which section of the Income-tax Act tax is withheld of a bill.
type TDSSection string

// InJSON describes the type to the API's document.
func (TDSSection) InJSON() (like any, tags string) {
	return "", `enum:"none,194C,194H,194I(a),194I(b),194J(a),194J(b),194Q" example:"194C" ` +
		`doc:"Of a bill: its vendor's unless given"`
}

// BlockedKind is what section 17(5) of the CGST Act bars from credit.
type BlockedKind string

// InJSON describes the type to the API's document.
func (BlockedKind) InJSON() (like any, tags string) {
	return "", `example:"club" enum:"motor-vehicle,food-and-drink,beauty-and-health,life-and-health-insurance,club,` +
		`travel-of-employees,construction,works-contract,personal-use,lost-or-given-away,composition-dealer,` +
		`non-resident,penalty"`
}

// LineBody is a line of a bill in a request.
type LineBody struct {
	Description string        `json:"description,omitempty" maxLength:"200" example:"Detergent"`
	HSN         string        `json:"hsn,omitempty" maxLength:"8" doc:"HSN or SAC" example:"3402"`
	Amount      money.Number  `json:"amount" doc:"Before tax; above zero" example:"1000"`
	CGST        *money.Number `json:"cgst,omitempty" example:"90"`
	SGST        *money.Number `json:"sgst,omitempty" doc:"SGST or UTGST; as much as cgst" example:"90"`
	IGST        *money.Number `json:"igst,omitempty" doc:"From another state, in place of both" example:"0"`
	InputTax    InputTax      `json:"inputTax,omitempty"`
	BlockedKind BlockedKind   `json:"blockedKind,omitempty" doc:"By section 17(5); required with inputTax blocked"`
}

func linesView(lines []Line, currency string) []LineView {
	views := make([]LineView, len(lines))
	for i, l := range lines {
		views[i] = LineView{Description: l.Description, HSN: l.HSN, Amount: l.Amount.Number(currency),
			BoughtTax: bought(l.Parts, currency), InputTax: l.InputTax, BlockedKind: BlockedKind(l.BlockedKind)}
	}
	return views
}

// setLines gives the expense the lines, with the amount and the tax that they come to.
func (e *Expense) setLines(amounts *money.Reader, bodies []LineBody) {
	e.Lines = nil
	if len(bodies) == 0 {
		return
	}
	e.Amount, e.Tax = 0, 0
	for i, b := range bodies {
		field := func(name string) string { return fmt.Sprintf("lines[%d].%s", i, name) }
		l := Line{Position: i, Description: b.Description, HSN: b.HSN, Amount: amounts.AboveZero(field("amount"), b.Amount),
			Parts: b.parts(amounts, field), InputTax: string(cmp.Or(b.InputTax, ByRule)), BlockedKind: string(b.BlockedKind)}
		e.Lines = append(e.Lines, l)
		e.Amount, e.Tax = e.Amount+l.Amount, e.Tax+l.Tax()
	}
}

// parts are the taxes of the line that are given.
func (b LineBody) parts(amounts *money.Reader, field func(string) string) (parts tax.Parts) {
	for _, one := range []struct {
		code   string
		number *money.Number
	}{{india.CGST, b.CGST}, {india.SGST, b.SGST}, {india.IGST, b.IGST}} {
		if amount := amounts.Optional(field(one.code), one.number); amount != nil && *amount != 0 {
			parts = append(parts, tax.Part{Code: one.code, Amount: *amount})
		}
	}
	return parts
}

// TaxParts are the taxes of an expense with lines.
type TaxParts struct {
	CGST       money.Number   `json:"cgst,omitempty" doc:"Of the lines; left out without lines" example:"360"`
	SGST       money.Number   `json:"sgst,omitempty" example:"360"`
	IGST       money.Number   `json:"igst,omitempty" example:"0"`
	Parts      []tax.PartView `json:"parts,omitempty" doc:"All of the lines' taxes, by who receives them"`
	NotClaimed money.Number   `json:"taxNotClaimed,omitempty" doc:"What of tax is a cost by its lines" example:"0"`
}

func (e Expense) taxParts(currency string) TaxParts {
	if e.Parts.Sum() == 0 {
		return TaxParts{}
	}
	t := bought(e.Parts, currency)
	return TaxParts{CGST: t.CGST, SGST: t.SGST, IGST: t.IGST, Parts: t.Parts,
		NotClaimed: e.NotClaimed.Number(currency)}
}

// BillView is what a bill that was recorded unpaid has beside other expenses.
type BillView struct {
	DueDate    date.Date     `json:"dueDate,omitempty" doc:"Of a bill that was recorded unpaid; left out of others"`
	Status     string        `json:"status,omitempty" enum:"unpaid,partially_paid,paid" example:"unpaid"`
	AmountPaid money.Number  `json:"amountPaid,omitempty" example:"0"`
	BalanceDue money.Number  `json:"balanceDue,omitempty" example:"4720"`
	Payments   []PaymentView `json:"payments,omitempty" doc:"Left out of lists"`
}

// PaymentView is a payment of a bill.
type PaymentView struct {
	ID         string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Amount     money.Number `json:"amount" example:"2000"`
	AccountID  string       `json:"accountId" example:"665f1c2ab7e4d90012ab34cf"`
	Reference  string       `json:"reference" example:"UTR 4711"`
	Date       date.Date    `json:"date"`
	PostedOn   date.Date    `json:"postedOn" doc:"The business day in whose books it is"`
	Status     string       `json:"status" enum:"recorded,void" example:"recorded"`
	VoidReason string       `json:"voidReason" example:"Typed twice"`
	VoidedAt   *date.Time   `json:"voidedAt" nullable:"true"`
	CreatedAt  date.Time    `json:"createdAt"`
	Of         string       `json:"vendorPaymentId,omitempty" doc:"The payment to the vendor that it is a part of"`
}

func (e Expense) billView(sc scope.Scope) BillView {
	if !e.IsBill() {
		return BillView{}
	}
	v := BillView{DueDate: e.DueDate, Status: e.billStatus(), AmountPaid: e.Paid.Number(sc.Currency),
		BalanceDue: e.Owed().Number(sc.Currency), Payments: make([]PaymentView, len(e.Payments))}
	for i, p := range e.Payments {
		v.Payments[i] = PaymentView{ID: p.ID, Amount: p.Amount.Number(sc.Currency), AccountID: p.AccountID,
			Reference: p.Reference, Date: p.Date, PostedOn: p.PostedOn, Status: p.Status, VoidReason: p.VoidReason,
			VoidedAt: (*date.Time)(p.VoidedAt), CreatedAt: date.Time(p.CreatedAt), Of: p.Of}
	}
	return v
}

// BillPath is the path of the endpoints of one bill.
type BillPath struct {
	BillID web.ID `path:"billId" doc:"The id of an expense with a dueDate"`
}

type payInput struct {
	BillPath
	Body struct {
		Amount    money.Number  `json:"amount" doc:"Above zero" example:"2000"`
		AccountID web.ID        `json:"accountId,omitempty" doc:"Default: that of the method"`
		Method    ledger.Method `json:"method,omitempty"`
		Date      date.Date     `json:"date,omitempty" doc:"Default: today; not after it"`
		Reference string        `json:"reference,omitempty" maxLength:"120" example:"UTR 4711"`
	}
}

func (s *Service) httpPay(ctx context.Context, sc scope.Scope, in *payInput) (*web.Data[View], error) {
	b, amounts := in.Body, money.Reader{Currency: sc.Currency}
	p := Payment{Amount: amounts.AboveZero("amount", b.Amount), AccountID: b.AccountID.String(), Date: b.Date,
		Reference: b.Reference}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	e, err := s.pay(ctx, sc, in.BillID.String(), cmp.Or(b.Method, ledger.Cash), p)
	return reply(sc, e, err)
}

type voidInput struct {
	BillPath
	PaymentID web.ID `path:"billPaymentId"`
	Body      struct {
		Reason string `json:"reason" minLength:"1" maxLength:"500" example:"Typed twice"`
	}
}

func (s *Service) httpVoidPayment(ctx context.Context, sc scope.Scope, in *voidInput) (*web.Data[View], error) {
	var bad errs.Fields
	bad.CheckLine("reason", in.Body.Reason)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	e, err := s.voidPayment(ctx, sc, in.BillID.String(), in.PaymentID.String(), in.Body.Reason)
	return reply(sc, e, err)
}
