package expense

import (
	"cmp"
	"context"

	"sarai/internal/books/ledger"
	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/export"
	"sarai/internal/kit/file"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
	"sarai/internal/record/may"
)

const (
	createNote = "amount is before tax. It is paid from accountId, or without it from the default account of the " +
		"method, which is cash unless given. With vendorId the expense has the vendor's own name, not vendorName. With " +
		"dueDate, or onCredit and the terms of the vendor, it is a bill that is still unpaid: no account pays it until " +
		"pay. With lines, amount and tax are their sums."
	categoriesNote = "Each with what its expenses come to, the largest first. from and to narrow it to those days."
	updateNote     = "If amount, tax, account or date change, the old posting is taken back and a new one made, each on " +
		"its own date or, where that is closed, on the business day. Fields that are left out keep their value; null clears."
	deleteNote = "Its posting is taken back and its file removed. Its number stays used. Afterwards it isn't found (404)."
	fileNote   = "Replaces the file that is there. Its type is found in its content, and its name is made to end as " +
		"names of that type do."
)

// Routes are the endpoints of /api/expenses.
func (s *Service) Routes() []web.Route {
	const base = "/api/expenses/{orgId}"
	const expense = base + "/{expenseId}"
	const bill = base + "/{billId}"
	view, update := may.View(may.Expenses), may.Update(may.Expenses)
	routes := []web.Route{
		web.Create(base+"/create", may.Create(may.Expenses), s.httpCreate, "Record an expense").With(createNote),
		web.Get(base+"/list", view, s.httpList, "List the expenses").
			With("Newest first, without lines and payments. The totals cover everything that the filter finds."),
		web.Get(base+"/categories", view, s.httpCategories, "List the categories in use").With(categoriesNote),
		web.Get(expense, view, s.httpGet, "Show an expense"),
		web.Put(expense+"/update", update, s.httpUpdate, "Change an expense").With(updateNote),
		web.Delete(expense+"/delete", may.Delete(may.Expenses), s.httpDelete, "Delete an expense").With(deleteNote),
		web.Create(bill+"/pay", update, s.httpPay, "Pay a bill").With(payNote),
		web.Post(bill+"/payments/{billPaymentId}/void", may.Delete(may.Expenses), s.httpVoidPayment,
			"Void a payment of a bill").With("The bill is owed again. What was posted is taken back on its own day or, " +
			"where that is closed, on the business day."),
		web.Upload(expense+"/file", update, s.httpSetFile, "Upload the bill", maxFile, shelf.PaperTypes...).With(fileNote),
		web.Download(expense+"/file", view, s.httpFile, "Download the bill", shelf.PaperTypes...),
		web.Delete(expense+"/file", update, s.httpRemoveFile, "Remove the bill"),
	}
	return append(routes, export.Routes(base+"/list", view, s.register, "The register of expenses", registerNote)...)
}

// FileView describes the bill's file.
type FileView struct {
	Name string `json:"name" example:"linen-march.pdf"`
	Type string `json:"type" enum:"application/pdf,image/png,image/jpeg,image/webp" example:"application/pdf"`
	Size int64  `json:"size" doc:"Bytes" example:"48211"`
}

