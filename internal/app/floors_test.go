package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// area is a folder of internal/ with the packages in it. Each package names those of its own area that it may import;
// the area's own folder is "".
type area struct {
	name     string
	packages map[string][]string
}

var (
	areaTitle = regexp.MustCompile("^### ([a-z]+): .+")
	areaItem  = regexp.MustCompile("^- `([a-z/]+)`(?: → (`[a-z/]+`(?:, `[a-z/]+`)*))?:[ \n]")
)

// areas are those of docs/architecture.md, from the lowest to the highest, which is the last one there.
var areas = sync.OnceValue(func() []area {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		panic(err)
	}
	var found []area
	for line := range strings.Lines(string(page)) {
		if title := areaTitle.FindStringSubmatch(line); title != nil {
			found = slices.Insert(found, 0, area{title[1], map[string][]string{}})
		} else if item := areaItem.FindStringSubmatch(line); item != nil {
			found[0].add(item[1], item[2])
		}
	}
	return found
})

// add adds a package, with what it may import as the page lists it.
func (a area) add(name, imports string) {
	own := func(name string) string {
		if name == a.name {
			return ""
		}
		return name
	}
	var list []string
	for neighbour := range strings.SplitSeq(imports, ", ") {
		if imports != "" {
			list = append(list, own(strings.Trim(neighbour, "`")))
		}
	}
	a.packages[own(name)] = list
}

// forTests are the packages that only tests and each other import.
var forTests = []string{"kit/kittest", "kit/kittest/pg", "kit/kittest/pgserver", "kit/kittest/pdftext",
	"kit/kittest/socketclient",
	"books/ledger/ledgertest", "app/apptest", "country/zz"}

