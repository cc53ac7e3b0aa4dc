package driver_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"sarai/internal/kit/db/sqlite/driver"
)

func open(t testing.TB, path string, pragmas ...string) *driver.Conn {
	t.Helper()
	c, err := driver.Open(path, pragmas...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func run(t testing.TB, c *driver.Conn, query string, args ...any) int64 {
	t.Helper()
	changed, err := c.Exec(query, args...)
	if err != nil {
		t.Fatal(query, err)
	}
	return changed
}

// one reads the only row of a statement.
func one(c *driver.Conn, query string, args []any, dest ...any) error {
	rows, err := c.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		return errors.Join(rows.Err(), errors.New("no row"))
	}
	return rows.Scan(dest...)
}

func fails(t *testing.T, err error, code int) {
	t.Helper()
	if failure, ok := errors.AsType[*driver.Error](err); !ok || failure.Code() != code {
		t.Errorf("%v, want the code %d", err, code)
	}
}

type season string

type listed []string

func (l *listed) Scan(stored any) error {
	*l = strings.Fields(fmt.Sprint(stored))
	return nil
}

func TestEveryTypeComesBackAsItWent(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"))
	huge := strings.Repeat("शिमला ", 1<<19)
	for _, value := range []any{"", "a", "with \x00 inside", huge, int64(0), int64(math.MinInt64), int64(math.MaxInt64),
		0.1, math.MaxFloat64, math.Inf(-1), []byte{}, []byte{0, 255}, bytes.Repeat([]byte{7}, 1<<20)} {
		place := reflect.New(reflect.TypeOf(value))
		if err := one(c, "SELECT $1", []any{value}, place.Interface()); err != nil {
			t.Errorf("%.20v: %v", value, err)
		}
		if got := place.Elem().Interface(); !reflect.DeepEqual(got, value) {
			t.Errorf("%.20v came back as %.20v", value, got)
		}
		var anything any
		if err := one(c, "SELECT $1", []any{value}, &anything); err != nil || !reflect.DeepEqual(anything, value) {
			t.Errorf("%.20v came back in an any as %.20v: %v", value, anything, err)
		}
	}
}

func TestNullNeedsAPlaceForIt(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"))
	text, bytes := "left from before", []byte("too")
	pointer, anything := &text, any(text)
	if err := one(c, "SELECT $1, $1, $1", []any{nil}, &pointer, &bytes, &anything); err != nil {
		t.Error(err)
	}
	if pointer != nil || bytes != nil || anything != nil {
		t.Errorf("NULL was read as %v, %v, %v", pointer, bytes, anything)
	}
	if err := one(c, "SELECT $1", []any{[]byte(nil)}, &pointer); err != nil || pointer != nil {
		t.Errorf("a nil blob came back as %v: %v", pointer, err)
	}
	for _, place := range []any{new(string), new(int64), new(int), new(bool), new(float64), new(season)} {
		if err := one(c, "SELECT NULL", nil, place); err == nil {
			t.Errorf("NULL was read into %T", place)
		}
	}
}

func TestValuesAreConvertedAsByTheStandardLibrary(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"))
	var number int64
	var small uint8
	var truth bool
	var named season
	var pointer *season
	var words listed
	var float float64
	err := one(c, "SELECT '12', 255, 1, 'monsoon', 'monsoon', 'a b', 3", nil, &number, &small, &truth, &named, &pointer,
		&words, &float)
	if err != nil || number != 12 || small != 255 || !truth || named != "monsoon" || *pointer != "monsoon" ||
		len(words) != 2 || float != 3 {
		t.Error(number, small, truth, named, pointer, words, float, err)
	}
	var text, fromNamed string
	if err := one(c, "SELECT 12, $1", []any{season("winter")}, &text, &fromNamed); err != nil || text != "12" ||
		fromNamed != "winter" {
		t.Error(text, fromNamed, err)
	}
	for place, query := range map[any]string{new(uint8): "SELECT 256", new(int): "SELECT 'twelve'", new(bool): "SELECT 2",
		season("no pointer"): "SELECT 'a'", new(struct{}): "SELECT 1"} {
		if err := one(c, query, nil, place); err == nil {
			t.Errorf("%s fits into %T", query, place)
		}
	}
	if err := one(c, "SELECT $1", []any{struct{}{}}, new(string)); err == nil {
		t.Error("a struct was stored")
	}
}

func TestParametersAreFoundByTheirNumbers(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"))
	var second, first, again, quoted string
	err := one(c, "SELECT $2, $1, $2, '$3'", []any{"one", "two"}, &second, &first, &again, &quoted)
	if err != nil || second+first+again+quoted != "twoonetwo$3" {
		t.Error(second, first, again, quoted, err)
	}
	for query, args := range map[string][]any{"SELECT $1, $2": {"one"}, "SELECT $2, $1": {"one"}, "SELECT $name": {"one"},
		"SELECT $0": {"one"}} {
		if err := one(c, query, args, new(string), new(string)); err == nil {
			t.Errorf("%s took %q", query, args)
		}
	}
}

func TestOneStatementAtATime(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"))
	for _, query := range []string{"", "-- nothing", "SELECT 1; SELECT 2", "SELECT", "SELECT 1 ' "} {
		if _, err := c.Exec(query); err == nil {
			t.Errorf("%q was run", query)
		}
	}
	run(t, c, "SELECT 1;\n")
}

func TestRowsAreReadOneByOne(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"))
	run(t, c, "CREATE TABLE rooms (number INTEGER PRIMARY KEY, name TEXT)")
	if n := run(t, c, "INSERT INTO rooms VALUES (1, 'one'), (2, 'two'), (3, 'three')"); n != 3 {
		t.Errorf("%d rows inserted", n)
	}
	const query = "SELECT number, name FROM rooms WHERE number >= $1 ORDER BY number"
	rows, err := c.Query(query, 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Query(query, 1); err == nil {
		t.Error("a statement ran while its rows were open")
	}
	names, err := rows.Columns()
	if err != nil || !reflect.DeepEqual(names, []string{"number", "name"}) {
		t.Error(names, err)
	}
	var read []string
	for rows.Next() {
		var number int
		var name string
		if err := rows.Scan(&number, &name); err != nil {
			t.Fatal(err)
		}
		if err := rows.Scan(&number); err == nil {
			t.Error("two columns were read into one place")
		}
		read = append(read, name)
	}
	if err := errors.Join(rows.Err(), rows.Close(), rows.Close()); err != nil || !reflect.DeepEqual(read, []string{"two",
		"three"}) {
		t.Error(read, err)
	}
	if err := rows.Scan(new(int), new(string)); err == nil || rows.Next() {
		t.Error("closed rows were read")
	}
	if n := run(t, c, "DELETE FROM rooms WHERE number > $1", 1); n != 2 {
		t.Errorf("%d rows deleted", n)
	}
}

func TestAStatementFollowsTheSchema(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hotel.db")
	c, other := open(t, path, "journal_mode(WAL)"), open(t, path)
	run(t, c, "CREATE TABLE rooms (number INTEGER)")
	run(t, c, "INSERT INTO rooms VALUES (1)")
	var number int
	var name *string
	if err := one(c, "SELECT * FROM rooms", nil, &number); err != nil {
		t.Fatal(err)
	}
	run(t, other, "ALTER TABLE rooms ADD COLUMN name TEXT")
	if err := one(c, "SELECT * FROM rooms", nil, &number, &name); err != nil {
		t.Error(err)
	}
	run(t, other, "DROP TABLE rooms")
	fails(t, one(c, "SELECT * FROM rooms", nil, &number, &name), sqlite3.SQLITE_ERROR)
}

func TestViolationsHaveTheirCodes(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"), "foreign_keys(ON)")
	run(t, c, "CREATE TABLE rooms (number INTEGER PRIMARY KEY, name TEXT UNIQUE, "+
		"floor INTEGER NOT NULL CHECK (floor < 9))")
	run(t, c, "CREATE TABLE beds (room INTEGER REFERENCES rooms)")
	run(t, c, "INSERT INTO rooms VALUES (1, 'one', 1)")
	for query, code := range map[string]int{
		"INSERT INTO rooms VALUES (1, 'two', 1)":    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
		"INSERT INTO rooms VALUES (2, 'one', 1)":    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
		"INSERT INTO rooms VALUES (2, 'two', NULL)": sqlite3.SQLITE_CONSTRAINT_NOTNULL,
		"INSERT INTO rooms VALUES (2, 'two', 9)":    sqlite3.SQLITE_CONSTRAINT_CHECK,
		"INSERT INTO beds VALUES (3)":               sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
		"INSERT INTO nowhere VALUES (3)":            sqlite3.SQLITE_ERROR,
	} {
		for range 2 { // the statement is of use after its failure
			_, err := c.Exec(query)
			fails(t, err, code)
		}
	}
	run(t, c, "INSERT INTO rooms VALUES (2, 'two', 1)")
}

func TestARefusedStatementIsUndoneWithItsTransaction(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "a.db"), "foreign_keys(ON)")
	run(t, c, "CREATE TABLE parents (id TEXT PRIMARY KEY)")
	run(t, c, "CREATE TABLE rows (id TEXT PRIMARY KEY, text TEXT NOT NULL, parent TEXT REFERENCES parents (id))")
	run(t, c, "INSERT INTO rows VALUES ('c', 'kept', NULL)")
	for _, refused := range []string{
		"INSERT INTO rows VALUES ('a', 'x', NULL), ('b', 'x', NULL), ('c', 'x', NULL)",
		"INSERT INTO rows VALUES ('a', 'x', NULL), ('b', NULL, NULL)",
		"INSERT INTO rows VALUES ('a', 'x', NULL), ('b', 'x', 'nobody')",
		"INSERT INTO rows VALUES ('a', 'x', NULL), ('b', NULL, NULL) ON CONFLICT (id) DO UPDATE SET text = excluded.text",
		"UPDATE rows SET id = 'd'",
	} {
		run(t, c, "BEGIN IMMEDIATE")
		run(t, c, "INSERT INTO rows VALUES ('d', 'x', NULL)")
		before := c.Changes()
		_, err := c.Exec(refused)
		if err == nil {
			t.Errorf("%s wasn't refused", refused)
		}
		var left int64
		if err := one(c, "SELECT COUNT(*) FROM rows WHERE id NOT IN ('c', 'd')", nil, &left); err != nil {
			t.Fatal(err)
		}
		if left > 0 && c.Changes() == before {
			t.Errorf("%s left %d rows that Changes doesn't count", refused, left)
		}
		run(t, c, "ROLLBACK")
		var all, text string
		if err := one(c, "SELECT group_concat(id), max(text) FROM rows", nil, &all, &text); err != nil {
			t.Fatal(err)
		}
		if all != "c" || text != "kept" {
			t.Errorf("after %s and the rollback there are %s, %s", refused, all, text)
		}
	}
}

func TestABusyFileIsToldAndWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hotel.db")
	first, second := open(t, path, "journal_mode(WAL)"), open(t, path, "busy_timeout(1)")
	run(t, first, "CREATE TABLE rooms (number INTEGER)")
	run(t, first, "BEGIN IMMEDIATE")
	_, err := second.Exec("BEGIN IMMEDIATE")
	fails(t, err, sqlite3.SQLITE_BUSY)
	run(t, second, "PRAGMA busy_timeout(10000)")
	began := make(chan error)
	go func() {
		_, err := second.Exec("BEGIN IMMEDIATE")
		began <- err
	}()
	run(t, first, "COMMIT")
	if err := <-began; err != nil {
		t.Error(err)
	}
}

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n"

func TestAStatementEndsWithItsContext(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"))
	ctx, cancel := context.WithCancel(t.Context())
	c.Within(ctx)
	stopped := make(chan error)
	go func() { stopped <- one(c, endless, nil, new(int64)) }()
	cancel()
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := c.Exec("SELECT 1"); !errors.Is(err, context.Canceled) {
		t.Errorf("a statement of an ended context ran: %v", err)
	}
	c.Within(context.Background())
	run(t, c, "SELECT 1") // the connection is as good as before

	ctx, cancel = context.WithCancel(t.Context())
	c.Within(ctx)
	rows, err := c.Query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	for rows.Next() {
	}
	if err := rows.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("the rows ended with %v", err)
	}
}

