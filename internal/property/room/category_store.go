package room

import (
	"encoding/json"
	"errors"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
)

const selectCategories = `SELECT c.category_id, c.name, c.code, c.description, c.base_rate, c.max_adults,
	c.max_children,
		c.amenities, c.created_at, c.updated_at,
		(SELECT COUNT(*) FROM rooms r WHERE r.org_id = c.org_id AND r.category_id = c.category_id)
	FROM room_categories c WHERE c.org_id = $1`

func scanCategory(row db.Scanner) (c Category, err error) {
	var amenities string
	if err = row.Scan(&c.ID, &c.Name, &c.Code, &c.Description, (*int64)(&c.BaseRate), &c.MaxAdults, &c.MaxChildren,
		&amenities, &c.CreatedAt, &c.UpdatedAt, &c.Rooms); err != nil {
		return c, err
	}
	return c, json.Unmarshal([]byte(amenities), &c.Amenities)
}

func findCategory(tx *db.Tx, sc scope.Scope, categoryID string) (Category, error) {
	c, err := db.One(tx, scanCategory, selectCategories+` AND c.category_id = $2`, sc.Org, categoryID)
	if errors.Is(err, db.ErrNoRows) {
		return c, errNoCategory
	}
	return c, err
}

// lockCategory keeps others from changing or deleting the category until the transaction ends, and reads it.
func lockCategory(tx *db.Tx, sc scope.Scope, categoryID string) (Category, error) {
	if _, err := tx.Exec(`UPDATE room_categories SET updated_at = updated_at WHERE org_id = $1 AND category_id = $2`,
		sc.Org, categoryID); err != nil {
		return Category{}, err
	}
	return findCategory(tx, sc, categoryID)
}

func categoryPage(tx *db.Tx, sc scope.Scope, limit, offset int) (page foundCategories, err error) {
	err = tx.QueryRow(`SELECT COUNT(*) FROM room_categories WHERE org_id = $1`, sc.Org).Scan(&page.total)
	if err != nil {
		return page, err
	}
	page.categories, err = db.All(tx, scanCategory,
		selectCategories+` ORDER BY c.created_at DESC, c.category_id DESC LIMIT $2 OFFSET $3`, sc.Org, limit, offset)
	return page, err
}

func insertCategory(tx *db.Tx, sc scope.Scope, c Category) error {
	amenities, err := json.Marshal(c.Amenities)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO room_categories (org_id, category_id, name, name_key, code, description, base_rate,
			max_adults, max_children, amenities, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
		sc.Org, c.ID, c.Name, strings.ToLower(c.Name), c.Code, c.Description, int64(c.BaseRate),
		c.MaxAdults, c.MaxChildren, string(amenities), c.CreatedAt)
	return namedCategory(err)
}

func saveCategory(tx *db.Tx, sc scope.Scope, c Category) error {
	amenities, err := json.Marshal(c.Amenities)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE room_categories SET name = $3, name_key = $4, code = $5, description = $6, base_rate = $7,
			max_adults = $8, max_children = $9, amenities = $10, updated_at = $11
		WHERE org_id = $1 AND category_id = $2`,
		sc.Org, c.ID, c.Name, strings.ToLower(c.Name), c.Code, c.Description, int64(c.BaseRate),
		c.MaxAdults, c.MaxChildren, string(amenities), c.UpdatedAt)
	return namedCategory(err)
}

func namedCategory(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("name", "belongs to another room category")
	}
	return err
}

func removeCategory(tx *db.Tx, sc scope.Scope, c Category) error {
	_, err := tx.Exec(`DELETE FROM room_categories WHERE org_id = $1 AND category_id = $2`, sc.Org, c.ID)
	if db.IsForeignKey(err) {
		return errs.Conflict("The category %s still has rooms. Give them another category first.", c.Name)
	}
	return err
}