// libraries stay behind the packages that are named: a capability speaks neither to a driver nor to a router.
var libraries = map[string][]string{
	"modernc.org/sqlite":     {"kit/db/sqlite", "kit/db/sqlite/driver"},
	"github.com/gofrs/flock": {"kit/db/sqlite"},
	"modernc.org/libc":       {"kit/db/sqlite/driver"},
	"github.com/jackc/pgx": {"kit/db", "kit/db/postgres", "kit/relay", "kit/kittest",
		"kit/kittest/pgserver"},
	"github.com/pressly/goose":           {"kit/db", "kit/db/postgres"},
	"aidanwoods.dev/go-paseto":           {"kit/token"},
	"github.com/wneessen/go-mail":        {"kit/mail"},
	"github.com/microcosm-cc/bluemonday": {"paper/emailtemplate"},
	"golang.org/x/net/html":              {"paper/emailtemplate"},
	"golang.org/x/net/idna":              {"kit/contact"},
	"golang.org/x/crypto":                {"identity/password"},
	"github.com/pquerna/otp":             {"identity/factor"},
	"github.com/danielgtaylor/huma":      {"kit/web", "kit/web/intake", "kit/web/openapi"},
	// password has the pages of mailed links
	"github.com/go-chi/chi": {"kit/web", "kit/web/openapi", "app", "app/console", "identity/password",
		"stay/precheck", "stay/registration", "outward/message"},
	"github.com/go-chi/httprate": {"kit/admit"},
	"github.com/go-chi/cors":     {"kit/web/intake"},
	"github.com/klauspost":       {"kit/web"},
	"github.com/minio":           {"kit/bucket"},
	"github.com/prometheus":      {"kit/web", "app", "kit/socketio"},
	"github.com/coder/websocket": {"kit/socketio"},
	"github.com/swaggest":        {"kit/web/openapi"},
	"github.com/vearutop":        {"kit/web/openapi"},
	"github.com/sony/gobreaker":  {"record/gst"},
	"github.com/hashicorp/golang-lru": {"kit/token", "identity/attempt", "identity/factor", "identity/session",
		"identity/user", "books/tax", "record/gst", "property/rates"},
	"golang.org/x/sync":                 {"kit/mail", "app/demo", "record/gst"},
	"golang.org/x/sys":                  {"kit/db/postgres"},
	"golang.org/x/text":                 {"kit/money", "kit/bankfile", "record/wordindex"},
	"github.com/go-text/typesetting":    {"kit/pdf"},
	"github.com/boombuler/barcode":      {"stay/registration"},
	"golang.org/x/image":                {"kit/pdf"},
	"github.com/santhosh-tekuri":        {"app/apptest"},
	"pgregory.net/rapid":                {}, // tests only, as those below
	"github.com/xuri/excelize":          {"app/apptest"},
	"github.com/anishathalye/porcupine": {},
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

// floor is where a package stands: its area's place, and which neighbours it may import.
type floor struct {
	area       int
	neighbours []string // by their folders, such as "kit/db"
}

func floors() map[string]floor {
	all := map[string]floor{"cmd/sarai": {area: len(areas())}}
	for i, a := range areas() {
		for name, neighbours := range a.packages {
			f := floor{area: i}
			for _, n := range neighbours {
				f.neighbours = append(f.neighbours, path.Join(a.name, n))
			}
			all[path.Join(a.name, name)] = f
		}
	}
	return all
}

func TestImportsGoDown(t *testing.T) {
	all := floors()
	_, packages := sources(t)
	for name, files := range packages {
		own, known := all[name]
		if !known {
			t.Errorf("package %s is missing in docs/architecture.md", name)
			continue
		}
		for _, file := range files {
			for _, imported := range imports(file) {
				imported, ours := strings.CutPrefix(imported, "sarai/internal/")
				if !ours {
					continue
				}
				if slices.Contains(forTests, imported) && !slices.Contains(forTests, name) {
					t.Errorf("%s imports %s, which is for tests", name, imported)
				}
				below, known := all[imported]
				if !known || below.area > own.area || below.area == own.area && !slices.Contains(own.neighbours, imported) {
					t.Errorf("%s imports %s, which docs/architecture.md doesn't allow", name, imported)
				}
			}
		}
	}
	for name := range all {
		if packages[name] == nil {
			t.Errorf("there is no package %s: remove it from docs/architecture.md", name)
		}
	}
}

func TestLibrariesStayBehindTheirPackages(t *testing.T) {
	_, packages := sources(t)
	for name, files := range packages {
		for _, file := range files {
			for _, path := range imports(file) {
				if path == "html/template" || path == "text/template" {
					t.Errorf("%s imports %s, which looks methods up by name: see decision 59", name, path)
				}
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

// Rules know nothing of requests: kit/web is for the files that hold routes, bodies and views, which shape_test.go
// knows by their names, and for packages that serve or test the whole.
func TestRulesKnowNoRequests(t *testing.T) {
	serve := []string{"kit/web", "kit/web/openapi", "kit/socketio", "app", "app/apptest", "cmd/sarai"}
	set, packages := sources(t)
	for name, files := range packages {
		for _, file := range files {
			where := set.Position(file.Pos()).Filename
			if isHTTP(path.Base(where)) || slices.Contains(serve, name) {
				continue
			}
			for _, imported := range imports(file) {
				if imported == "sarai/internal/kit/web" || strings.HasPrefix(imported, "sarai/internal/kit/web/") {
					t.Errorf("%s imports %s: its rules belong elsewhere, or it is an http.go", where, imported)
				}
			}
		}
	}
}

// Only who has found out who calls makes a scope: everybody else is given one. ForJob is for work that nobody asked
// for by a request. Approvals have a request made again on behalf of who has asked for it. The demo acts as five people
// before the server listens; no request reaches it.
func TestOnlyAuthMakesScopes(t *testing.T) {
	literals := []string{"kit/scope", "kit/web", "identity/session", "identity/password", "identity/auth",
		"billing/approval", "app/demo"}
	jobs := []string{"kit/scope", "identity/organization", "outward/notification", "app/demo", "cmd/sarai"}
	set, packages := sources(t)
	for name, files := range packages {
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.CompositeLit:
					if selector, ok := node.Type.(*ast.SelectorExpr); ok && isScope(selector, "Scope") &&
						!slices.Contains(literals, name) {
						t.Errorf("%s: %s makes a scope", set.Position(node.Pos()), name)
					}
				case *ast.CallExpr:
					if selector, ok := node.Fun.(*ast.SelectorExpr); ok && isScope(selector, "ForJob") &&
						!slices.Contains(jobs, name) {
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
