package emailtemplate

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
)

var (
	templateTable   = table.Of[Template]("email_templates", "org_id")
	selectTemplates = `SELECT ` + templateTable.Columns("") + ` FROM email_templates WHERE org_id = $1`
)

// list reads the templates of one type, newest first; of all types for "".
func list(tx *db.Tx, org string, t Type) ([]Template, error) {
	c := db.Where(org)
	c.Given("type = ?", t)
	conditions, args := c.SQL()
	return db.All(tx, templateTable.Scan, selectTemplates+conditions+` ORDER BY created_at DESC, template_id DESC`,
		args...)
}

func find(tx *db.Tx, org, templateID string) (Template, error) {
	return orNotFound(db.One(tx, templateTable.Scan, selectTemplates+` AND template_id = $2`, org, templateID))
}

// defaultOf reads the type's default; db.ErrNoRows if it has none.
func defaultOf(tx *db.Tx, org string, t Type) (Template, error) {
	return db.One(tx, templateTable.Scan, selectTemplates+` AND type = $2 AND is_default`, org, string(t))
}

// siblings reads the other templates of the template's type.
func siblings(tx *db.Tx, org string, t Template) ([]Template, error) {
	return db.All(tx, templateTable.Scan, selectTemplates+` AND type = $2 AND template_id <> $3`, org, string(t.Type),
		t.ID)
}

func orNotFound(t Template, err error) (Template, error) {
	if errors.Is(err, db.ErrNoRows) {
		return t, errNoTemplate
	}
	return t, err
}

// lock keeps others from changing the template until the transaction ends, and reads it.
func lock(tx *db.Tx, org, templateID string) (Template, error) {
	return orNotFound(db.One(tx, templateTable.Scan, `UPDATE email_templates SET updated_at = updated_at
		WHERE org_id = $1 AND template_id = $2 RETURNING `+templateTable.Columns(""), org, templateID))
}

// lockType is lock for all templates of the template's type, so that transactions that choose the type's default run
// one after the other. Any two of them lock some row in common: a row that was added later is locked only by
// transactions that also see the earlier ones.
func lockType(tx *db.Tx, org, templateID string) (Template, error) {
	before, err := find(tx, org, templateID)
	if err != nil {
		return before, err
	}
	// In the order of ids: an UPDATE of them all locks them as they lie, so that two can deadlock.
	if _, err := db.All(tx, db.Value[string], `SELECT template_id FROM email_templates WHERE org_id = $1 AND type = $2
		ORDER BY template_id`+tx.LockExclusive(), org, string(before.Type)); err != nil {
		return before, err
	}
	after, err := find(tx, org, templateID)
	if err == nil && after.Type != before.Type {
		return after, errs.Conflict("The template was just given another type. Look at it, and try again.")
	}
	return after, err
}

func insert(tx *db.Tx, org string, t Template) error { return templateTable.Insert(tx, []any{org}, t) }

// save writes what an author can change; makeDefault moves the default.
func save(tx *db.Tx, org string, t *Template) error {
	return templateTable.Update(tx, []any{org}, t)
}

// makeDefault makes the template its type's default, after lockType.
func makeDefault(tx *db.Tx, org string, t Template) error {
	if err := tx.Do(`UPDATE email_templates SET is_default = FALSE, version = version + 1
		WHERE org_id = $1 AND type = $2 AND is_default`, org, string(t.Type)); err != nil {
		return err
	}
	return tx.Do(`UPDATE email_templates SET is_default = TRUE, updated_at = $3, version = version + 1
		WHERE org_id = $1 AND template_id = $2`, org, t.ID, tx.Now.UnixMilli())
}

func remove(tx *db.Tx, org, templateID string) error {
	return tx.Do(`DELETE FROM email_templates WHERE org_id = $1 AND template_id = $2`, org, templateID)
}

// Seed gives a new organization its first templates, each the default of its type. It leaves types alone that have a
// default.
func Seed(tx *db.Tx, org string) error {
	var args []any
	now := tx.Now.UnixMilli()
	for _, t := range seeds {
		args = append(args, org, id.New(), t.Name, string(t.Type), t.Subject, defaultColor, t.HeaderText, t.BodyHTML,
			defaultFooter, true, true, now, now, 1)
	}
	return tx.Do(`INSERT INTO email_templates (org_id, `+templateTable.Columns("")+`)
		VALUES `+db.Rows(len(args)/len(seeds), len(seeds))+` ON CONFLICT DO NOTHING`, args...)
}

// Erase deletes the templates of an organization that nobody has come into.
func Erase(tx *db.Tx, org string) error { return db.Erase(tx, org, "email_templates") }

// unseeded lists a few organizations that are older than templates are: as many as one transaction can seed without
// making others wait. An organization that has templates keeps at least one, so none is seeded twice.
func unseeded(tx *db.Tx) ([]string, error) {
	return db.All(tx, db.Value[string], `SELECT org_id FROM organizations WHERE deleted_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM email_templates WHERE email_templates.org_id = organizations.org_id)
		ORDER BY org_id LIMIT 20`)
}
