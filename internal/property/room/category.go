package room

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
)

// Category is a kind of room.
type Category struct {
	ID          string
	Name        string
	Code        string
	Description string
	BaseRate    money.Amount // a night's
	MaxAdults   int
	MaxChildren int
	Amenities   []string
	Rooms       int // how many rooms it has, inactive ones included
	CreatedAt   int64
	UpdatedAt   int64
}

var (
	errNoCategory        = errs.NotFound("There is no such room category.")
	errNoCategoryOfHotel = errs.InvalidField("categoryId", "must be the id of one of the hotel's room categories")
)

// CreateCategory makes a category; its ID and times are set here.
func (s *Service) CreateCategory(ctx context.Context, sc scope.Scope, c Category) (created Category, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		created, err = idempotency.Do(tx, sc, func() (Category, error) {
			c.ID = id.New()
			c.CreatedAt, c.UpdatedAt = tx.Now.UnixMilli(), tx.Now.UnixMilli()
			if err := insertCategory(tx, sc, c); err != nil {
				return c, err
			}
			return c, s.publishCategory(tx, sc, "created", c, c.described(sc))
		})
		return err
	})
	return created, err
}

func (s *Service) changeCategory(ctx context.Context, sc scope.Scope, categoryID string, change func(*Category) error) (c Category, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if c, err = lockCategory(tx, sc, categoryID); err != nil {
			return err
		}
		before := c.described(sc)
		if err := change(&c); err != nil {
			return err
		}
		if err := saveCategory(tx, sc, c); err != nil {
			return err
		}
		return s.publishCategory(tx, sc, "updated", c,
			map[string]any{"name": c.Name, "changes": changes(before, c.described(sc))})
	})
	return c, err
}

func (s *Service) deleteCategory(ctx context.Context, sc scope.Scope, categoryID string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		c, err := lockCategory(tx, sc, categoryID)
		if err != nil {
			return err
		}
		if err := removeCategory(tx, sc, c); err != nil {
			return err
		}
		return s.publishCategory(tx, sc, "deleted", c, c.described(sc))
	})
}

func (s *Service) publishCategory(tx *db.Tx, sc scope.Scope, verb string, c Category, details map[string]any) error {
	return s.bus.Publish(tx, sc, event.Event{Action: "room_category." + verb, ResourceType: "room_category", ResourceID: c.ID, Details: details})
}

// described is what events tell about the category.
func (c Category) described(sc scope.Scope) map[string]any {
	return map[string]any{"name": c.Name, "code": c.Code, "description": c.Description, "baseRate": c.BaseRate.Number(sc.Currency),
		"maxAdults": c.MaxAdults, "maxChildren": c.MaxChildren, "amenities": strings.Join(c.Amenities, ", ")}
}

const selectCategories = `SELECT c.category_id, c.name, c.code, c.description, c.base_rate, c.max_adults, c.max_children,
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
	touched, err := tx.Exec(`UPDATE room_categories SET updated_at = $3 WHERE org_id = $1 AND category_id = $2`,
		sc.Org, categoryID, tx.Now.UnixMilli())
	if err != nil {
		return Category{}, err
	}
	if touched == 0 {
		return Category{}, errNoCategory
	}
	return findCategory(tx, sc, categoryID)
}

// categoryPage lists one page of categories, newest first, and counts them all.
func categoryPage(tx *db.Tx, sc scope.Scope, limit, offset int) (page []Category, total int, err error) {
	if err = tx.QueryRow(`SELECT COUNT(*) FROM room_categories WHERE org_id = $1`, sc.Org).Scan(&total); err != nil {
		return nil, 0, err
	}
	page, err = db.All(tx, scanCategory, selectCategories+` ORDER BY c.created_at DESC, c.category_id DESC LIMIT $2 OFFSET $3`,
		sc.Org, limit, offset)
	return page, total, err
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
			max_adults = $8, max_children = $9, amenities = $10
		WHERE org_id = $1 AND category_id = $2`,
		sc.Org, c.ID, c.Name, strings.ToLower(c.Name), c.Code, c.Description, int64(c.BaseRate),
		c.MaxAdults, c.MaxChildren, string(amenities))
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
