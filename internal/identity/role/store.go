package role

import (
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

var roleTable = table.Of[Role]("roles")

var selectRoles = `SELECT ` + roleTable.Columns("") + ` FROM roles WHERE org_id = $1`

func scan(row db.Scanner) (Role, error) {
	r, err := roleTable.Scan(row)
	if r.IsAdministrator {
		r.Permissions = everything() // even in modules that are newer than what is stored
	}
	return r, err
}

// Get reads a role; db.ErrNoRows if the organization has no such role.
func Get(tx *db.Tx, org, roleID string) (Role, error) {
	return db.One(tx, scan, selectRoles+` AND role_id = $2`, org, roleID)
}

// Administrator reads the organization's Administrator role.
func Administrator(tx *db.Tx, org string) (Role, error) {
	return db.One(tx, scan, selectRoles+` AND is_administrator`, org)
}

// All reads the organization's roles, newest first.
func All(tx *db.Tx, org string) ([]Role, error) {
	return db.All(tx, scan, selectRoles+` ORDER BY created_at DESC, name_key`, org)
}

// ByID reads the organization's roles, keyed by id.
func ByID(tx *db.Tx, org string) (map[string]Role, error) {
	all, err := All(tx, org)
	roles := make(map[string]Role, len(all))
	for _, r := range all {
		roles[r.ID] = r
	}
	return roles, err
}

func insert(tx *db.Tx, r Role) error {
	r.NameKey = nameKey(r.Name)
	return roleTable.InsertOr(tx, nameTaken(r.Name), nil, r)
}

func save(tx *db.Tx, r *Role) error {
	r.NameKey = nameKey(r.Name)
	return roleTable.UpdateOr(tx, nameTaken(r.Name), nil, r)
}

func nameKey(name string) string { return strings.ToLower(name) }

// nameTaken turns a duplicate into Invalid, naming the field.
func nameTaken(name string) func(err error) error {
	return func(err error) error {
		if db.IsUnique(err) {
			return errs.InvalidField("name", "is taken: there is a role %s already", name)
		}
		return err
	}
}

// held reads what the login may do in the organization now; db.ErrNoRows if it can't enter it.
func held(tx *db.Tx, org, login string) (scope.Permissions, error) {
	return db.One(tx, func(row db.Scanner) (scope.Permissions, error) {
		var stored string
		var administrator bool
		if err := row.Scan(&stored, &administrator); err != nil {
			return nil, err
		}
		return ParsePermissions(stored, administrator)
	}, `SELECT r.permissions, r.is_administrator
		FROM memberships m JOIN roles r ON r.org_id = m.org_id AND r.role_id = m.role_id
		WHERE m.org_id = $1 AND m.login_id = $2 AND m.is_active AND m.joined_at IS NOT NULL`, org, login)
}

// memberCounts returns the number of members that each role has.
func memberCounts(tx *db.Tx, org string) (map[string]int, error) {
	counts := map[string]int{}
	_, err := db.All(tx, func(row db.Scanner) (struct{}, error) {
		var roleID string
		var number int
		err := row.Scan(&roleID, &number)
		counts[roleID] = number
		return struct{}{}, err
	}, `SELECT role_id, COUNT(*) FROM memberships WHERE org_id = $1 GROUP BY role_id`, org)
	return counts, err
}

// members counts the members who have the role.
func members(tx *db.Tx, org, roleID string) (number int, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM memberships WHERE org_id = $1 AND role_id = $2`, org, roleID).Scan(&number)
	return number, err
}

func remove(tx *db.Tx, org, roleID string) error {
	return tx.Do(`DELETE FROM roles WHERE org_id = $1 AND role_id = $2`, org, roleID)
}
