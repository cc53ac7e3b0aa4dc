// Package paging has how pages of lists are asked for.
package paging

// Query is the query of a paginated list, 20 records a page by default.
type Query struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Page number, from 1"`
	Limit int `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"Records a page"`
	// Cursor is an answer's nextCursor, or the word that asks for the first one.
	Cursor string `query:"cursor" maxLength:"2000" doc:"Instead of page: start, and then each nextCursor"`
}

// Offset is the number of records before the page.
func (q Query) Offset() int { return (q.Page - 1) * q.Limit }

// Pages is the number of pages that total records fill.
func (q Query) Pages(total int) int { return (total + q.Limit - 1) / q.Limit }
