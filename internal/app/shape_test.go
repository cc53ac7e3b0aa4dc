package app_test

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// What a module may be at most, so that it is read in one sitting.
const (
	mostMethods = 40   // of a type
	mostLines   = 2500 // of a package, without its tests
	mostColumns = 120  // of a line of Go; a tab counts as one
)

// One module looks like another, so that who has read one finds everything in the next: http.go holds the routes and
// their handlers, store.go all SQL, service.go what can be done and the transactions.
func TestModuleShape(t *testing.T) {
	set, packages := sources(t)
	shape := &shape{set: set, packages: packages, found: map[string][]string{}}
	for name, files := range packages {
		if area, _, _ := strings.Cut(name, "/"); area == "kit" || area == "app" || area == "cmd" {
			continue
		}
		shape.files(name, files)
		for _, file := range files {
			shape.handlers(name, file)
		}
	}
	for name, files := range packages {
		if !slices.Contains(forTests, name) {
			shape.size(name, files)
		}
	}
	shape.bench(t)
	shape.sql(statements(t))
	shape.columns(t)
	for _, rule := range []string{"files", "handlers", "size", "sql", "columns"} {
		t.Run(rule, func(t *testing.T) {
			for _, fault := range shape.found[rule] {
				t.Error(fault)
			}
		})
	}
}

// shape collects what breaks a rule, as "where: what".
type shape struct {
	set      *token.FileSet
	packages map[string][]*ast.File
	found    map[string][]string // by rule
}

func (s *shape) add(rule, where, format string, args ...any) {
	s.found[rule] = append(s.found[rule], where+": "+fmt.Sprintf(format, args...))
}

func (s *shape) name(file *ast.File) string {
	return filepath.Base(s.set.Position(file.Pos()).Filename)
}

// files: a package says in doc.go what always holds in it; one with routes has its service and its SQL in files of
// these names, as far as it has any.
func (s *shape) files(name string, files []*ast.File) {
	var names []string
	for _, file := range files {
		names = append(names, s.name(file))
	}
	if !slices.Contains(names, "doc.go") && len(files) > 1 {
		s.add("files", name, "has no doc.go")
	}
	if slices.Contains(names, "http.go") && !slices.Contains(names, "service.go") {
		s.add("files", name, "has http.go without service.go")
	}
}

func isHTTP(file string) bool  { return file == "http.go" || strings.HasSuffix(file, "_http.go") }
func isStore(file string) bool { return file == "store.go" || strings.HasSuffix(file, "_store.go") }

// routeMakers are the functions of kit/web that take a handler.
var routeMakers = []string{"Get", "Post", "Put", "Patch", "Delete", "Create"}

// handlers: routes are declared in http.go, by handlers named http…, and no file of that kind sees the database.
func (s *shape) handlers(name string, file *ast.File) {
	base := s.name(file)
	if isHTTP(base) && slices.Contains(imports(file), "sarai/internal/kit/db") {
		s.add("handlers", path.Join(name, base), "imports kit/db")
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if handlerName.MatchString(node.Name.Name) && !isHTTP(base) {
				s.add("handlers", path.Join(name, base), "%s belongs to http.go", node.Name.Name)
			}
		case *ast.CallExpr:
			if maker, ok := node.Fun.(*ast.SelectorExpr); ok && isRouteMaker(maker) && len(node.Args) > 2 {
				s.handler(path.Join(name, base), isHTTP(base), node.Args[2])
			}
		}
		return true
	})
}

var handlerName = regexp.MustCompile(`^http[A-Z]`)

func isRouteMaker(maker *ast.SelectorExpr) bool {
	from, ok := maker.X.(*ast.Ident)
	return ok && from.Name == "web" && slices.Contains(routeMakers, maker.Sel.Name)
}

func (s *shape) handler(where string, inHTTP bool, handler ast.Expr) {
	if !inHTTP {
		s.add("handlers", where, "declares a route")
	}
	switch handler := handler.(type) {
	case *ast.SelectorExpr:
		if !handlerName.MatchString(handler.Sel.Name) {
			s.add("handlers", where, "%s is a handler: call it http…", handler.Sel.Name)
		}
	case *ast.Ident:
		if !handlerName.MatchString(handler.Name) {
			s.add("handlers", where, "%s is a handler: call it http…", handler.Name)
		}
	}
}

// size: no type and no package is too large to be read.
func (s *shape) size(name string, files []*ast.File) {
	lines, methods := 0, map[string]int{}
	for _, file := range files {
		lines += s.set.File(file.Pos()).LineCount()
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok && function.Recv != nil {
				methods[receiver(function)]++
			}
		}
	}
	s.lines(name, lines)
	for typ, n := range methods {
		if n > mostMethods {
			s.add("size", name, "%s has %d methods", typ, n)
		}
	}
}

// lines: a package is read in one sitting.
func (s *shape) lines(name string, lines int) {
	if lines > mostLines {
		s.add("size", name, "has %d lines, and may have %d", lines, mostLines)
	}
}

// bench: the bench's packages too, which have no row among the floors.
func (s *shape) bench(t *testing.T) {
	t.Helper()
	lines := map[string]int{}
	err := filepath.WalkDir("../../bench", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		lines[strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")] += bytes.Count(content, []byte("\n"))
		return err
	})
	if err != nil || lines["bench"] == 0 {
		t.Fatal(lines, err)
	}
	for name, n := range lines {
		s.lines(name, n)
	}
}

func receiver(function *ast.FuncDecl) string {
	typ := function.Recv.List[0].Type
	if pointer, ok := typ.(*ast.StarExpr); ok {
		typ = pointer.X
	}
	if generic, ok := typ.(*ast.IndexExpr); ok {
		typ = generic.X
	}
	if named, ok := typ.(*ast.Ident); ok {
		return named.Name
	}
	return ""
}

var sqlText = regexp.MustCompile(`^(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH) `)

// sql: statements stand in the files of the store.
func (s *shape) sql(statements []statement) {
	for _, statement := range statements {
		file := strings.TrimPrefix(filepath.ToSlash(statement.at.Filename), "../../")
		file = strings.TrimPrefix(file, "internal/")
		if slices.Contains(forTests, path.Dir(file)) || strings.HasPrefix(file, "kit/") || isStore(path.Base(file)) {
			continue
		}
		if sqlText.MatchString(statement.text) {
			s.add("sql", file, "%.60s", statement.text)
		}
	}
}

// columns: no line of Go is too long, in tests neither.
func (s *shape) columns(t *testing.T) {
	for _, root := range []string{"internal", "cmd", "bench", "migrations"} {
		err := filepath.WalkDir(filepath.Join("../..", root), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			return s.longLines(path)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (s *shape) longLines(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	where := strings.TrimPrefix(filepath.ToSlash(path), "../../")
	scanner := bufio.NewScanner(file)
	for n := 1; scanner.Scan(); n++ {
		if columns := utf8.RuneCount(scanner.Bytes()); columns > mostColumns {
			s.add("columns", where, "line %d has %d columns", n, columns)
		}
	}
	return scanner.Err()
}
