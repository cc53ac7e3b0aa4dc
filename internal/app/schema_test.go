package app_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sarai/internal/app/apptest"
)

// column is a column's declaration in a CREATE TABLE.
type column struct{ name, declaration string }

// schema is the tables of the migrations with their columns, and the constraints as written.
func schema(t *testing.T) (columns map[string][]column, constraints map[string][]string, others []string) {
	t.Helper()
	columns, constraints = map[string][]column{}, map[string][]string{}
	create := regexp.MustCompile(`(?i)^CREATE TABLE (\w+) \((.*)\)$`)
	drop := regexp.MustCompile(`^ALTER TABLE (\w+) DROP COLUMN (\w+)$`)
	add := regexp.MustCompile(`(?i)^ALTER TABLE (\w+) ADD COLUMN (\w+) (.*?)(?: DEFAULT (?:\w+|'[\w\[\]]*'))?$`)
	for _, statement := range apptest.MigrationStatements() {
		if added := add.FindStringSubmatch(statement); added != nil {
			columns[added[1]] = append(columns[added[1]], column{added[2], added[3]})
			continue
		}
		if gone := drop.FindStringSubmatch(statement); gone != nil {
			columns[gone[1]] = slices.DeleteFunc(columns[gone[1]], func(c column) bool { return c.name == gone[2] })
			continue
		}
		if gone, ok := strings.CutPrefix(statement, "DROP TABLE "); ok {
			delete(columns, gone)
			delete(constraints, gone)
		}
		found := create.FindStringSubmatch(statement)
		if found == nil {
			others = append(others, statement)
			continue
		}
		delete(columns, found[1]) // of a table that is made anew
		delete(constraints, found[1])
		for _, part := range splitOutside(found[2]) {
			name, declaration, _ := strings.Cut(part, " ")
			switch strings.ToUpper(name) {
			case "PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "CONSTRAINT":
				constraints[found[1]] = append(constraints[found[1]], part)
			default:
				columns[found[1]] = append(columns[found[1]], column{name, declaration})
			}
		}
	}
	return columns, constraints, others
}

// splitOutside splits at the commas that stand in no brackets.
func splitOutside(text string) []string {
	var parts []string
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(text[start:]))
}

// notByOrganization are the tables that are found by what a caller presents before any organization is known.
var notByOrganization = map[string]string{
	"installation":        "one row: whether the server has an organization yet",
	"logins":              "a person, who can be a member of several organizations",
	"login_organizations": "the map from a login to its organizations",
	"sessions":            "a login's, found by the refresh token",
	"login_devices":       "a login's, found by a browser's cookie",

	"login_mfa":            "a login's second factor",
	"login_recovery_codes": "of a login's second factor",
	"one_time_tokens":      "what a mailed link carries; it says which organization",
	"sheet_keys":           "what a spreadsheet presents; it says which organization",
	"gst_answers":          "the government's public answers, the same for every organization",
}

// otherIndexes are the indexes that don't begin with org_id, with the reason.
var otherIndexes = map[string]string{
	"outbox_due":               "the server's own queue: it sends for all organizations",
	"outbox_turns":             "likewise",
	"idempotency_keys_by_time": "the hourly sweep deletes for all organizations",
}

