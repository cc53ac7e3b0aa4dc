package voucher

import (
	"context"
	"fmt"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "Each line has a debit or a credit; all debits are all credits. A contra is between accounts of kind " +
		"cash and bank. account is an account's id, or one of the books' own that vouchers move (byVoucher in the " +
		"chart): taxes and opening balances. What guests owe, sales, expenses and unpaid bills are moved by their " +
		"documents alone. A voucher is never changed: reverse it."
	reverseNote = "Posts a voucher with the opposite lines, which is the answer. Once; a reversal isn't reversed itself."
)

// Routes are the endpoints of /api/vouchers.
func (s *Service) Routes() []web.Route {
	const base = "/api/vouchers/{orgId}"
	create, view := may.Create(may.Accounts), may.View(may.Accounts)
	return append([]web.Route{
		web.Create(base+"/create", create, s.httpCreate, "Post a voucher").With(createNote).Waits(),
		web.Get(base+"/list", view, s.httpList, "List the vouchers").With("Newest first, without their lines."),
		web.Get(base+"/{voucherId}", view, s.httpGet, "Show a voucher"),
		web.Create(base+"/{voucherId}/reverse", may.Update(may.Accounts), s.httpReverse, "Reverse a voucher").
			With(reverseNote).Waits(),
	}, s.attachmentRoutes()...)
}

// ListedView is a voucher in the list.
type ListedView struct {
	ID            string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Number        string       `json:"number" example:"JV-7"`
	Kind          string       `json:"kind" enum:"journal,contra" example:"journal"`
	Date          string       `json:"date" doc:"The business day on which it is posted" example:"2026-04-14"`
	Narration     string       `json:"narration" doc:"Of a reversal: its reason" example:"Rent of April"`
	Reference     string       `json:"reference" example:"Lease 4/2026"`
	Amount        money.Number `json:"amount" doc:"Of its debits" example:"5000"`
	ReversalOf    string       `json:"reversalOf" doc:"The voucher that it takes back; empty: none" example:""`
	ReversedBy    string       `json:"reversedBy" doc:"The voucher that takes it back; empty: none" example:""`
	CreatedBy     string       `json:"createdBy" example:"665f1c2ab7e4d90012ab34d0"`
	CreatedByName string       `json:"createdByName" example:"Meera Nair"`
	CreatedAt     date.Time    `json:"createdAt"`
}

// View is a whole voucher.
type View struct {
	ListedView
	Lines []LineView `json:"lines"`
}

// LineView is a line of a voucher in a response.
type LineView struct {
	Account string       `json:"account" example:"665f1c2ab7e4d90012ab34cd"`
	Name    string       `json:"accountName" example:"Rent"`
	Debit   money.Number `json:"debit" example:"5000"`
	Credit  money.Number `json:"credit" example:"0"`
	Note    string       `json:"note" example:"April"`
}

func (v Voucher) listed(sc scope.Scope) ListedView {
	return ListedView{ID: v.ID, Number: v.Number, Kind: v.Kind, Date: string(v.Date), Narration: v.Narration,
		Reference: v.Reference, Amount: v.Amount.Number(sc.Currency), ReversalOf: v.ReversalOf, ReversedBy: v.ReversedBy,
		CreatedBy: v.CreatedBy, CreatedByName: v.CreatedByName, CreatedAt: date.Time(v.CreatedAt)}
}

func reply(sc scope.Scope, n named[Voucher], err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	v := View{ListedView: n.Of.listed(sc), Lines: make([]LineView, len(n.Of.Lines))}
	for i, l := range n.Of.Lines {
		v.Lines[i] = LineView{Account: l.Account, Name: n.Names[l.Account], Debit: max(l.Amount, 0).Number(sc.Currency),
			Credit: (-min(l.Amount, 0)).Number(sc.Currency), Note: l.Note}
	}
	return web.OK(v), nil
}

