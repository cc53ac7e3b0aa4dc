package emailtemplate

import (
	"errors"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
)

const columns = `template_id, name, type, subject, header_color, header_text, body_html, footer_text, is_default, is_seeded, created_at, updated_at`

func scan(row db.Scanner) (t Template, err error) {
	err = row.Scan(&t.ID, &t.Name, &t.Type, &t.Subject, &t.HeaderColor, &t.HeaderText, &t.BodyHTML, &t.FooterText, &t.IsDefault, &t.IsSeeded,
		&t.CreatedAt, &t.UpdatedAt)
	return t, err
}

// list has every template of the organization, or those of one type, newest first and without their texts.
func list(tx *db.Tx, org, templateType string) ([]Template, error) {
	query, args := `SELECT template_id, name, type, subject, is_default, created_at FROM email_templates WHERE org_id = $1`, []any{org}
	if templateType != "" {
		query, args = query+` AND type = $2`, append(args, templateType)
	}
	return db.All(tx, func(row db.Scanner) (t Template, err error) {
		err = row.Scan(&t.ID, &t.Name, &t.Type, &t.Subject, &t.IsDefault, &t.CreatedAt)
		return t, err
	}, query+` ORDER BY created_at DESC, template_id DESC`, args...)
}

func find(tx *db.Tx, org, templateID string) (Template, error) {
	return orNotFound(db.One(tx, scan, `SELECT `+columns+` FROM email_templates WHERE org_id = $1 AND template_id = $2`, org, templateID))
}

// defaultOf is the type's default; db.ErrNoRows when it has none.
func defaultOf(tx *db.Tx, org, templateType string) (Template, error) {
	return db.One(tx, scan, `SELECT `+columns+` FROM email_templates WHERE org_id = $1 AND type = $2 AND is_default`, org, templateType)
}

// siblings are the other templates of the template's type.
func siblings(tx *db.Tx, org string, t Template) ([]Template, error) {
	return db.All(tx, scan, `SELECT `+columns+` FROM email_templates WHERE org_id = $1 AND type = $2 AND template_id <> $3`, org, t.Type, t.ID)
}

func orNotFound(t Template, err error) (Template, error) {
	if errors.Is(err, db.ErrNoRows) {
		return t, errNoTemplate
	}
	return t, err
}

// lock keeps others from changing the template until the transaction ends, and reads it.
func lock(tx *db.Tx, org, templateID string) (Template, error) {
	return orNotFound(db.One(tx, scan, `UPDATE email_templates SET updated_at = updated_at WHERE org_id = $1 AND template_id = $2 RETURNING `+columns,
		org, templateID))
}

// lockType is lock for all templates of the template's type, so that what depends on which of them is the default is
// decided by one transaction after the other. Any two that lock the same type meet in a row, because rows that are
// added later are locked by those alone that see the earlier ones too.
func lockType(tx *db.Tx, org, templateID string) (Template, error) {
	before, err := find(tx, org, templateID)
	if err != nil {
		return before, err
	}
	if _, err := tx.Exec(`UPDATE email_templates SET updated_at = updated_at WHERE org_id = $1 AND type = $2`, org, before.Type); err != nil {
		return before, err
	}
	after, err := find(tx, org, templateID)
	if err == nil && after.Type != before.Type {
		return after, errs.Conflict("The template was just given another type. Look at it, and try again.")
	}
	return after, err
}

func insert(tx *db.Tx, org string, t Template) error {
	_, err := tx.Exec(`INSERT INTO email_templates (org_id, template_id, name, type, subject, header_color, header_text, body_html, footer_text,
			is_default, is_seeded, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
		org, t.ID, t.Name, t.Type, t.Subject, t.HeaderColor, t.HeaderText, t.BodyHTML, t.FooterText, t.IsDefault, t.IsSeeded, t.CreatedAt)
	return err
}

func save(tx *db.Tx, org string, t Template) error {
	_, err := tx.Exec(`UPDATE email_templates SET name = $3, type = $4, subject = $5, header_color = $6, header_text = $7, body_html = $8,
			footer_text = $9, updated_at = $10
		WHERE org_id = $1 AND template_id = $2`,
		org, t.ID, t.Name, t.Type, t.Subject, t.HeaderColor, t.HeaderText, t.BodyHTML, t.FooterText, t.UpdatedAt)
	return err
}

// makeDefault moves the type's flag to the template. The caller has locked the type.
func makeDefault(tx *db.Tx, org string, t Template) error {
	if _, err := tx.Exec(`UPDATE email_templates SET is_default = FALSE WHERE org_id = $1 AND type = $2 AND is_default`, org, t.Type); err != nil {
		return err
	}
	_, err := tx.Exec(`UPDATE email_templates SET is_default = TRUE, updated_at = $3 WHERE org_id = $1 AND template_id = $2`,
		org, t.ID, tx.Now.UnixMilli())
	return err
}

func remove(tx *db.Tx, org, templateID string) error {
	_, err := tx.Exec(`DELETE FROM email_templates WHERE org_id = $1 AND template_id = $2`, org, templateID)
	return err
}

// Seed gives a new organization its first templates, each the default of its type; types that have a default already
// stay as they are.
func Seed(tx *db.Tx, org string) error {
	var args []any
	for _, t := range seeds {
		args = append(args, org, id.New(), t.Name, t.Type, t.Subject, defaultColor, t.HeaderText, t.BodyHTML, defaultFooter, true, true,
			tx.Now.UnixMilli(), tx.Now.UnixMilli())
	}
	_, err := tx.Exec(`INSERT INTO email_templates (org_id, template_id, name, type, subject, header_color, header_text, body_html, footer_text,
			is_default, is_seeded, created_at, updated_at)
		VALUES `+db.Rows(13, len(seeds))+` ON CONFLICT DO NOTHING`, args...)
	return err
}

// unseeded lists a few organizations that are older than templates are: as many as one transaction seeds without
// keeping others waiting. An organization that has templates keeps at least one, so none is told twice.
func unseeded(tx *db.Tx) ([]string, error) {
	return db.All(tx, func(row db.Scanner) (org string, err error) { return org, row.Scan(&org) },
		`SELECT org_id FROM organizations WHERE deleted_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM email_templates WHERE email_templates.org_id = organizations.org_id)
		ORDER BY org_id LIMIT 20`)
}
