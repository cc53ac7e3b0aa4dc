package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sarai/internal/kit/kittest"
)

// openAPI is what the tests read of the document.
type openAPI struct {
	OpenAPI string
	Info    struct {
		Contact struct{ Name string }
		License struct{ Identifier string }
	}
	Tags  []struct{ Name, Description string }
	Paths map[string]map[string]struct {
		Tags     []string
		Security *[]map[string][]string
	}
}

func TestTheOpenAPIDocumentIsPrintedWithoutAServer(t *testing.T) {
	p := newPlace(t, kittest.SQLite)
	printed := p.mustRun("openapi")
	if _, err := os.Stat(filepath.Join(p.dir, "sarai.db")); err == nil {
		t.Error("printing the document has made a database")
	}
	var document openAPI
	if err := json.Unmarshal([]byte(printed), &document); err != nil {
		t.Fatalf("%v: %.300s", err, printed)
	}
	info := document.Info
	if document.OpenAPI != "3.1.0" || info.Contact.Name == "" || info.License.Identifier != "Apache-2.0" {
		t.Errorf("the document begins with %.300s", printed)
	}
	if strings.Contains(printed, "patternDescription") {
		t.Error("patternDescription is no word of OpenAPI's")
	}
	order := map[string]int{}
	for i, tag := range document.Tags {
		if order[tag.Name] = i + 1; !strings.HasSuffix(tag.Description, ".") {
			t.Errorf("the tag %s is described as %q", tag.Name, tag.Description)
		}
	}
	known := []string{"organization", "users", "rooms", "guests", "bookings", "invoices", "audit"}
	for i, name := range known[1:] {
		if order[known[i]] >= order[name] {
			t.Errorf("the tag %s stands behind %s", known[i], name)
		}
	}
	used := map[string]bool{}
	for path, operations := range document.Paths {
		for method, operation := range operations {
			if len(operation.Tags) != 1 || order[operation.Tags[0]] == 0 {
				t.Errorf("%s %s has the tags %v, not one that is defined", method, path, operation.Tags)
				continue
			}
			used[operation.Tags[0]] = true
			if operation.Security == nil {
				t.Errorf("%s %s doesn't say whether it is open", method, path)
			}
		}
	}
	for name := range order {
		if !used[name] {
			t.Errorf("no operation has the tag %s", name)
		}
	}
}