// View is an expense in a response.
type View struct {
	ID          string       `json:"_id" example:"665f1c2ab7e4d90012ab34cd"`
	Number      string       `json:"expenseNumber" example:"EXP-12"`
	VendorID    string       `json:"vendorId" doc:"Empty without a record" example:"665f1c2ab7e4d90012ab34ce"`
	VendorName  string       `json:"vendorName" example:"Lake City Linen"`
	Category    string       `json:"category" example:"Laundry"`
	Description string       `json:"description" example:"Sheets of March"`
	Amount      money.Number `json:"amount" doc:"Before tax" example:"4000"`
	Tax         money.Number `json:"tax" example:"720"`
	Total       money.Number `json:"totalAmount" doc:"What is paid or, of a bill, to be paid" example:"4720"`
	AccountID   string       `json:"accountId" example:"665f1c2ab7e4d90012ab34cf"`
	AccountName string       `json:"accountName" example:"Bank"`
	Date        date.Date    `json:"date" doc:"Of the bill"`
	PostedOn    date.Date    `json:"postedOn" doc:"The business day in whose books it is: date, unless that was closed"`
	BillNumber  string       `json:"billNumber" example:"LCL/2026/118"`
	File        *FileView    `json:"file,omitempty" doc:"Left out where there is none"`
	TaxParts
	BillView
	Lines     []LineView `json:"lines,omitempty" doc:"Left out of lists, and where there are none"`
	CreatedAt date.Time  `json:"createdAt"`
	UpdatedAt date.Time  `json:"updatedAt"`
	Version   int64      `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (e Expense) view(sc scope.Scope) View {
	v := View{ID: e.ID, Number: e.Number, VendorID: e.VendorID, VendorName: e.VendorName, Category: e.Category,
		Description: e.Description, Amount: e.Amount.Number(sc.Currency), Tax: e.Tax.Number(sc.Currency),
		Total: e.Total().Number(sc.Currency), AccountID: e.AccountID, AccountName: e.AccountName, Date: e.Date,
		PostedOn: e.PostedOn, BillNumber: e.BillNumber, CreatedAt: date.Time(e.CreatedAt), UpdatedAt: date.Time(e.UpdatedAt),
		Version: e.Version}
	v.TaxParts, v.BillView, v.Lines = e.taxParts(sc.Currency), e.billView(sc), linesView(e.Lines, sc.Currency)
	if e.FileName != "" {
		v.File = &FileView{Name: e.FileName, Type: e.FileType, Size: e.FileSize}
	}
	return v
}

func reply(sc scope.Scope, e Expense, err error) (*web.Data[View], error) {
	return web.Reply(e.view(sc), err)
}

// CreateBody is a new expense in a request.
type CreateBody struct {
	VendorID    web.ID        `json:"vendorId,omitempty"`
	VendorName  string        `json:"vendorName,omitempty" maxLength:"120" doc:"Without vendorId" example:"Corner shop"`
	Category    string        `json:"category" minLength:"1" maxLength:"60" doc:"The hotel's own word" example:"Laundry"`
	Description string        `json:"description,omitempty" maxLength:"2000" example:"Sheets of March"`
	Amount      *money.Number `json:"amount,omitempty" doc:"Before tax; above zero; not needed with lines" example:"4000"`
	Tax         *money.Number `json:"tax,omitempty" example:"720"`
	Lines       []LineBody    `json:"lines,omitempty" maxItems:"100"`
	DueDate     date.Date     `json:"dueDate,omitempty" doc:"Of a bill that is unpaid; not before date"`
	TDSSection  TDSSection    `json:"tdsSection,omitempty"`
	OnCredit    bool          `json:"onCredit,omitempty" doc:"A bill that is unpaid: due by the vendor's terms"`
	AccountID   web.ID        `json:"accountId,omitempty" doc:"Default: that of the method"`
	Method      ledger.Method `json:"method,omitempty"`
	Date        date.Date     `json:"date" doc:"Of the bill; not after today"`
	BillNumber  string        `json:"billNumber,omitempty" maxLength:"60" example:"LCL/2026/118"`
}

func (b CreateBody) fill(sc scope.Scope) Edit {
	return func(e *Expense, bad *errs.Fields) {
		amounts := money.Reader{Currency: sc.Currency}
		e.VendorID, e.VendorName, e.Category, e.Description = b.VendorID.String(), b.VendorName, b.Category, b.Description
		e.AccountID, e.Date, e.BillNumber, e.DueDate = b.AccountID.String(), b.Date, b.BillNumber, b.DueDate
		e.OnCredit, e.TDSSection = b.OnCredit, string(b.TDSSection)
		e.setLines(&amounts, b.Lines)
		e.checkMethod(bad, b.Method)
		switch {
		case b.Amount != nil:
			e.Amount = amounts.AboveZero("amount", *b.Amount)
		case len(b.Lines) == 0:
			amounts.Fields.Add("amount", "must be given, or lines")
		}
		if tax := amounts.Optional("tax", b.Tax); tax != nil {
			e.Tax = *tax
		}
		*bad = append(*bad, amounts.Fields...)
	}
}

type createInput struct{ Body CreateBody }

func (s *Service) httpCreate(ctx context.Context, sc scope.Scope, in *createInput) (*web.Data[View], error) {
	e, err := s.Create(ctx, sc, cmp.Or(in.Body.Method, ledger.Cash), in.Body.fill(sc))
	return reply(sc, e, err)
}

// ExpensePath is the path of the endpoints of one expense.
type ExpensePath struct {
	ExpenseID web.ID `path:"expenseId"`
}

func (s *Service) httpGet(ctx context.Context, sc scope.Scope, in *ExpensePath) (*web.Data[View], error) {
	e, err := s.get(ctx, sc, in.ExpenseID.String())
	return reply(sc, e, err)
}

// UpdateBody is a change of an expense in a request.
type UpdateBody struct {
	VendorID    web.Optional[web.ID]        `json:"vendorId,omitzero" doc:"null: the name stays"`
	VendorName  web.Optional[string]        `json:"vendorName,omitzero" maxLength:"120" example:"Corner shop"`
	Category    web.Change[string]          `json:"category,omitzero" maxLength:"60" example:"Laundry"`
	Description web.Optional[string]        `json:"description,omitzero" maxLength:"2000" example:"Sheets of March"`
	Amount      web.Change[money.Number]    `json:"amount,omitzero" doc:"Before tax; above zero" example:"4000"`
	Tax         web.Optional[money.Number]  `json:"tax,omitzero" example:"720"`
	AccountID   web.Optional[web.ID]        `json:"accountId,omitzero"`
	Method      web.Optional[ledger.Method] `json:"method,omitzero"`
	Date        web.Change[date.Date]       `json:"date,omitzero" doc:"Not after today"`
	Lines       web.Optional[[]LineBody]    `json:"lines,omitzero" maxItems:"100" doc:"All of them; amount and tax follow"`
	DueDate     web.Optional[date.Date]     `json:"dueDate,omitzero" doc:"Of a bill; not before date"`
	BillNumber  web.Optional[string]        `json:"billNumber,omitzero" maxLength:"60" example:"LCL/2026/118"`
}

func (b UpdateBody) edit(sc scope.Scope) Edit {
	return func(e *Expense, bad *errs.Fields) {
		amounts := money.Reader{Currency: sc.Currency}
		e.VendorID, e.VendorName = b.VendorID.Or(web.ID(e.VendorID)).String(), b.VendorName.Or(e.VendorName)
		e.Category, e.Description = b.Category.Or(e.Category), b.Description.Or(e.Description)
		e.Date, e.BillNumber = b.Date.Or(e.Date), b.BillNumber.Or(e.BillNumber)
		e.DueDate = b.DueDate.Or(e.DueDate)
		if b.Lines.Set {
			e.setLines(&amounts, b.Lines.Value)
		}
		if b.Amount.Set {
			e.Amount = amounts.AboveZero("amount", b.Amount.Value)
		}
		if b.Tax.Set {
			e.Tax = amounts.Read("tax", cmp.Or(b.Tax.Value, "0"))
		}
		e.checkMethod(bad, b.Method.Value)
		if b.AccountID.Set || b.Method.Value != "" {
			e.AccountID = b.AccountID.Value.String()
		}
		*bad = append(*bad, amounts.Fields...)
	}
}

type updateInput struct {
	ExpensePath
	Body UpdateBody `required:"false"`
}

func (s *Service) httpUpdate(ctx context.Context, sc scope.Scope, in *updateInput) (*web.Data[View], error) {
	e, err := s.update(ctx, sc, in.ExpenseID.String(), in.Body.Method.Value, in.Body.edit(sc))
	return reply(sc, e, err)
}

func (s *Service) httpDelete(ctx context.Context, sc scope.Scope, in *ExpensePath) (*web.Message, error) {
	if err := s.delete(ctx, sc, in.ExpenseID.String()); err != nil {
		return nil, err
	}
	return web.Done("The expense is deleted."), nil
}

// DaysQuery narrows a list to expenses of the days [from, to].
type DaysQuery struct {
	From date.Date `query:"from" doc:"Dated on or after"`
	To   date.Date `query:"to" doc:"Dated on or before"`
}

// ListQuery narrows the list of the expenses.
type ListQuery struct {
	DaysQuery
	VendorID  web.ID `query:"vendorId" maxLength:"40"`
	Status    string `query:"status" enum:"unpaid,overdue" doc:"Bills on which something is owed, or was due before today"`
	Category  string `query:"category" maxLength:"60" doc:"Exactly as the expense has it"`
	AccountID web.ID `query:"accountId" maxLength:"40"`
	Search    string `query:"search" maxLength:"120" doc:"Part of a number, the vendor, the category or the description"`
}

type listInput struct {
	web.Paging
	ListQuery
}

// ListTotals are the sums of a list.
type ListTotals struct {
	Totals
	BalanceDue money.Number `json:"balanceDue" doc:"What is owed on unpaid bills" example:"4720"`
}

// Totals are sums of expenses.
type Totals struct {
	Amount money.Number `json:"amount" doc:"Before tax" example:"4000"`
	Tax    money.Number `json:"tax" example:"720"`
	Total  money.Number `json:"totalAmount" example:"4720"`
}

func (s sums) view(sc scope.Scope) Totals {
	return Totals{Amount: s.amount.Number(sc.Currency), Tax: s.tax.Number(sc.Currency),
		Total: (s.amount + s.tax).Number(sc.Currency)}
}

func (s *Service) httpList(ctx context.Context, sc scope.Scope, in *listInput) (*web.Summed[View, ListTotals], error) {
	found, err := s.list(ctx, sc, in.ListQuery, in.Paging)
	if err != nil {
		return nil, err
	}
	all := sums{found.Number, found.Totals[0], found.Totals[1]}
	return listing.Summed(found, func(e Expense) View { return e.view(sc) },
		ListTotals{all.view(sc), found.Totals[2].Number(sc.Currency)}), nil
}

// CategoryView is a category in use, with its sums.
type CategoryView struct {
	Category string `json:"category" example:"Laundry"`
	Count    int    `json:"count" doc:"Expenses" example:"3"`
	Totals
}

func (s *Service) httpCategories(ctx context.Context, sc scope.Scope, in *DaysQuery) (
	*web.Data[[]CategoryView], error) {
	if err := date.CheckDays(in.From, in.To); err != nil {
		return nil, err
	}
	used, err := s.categories(ctx, sc, *in)
	if err != nil {
		return nil, err
	}
	views := make([]CategoryView, len(used))
	for i, c := range used {
		views[i] = CategoryView{Category: c.name, Count: c.count, Totals: c.view(sc)}
	}
	return web.OK(views), nil
}

type fileInput struct {
	ExpensePath
	web.FileBody
}

func (s *Service) httpSetFile(ctx context.Context, sc scope.Scope, in *fileInput, file file.File) (
	*web.Data[View], error) {
	e, err := s.setFile(ctx, sc, in.ExpenseID.String(), file)
	return reply(sc, e, err)
}

func (s *Service) httpFile(ctx context.Context, sc scope.Scope, in *ExpensePath) (*file.File, error) {
	file, err := s.file(ctx, sc, in.ExpenseID.String())
	return &file, err
}

func (s *Service) httpRemoveFile(ctx context.Context, sc scope.Scope, in *ExpensePath) (*web.Data[View], error) {
	e, err := s.removeFile(ctx, sc, in.ExpenseID.String())
	return reply(sc, e, err)
}
