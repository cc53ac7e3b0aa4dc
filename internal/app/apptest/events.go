package apptest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// EventSchema is the name of the document's schema for the details of such an entry of the audit log; "": it has none.
func (d *Document) EventSchema(entry map[string]any) string {
	details, _ := entry["details"].(map[string]any)
	for name, schema := range d.Raw["components"].(map[string]any)["schemas"].(map[string]any) {
		about, ok := schema.(map[string]any)["x-event"].(map[string]any)
		if ok && about["action"] == entry["action"] && about["resourceType"] == entry["resourceType"] &&
			(about["change"] == nil || about["change"] == details["change"]) &&
			(about["change"] != nil || details["change"] == nil) {
			return name
		}
	}
	return ""
}

// checkEvents fails the test where an answer has entries of the audit log whose details are not as the document says.
func (d *Document) checkEvents(t *testing.T, a Answer) {
	t.Helper()
	if !strings.HasPrefix(a.Path, "/api/audit/") || a.Status != 200 {
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.Raw))
	if err != nil {
		t.Fatal(err)
	}
	list, _ := value.(map[string]any)["data"].([]any)
	for _, item := range list {
		entry := item.(map[string]any)
		if err := d.CheckEvent(entry); err != nil {
			t.Fatalf("%s: %v", a.Path, err)
		}
	}
}

// CheckEvent tells what of an entry's details the document doesn't know, or knows otherwise. Numbers are json.Number.
func (d *Document) CheckEvent(entry map[string]any) error {
	name := d.EventSchema(entry)
	if name == "" {
		return fmt.Errorf("the document has no event %v of %v: %v", entry["action"], entry["resourceType"],
			entry["details"])
	}
	schema, err := d.compiled("mem:///openapi.json#/components/schemas/" + name)
	if err != nil {
		return err
	}
	if err := schema.Validate(entry["details"]); err != nil {
		return fmt.Errorf("%v is not as documented: %w\n%v", entry["action"], err, entry["details"])
	}
	if extra := d.extra("", map[string]any{"$ref": "#/components/schemas/" + name}, entry["details"]); extra != "" {
		return fmt.Errorf("%v has the undocumented field %s", entry["action"], extra)
	}
	return nil
}