type listInput struct {
	web.Paging
	Kind    string    `query:"kind" enum:"journal,contra" doc:"Only these"`
	Account string    `query:"account" maxLength:"40" doc:"Only those that move this account: an id, or as cgst"`
	From    date.Date `query:"from" doc:"Dated on or after"`
	To      date.Date `query:"to" doc:"Dated on or before"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[ListedView, web.Pagination], error) {
	page, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(page, func(v Voucher) ListedView { return v.listed(sc) }), nil
}

type voucherInput struct {
	VoucherID web.ID `path:"voucherId" doc:"The voucher's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *voucherInput) (*web.Data[View], error) {
	v, err := s.get(ctx, sc, in.VoucherID.String())
	return reply(sc, v, err)
}

// LineBody is a line of a voucher in a request.
type LineBody struct {
	Account string        `json:"account" minLength:"1" maxLength:"40" doc:"An account's id, or as cgst"`
	Debit   *money.Number `json:"debit,omitempty" doc:"Either this or credit, above zero" example:"5000"`
	Credit  *money.Number `json:"credit,omitempty" doc:"Either this or debit, above zero" example:"5000"`
	Note    string        `json:"note,omitempty" maxLength:"200" example:"April"`
}

type createInput struct {
	Body struct {
		Kind      string     `json:"kind" enum:"journal,contra" example:"journal"`
		Date      date.Date  `json:"date,omitempty" doc:"Default: today; not a closed day before" example:"2026-04-14"`
		Narration string     `json:"narration" minLength:"1" maxLength:"500" example:"Rent of April"`
		Reference string     `json:"reference,omitempty" maxLength:"100" example:"Lease 4/2026"`
		Lines     []LineBody `json:"lines" minItems:"1" maxItems:"100"`
		web.Countersigned
	}
}

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	b := in.Body
	amounts := money.Reader{Currency: sc.Currency}
	date.CheckDay(&amounts.Fields, "date", b.Date)
	v := Voucher{Kind: b.Kind, Date: b.Date, Narration: b.Narration, Reference: b.Reference}
	for i, l := range b.Lines {
		v.Lines = append(v.Lines, Line{Account: l.Account, Amount: l.amount(&amounts, i), Note: l.Note})
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	made, err := s.create(ctx, sc, v)
	return reply(sc, made, err)
}

// amount is the line's debit, or its credit below zero. The other one may be 0, as spreadsheets have it.
func (l LineBody) amount(amounts *money.Reader, i int) money.Amount {
	field := fmt.Sprintf("lines[%d].", i)
	bad := len(amounts.Fields)
	debit, credit := amounts.Optional(field+"debit", l.Debit), amounts.Optional(field+"credit", l.Credit)
	switch amount := or0(debit) - or0(credit); {
	case len(amounts.Fields) > bad:
	case or0(debit) != 0 && or0(credit) != 0:
		amounts.Fields.Add(field+"credit", "must be left out where there is a debit: a line has one of them")
	case amount != 0:
		return amount
	default:
		amounts.Fields.Add(field+"debit", "must be above zero, or credit")
	}
	return 0
}

func or0(amount *money.Amount) money.Amount {
	if amount == nil {
		return 0
	}
	return *amount
}

type reverseInput struct {
	VoucherID web.ID `path:"voucherId" doc:"The voucher's id"`
	Body      struct {
		Reason string    `json:"reason" minLength:"1" maxLength:"500" example:"Typed twice"`
		Date   date.Date `json:"date,omitempty" doc:"Default: today; not before the voucher's" example:"2026-04-14"`
		web.Countersigned
	}
}

func (s *Service) httpReverse(ctx context.Context, sc scope.Scope, in *reverseInput) (*web.Data[View], error) {
	var fields errs.Fields
	if date.CheckDay(&fields, "date", in.Body.Date); len(fields) > 0 {
		return nil, fields.Err()
	}
	v, err := s.reverse(ctx, sc, in.VoucherID.String(), in.Body.Reason, in.Body.Date)
	return reply(sc, v, err)
}
