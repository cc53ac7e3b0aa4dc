package gstreturn

import (
	"context"
	"slices"

	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// Routes are the endpoints of the monthly return, below the invoices'.
func (s *Service) Routes() []web.Route {
	const base = "/api/invoices/{orgId}/gstr1"
	return []web.Route{
		web.Get(base, may.View(may.Invoices), s.httpShow, "Show a month's GSTR-1").
			With("In the words of the GST portal's JSON. Only for organizations with a GSTIN."),
		web.Download(base+".json", may.View(may.Invoices), s.httpJSON, "Download a month's GSTR-1 for the GST portal",
			"application/octet-stream").
			With("The same without our envelope and without empty tables, as the portal takes it."),
		web.Download(base+".xlsx", may.View(may.Invoices), s.httpWorkbook, "Download a month's GSTR-1 as a workbook",
			workbookType).
			With("With the sheets and headings of the portal's offline tool."),
	}
}

type periodInput struct {
	Period string `query:"period" required:"true" pattern:"^[0-9]{4}-(0[1-9]|1[0-2])$" patternDescription:"a month written YYYY-MM"`
}

func (s *Service) httpShow(ctx context.Context, sc scope.Scope, in *periodInput) (*web.Data[Return], error) {
	r, err := s.month(ctx, sc, in.Period)
	if err != nil {
		return nil, err
	}
	for _, row := range slices.Concat(r.HSN.Registered, r.HSN.Others) {
		if row.Code == "" {
			return web.Say(r, "Some taxed lines have no SAC or HSN, which the portal will ask for in table 12."), nil
		}
	}
	return web.OK(r), nil
}

func (s *Service) httpJSON(ctx context.Context, sc scope.Scope, in *periodInput) (*web.File, error) {
	r, err := s.month(ctx, sc, in.Period)
	if err != nil {
		return nil, err
	}
	content, err := r.upload()
	return &web.File{Name: r.name() + ".json", Type: "application/octet-stream", Content: content}, err
}

func (s *Service) httpWorkbook(ctx context.Context, sc scope.Scope, in *periodInput) (*web.File, error) {
	r, err := s.month(ctx, sc, in.Period)
	if err != nil {
		return nil, err
	}
	content, err := r.workbook()
	return &web.File{Name: r.name() + ".xlsx", Type: workbookType, Content: content}, err
}

func (r Return) name() string { return "GSTR1 " + r.GSTIN + " " + r.Period }
