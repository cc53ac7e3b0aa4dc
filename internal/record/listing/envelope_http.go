package listing

import "sarai/internal/kit/web"

// Envelope is the page as most lists answer it.
func Envelope[R, V any](p Page[R], view func(R) V) *web.Page[V, web.Pagination] {
	answer := web.PageOf(viewsOf(p.Records, view), p.Paging, p.Number)
	answer.Pagination.NextCursor = p.Next
	return answer
}

// Summed is Envelope with totals.
func Summed[R, V, S any](p Page[R], view func(R) V, totals S) *web.Summed[V, S] {
	answer := web.SummedPageOf(viewsOf(p.Records, view), totals, p.Paging, p.Number)
	answer.Pagination.NextCursor = p.Next
	return answer
}

func viewsOf[R, V any](records []R, view func(R) V) []V {
	views := make([]V, len(records))
	for i, record := range records {
		views[i] = view(record)
	}
	return views
}
