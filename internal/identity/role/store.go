package role

import (
	"encoding/json"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
)

const columns = "org_id, role_id, name, description, permissions, is_default, is_administrator, created_at, updated_at"

func scan(row db.Scanner) (r Role, err error) {
	var permissions string
	if err := row.Scan(&r.Org, &r.ID, &r.Name, &r.Description, &permissions, &r.IsDefault, &r.IsAdministrator,
		&r.CreatedAt, &r.UpdatedAt); err != nil {
		return r, err
	}
	r.Permissions, err = ParsePermissions(permissions, r.IsAdministrator)
	return r, err
}

// Get reads a role; db.ErrNoRows when the organization has no such role.
func Get(tx *db.Tx, org, id string) (Role, error) {
	return db.One(tx, scan, `SELECT `+columns+` FROM roles WHERE org_id = $1 AND role_id = $2`, org, id)
}

// Administrator reads the organization's Administrator role.
func Administrator(tx *db.Tx, org string) (Role, error) {
	return db.One(tx, scan, `SELECT `+columns+` FROM roles WHERE org_id = $1 AND is_administrator`, org)
}

// All reads the organization's roles, newest first.
func All(tx *db.Tx, org string) ([]Role, error) {
	return db.All(tx, scan, `SELECT `+columns+` FROM roles WHERE org_id = $1 ORDER BY created_at DESC, name_key`, org)
}

// ByID is All by id.
func ByID(tx *db.Tx, org string) (map[string]Role, error) {
	all, err := All(tx, org)
	roles := make(map[string]Role, len(all))
	for _, r := range all {
		roles[r.ID] = r
	}
	return roles, err
}

func insert(tx *db.Tx, r Role) error {
	permissions, err := json.Marshal(r.Permissions)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO roles (org_id, role_id, name, name_key, description, permissions, is_default, is_administrator, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
		r.Org, r.ID, r.Name, nameKey(r.Name), r.Description, string(permissions), r.IsDefault, r.IsAdministrator, int64(r.CreatedAt))
	return nameTaken(err, r.Name)
}

func save(tx *db.Tx, r Role) error {
	permissions, err := json.Marshal(r.Permissions)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE roles SET name = $3, name_key = $4, description = $5, permissions = $6, updated_at = $7
		WHERE org_id = $1 AND role_id = $2`,
		r.Org, r.ID, r.Name, nameKey(r.Name), r.Description, string(permissions), int64(r.UpdatedAt))
	return nameTaken(err, r.Name)
}

func nameKey(name string) string { return strings.ToLower(name) }

func nameTaken(err error, name string) error {
	if db.IsUnique(err) {
		return errs.InvalidField("name", "is taken: there is a role %s already", name)
	}
	return err
}

// memberCounts is the number of members that each role has.
func memberCounts(tx *db.Tx, org string) (map[string]int, error) {
	counts := map[string]int{}
	_, err := db.All(tx, func(row db.Scanner) (struct{}, error) {
		var id string
		var number int
		err := row.Scan(&id, &number)
		counts[id] = number
		return struct{}{}, err
	}, `SELECT role_id, COUNT(*) FROM memberships WHERE org_id = $1 GROUP BY role_id`, org)
	return counts, err
}

// inUse counts who has the role: members, and open invitations.
func inUse(tx *db.Tx, org, id string) (members, invitations int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM memberships WHERE org_id = $1 AND role_id = $2`, org, id).Scan(&members)
	if err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(`SELECT COUNT(*) FROM invitations WHERE org_id = $1 AND role_id = $2
		AND status <> 'declined' AND used_at IS NULL AND expires_at > $3`, org, id, tx.Now.UnixMilli()).Scan(&invitations)
	return members, invitations, err
}

// remove deletes a role that nobody has, and with it the ended invitations that still name it.
func remove(tx *db.Tx, org, id string) error {
	if _, err := tx.Exec(`DELETE FROM invitations WHERE org_id = $1 AND role_id = $2`, org, id); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM roles WHERE org_id = $1 AND role_id = $2`, org, id)
	return err
}
