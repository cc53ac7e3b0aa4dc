package user

import (
	"time"

	"sarai/internal/identity/role"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// membership reads what a login is in an organization; db.ErrNoRows if there is no such organization.
// Barred says whether the organization asks for a second factor.
func membership(tx *db.Tx, org, login string) (m Membership, err error) {
	var timezone, permissions string
	var administrator bool
	err = tx.QueryRow(`SELECT o.org_id, o.name, h.country, h.document_language, o.currency, h.timezone, o.requires_mfa,
			COALESCE(m.login_id, ''), COALESCE(m.email, ''), COALESCE(m.name, ''),
			COALESCE(m.is_active, $3), m.joined_at IS NOT NULL,
			COALESCE(r.role_id, ''), COALESCE(r.name, ''), COALESCE(r.permissions, ''), COALESCE(r.is_administrator, $3)
		FROM organizations o
		JOIN hotels h ON h.org_id = o.org_id
		LEFT JOIN memberships m ON m.org_id = o.org_id AND m.login_id = $2
		LEFT JOIN roles r ON r.org_id = m.org_id AND r.role_id = m.role_id
		WHERE o.org_id = $1 AND o.deleted_at IS NULL`, org, login, false).
		Scan(&m.Org, &m.OrgName, &m.Country, &m.Language, &m.Currency, &timezone, &m.Barred, &m.Login, &m.Email,
			&m.Name, &m.Active, &m.Joined, &m.RoleID, &m.RoleName, &permissions, &administrator)
	if err != nil || m.Login == "" {
		return m, err
	}
	if m.Zone, err = time.LoadLocation(timezone); err != nil {
		return m, err
	}
	m.Permissions, err = role.ParsePermissions(permissions, administrator)
	return m, err
}

// PermissionsIn are those of each login that is an active member of the organization.
func PermissionsIn(tx *db.Tx, org string) (map[string]scope.Permissions, error) {
	permissions := map[string]scope.Permissions{}
	rows, err := tx.Query(`SELECT m.login_id, r.permissions, r.is_administrator
		FROM memberships m
		JOIN organizations o ON o.org_id = m.org_id
		JOIN roles r ON r.org_id = m.org_id AND r.role_id = m.role_id
		WHERE m.org_id = $1 AND m.is_active AND m.joined_at IS NOT NULL AND o.deleted_at IS NULL`, org)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var login, stored string
		var administrator bool
		if err := rows.Scan(&login, &stored, &administrator); err != nil {
			return nil, err
		}
		if permissions[login], err = role.ParsePermissions(stored, administrator); err != nil {
			return nil, err
		}
	}
	return permissions, rows.Err()
}
