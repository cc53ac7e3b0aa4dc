package web

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/errs"
	"sarai/internal/kit/paging"
)

// Paging is the query of a paginated list; embed it in the route's input.
type Paging = paging.Query

func paginationOf(p Paging, total int) Pagination {
	return Pagination{Page: p.Page, Limit: p.Limit, Total: total, TotalPages: p.Pages(total)}
}

// Page is the envelope of one page of a list; P is the pagination object of its group.
type Page[T, P any] struct {
	Success    bool `json:"success" doc:"Always true"`
	Data       []T  `json:"data"`
	Pagination P    `json:"pagination"`
}

// Pagination is the pagination object of most groups; notifications and the audit log name its members differently.
type Pagination struct {
	Page       int    `json:"page" example:"1"`
	Limit      int    `json:"limit" example:"20"`
	Total      int    `json:"total" doc:"Records in all" example:"137"`
	TotalPages int    `json:"totalPages" example:"7"`
	NextCursor string `json:"nextCursor,omitempty" doc:"With cursor: the next page's; absent on the last one"`
}

// PageOf wraps one page of total records.
func PageOf[T any](data []T, p Paging, total int) *Page[T, Pagination] {
	return &Page[T, Pagination]{Success: true, Data: data, Pagination: paginationOf(p, total)}
}

// Summed is a Page with sums over every record that the filter finds, not only those of the page.
type Summed[T, S any] struct {
	Success    bool       `json:"success" doc:"Always true"`
	Data       []T        `json:"data"`
	Totals     S          `json:"totals" doc:"Over all records that the filter finds, not those of the page alone"`
	Pagination Pagination `json:"pagination"`
}

// SummedPageOf wraps one page of total records, and their sums.
func SummedPageOf[T, S any](data []T, totals S, p Paging, total int) *Summed[T, S] {
	return &Summed[T, S]{Success: true, Data: data, Totals: totals, Pagination: paginationOf(p, total)}
}

// Either is a value of one of two types, such as an entry of a list in short or whole: the second if there is one.
type Either[A, B any] struct {
	First  A
	Second *B
}

// MarshalJSON writes the one of the two.
func (e Either[A, B]) MarshalJSON() ([]byte, error) { return json.Marshal(e.chosen()) }

func (e *Either[A, B]) chosen() any {
	if e.Second != nil {
		return e.Second
	}
	return &e.First
}

// written is what is encoded in the page's place: encoding/json reads what a MarshalJSON has written once more, which
// was half of its work on a page of Either.
func (p *Page[T, P]) written() any {
	var entry T
	if _, ok := any(&entry).(interface{ chosen() any }); !ok {
		return p
	}
	data := make([]any, len(p.Data))
	for i := range p.Data {
		data[i] = any(&p.Data[i]).(interface{ chosen() any }).chosen()
	}
	return &Page[any, P]{Success: p.Success, Data: data, Pagination: p.Pagination}
}

// Schema describes the type in the OpenAPI document.
func (Either[A, B]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{AnyOf: []*huma.Schema{r.Schema(typeOf[A](), true, "First"), r.Schema(typeOf[B](), true, "Second")}}
}

// CheckDistinct refuses a list that has an entry twice.
func CheckDistinct(field string, list []string) error {
	var fields errs.Fields
	for i, entry := range list {
		if slices.Index(list, entry) < i {
			fields.Add(fmt.Sprintf("%s[%d]", field, i), "must not repeat an entry")
		}
	}
	return fields.Err()
}