// The schema can be distributed by org_id as it stands: every key begins with it, and nothing needs a trigger, a
// sequence or an engine's own type.
func TestSchemaIsKeptByOrganization(t *testing.T) {
	columns, constraints, others := schema(t)
	if len(columns) < 20 {
		t.Fatalf("only %d tables were found", len(columns))
	}
	key := regexp.MustCompile(`(?i)^(PRIMARY KEY|UNIQUE|FOREIGN KEY) \((\w+)`)
	types := regexp.MustCompile(`^(TEXT|BIGINT|BOOLEAN)( NOT NULL| PRIMARY KEY| UNIQUE)*$`)
	for table, all := range columns {
		free := notByOrganization[table] != ""
		keyed := false
		for _, c := range all {
			if !types.MatchString(c.declaration) {
				t.Errorf("%s.%s is declared %s: only TEXT, BIGINT and BOOLEAN are the same on both engines", table, c.name,
					c.declaration)
			}
			if inline := strings.Contains(c.declaration, "PRIMARY KEY") || strings.Contains(c.declaration, "UNIQUE"); inline {
				keyed = true
				if c.name != "org_id" && !free {
					t.Errorf("%s.%s is a key that doesn't begin with org_id", table, c.name)
				}
			}
		}
		for _, constraint := range constraints[table] {
			found := key.FindStringSubmatch(constraint)
			if found == nil {
				t.Errorf("%s has the constraint %s, which this test doesn't know", table, constraint)
			} else if found[2] != "org_id" && !free {
				t.Errorf("%s: %s doesn't begin with org_id", table, constraint)
			} else if strings.HasPrefix(constraint, "FOREIGN") && !regexp.MustCompile(`REFERENCES \w+ \(org_id\b`).
				MatchString(constraint) {
				t.Errorf("%s: %s doesn't stay within an organization", table, constraint)
			}
			keyed = keyed || strings.HasPrefix(constraint, "PRIMARY")
		}
		if !keyed {
			t.Errorf("%s has no primary key", table)
		}
	}
	index := regexp.MustCompile(`(?i)^CREATE (UNIQUE )?INDEX (\w+) ON (\w+) \((\w+)`)
	filling := regexp.MustCompile(`^(INSERT INTO installation|INSERT INTO notification_counts SELECT org_id|` +
		`INSERT INTO \w+ \(org_id, [\w, ]+\) SELECT ([bl]\.)?org_id, |` +
		`UPDATE (books|booking_rooms|rooms|payments|accounts|folio_lines|credit_notes|credit_note_lines|expenses|` +
		`invoices|invoice_lines|quotes|expense_lines|rooms_in_service|notification_configs) SET |` +
		`UPDATE (logins|memberships) SET \w+ = .+\bproved_at IS NULL|` + // of logins, which belong to no organization
		`DROP INDEX|ALTER TABLE \w+ RENAME COLUMN \w+ TO|ALTER TABLE \w+ RENAME TO \w+_before|DROP TABLE \w+_before|` +
		`INSERT INTO series \(org_id, .+ FROM series WHERE module = 'booking|DROP TABLE booking_signatures)\b`)
	for _, statement := range others {
		found := index.FindStringSubmatch(statement)
		if found == nil {
			if !filling.MatchString(statement) {
				t.Errorf("the migrations hold %q: neither table nor index", statement)
			}
			continue
		}
		if found[4] != "org_id" && notByOrganization[found[3]] == "" && (otherIndexes[found[2]] == "" || found[1] != "") {
			t.Errorf("the index %s doesn't begin with org_id", found[2])
		}
	}
}

// acrossOrganizations are the statements on a tenant's table that name no organization: they begin so, and why.
var acrossOrganizations = map[string]string{
	"DELETE FROM idempotency_keys WHERE created_at <= $1":                       "the hourly sweep",
	"DELETE FROM mail_counts WHERE day < $1":                                    "the hourly sweep",
	"SELECT COUNT(*), COALESCE(MIN(created_at), 0) FROM outbox":                 "the server's own queue, for the metrics",
	"SELECT COUNT(*) FROM outbox WHERE status = $1":                             "likewise",
	"SELECT … FROM notification_mails":                                          "the server's own queue",
	"SELECT org_id FROM organizations WHERE deleted_at IS NULL ORDER BY org_id": "for the server-wide sheet key",
	"SELECT org_id FROM bookings WHERE booking_id = $1 AND org_id IN (":         "likewise, names them all",
	"SELECT org_id FROM invitations WHERE invitation_id = $1 AND org_id IN (":   "likewise",
	"SELECT org_id FROM notification_configs c WHERE EXISTS":                    "whose notifications expire, hourly",
	"SELECT org_id FROM organizations WHERE deleted_at IS NULL AND NOT EXISTS":  "who has no templates yet, at start",
	"SELECT EXISTS (SELECT 1 FROM organizations)":                               "whether there was one, for the demo",
	"SELECT org_id FROM organizations WHERE unanswered":                         "the hourly sweep",
	"SELECT org_id FROM organizations ORDER BY org_id LIMIT 1":                  "who runs the server",
	"SELECT EXISTS (SELECT 1 FROM memberships WHERE email = $1)":                "who else wants the login of a sign-up",
	"SELECT EXISTS (SELECT 1 FROM invitations WHERE email = $1)":                "likewise",
}

