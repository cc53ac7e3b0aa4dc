package gstreturn

import (
	"context"

	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/may"
)

const (
	jsonType     = "application/octet-stream" // so that browsers save the file
	workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// Routes are the endpoints of the monthly return, which stand below those of invoices.
func (s *Service) Routes() []web.Route {
	const base = "/api/invoices/{orgId}/gstr1"
	view := may.View(may.Invoices)
	return []web.Route{
		web.Get(base, view, s.httpShow, "Show a month's GSTR-1").
			With("In the words of the GST portal's JSON. Only for organizations with a GSTIN."),
		web.Download(base+".json", view, s.httpJSON, "Download a month's GSTR-1 for the GST portal", jsonType).
			With("As the portal takes it: without our envelope, and without empty tables."),
		web.Download(base+".xlsx", view, s.httpWorkbook, "Download a month's GSTR-1 as a workbook", workbookType).
			With("With the sheets and headings of the portal's offline tool."),
	}
}

// Period is a month written YYYY-MM.
type Period string

// InJSON describes the type to the API's document.
func (Period) InJSON() (like any, tags string) {
	return "", `pattern:"^[0-9]{4}-(0[1-9]|1[0-2])$" patternDescription:"a month written YYYY-MM" example:"2026-10"`
}

type periodInput struct {
	Period Period `query:"period" required:"true"`
}

func (s *Service) httpShow(ctx context.Context, sc scope.Scope, in *periodInput) (*web.Warned[Return], error) {
	r, err := s.month(ctx, sc, in.Period)
	if err != nil {
		return nil, err
	}
	answer := &web.Warned[Return]{Success: true, Data: r, Warnings: r.warnings()}
	if len(answer.Warnings) > 0 {
		answer.Message = answer.Warnings[0].Message
	}
	return answer, nil
}

func (s *Service) httpJSON(ctx context.Context, sc scope.Scope, in *periodInput) (*file.File, error) {
	r, err := s.month(ctx, sc, in.Period)
	if err != nil {
		return nil, err
	}
	content, err := r.upload()
	return &file.File{Name: r.name() + ".json", Type: jsonType, Content: content}, err
}

func (s *Service) httpWorkbook(ctx context.Context, sc scope.Scope, in *periodInput) (*file.File, error) {
	r, err := s.month(ctx, sc, in.Period)
	if err != nil {
		return nil, err
	}
	content, err := r.workbook()
	return &file.File{Name: r.name() + ".xlsx", Type: workbookType, Content: content}, err
}

func (r Return) name() string { return "GSTR1 " + r.GSTIN + " " + r.Period }
