package app_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The script for Google Sheets works as it is under Node, with stand-ins for Google's globals, against a real server.
func TestGoogleSheet(t *testing.T) {
	const folder = "../../integrations/google-sheets"
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("this test needs Node 20 or newer")
	}
	for _, file := range []string{"Code.gs", "test/code.test.mjs", "test/stand-in.mjs"} { // go test caches by the files that it sees opened
		if _, err := os.ReadFile(filepath.Join(folder, file)); err != nil {
			t.Fatal(err)
		}
	}
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		owner.rooms(3)
		category := owner.get("/api/room-categories/{org}/list").want(200).text("data", 0, "_id")
		owner.post("/api/rooms/{org}/create", object{"roomNumber": "=SUM(1)", "categoryId": category}).want(201)
		run := exec.CommandContext(t.Context(), node, "--test", filepath.Join(folder, "test/code.test.mjs"))
		run.Env = append(os.Environ(), "SARAI_ADDRESS="+s.url, "SARAI_ORGANIZATION="+owner.org, "SARAI_SHEET_KEY="+owner.sheetKey(),
			"SARAI_OTHER_KEY="+s.hotel().sheetKey(), "SARAI_TOKEN="+owner.token)
		if told, err := run.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, told)
		}
	})
}
