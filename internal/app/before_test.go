package app_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sarai/internal/app"
	"sarai/internal/identity/organization"
	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/token"
	"sarai/migrations"
)

// A hotel of before stays had parties, groups and master accounts: the rows of its database at migration 53 (without
// logs, notifications and words), and what the program of then answered to its Administrator on 16 April 2026. Both
// were written by commit 329dfd0d^, after a guest of every kind of document and a booking in every state.
const (
	beforeParties = "testdata/before54"
	lastOfBefore  = "0053"
)

// beforeTable is a table of before.
type beforeTable struct {
	Table   string
	Columns []string
	Rows    [][]any
}

// Every stay, guest, invoice, credit note and payment of before reads as it did, field by field.
func TestStaysOfBeforeReadAsBefore(t *testing.T) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			h := openBefore(t, engine)
			answers := map[string]json.RawMessage{}
			readJSON(t, "answers.json", &answers)
			if len(answers) < 40 {
				t.Fatalf("only %d answers are known", len(answers))
			}
			compare := func() {
				for path, was := range answers {
					h.same(path, was)
				}
			}
			compare()
			for _, job := range []func() error{
				func() error { return h.app.SealNumbers(t.Context()) }, func() error { return h.app.FillSearch(t.Context()) },
			} {
				if err := job(); err != nil {
					t.Fatal(err)
				}
			}
			compare()
			h.checkParties()
			h.checkNumbers()
		})
	}
}

type beforeHotel struct {
	*testing.T
	db         *db.DB
	app        *app.App
	token, org string
}

