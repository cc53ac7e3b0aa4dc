package room

import (
	"errors"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/scope"
	"sarai/internal/record/listing"
)

// storedCategory is a category's row.
type storedCategory struct {
	Category
	NameKey string `db:"name_key"`
}

func categoryRow(c Category) storedCategory {
	return storedCategory{Category: c, NameKey: strings.ToLower(c.Name)}
}

var (
	categories   = table.Of[storedCategory]("room_categories", "org_id")
	categoryList = listing.New[listCategoriesInput](scanCategory, listing.Spec{
		Table: "room_categories c", Key: "c.category_id", Order: "c.created_at DESC, c.category_id DESC",
		Columns: categories.Columns("c") + `,
			(SELECT COUNT(*) FROM rooms r WHERE r.org_id = $1 AND r.category_id = c.category_id)`})

	selectCategories = categoryList.Select()
)

func scanCategory(row db.Scanner) (Category, error) {
	var found storedCategory
	err := row.Scan(append(categories.Pointers(&found), &found.Rooms)...)
	return found.Category, err
}

func findCategory(tx *db.Tx, sc scope.Scope, categoryID string) (Category, error) {
	c, err := db.One(tx, scanCategory, selectCategories+` AND c.category_id = $2`, sc.Org, categoryID)
	if errors.Is(err, db.ErrNoRows) {
		return c, errNoCategory
	}
	return c, err
}

// Categories lists the hotel's categories, the newest first.
func Categories(tx *db.Tx, sc scope.Scope) ([]Category, error) {
	return db.All(tx, scanCategory, selectCategories+` ORDER BY c.created_at DESC, c.category_id DESC`, sc.Org)
}

// lockCategory keeps others from changing or deleting the category until the transaction ends, and reads it.
func lockCategory(tx *db.Tx, sc scope.Scope, categoryID string) (Category, error) {
	if err := tx.Do(`UPDATE room_categories SET updated_at = updated_at WHERE org_id = $1 AND category_id = $2`,
		sc.Org, categoryID); err != nil {
		return Category{}, err
	}
	return findCategory(tx, sc, categoryID)
}

func insertCategory(tx *db.Tx, sc scope.Scope, c Category) error {
	return categories.InsertOr(tx, namedCategory, []any{sc.Org}, categoryRow(c))
}

func saveCategory(tx *db.Tx, sc scope.Scope, c *Category) error {
	row := categoryRow(*c)
	err := categories.UpdateOr(tx, namedCategory, []any{sc.Org}, &row)
	c.Version = row.Version
	return err
}

// namedCategory names the field behind a duplicate.
func namedCategory(err error) error {
	if db.IsUnique(err) {
		return errs.InvalidField("name", "belongs to another room category")
	}
	return err
}

func removeCategory(tx *db.Tx, sc scope.Scope, c Category) error {
	_, err := tx.Exec(`DELETE FROM room_categories WHERE org_id = $1 AND category_id = $2`, sc.Org, c.ID)
	switch {
	case db.IsForeignKey(err) && c.Rooms > 0:
		return errs.Conflict("The category %s still has rooms. Give them another category first.", c.Name)
	case db.IsForeignKey(err):
		return errs.Conflict("Rate plans sell the category %s. Delete their products in it first.", c.Name)
	}
	return err
}

// HasCategory tells whether the hotel has a category of this id.
func HasCategory(tx *db.Tx, sc scope.Scope, categoryID string) (bool, error) {
	return db.One(tx, db.Value[bool], `SELECT EXISTS (SELECT 1 FROM room_categories
		WHERE org_id = $1 AND category_id = $2)`, sc.Org, categoryID)
}