func TestAFullDiskIsToldAndLosesNothing(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "hotel.db"), "journal_mode(WAL)")
	run(t, c, "CREATE TABLE rooms (number INTEGER PRIMARY KEY, name TEXT)")
	run(t, c, "INSERT INTO rooms VALUES (1, 'one')")
	run(t, c, "PRAGMA max_page_count = 4")
	_, err := c.Exec("INSERT INTO rooms VALUES (2, $1)", strings.Repeat("a", 1<<16))
	fails(t, err, sqlite3.SQLITE_FULL)
	run(t, c, "INSERT INTO rooms VALUES (2, 'two')")
	var count int
	var check string
	if err := one(c, "SELECT COUNT(*) FROM rooms", nil, &count); err != nil || count != 2 {
		t.Error(count, err)
	}
	if err := one(c, "PRAGMA integrity_check", nil, &check); err != nil || check != "ok" {
		t.Error(check, err)
	}
}

func TestAFileThatIsNoDatabaseIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hotel.db")
	if err := os.WriteFile(path, bytes.Repeat([]byte("guests\n"), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := driver.Open(path, "journal_mode(WAL)")
	fails(t, err, sqlite3.SQLITE_NOTADB)
	_, err = driver.Open(filepath.Join(t.TempDir(), "nowhere", "hotel.db"))
	fails(t, err, sqlite3.SQLITE_CANTOPEN)
}

// countIn is set for the process that counts beside the test's own.
const countIn = "SARAI_TEST_COUNT_IN"

const increments = 200

func count(t *testing.T, path string) {
	c := open(t, path, "busy_timeout(10000)", "journal_mode(WAL)")
	run(t, c, "CREATE TABLE IF NOT EXISTS counters (value INTEGER)")
	for range increments {
		run(t, c, "BEGIN IMMEDIATE")
		var value int
		if err := one(c, "SELECT COALESCE(MAX(value), 0) FROM counters", nil, &value); err != nil {
			t.Fatal(err)
		}
		run(t, c, "INSERT INTO counters VALUES ($1)", value+1)
		run(t, c, "COMMIT")
	}
}

func TestTwoProcessesShareAFile(t *testing.T) {
	if path := os.Getenv(countIn); path != "" {
		count(t, path)
		return
	}
	path := filepath.Join(t.TempDir(), "hotel.db")
	other := exec.Command(os.Args[0], "-test.run", "^TestTwoProcessesShareAFile$")
	other.Env = append(os.Environ(), countIn+"="+path)
	var output bytes.Buffer
	other.Stdout, other.Stderr = &output, &output
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	count(t, path)
	if err := other.Wait(); err != nil {
		t.Fatal(err, output.String())
	}
	c := open(t, path)
	var highest, rows int
	if err := one(c, "SELECT MAX(value), COUNT(*) FROM counters", nil, &highest, &rows); err != nil ||
		highest != 2*increments || rows != 2*increments {
		t.Error(highest, rows, err)
	}
}

// FuzzAnswers compares what is read with the answers of the engine's driver for database/sql.
func FuzzAnswers(f *testing.F) {
	path := filepath.Join(f.TempDir(), "hotel.db")
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { pool.Close() })
	c := open(f, path)
	f.Add("", int64(0), 0.0, []byte{}, true, uint8(0))
	f.Add("12", int64(1), 1.5, []byte("1"), false, uint8(3))
	f.Add("-9223372036854775808", int64(256), 1e300, []byte{0xff, 0}, true, uint8(200))
	f.Add("", int64(86), 0.0, []byte{}, true, uint8(2)) // a number into a named string
	f.Add("true", int64(-1), math.NaN(), []byte(nil), false, uint8(77))
	f.Fuzz(func(t *testing.T, text string, number int64, float float64, blob []byte, truth bool, choice uint8) {
		args := []any{text, number, float, blob, truth, nil}
		const query = "SELECT $1, $2, $3, $4, $5, $6, $2 || $1, $2 + $3, typeof($3), typeof($4), $1 < $2, $1 = $4"
		for _, place := range []any{new(any), new(string), new(int64), new(int), new(int8), new(uint16), new(bool),
			new(float64), new([]byte), new(season), new(*string), new(*int64), new(*bool)} {
			column := int(choice) % 12
			ours, theirs := readAs(place, column), readAs(place, column)
			ourErr := one(c, query, args, ours...)
			theirErr := pool.QueryRow(query, args...).Scan(theirs...)
			if (ourErr == nil) != (theirErr == nil) {
				t.Fatalf("column %d of %#v into %T: %v, not %v", column, args, place, ourErr, theirErr)
			}
			if ourErr == nil && !same(ours, theirs) {
				t.Fatalf("column %d of %#v into %T: %#v, not %#v", column, args, place, ours, theirs)
			}
		}
	})
}

// readAs returns places for twelve columns: a new one like place for the chosen column, and *any for the others.
func readAs(place any, column int) []any {
	places := make([]any, 12)
	for i := range places {
		places[i] = new(any)
	}
	places[column] = reflect.New(reflect.TypeOf(place).Elem()).Interface()
	return places
}

// same compares places, and takes an empty blob for none.
func same(ours, theirs []any) bool {
	for i := range ours {
		a, b := fmt.Sprintf("%#v", value(ours[i])), fmt.Sprintf("%#v", value(theirs[i]))
		if a != b && !(strings.HasPrefix(a, "[]byte") && strings.HasPrefix(b, "[]byte") && len(a) < 14 && len(b) < 14) {
			return false
		}
	}
	return true
}

// value follows the pointers of a place.
func value(place any) any {
	v := reflect.ValueOf(place)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	return v.Interface()
}
