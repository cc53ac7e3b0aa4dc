package apptest

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"sarai/internal/kit/db"
	"sarai/migrations"
)

// Exec runs a statement on the database, behind the server's back.
func (s *Server) Exec(statement string, args ...any) {
	s.T.Helper()
	err := s.DB.Write(s.T.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(statement, args...)
		return err
	})
	if err != nil {
		s.T.Fatal(err)
	}
}

// QueryRows scans the rows of a query whose $1 is the organization.
func (c *Caller) QueryRows(query string, scan func(row db.Scanner) error) {
	c.Server.T.Helper()
	err := c.Server.DB.Read(c.Server.T.Context(), func(tx *db.Tx) error {
		_, err := db.All(tx, func(row db.Scanner) (struct{}, error) { return struct{}{}, scan(row) }, query, c.Org)
		return err
	})
	if err != nil {
		c.Server.T.Fatal(err)
	}
}

// QueryInt is the one number that a query yields. Its $1 is the organization, and the arguments follow.
func (c *Caller) QueryInt(query string, args ...any) (value int64) {
	c.Server.T.Helper()
	err := c.Server.DB.Read(context.Background(), func(tx *db.Tx) error {
		return tx.QueryRow(query, append([]any{c.Org}, args...)...).Scan(&value)
	})
	if err != nil {
		c.Server.T.Fatal(err)
	}
	return value
}

// CountRows counts the rows of a table with this value in the column.
func (s *Server) CountRows(table, column, value string) (n int) {
	s.T.Helper()
	err := s.DB.Read(context.Background(), func(tx *db.Tx) error {
		return tx.QueryRow("SELECT COUNT(*) FROM "+table+" WHERE "+column+" = $1", value).Scan(&n)
	})
	if err != nil {
		s.T.Fatal(err)
	}
	return n
}

// tables are all tables, read from the migrations, by whether their rows are a hotel's.
var tables = sync.OnceValue(func() map[string]bool {
	found := map[string]bool{}
	for _, statement := range MigrationStatements() {
		if made := regexp.MustCompile(`(?i)^CREATE TABLE (\w+)`).FindStringSubmatch(statement); made != nil {
			found[made[1]] = strings.Contains(statement, "org_id ")
		}
		if gone, ok := strings.CutPrefix(statement, "DROP TABLE "); ok {
			delete(found, gone)
		}
	}
	return found
})

// MigrationStatements is every statement of the migrations that both engines have.
func MigrationStatements() []string {
	var statements []string
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil || len(files) == 0 {
		panic(fmt.Sprintf("no migrations: %v", err)) // they are embedded
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".sqlite.sql") { // it only stores tables in another way
			continue
		}
		content, err := fs.ReadFile(migrations.FS, file)
		if err != nil {
			panic(err)
		}
		text := regexp.MustCompile(`(?m)--.*$`).ReplaceAllString(string(content), "")
		for _, statement := range strings.Split(text, ";") {
			if statement = strings.Join(strings.Fields(statement), " "); statement != "" {
				statements = append(statements, statement)
			}
		}
	}
	return statements
}

// unsettled are the tables that a refused request may write: sessions, sheet keys and organizations note when they were
// used, and the outbox and the mails of notifications work by themselves.
var unsettled = map[string]bool{
	"sessions": true, "sheet_keys": true, "outbox": true, "notification_mails": true, "login_organizations": true,
	"login_devices": true,
}

// Snapshot is every row of the database, except those of unsettled tables.
func (s *Server) Snapshot() map[string]bool {
	s.T.Helper()
	rows := map[string]bool{}
	err := s.DB.Read(context.Background(), func(tx *db.Tx) error {
		for table := range tables() {
			if unsettled[table] {
				continue
			}
			if err := readRows(tx, table, rows); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.T.Fatal(err)
	}
	return rows
}

func readRows(tx *db.Tx, table string, into map[string]bool) error {
	found, err := tx.Query("SELECT * FROM " + table)
	if err != nil {
		return err
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		return err
	}
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	for found.Next() {
		if err := found.Scan(places...); err != nil {
			return err
		}
		for i, name := range columns {
			if name == "members_version" || table == "books" && name == "version" {
				values[i] = "…" // it is what a transaction locks, and says nothing
			}
			if table == "letters" && (name == "state" || name == "reason" || name == "settled_at") {
				values[i] = "…" // it follows the outbox
			}
		}
		into[fmt.Sprint(table, " ", values)] = true
	}
	return found.Err()
}

// Unchanged fails the test where the database differs from the snapshot.
func (s *Server) Unchanged(before map[string]bool, doing string) {
	s.T.Helper()
	after := s.Snapshot()
	var differences []string
	for row := range before {
		if !after[row] {
			differences = append(differences, "- "+row)
		}
	}
	for row := range after {
		if !before[row] {
			differences = append(differences, "+ "+row)
		}
	}
	sort.Strings(differences)
	if len(differences) > 0 {
		s.T.Errorf("%s changed the database:\n%s", doing, strings.Join(differences[:min(len(differences), 10)], "\n"))
	}
}

// RowCounts tells how many rows the hotel has in each table, and all have in those that are no hotel's: a cheap way to
// see most changes.
func (c *Caller) RowCounts() string {
	c.Server.T.Helper()
	var parts []string
	for _, table := range slices.Sorted(maps.Keys(tables())) {
		part := "(SELECT COUNT(*) FROM " + table
		if tables()[table] && table != "organizations" { // a hotel may make another
			part += " WHERE org_id = $1"
		}
		if !unsettled[table] {
			parts = append(parts, part+")")
		}
	}
	var text string
	err := c.Server.DB.Read(context.Background(), func(tx *db.Tx) error {
		return tx.QueryRow("SELECT "+strings.Join(parts, " || ' ' || "), c.Org).Scan(&text)
	})
	if err != nil {
		c.Server.T.Fatal(err)
	}
	return text
}
