package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sarai/internal/kit/date"
)

func TestSay(t *testing.T) {
	for want, got := range map[string]string{
		"Reason: 5 % off":  English.Say("Reason: %s", "5 % off"),
		"कारण: 5 % off":    Hindi.Say("Reason: %s", "5 % off"),
		"Total":            Language("").Say("Total"),
		"कुल":              Hindi.Say("Total"),
		"100 % Cotton":     Hindi.Say("100 % Cotton"), // a name that the hotel gives
		"State":            English.Sense("State", "of a room"),
		"स्थिति":           Hindi.Sense("State", "of a room"),
		"राज्य":            Hindi.Say("State"),
		"1 room":           English.Count(1, "1 room", "%d rooms"),
		"3 कमरे":           Hindi.Count(3, "1 room", "%d rooms"),
		"14 Apr 2026":      English.Day("2026-04-14"),
		"26 नवंबर 2026":    Hindi.Day("2026-11-26"),
		"Tue, 14 Apr 2026": English.Weekday("2026-04-14"),
		"मंगल, 14 अप्रैल 2026":         Hindi.Weekday("2026-04-14"),
		"14 अप्रैल 2026, 15:04":        Hindi.Moment(time.Date(2026, 4, 14, 15, 4, 0, 0, time.UTC)),
		"Rupees Ten Only":              English.Amount(10_00, "INR"),
		"दस रुपये मात्र":               Hindi.Amount(10_00, "INR"),
		"14 Apr 2026, 15:04":           English.Moment(time.Date(2026, 4, 14, 15, 4, 0, 0, time.UTC)),
		"" + Hindi.Day("") + "nothing": Hindi.Weekday(date.Date("")) + "nothing",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

var verb = regexp.MustCompile(`%[a-z%]`)

func TestTextsHaveTheSameVerbs(t *testing.T) {
	for language, own := range tongues {
		for text, said := range own.texts() {
			if !slices.Equal(verb.FindAllString(text, -1), verb.FindAllString(said, -1)) {
				t.Errorf("%s says %q as %q", language, text, said)
			}
		}
	}
}

// What the code says is in the files, and nothing else is.
func TestTextsAreThoseOfTheCode(t *testing.T) {
	said, known := source(t)
	for _, text := range said {
		for language, own := range tongues {
			if own.texts()[text] == "" {
				t.Errorf("%s has no words for %q", language, text)
			}
		}
	}
	for day := date.Date("2026-01-01"); day < "2027-01-01"; day = day.AddDays(1) {
		for _, word := range strings.Fields(day.Text()) {
			known[alike(strings.TrimSuffix(word, ","))] = true
		}
	}
	for language, own := range tongues {
		for text := range own.texts() {
			if !known[alike(text)] {
				t.Errorf("%s has words for %q, which nothing says", language, text)
			}
		}
	}
}

// alike makes codes, such as bank_transfer, those texts that are made of them.
func alike(text string) string { return strings.ToLower(strings.ReplaceAll(text, "_", " ")) }

// source finds the texts that the code gives to Say and Count as they are, and all texts in it, made alike.
func source(t *testing.T) (said []string, known map[string]bool) {
	known = map[string]bool{}
	visit := func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			if name, ok := node.Fun.(*ast.SelectorExpr); ok && name.Sel.Name == "Count" && len(node.Args) == 3 {
				said = append(said, written(node.Args)...)
			} else if ok && strings.EqualFold(name.Sel.Name, "Say") {
				said = append(said, written(node.Args[:1])...)
			} else if ok && name.Sel.Name == "Sense" {
				marked := strings.Join(written(node.Args), " (") + ")"
				said, known[alike(marked)] = append(said, marked), true
			}
		case ast.Expr:
			if text, ok := folded(node); ok {
				known[alike(text)] = true
			}
		}
		return true
	}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			ast.Inspect(file, visit)
		}
		return err
	})
	if err != nil || len(said) < 50 {
		t.Fatalf("only %d texts are found: %v", len(said), err)
	}
	return said, known
}

// written are the texts among the arguments.
func written(args []ast.Expr) (texts []string) {
	for _, arg := range args {
		if text, ok := folded(arg); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// folded is a text that is written down in one piece or several.
func folded(node ast.Expr) (string, bool) {
	switch node := node.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(node.Value)
		return text, err == nil && node.Kind == token.STRING
	case *ast.BinaryExpr:
		left, one := folded(node.X)
		right, two := folded(node.Y)
		return left + right, one && two && node.Op == token.ADD
	}
	return "", false
}
