package issuedstatement

import (
	"encoding/json"
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/paper/document"
	"sarai/internal/record/listing"
)

var (
	statementTable = table.Of[Statement]("company_statements", "org_id")
	mailTable      = table.Of[Mail]("company_statement_mails", "org_id")

	list = listing.New[listInput](statementTable.Scan, listing.Spec{Table: "company_statements", Key: "statement_id",
		Columns: statementTable.Columns(""), Order: "created_at DESC, statement_id DESC",
		Filters: []listing.Filter{listing.By("companyId", listing.Along, "company_id = ?")}})
)

// find reads a statement of the company; NotFound if it has none such.
func find(tx *db.Tx, sc scope.Scope, companyID, statementID string) (m mailed, err error) {
	m.Statement, err = db.One(tx, statementTable.Scan, `SELECT `+statementTable.Columns("")+` FROM company_statements
		WHERE org_id = $1 AND statement_id = $2 AND company_id = $3`, sc.Org, statementID, companyID)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound("This company has no such statement.")
	}
	if err != nil {
		return m, err
	}
	mails, err := mailsOf(tx, sc, []string{statementID})
	m.Mails = mails[statementID]
	return m, err
}

// paperOf reads what the statement says on paper.
func paperOf(tx *db.Tx, sc scope.Scope, statementID string) (l document.List, err error) {
	text, err := db.One(tx, db.Value[string], `SELECT paper FROM company_statement_papers
		WHERE org_id = $1 AND statement_id = $2`, sc.Org, statementID)
	if err != nil {
		return l, err
	}
	return l, json.Unmarshal([]byte(text), &l)
}

func insert(tx *db.Tx, sc scope.Scope, s Statement, paper document.List) error {
	text, err := json.Marshal(paper)
	if err != nil {
		return err
	}
	if err := statementTable.Insert(tx, []any{sc.Org}, s); err != nil {
		return err
	}
	return tx.Do(`INSERT INTO company_statement_papers (org_id, statement_id, paper) VALUES ($1, $2, $3)`, sc.Org, s.ID,
		string(text))
}

func insertMail(tx *db.Tx, sc scope.Scope, m Mail) error {
	return mailTable.Insert(tx, []any{sc.Org}, m)
}

// mailsOf are the mails of the statements, by their ids, the first first.
func mailsOf(tx *db.Tx, sc scope.Scope, statementIDs []string) (map[string][]Mail, error) {
	all, err := db.AllAmong(tx, mailTable.Scan, statementIDs, func(among string) string {
		return `SELECT ` + mailTable.Columns("") + ` FROM company_statement_mails
			WHERE org_id = $1 AND statement_id IN ` + among + ` ORDER BY sent_at, mail_id`
	}, sc.Org)
	by := map[string][]Mail{}
	for _, m := range all {
		by[m.StatementID] = append(by[m.StatementID], m)
	}
	return by, err
}
