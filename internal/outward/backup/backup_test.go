package backup_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sarai/internal/app"
	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
)

type object = apptest.Object

const path = "/api/backups/{org}"

func TestBackups(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "backups")
			s := apptest.New(t, engine, func(c *app.Config) { c.Backups.Folder = folder })
			owner := s.Hotel()
			testWho(owner)
			testOthers(s)
			if s.DB.Dialect() == db.PostgreSQL {
				testElsewhere(t, owner, folder)
				return
			}
			testButton(t, owner, folder)
			testDays(t, owner, folder)
		})
	}
}

func testWho(owner *apptest.Caller) {
	porter := owner.Member("Porter", object{"rooms": object{"manage": true}})
	clerk := owner.Member("Clerk", object{"organization": object{"view": true, "update": true}})
	stranger := owner.Server.Hotel()
	stranger.Org = owner.Org
	for method, p := range map[string]string{"GET": path, "POST": path + "/create"} {
		porter.Do(method, p, nil).Refused(403, "organization.")
		stranger.Do(method, p, nil).Refused(403, "not a member")
		owner.Server.Anyone().Do(method, "/api/backups/"+owner.Org+p[len(path):], nil).Refused(401, "")
	}
	clerk.Get(path).Want(200)
	clerk.Post(path+"/create", nil).Refused(403, "organization.manage")
}

// Another hotel of the server neither makes copies of all of them nor learns of them.
func testOthers(s *apptest.Server) {
	other := s.Hotel()
	other.Get(path).Want(200).Is(false, "data", "canBackup").Is(nil, "data", "lastBackupAt").Is(nil, "data", "ageSeconds")
	other.Post(path+"/create", nil).Refused(403, "the organization that runs it")
}

func testElsewhere(t *testing.T, owner *apptest.Caller, folder string) {
	owner.Get(path).Want(200).Is(false, "data", "canBackup").Is(nil, "data", "lastBackupAt").Is(nil, "data", "ageSeconds")
	owner.Post(path+"/create", nil).Refused(400, "pg_dump")
	if _, err := os.Stat(folder); err == nil {
		t.Error("there is a folder of copies")
	}
}

func testButton(t *testing.T, owner *apptest.Caller, folder string) {
	owner.Get(path).Want(200).Is(true, "data", "canBackup").Is(nil, "data", "lastBackupAt").Is(nil, "data", "ageSeconds")
	made := owner.Post(path+"/create", nil).Want(200)
	made.Is("2026-04-14T06:30:00.000Z", "data", "lastBackupAt").Is(0.0, "data", "ageSeconds")
	owner.Server.Clock.Advance(59 * time.Second)
	owner.Post(path+"/create", nil).Want(200).Is("2026-04-14T06:30:00.000Z", "data", "lastBackupAt")
	owner.Get(path).Want(200).Is(59.0, "data", "ageSeconds")
	file := filepath.Join(folder, "sarai-20260414T063000.000Z.db")
	if names := copies(t, folder); fmt.Sprint(names) != fmt.Sprint([]string{filepath.Base(file)}) {
		t.Fatalf("the copies are %v", names)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy can be read by others: %v %v", info.Mode(), err)
	}
	copied, err := db.Open(t.Context(), db.Config{URL: "sqlite:" + file})
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	name, err := db.ReadOne(t.Context(), copied, func(tx *db.Tx) (name string, err error) {
		err = tx.QueryRow(`SELECT name FROM organizations WHERE org_id = $1`, owner.Org).Scan(&name)
		return name, err
	})
	if err != nil || name == "" {
		t.Errorf("the copy has no hotel: %v", err)
	}
	logs := owner.Get("/api/audit/{org}/logs?action=backup.created").Want(200).Is(1.0, "pagination", "total").
		Is(filepath.Base(file), "data", 0, "details", "file")
	if resource := logs.Text("data", 0, "resourceId"); !id.Valid(resource) {
		t.Errorf("the audit log names the copy %q", resource)
	}
	if rows := logs.Number("data", 0, "details", "rows"); rows < 100 {
		t.Errorf("the copy has %v rows", rows)
	}
	testOthers(owner.Server)
}

// Pressing often makes no older day's copy go; of more than seven days, the oldest goes. What else lies there stays.
func testDays(t *testing.T, owner *apptest.Caller, folder string) {
	if err := os.WriteFile(filepath.Join(folder, "mine.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		owner = owner.Later(12 * time.Hour)
		owner.Post(path+"/create", nil).Want(200)
		owner = owner.Later(12 * time.Hour)
		owner.Post(path+"/create", nil).Want(200).Is(0.0, "data", "ageSeconds")
	}
	names := copies(t, folder)
	if len(names) != 8 || names[0] != "mine.db" || names[1] != "sarai-20260416T183059.000Z.db" ||
		names[7] != "sarai-20260422T063059.000Z.db" {
		t.Errorf("the copies are %v", names)
	}
}

func copies(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
