package till

import (
	"context"
	"slices"
	"strings"

	"sarai/internal/kit/date"
	"sarai/internal/kit/export"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	openNote = "A drawer is an account of kind cash that is no safe; it has one open shift. What is paid in cash on it, " +
		"or out of it, belongs to that shift from then on, and so do the payments and refunds that who has opened it takes " +
		"on other accounts. What the float differs by from what the books say is a transfer from floatFromAccountId (or to " +
		"it); without one it is posted to cash over and short."
	listNote = "The newest first. What is expected in the drawer of an open one is told to who may manage payments " +
		"and doesn't work the drawer."
	closeNote = "What was counted is never changed. What it differs by from what was expected is posted to cash over " +
		"and short on the business day, and told in the answer."
	handOverNote   = "Closes the shift and opens the next one with what was counted, which the caller works."
	dropNote       = "A transfer from the drawer. The number of its bag is the only one in the hotel."
	payOutNote     = "Recorded as an expense of the hotel that the drawer has paid."
	tipNote        = "Tips are owed to the staff until they are paid out (direction out)."
	correctionNote = "What was counted stays as it is. What the correction changes is posted to cash over and short on " +
		"the business day, as of the shift. If the drawer's next shift has begun, what its float differed by changes by as " +
		"much the other way: that count stays right."
	approveNote = "By somebody else than who has worked or counted it."
	reportNote  = "What came in and went out, by what it was, by method and by person, beside what the cashier took " +
		"on other accounts meanwhile. That of an open shift is shown to who may manage payments and doesn't work the drawer."
	entriesNote = "Those on the drawer, and the payments and refunds that its cashier took on other accounts (inDrawer " +
		"false); the newest first. Those of an open shift are shown like its report."
)

// Routes are the endpoints of /api/shifts.
func (s *Service) Routes() []web.Route {
	const base, one = "/api/shifts/{orgId}", "/api/shifts/{orgId}/{shiftId}"
	work, view, manage := may.Create(may.Payments), may.View(may.Payments), may.Manage(may.Payments)
	return slices.Concat([]web.Route{
		web.Create(base+"/open", work, s.httpOpen, "Open a shift of a drawer").With(openNote),
		web.Get(base+"/list", view, s.httpList, "List the shifts").With(listNote),
		web.Get(base+"/denominations", view, s.httpDenominations, "List the notes and coins of the hotel's currency"),
		web.Get(one, view, s.httpGet, "Show a shift").With(listNote),
		web.Post(one+"/close", work, s.httpClose, "Count a drawer and close its shift").With(closeNote),
		web.Create(one+"/hand-over", work, s.httpHandOver, "Count a drawer and hand it over").With(handOverNote),
		web.Create(one+"/drops", work, s.httpDrop, "Take a bag of cash out of a drawer").With(dropNote),
		web.Create(one+"/paid-outs", work, s.httpPayOut, "Pay something out of a drawer").With(payOutNote),
		web.Create(one+"/tips", work, s.httpTip, "Take a tip into a drawer, or pay one out").With(tipNote),
		web.Create(one+"/corrections", manage, s.httpCorrect, "Put a correction beside a count").With(correctionNote),
		web.Post(one+"/approve", manage, s.httpApprove, "Approve the count of a shift").With(approveNote),
		web.Get(one+"/entries", view, s.httpEntries, "List the entries of a shift").With(entriesNote),
		web.Get(one+"/report", view, s.httpReport, "Show the report of a shift").With(reportNote),
	}, bureau{s}.routes(base, one), export.Routes(one+"/report", view, s.file, "The report of a shift", reportNote))
}

// PiecesBody are notes or coins of a value.
type PiecesBody struct {
	Value money.Number `json:"value" doc:"Of one note or coin" example:"500"`
	Count int64        `json:"count" minimum:"0" maximum:"1000000" example:"12"`
}

// CountBody is what was counted.
type CountBody struct {
	Total  *money.Number `json:"total,omitempty" doc:"Without denominations" example:"5000"`
	Pieces []PiecesBody  `json:"denominations,omitempty" maxItems:"30" doc:"By notes and coins, each value once"`
}

// read is the count; what is wrong names the field.
func (b CountBody) read(sc scope.Scope, field string) (c Count, err error) {
	amounts := money.Reader{Currency: sc.Currency}
	list := make([]Pieces, len(b.Pieces))
	for i, p := range b.Pieces {
		value, _ := p.Value.In(sc.Currency) // what is wrong is 0, which no note has
		list[i] = Pieces{value, p.Count}
	}
	switch {
	case b.Total != nil && len(b.Pieces) > 0:
		amounts.Fields.Add(field+".total", "must be left out where denominations are given")
	case b.Total != nil:
		c.Total = amounts.Read(field+".total", *b.Total)
	case len(b.Pieces) > 0:
		c = checkPieces(sc, field+".denominations", list, &amounts.Fields)
	default:
		amounts.Fields.Add(field+".total", "must be given, or else denominations")
		amounts.Fields.Add(field+".denominations", "must be given, or else a total")
	}
	return c, amounts.Fields.Err()
}