// forbidden is what SQL text may not hold: it isn't the same on both engines or can't be distributed.
var forbidden = map[string]*regexp.Regexp{
	"a row lock": regexp.MustCompile(`(?i)\bFOR (NO KEY )?(UPDATE|SHARE)\b`),
	"ILIKE":      regexp.MustCompile(`(?i)\bILIKE\b`),
	"an array":   regexp.MustCompile(`(?i)= ?ANY ?\(|\bARRAY\[|\bUNNEST\(`),
	"the database's clock": regexp.MustCompile(`(?i)\b(now|datetime|julianday|strftime|clock_timestamp)\(|` +
		`\bCURRENT_(DATE|TIME|TIMESTAMP)\b`),
	"the database's random source": regexp.MustCompile(`(?i)\b(random|gen_random_uuid)\(`),
	"a switch instead of a WHERE":  regexp.MustCompile(`(?i)\(\s*\$\d+\s*=\s*''\s*OR\b|\$\d+ IS NULL OR\b`),
	"a CTE that writes":            regexp.MustCompile(`(?is)^\s*WITH\b.*\b(INSERT|UPDATE|DELETE)\b`),
	"REPLACE":                      regexp.MustCompile(`(?i)\bINSERT OR |^\s*REPLACE INTO\b`),
	"a computation in RETURNING":   regexp.MustCompile(`(?i)\bRETURNING\b[^;]*[-+*/|(]`),
	"a trigger, sequence or view": regexp.MustCompile(`(?i)\bCREATE (TRIGGER|SEQUENCE|VIEW|FUNCTION)\b|` +
		`\bnextval\(|\bAUTOINCREMENT\b`),
	// Citus doesn't find its one worker, and counts rows as inserted that ON CONFLICT has skipped.
	"an INSERT that selects org_id from no table": regexp.MustCompile(`(?i)^\s*INSERT INTO \w+ \([^)]*\)\s+SELECT \$`),
	// Citus loses the value on the way to the worker.
	"an UPDATE with CASE x WHEN, not CASE WHEN x =": regexp.MustCompile(`(?i)^\s*UPDATE\b.*\bCASE [\w.]+( WHEN|…)`),
	"a placeholder of SQLite alone":                 regexp.MustCompile(`(?i)\b(VALUES \(|= )\?`),
	"a cast of PostgreSQL alone":                    regexp.MustCompile(`\$\d+::|\w::(TEXT|BIGINT|INT)`),
}

// engineOwn are the packages that may hold what is forbidden elsewhere: they are about one engine, or for tests.
var engineOwn = map[string]bool{"kit/db": true, "kit/db/postgres": true, "kit/db/sqlite": true, "app/apptest": true,
	"kit/kittest": true, "kit/kittest/pgserver": true, "kit/kittest/pg": true, "books/ledger/ledgertest": true}

var begins = regexp.MustCompile(`(?i)^\s*(SELECT|INSERT INTO|UPDATE \w+ SET|UPDATE \w+ \w+ SET|DELETE FROM|WITH)\b`)

// statement is an SQL text of the source, its constant parts joined; what is put in at run time is "…".
type statement struct {
	at   token.Position
	pkg  string
	text string
}

func statements(t *testing.T) []statement {
	t.Helper()
	set, packages := sources(t)
	var list []statement
	for name, files := range packages {
		if engineOwn[name] {
			continue
		}
		constants := map[string]string{}
		for _, file := range files {
			collectConstants(file, constants)
		}
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.ImportSpec, *ast.Field: // import paths and tags
					return false
				case *ast.BasicLit, *ast.BinaryExpr:
					text, ok := joined(node.(ast.Expr), constants)
					if ok {
						list = append(list, statement{set.Position(node.Pos()), name, strings.Join(strings.Fields(text), " ")})
					}
					return !ok
				}
				return true
			})
		}
	}
	return list
}

func collectConstants(file *ast.File, into map[string]string) {
	for _, declaration := range file.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok || general.Tok != token.CONST {
			continue
		}
		for _, spec := range general.Specs {
			spec := spec.(*ast.ValueSpec)
			for i, name := range spec.Names {
				if i < len(spec.Values) {
					if text, ok := joined(spec.Values[i], into); ok {
						into[name.Name] = text
					}
				}
			}
		}
	}
}

// joined is a string expression with its constants put in; false for what is no string.
func joined(expr ast.Expr, constants map[string]string) (string, bool) {
	switch expr := expr.(type) {
	case *ast.BasicLit:
		if expr.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(expr.Value)
		return text, err == nil
	case *ast.Ident:
		text, known := constants[expr.Name]
		return text, known
	case *ast.ParenExpr:
		return joined(expr.X, constants)
	case *ast.BinaryExpr:
		if expr.Op != token.ADD {
			return "", false
		}
		left, isLeft := joined(expr.X, constants)
		right, isRight := joined(expr.Y, constants)
		if !isLeft && !isRight {
			return "", false
		}
		if !isLeft {
			left = "…"
		}
		if !isRight {
			right = "…"
		}
		return left + right, true
	}
	return "", false
}