// openBefore fills a database at the last migration of before, migrates it, and signs the Administrator in.
func openBefore(t *testing.T, engine string) *beforeHotel {
	now := clock.NewFake(time.Date(2026, time.April, 16, 6, 31, 0, 0, time.UTC))
	d, err := db.Open(t.Context(), db.Config{URL: kittest.URL(t, engine), Clock: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	before, unsigned := fstest.MapFS{}, func([]byte) string { return "" }
	names, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name[:len(lastOfBefore)] > lastOfBefore {
			continue
		}
		content, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		before[name] = &fstest.MapFile{Data: content}
	}
	if err := d.Migrate(t.Context(), before, migrations.Steps(unsigned)...); err != nil {
		t.Fatal(err)
	}
	var tables []beforeTable
	readJSON(t, "rows.json", &tables)
	if err := d.Write(t.Context(), func(tx *db.Tx) error { return insertBefore(tx, tables) }); err != nil {
		t.Fatal(err)
	}
	if err := d.Migrate(t.Context(), migrations.FS, migrations.Steps(unsigned)...); err != nil {
		t.Fatal(err)
	}
	keys, err := token.LoadOrCreate(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.New(app.Config{DB: d, Clock: now, Log: slog.New(slog.DiscardHandler), Keys: keys,
		SignUp: organization.SignUpFirst, PublicURL: "http://sarai.test", Mail: mail.Files(t.TempDir())})
	if err != nil {
		t.Fatal(err)
	}
	h := &beforeHotel{T: t, db: d, app: a, org: one(tables, "organizations", "org_id")}
	h.token = keys.Issue(token.Claims{Login: one(tables, "sessions", "login_id"),
		Session: one(tables, "sessions", "session_id"), IssuedAt: now.Now(), Expires: now.Now().Add(time.Hour)})
	return h
}

func readJSON(t *testing.T, name string, into any) {
	content, err := os.ReadFile(filepath.Join(beforeParties, name))
	if err != nil {
		t.Fatal(err)
	}
	from := json.NewDecoder(strings.NewReader(string(content)))
	from.UseNumber()
	if err := from.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func insertBefore(tx *db.Tx, tables []beforeTable) error {
	for _, table := range tables {
		for _, row := range table.Rows {
			for i, value := range row {
				if number, is := value.(json.Number); is {
					row[i], _ = number.Int64()
				}
			}
			_, err := tx.Exec(`INSERT INTO `+table.Table+` (`+strings.Join(table.Columns, ", ")+`) VALUES `+
				db.Rows(len(row), 1), row...)
			if err != nil {
				return fmt.Errorf("%s: %w", table.Table, err)
			}
		}
	}
	return nil
}

// one is a column of the last row of a table.
func one(tables []beforeTable, name, column string) string {
	t := tables[slices.IndexFunc(tables, func(t beforeTable) bool { return t.Table == name })]
	return t.Rows[len(t.Rows)-1][slices.Index(t.Columns, column)].(string)
}

func (h *beforeHotel) get(path string) any {
	h.Helper()
	r := httptest.NewRequest(http.MethodGet, strings.ReplaceAll(path, "{org}", h.org), nil)
	r.Header.Set("Authorization", "Bearer "+h.token)
	w := httptest.NewRecorder()
	h.app.Handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		h.Fatalf("%s answers %d: %s", path, w.Code, w.Body)
	}
	return decoded(h.T, w.Body.Bytes())
}

func decoded(t *testing.T, text []byte) (value any) {
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// same fails unless the address answers all that it did, with whatever fields there are besides.
func (h *beforeHotel) same(path string, was json.RawMessage) {
	h.Helper()
	for _, difference := range differences("", decoded(h.T, was), h.get(path)) {
		h.Errorf("%s: %s", path, difference)
	}
}

func differences(at string, was, is any) (list []string) {
	switch was := was.(type) {
	case map[string]any:
		now, same := is.(map[string]any)
		if !same {
			break
		}
		for name, value := range was {
			list = append(list, differences(at+"."+name, value, now[name])...)
		}
		return list
	case []any:
		now, same := is.([]any)
		if !same || len(now) != len(was) {
			break
		}
		for i, value := range was {
			list = append(list, differences(fmt.Sprintf("%s[%d]", at, i), value, now[i])...)
		}
		return list
	}
	if !reflect.DeepEqual(was, is) {
		list = append(list, fmt.Sprintf("%s was %v and is %v", at, was, is))
	}
	return list
}

// checkParties checks that every room of before has its booking's guest, who came when the booking did, and that a
// signature is on its card.
func (h *beforeHotel) checkParties() {
	list := h.get("/api/bookings/{org}/list?limit=100").(map[string]any)["data"].([]any)
	for _, entry := range list {
		booking := entry.(map[string]any)
		path := "/api/bookings/{org}/" + booking["bookingId"].(string)
		rooms := h.get(path + "/guests").(map[string]any)["data"].(map[string]any)["rooms"].([]any)
		if len(rooms) == 0 && booking["status"] != "cancelled" {
			h.Errorf("%s has no rooms", booking["code"])
		}
		for i, r := range rooms {
			room := r.(map[string]any)
			arrived := booking["status"] == "checked-in" || booking["status"] == "checked-out"
			if (room["arrivalTime"] != nil) != arrived {
				h.Errorf("a room of %s, which is %s: %v", booking["code"], booking["status"], room)
			}
			guests := room["guests"].([]any)
			if i == 0 && (len(guests) == 0 || guests[0].(map[string]any)["name"] != booking["guestName"]) {
				h.Errorf("the first room of %s has %v", booking["code"], guests)
			}
		}
	}
}

// checkNumbers checks that whole numbers of documents are sealed, that their masked forms stand beside them, and that
// who manages guests reads them.
func (h *beforeHotel) checkNumbers() {
	known := map[string]string{"Maya Gurung": "PA1234567", "Tara Bose": "KA0520110012345"}
	err := h.db.Read(h.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(`SELECT name, id_number, id_number_sealed FROM guests WHERE org_id = $1`, h.org)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name, number, sealed string
			if err := rows.Scan(&name, &number, &sealed); err != nil {
				return err
			}
			whole := known[name]
			if whole != "" && (number == whole || !strings.HasSuffix(whole, number[len(number)-4:]) || sealed == "") ||
				whole == "" && sealed != "" {
				h.Errorf("the number of %s is %s, sealed: %q", name, number, sealed)
			}
		}
		return rows.Err()
	})
	if err != nil {
		h.Fatal(err)
	}
	for _, g := range h.get("/api/guests/{org}/list?limit=100").(map[string]any)["data"].([]any) {
		g := g.(map[string]any)
		one := h.get("/api/guests/{org}/" + g["_id"].(string) + "/travel-documents").(map[string]any)["data"].(map[string]any)
		if whole := known[g["name"].(string)]; whole != "" && one["idNumber"] != whole {
			h.Errorf("the number of %v is %v", g["name"], one["idNumber"])
		}
	}
}
