package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors are the packages of internal/ from the lowest floor to the highest, as docs/architecture.md draws them.
// A package may import every package of a lower floor, and of its own floor those that are named with it.
var floors = []map[string][]string{
	{ // kit, without what knows HTTP or the database
		"kit/clock": nil, "kit/date": nil, "kit/errs": nil, "kit/id": nil, "kit/money": nil, "kit/kittest/pgserver": nil, "kit/kittest/pdftext": nil,
		"kit/scope": {"kit/date"}, "kit/token": {"kit/id"}, "kit/pdf": nil, "kit/picture": nil,
	},
	{"kit/db": nil, "kit/web": nil},
	{"kit/contact": nil, "kit/idempotency": nil, "kit/kittest": nil, "kit/mail": nil, "kit/socketio": nil, "kit/relay": nil, "kit/kittest/socketclient": nil, "kit/kittest/pg": {"kit/kittest"}},
	{"may": nil},                       // words
	{"gst": nil, "gst/simulator": nil}, // public knowledge, which belongs to no organization; tenancy needs the form of its numbers
	{"event": nil, "audit": {"event"}, "series": {"event"}},
	{ // tenancy
		"organization": nil, "role": {"organization"}, "user": {"role", "organization"}, "invitation": {"user", "role", "organization"},
		"auth": {"invitation", "user", "role", "organization"},
	},
	{ // property
		"inventory": nil, "room": {"inventory"}, "guest": nil, "vendor": nil, "emailtemplate": nil,
		"tax": {"ledger"}, "ledger": nil, "ledger/ledgertest": nil, "document": {"tax"},
	},
	{ // operations
		"folio": nil, "booking": {"folio"}, "invoice": {"booking", "folio"}, "payment": {"invoice", "booking"},
		"creditnote": {"invoice", "booking", "folio"}, "quote": {"booking", "folio"}, "expense": nil,
	},
	{"notification": nil, "sheets": nil, "analytics": nil, "gstreturn": nil}, // outward
	{"app": nil, "demo": {"app"}},
}

// libraries stay behind the packages that are named: a capability speaks neither to a driver nor to a router.
var libraries = map[string][]string{
	"modernc.org/sqlite":                 {"kit/db"},
	"github.com/jackc/pgx":               {"kit/db", "kit/relay", "kit/kittest", "kit/kittest/pgserver"},
	"github.com/pressly/goose":           {"kit/db"},
	"aidanwoods.dev/go-paseto":           {"kit/token"},
	"github.com/wneessen/go-mail":        {"kit/mail"},
	"github.com/microcosm-cc/bluemonday": {"emailtemplate"},
	"golang.org/x/net/html":              {"emailtemplate"},
	"golang.org/x/crypto":                {"auth"},
	"github.com/danielgtaylor/huma":      {"kit/web", "kit/date", "kit/money", "audit", "folio"}, // the latter describe a type of their own in the document
	"github.com/go-chi/chi":              {"kit/web", "app", "auth"},                             // auth has the pages of mailed links
	"github.com/go-chi/httprate":         {"kit/web", "auth"},
	"github.com/go-chi/cors":             {"kit/web"},
	"github.com/prometheus":              {"kit/web", "app", "kit/socketio"},
	"github.com/coder/websocket":         {"kit/socketio"},
	"github.com/swaggest":                {"kit/web"},
	"github.com/sony/gobreaker":          {"gst"},
	"github.com/hashicorp/golang-lru":    {"kit/token", "auth", "user", "gst"},
	"golang.org/x/sync":                  {"kit/mail", "demo", "gst"},
	"golang.org/x/text":                  {"kit/money"},
	"github.com/go-text/typesetting":     {"kit/pdf"},
	"github.com/xuri/excelize":           {"analytics", "gstreturn"},
	"github.com/alecthomas/kong":         {"cmd/sarai"},
	"pgregory.net/rapid":                 {}, // tests only, as the two below
	"github.com/anishathalye/porcupine":  {},
	"github.com/santhosh-tekuri":         {},
}

// sources are the parsed Go files that are not tests, by package folder.
func sources(t *testing.T) (*token.FileSet, map[string][]*ast.File) {
	t.Helper()
	set, packages := token.NewFileSet(), map[string][]*ast.File{}
	for _, root := range []string{"../../internal", "../../cmd"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
			folder = strings.TrimPrefix(folder, "internal/")
			packages[folder] = append(packages[folder], file)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return set, packages
}

func imports(file *ast.File) []string {
	var paths []string
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, path)
	}
	return paths
}

func TestImportsGoDown(t *testing.T) {
	floorOf := map[string]int{"cmd/sarai": len(floors)}
	for i, floor := range floors {
		for name := range floor {
			floorOf[name] = i
		}
	}
	_, packages := sources(t)
	for name, files := range packages {
		floor, known := floorOf[name]
		if !known {
			t.Errorf("package %s stands on no floor: give it one here and in docs/architecture.md", name)
			continue
		}
		for _, file := range files {
			for _, path := range imports(file) {
				imported, ours := strings.CutPrefix(path, "sarai/internal/")
				if !ours {
					continue
				}
				below, known := floorOf[imported]
				if !known || below > floor || below == floor && !slices.Contains(floors[floor][name], imported) {
					t.Errorf("%s imports %s, which is not below it", name, imported)
				}
			}
		}
	}
	for name := range floorOf {
		if packages[name] == nil {
			t.Errorf("there is no package %s any more: take it off its floor", name)
		}
	}
}

func TestLibrariesStayBehindTheirPackages(t *testing.T) {
	_, packages := sources(t)
	for name, files := range packages {
		for _, file := range files {
			for _, path := range imports(file) {
				if !strings.Contains(path, ".") {
					continue // the standard library and our own
				}
				known := false
				for library, allowed := range libraries {
					if strings.HasPrefix(path, library) {
						known = true
						if !slices.Contains(allowed, name) {
							t.Errorf("%s imports %s; only %v may", name, path, allowed)
						}
					}
				}
				if !known {
					t.Errorf("%s imports %s, which this test doesn't know", name, path)
				}
			}
		}
	}
}

// Only who has found out who calls makes a scope: everybody else is given one. ForJob is for work that nobody asked
// for by a request. The demo acts as five people before the server listens; no request reaches it.
func TestOnlyAuthMakesScopes(t *testing.T) {
	literals, jobs := []string{"kit/scope", "kit/web", "auth", "demo"}, []string{"kit/scope", "organization", "notification", "demo", "cmd/sarai"}
	set, packages := sources(t)
	for name, files := range packages {
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.CompositeLit:
					if selector, ok := node.Type.(*ast.SelectorExpr); ok && isScope(selector, "Scope") && !slices.Contains(literals, name) {
						t.Errorf("%s: %s makes a scope", set.Position(node.Pos()), name)
					}
				case *ast.CallExpr:
					if selector, ok := node.Fun.(*ast.SelectorExpr); ok && isScope(selector, "ForJob") && !slices.Contains(jobs, name) {
						t.Errorf("%s: %s makes a job's scope", set.Position(node.Pos()), name)
					}
				}
				return true
			})
		}
	}
}

func isScope(selector *ast.SelectorExpr, name string) bool {
	from, ok := selector.X.(*ast.Ident)
	return ok && from.Name == "scope" && selector.Sel.Name == name
}