// PiecesView are notes or coins of a value.
type PiecesView struct {
	Value money.Number `json:"value" example:"500"`
	Count int64        `json:"count" example:"12"`
}

func piecesViews(pieces []Pieces, currency string) []PiecesView {
	views := make([]PiecesView, len(pieces))
	for i, p := range pieces {
		views[i] = PiecesView{p.Value.Number(currency), p.Count}
	}
	return views
}

// View is a shift.
type View struct {
	ID             string        `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	AccountID      string        `json:"accountId" doc:"The drawer" example:"665f1c2ab7e4d90012ab34ce"`
	Number         int64         `json:"number" doc:"Of the drawer's shifts" example:"17"`
	Drawer         string        `json:"drawer" doc:"Its name" example:"Front desk drawer"`
	State          string        `json:"state" enum:"open,closed"`
	CashierID      string        `json:"cashierId" example:"665f1c2ab7e4d90012ab34cf"`
	Cashier        string        `json:"cashier" doc:"Empty for who has left" example:"Meera Das"`
	OpenedAt       date.Time     `json:"openedAt"`
	OpenedOn       string        `json:"openedOn" doc:"The business day" example:"2026-04-14"`
	Float          money.Number  `json:"openingFloat" example:"5000"`
	FloatPieces    []PiecesView  `json:"floatDenominations"`
	FloatFromID    string        `json:"floatFromAccountId" doc:"Where the float came from; empty: it was there"`
	FloatDiffers   *money.Number `json:"floatDifference" nullable:"true" doc:"From the books; below zero: missing"`
	BooksBalance   *money.Number `json:"booksBalance" nullable:"true" doc:"Of the drawer at the opening" example:"5000"`
	ClosedAt       *date.Time    `json:"closedAt" nullable:"true"`
	ClosedOn       string        `json:"closedOn" doc:"The business day; empty: it is open" example:"2026-04-14"`
	ClosedByID     string        `json:"closedById" example:"665f1c2ab7e4d90012ab34cf"`
	ClosedBy       string        `json:"closedBy" example:"Meera Das"`
	Counted        *money.Number `json:"counted" nullable:"true" example:"18450"`
	Pieces         []PiecesView  `json:"denominations"`
	Expected       *money.Number `json:"expected" nullable:"true" doc:"null: not to be known yet" example:"18500"`
	Difference     *money.Number `json:"difference" nullable:"true" doc:"Below zero: missing" example:"-50"`
	CountedInTruth *money.Number `json:"countedInTruth" nullable:"true" doc:"With corrections" example:"18500"`
	NextShiftID    string        `json:"nextShiftId" doc:"To which it was handed over; empty: none"`
	ApprovedAt     *date.Time    `json:"approvedAt" nullable:"true"`
	ApprovedByID   string        `json:"approvedById" example:"665f1c2ab7e4d90012ab34d0"`
	ApprovedBy     string        `json:"approvedBy" example:"Anil Rao"`
	Notes          string        `json:"notes" example:"Quiet evening"`
	Version        int64         `json:"version" doc:"Every change raises it" example:"2"`
}

func (s Shown) view() View {
	v := View{ID: s.ID, AccountID: s.AccountID, Number: s.Number, FloatFromID: s.FloatFrom, Drawer: s.Drawer,
		State: s.State, CashierID: s.CashierID,
		Cashier: s.Names[s.CashierID], OpenedAt: date.Time(s.OpenedAt), OpenedOn: string(s.OpenedOn),
		Float: s.Float.Number(s.Currency), FloatPieces: piecesViews(s.FloatPieces, s.Currency),
		ClosedOn: string(s.ClosedOn), ClosedByID: s.ClosedBy, ClosedBy: s.Names[s.ClosedBy],
		Pieces: piecesViews(s.Pieces, s.Currency), NextShiftID: s.NextID, ApprovedByID: s.ApprovedBy,
		ApprovedBy: s.Names[s.ApprovedBy], Notes: s.Notes, Version: s.Version,
		ClosedAt: moment(s.ClosedAt), ApprovedAt: moment(s.ApprovedAt)}
	known := s.Now
	if s.State == Closed {
		known = &s.Expected
		v.Counted, v.Difference = number(s.Counted, s.Currency), number(s.Difference(), s.Currency)
		v.CountedInTruth = number(s.Truth, s.Currency)
	}
	if known != nil { // the balance tells what is expected, to who has followed it
		v.Expected, v.BooksBalance = number(*known, s.Currency), number(s.Books, s.Currency)
		v.FloatDiffers = number(s.FloatDifference(), s.Currency)
	}
	return v
}

func number(a money.Amount, currency string) *money.Number { return new(a.Number(currency)) }

func moment(ms *int64) *date.Time {
	if ms == nil {
		return nil
	}
	return new(date.Time(*ms))
}

func reply(s Shown, err error) (*web.Data[View], error) {
	if err != nil {
		return nil, err
	}
	return web.OK(s.view()), nil
}

type openInput struct {
	Body struct {
		AccountID web.ID    `json:"accountId" doc:"The drawer"`
		Float     CountBody `json:"openingFloat" doc:"What was counted in it"`
		From      web.ID    `json:"floatFromAccountId,omitempty" doc:"Such as the safe that the float came from"`
		Notes     string    `json:"notes,omitempty" maxLength:"500" example:"Quiet evening"`
	}
}

func (s *Service) httpOpen(ctx context.Context, sc scope.Scope, in *openInput) (*web.Data[View], error) {
	float, err := in.Body.Float.read(sc, "openingFloat")
	if err != nil {
		return nil, err
	}
	return reply(s.open(ctx, sc, in.Body.AccountID.String(), float,
		in.Body.From.String(), in.Body.Notes))
}

type listInput struct {
	web.Paging
	AccountID web.ID    `query:"accountId" maxLength:"40" doc:"Only of this drawer"`
	CashierID web.ID    `query:"cashierId" maxLength:"40" doc:"Only of this person"`
	State     string    `query:"state" enum:"open,closed" doc:"Only these"`
	From      date.Date `query:"from" doc:"Opened on or after"`
	To        date.Date `query:"to" doc:"Opened on or before"`
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (
	*web.Page[View, web.Pagination], error) {
	found, err := s.list(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, Shown.view), nil
}

func (s *Service) httpDenominations(_ context.Context, sc scope.Scope, _ *struct{}) (*web.Data[[]money.Number], error) {
	values := []money.Number{}
	for _, v := range Denominations(sc) {
		values = append(values, v.Number(sc.Currency))
	}
	return web.OK(values), nil
}

type shiftInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *shiftInput) (*web.Data[View], error) {
	return reply(s.get(ctx, sc, in.ShiftID.String()))
}

type closeInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
	Body    struct {
		Counted CountBody `json:"counted" doc:"What is in the drawer"`
		Notes   string    `json:"notes,omitempty" maxLength:"500" example:"Quiet evening"`
	}
}

func (s *Service) httpClose(ctx context.Context, sc scope.Scope, in *closeInput) (*web.Data[View], error) {
	counted, err := in.Body.Counted.read(sc, "counted")
	if err != nil {
		return nil, err
	}
	return reply(s.close(ctx, sc, in.ShiftID.String(), counted, in.Body.Notes))
}

func (s *Service) httpHandOver(ctx context.Context, sc scope.Scope, in *closeInput) (*web.Data[View], error) {
	counted, err := in.Body.Counted.read(sc, "counted")
	if err != nil {
		return nil, err
	}
	return reply(s.handOver(ctx, sc, in.ShiftID.String(), counted, in.Body.Notes))
}

type dropInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
	Body    struct {
		Amount    money.Number `json:"amount" doc:"Above zero" example:"15000"`
		BagNumber string       `json:"bagNumber" minLength:"1" maxLength:"40" doc:"Unique in the hotel" example:"B-1042"`
		To        web.ID       `json:"toAccountId" doc:"The safe, or a bank account"`
	}
}

// DropView is a bag of cash that has left a drawer.
type DropView struct {
	ID         string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	ShiftID    string       `json:"shiftId" example:"665f1c2ab7e4d90012ab34ce"`
	BagNumber  string       `json:"bagNumber" example:"B-1042"`
	Amount     money.Number `json:"amount" example:"15000"`
	ToID       string       `json:"toAccountId" example:"665f1c2ab7e4d90012ab34cf"`
	TransferID string       `json:"transferId" example:"665f1c2ab7e4d90012ab34d0"`
	CreatedBy  string       `json:"createdBy" example:"665f1c2ab7e4d90012ab34d1"`
	CreatedAt  date.Time    `json:"createdAt"`
}

func (d Drop) view(sc scope.Scope) DropView {
	return DropView{ID: d.ID, ShiftID: d.ShiftID, BagNumber: d.BagNumber, Amount: d.Amount.Number(sc.Currency),
		ToID: d.ToID, TransferID: d.TransferID, CreatedBy: d.CreatedBy, CreatedAt: date.Time(d.CreatedAt)}
}

func (s *Service) httpDrop(ctx context.Context, sc scope.Scope, in *dropInput) (*web.Data[DropView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	d := Drop{Amount: amounts.AboveZero("amount", in.Body.Amount), BagNumber: strings.TrimSpace(in.Body.BagNumber),
		ToID: in.Body.To.String()}
	if d.BagNumber == "" {
		amounts.Fields.Add("bagNumber", "must not be empty")
	}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	made, err := s.drop(ctx, sc, in.ShiftID.String(), d)
	return web.Reply(made.view(sc), err)
}

type payOutInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
	Body    struct {
		Amount   money.Number `json:"amount" doc:"Above zero" example:"350"`
		Reason   string       `json:"reason" minLength:"1" maxLength:"500" example:"Taxi for a guest"`
		Category string       `json:"category,omitempty" maxLength:"60" doc:"Default Paid out" example:"Transport"`
	}
}

// PaidOutView is what was paid out of a drawer.
type PaidOutView struct {
	ExpenseID string       `json:"expenseId" example:"665f1c2ab7e4d90012ab34cd"`
	Number    string       `json:"number" doc:"The expense's" example:"EXP-12"`
	Amount    money.Number `json:"amount" example:"350"`
	Category  string       `json:"category" example:"Transport"`
	Reason    string       `json:"reason" example:"Taxi for a guest"`
}

func (s *Service) httpPayOut(ctx context.Context, sc scope.Scope, in *payOutInput) (*web.Data[PaidOutView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	p := PaidOut{Amount: amounts.AboveZero("amount", in.Body.Amount), Reason: in.Body.Reason, Category: in.Body.Category}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	made, err := s.payOut(ctx, sc, in.ShiftID.String(), p)
	return web.Reply(PaidOutView{made.ExpenseID, made.Number, made.Amount.Number(sc.Currency), made.Category,
		made.Reason}, err)
}

type tipInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
	Body    struct {
		Amount    money.Number `json:"amount" doc:"Above zero" example:"200"`
		Direction string       `json:"direction" enum:"in,out" doc:"Into the drawer, or out of it"`
		Notes     string       `json:"notes,omitempty" maxLength:"500" doc:"For whom" example:"Housekeeping"`
	}
}

// TipView is a tip.
type TipView struct {
	Amount    money.Number `json:"amount" example:"200"`
	Direction string       `json:"direction" enum:"in,out"`
	Notes     string       `json:"notes" example:"Housekeeping"`
}

func (s *Service) httpTip(ctx context.Context, sc scope.Scope, in *tipInput) (*web.Data[TipView], error) {
	amounts := money.Reader{Currency: sc.Currency}
	t := Tip{Amount: amounts.AboveZero("amount", in.Body.Amount), Notes: in.Body.Notes}
	if err := amounts.Fields.Err(); err != nil {
		return nil, err
	}
	if in.Body.Direction == "out" {
		t.Amount = -t.Amount
	}
	made, err := s.tip(ctx, sc, in.ShiftID.String(), t)
	return web.Reply(TipView{max(made.Amount, -made.Amount).Number(sc.Currency), in.Body.Direction, made.Notes}, err)
}

type correctInput struct {
	ShiftID web.ID `path:"shiftId" doc:"The shift's id"`
	Body    struct {
		Counted CountBody `json:"counted" doc:"What was in the drawer in truth"`
		Reason  string    `json:"reason" minLength:"1" maxLength:"500" example:"A note of 50 lay below the tray"`
	}
}

// CorrectionView is what was put beside a count.
type CorrectionView struct {
	ID        string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Counted   money.Number `json:"counted" example:"18500"`
	Pieces    []PiecesView `json:"denominations"`
	Amount    money.Number `json:"amount" doc:"What was posted" example:"50"`
	Reason    string       `json:"reason" example:"A note of 50 lay below the tray"`
	CreatedBy string       `json:"createdBy" example:"665f1c2ab7e4d90012ab34ce"`
	CreatedAt date.Time    `json:"createdAt"`
}

func (c Correction) view(sc scope.Scope) CorrectionView {
	return CorrectionView{ID: c.ID, Counted: c.Counted.Number(sc.Currency), Pieces: piecesViews(c.Pieces, sc.Currency),
		Amount: c.Amount.Number(sc.Currency), Reason: c.Reason, CreatedBy: c.CreatedBy, CreatedAt: date.Time(c.CreatedAt)}
}

func (s *Service) httpCorrect(ctx context.Context, sc scope.Scope, in *correctInput) (
	*web.Data[CorrectionView], error) {
	counted, err := in.Body.Counted.read(sc, "counted")
	if err != nil {
		return nil, err
	}
	made, err := s.correct(ctx, sc, in.ShiftID.String(), counted, in.Body.Reason)
	return web.Reply(made.view(sc), err)
}

func (s *Service) httpApprove(ctx context.Context, sc scope.Scope, in *shiftInput) (*web.Data[View], error) {
	return reply(s.approve(ctx, sc, in.ShiftID.String()))
}