// Every statement on a tenant's table says which organization it means, once for each table, and none holds what
// isn't the same on both engines.
func TestStatementsNameTheirOrganization(t *testing.T) {
	columns, _, _ := schema(t)
	tables := regexp.MustCompile(`(?i)\b(?:FROM|JOIN|INTO|UPDATE) (\w+)\b`)
	used, read := map[string]bool{}, 0
	for _, s := range statements(t) {
		if begins.MatchString(s.text) || strings.Contains(s.text, "org_id") {
			for what, pattern := range forbidden {
				if pattern.MatchString(s.text) {
					t.Errorf("%s: %s in: %s", s.at, what, s.text)
				}
			}
		}
		if !begins.MatchString(s.text) {
			continue
		}
		read++
		tenants := 0
		for _, table := range tables.FindAllStringSubmatch(s.text, -1) {
			for _, c := range columns[table[1]] {
				if c.name == "org_id" && notByOrganization[table[1]] == "" {
					tenants++
				}
			}
			if columns[table[1]] == nil && !strings.HasPrefix(s.text, "WITH") && strings.ToUpper(table[1]) != "SET" {
				t.Errorf("%s: there is no table %s for: %s", s.at, table[1], s.text)
			}
		}
		if reason := exception(s.text, used); reason == "" && strings.Count(s.text, "org_id") < tenants {
			t.Errorf("%s: names the organization for fewer than its %d tables: %s", s.at, tenants, s.text)
		}
	}
	if read < 100 {
		t.Errorf("only %d statements were found", read)
	}
	for beginning := range acrossOrganizations {
		if !used[beginning] {
			t.Errorf("no statement begins any more with %q: take it off the exceptions", beginning)
		}
	}
}

func exception(text string, used map[string]bool) string {
	for beginning, reason := range acrossOrganizations {
		if strings.HasPrefix(text, beginning) {
			used[beginning] = true
			return reason
		}
	}
	return ""
}

// Citus distributes the tables whose primary key begins with org_id (kit/db) and keeps the others on its coordinator.
// No foreign key may lead from one kind to the other.
func TestTablesCanBeDistributed(t *testing.T) {
	columns, constraints, _ := schema(t)
	references := regexp.MustCompile(`REFERENCES (\w+)`)
	distributed := 0
	for table, all := range columns {
		free := notByOrganization[table] != ""
		text := strings.Join(constraints[table], "; ")
		tenant := strings.Contains(text, "PRIMARY KEY (org_id")
		for _, c := range all {
			tenant = tenant || c.name == "org_id" && strings.Contains(c.declaration, "PRIMARY KEY")
			text += "; " + c.declaration
		}
		if tenant == free {
			t.Errorf("%s: Citus takes it for a tenant's: %t, which it is: %t", table, tenant, !free)
		}
		for _, target := range references.FindAllStringSubmatch(text, -1) {
			if free != (notByOrganization[target[1]] != "") {
				t.Errorf("%s refers to %s, which lives on another server", table, target[1])
			}
		}
		if tenant {
			distributed++
		}
	}
	if distributed < 60 {
		t.Errorf("only %d tables are distributed", distributed)
	}
}

// subqueries are what stands in the brackets of each (SELECT …), without those inside it.
func subqueries(text string) (list []string) {
	text = strings.ReplaceAll(text, "( SELECT", "(SELECT")
	for {
		start := strings.LastIndex(text, "(SELECT ")
		if start < 0 {
			return list
		}
		length := len(text) - start
		depth := 0
		for i, c := range text[start:] {
			if c == '(' {
				depth++
			} else if c == ')' {
				if depth--; depth == 0 {
					length = i + 1
					break
				}
			}
		}
		list = append(list, text[start+1:start+length-1])
		text = text[:start] + "subquery" + text[start+length:]
	}
}

// A subquery on a tenant's table names the organization itself: Citus sends a statement to one worker if it can tell
// from a parameter, and doesn't follow r.org_id = c.org_id out of a subquery. It asks every worker then.
func TestSubqueriesNameTheirOrganization(t *testing.T) {
	columns, _, _ := schema(t)
	tables := regexp.MustCompile(`(?i)\b(?:FROM|JOIN) (\w+)\b`)
	named := regexp.MustCompile(`\borg_id (= (\$\d|\?)|IN \()`)
	found := 0
	for _, s := range statements(t) {
		if exception(s.text, map[string]bool{}) != "" {
			continue
		}
		for _, sub := range subqueries(s.text) {
			for _, table := range tables.FindAllStringSubmatch(sub, -1) {
				if columns[table[1]] == nil || notByOrganization[table[1]] != "" {
					continue
				}
				found++
				if !named.MatchString(sub) {
					t.Errorf("%s: the subquery names no organization by a parameter: %s", s.at, sub)
				}
				break
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d subqueries were found", found)
	}
}
