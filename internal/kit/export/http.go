package export

import (
	"context"

	"sarai/internal/kit/file"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/kit/xlsx"
)

const (
	csvType = "text/csv; charset=utf-8"
	csvNote = " The file is UTF-8 with a byte order mark. Text that a spreadsheet would take for a formula begins with " +
		"an apostrophe."
)

// Routes are the downloads of what read returns, as a workbook and as CSV, below a path.
func Routes[I any](path string, need scope.Need, read func(context.Context, scope.Scope, *I) (File, error),
	summary, note string) []web.Route {
	download := func(write func(File, scope.Scope) (*file.File, error)) web.Handler[I, file.File] {
		return func(ctx context.Context, sc scope.Scope, in *I) (*file.File, error) {
			exported, err := read(ctx, sc, in)
			if err != nil {
				return nil, err
			}
			return write(exported, sc)
		}
	}
	return []web.Route{
		web.Download(path+"/export.xlsx", need, download(File.Workbook), summary+", as a spreadsheet", xlsx.MediaType).
			With(note),
		web.Download(path+"/export.csv", need, download(File.csv), summary+", as CSV", csvType).With(note + csvNote),
	}
}
