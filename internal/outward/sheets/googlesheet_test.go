package sheets_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// The script for Google Sheets runs unchanged under Node, with stand-ins for Google's globals, against a real server.
func TestGoogleSheet(t *testing.T) {
	const folder = "../../../integrations/google-sheets"
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("this test needs Node 20 or newer")
	}
	// go test runs again only if a file changes that the test opens
	for _, file := range []string{"Code.gs", "test/code.test.mjs", "test/stand-in.mjs"} {
		if _, err := os.ReadFile(filepath.Join(folder, file)); err != nil {
			t.Fatal(err)
		}
	}
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		owner.CreateRooms(3)
		category := owner.Get("/api/room-categories/{org}/list").Want(200).Text("data", 0, "_id")
		owner.Post("/api/rooms/{org}/create", object{"roomNumber": "=SUM(1)", "categoryId": category}).Want(201)
		run := exec.CommandContext(t.Context(), node, "--test", filepath.Join(folder, "test/code.test.mjs"))
		run.Env = append(os.Environ(), "SARAI_ADDRESS="+s.URL, "SARAI_ORGANIZATION="+owner.Org,
			"SARAI_SHEET_KEY="+owner.SheetKey(),
			"SARAI_OTHER_KEY="+s.Hotel().SheetKey(), "SARAI_TOKEN="+owner.Token)
		if told, err := run.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, told)
		}
	})
}
