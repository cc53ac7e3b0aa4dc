package room

import (
	"context"

	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
)

// Category is a kind of room.
type Category struct {
	ID          string       `db:"category_id,key"`
	Name        string       `db:"name"`
	Code        string       `db:"code"`
	Description string       `db:"description"`
	BaseRate    money.Amount `db:"base_rate"` // for a night
	MaxAdults   int          `db:"max_adults"`
	MaxChildren int          `db:"max_children"`
	Amenities   []string     `db:"amenities,json"`
	CreatedAt   int64        `db:"created_at,fixed"` // UTC milliseconds
	UpdatedAt   int64        `db:"updated_at"`       // UTC milliseconds
	Version     int64        `db:"version,version"`  // every change raises it

	Rooms int // how many rooms it has, inactive ones included
}

var (
	errNoCategory        = errs.NotFound("There is no such room category.")
	errNoCategoryOfHotel = errs.InvalidField("categoryId", notOfHotel)
)

const notOfHotel = "must be the id of one of the hotel's room categories"

// FindCategory reads a category. Invalid names one that isn't there by the field.
func (s *Service) FindCategory(tx *db.Tx, sc scope.Scope, field, categoryID string) (Category, error) {
	c, err := findCategory(tx, sc, categoryID)
	if errs.Is(err, errs.KindNotFound) {
		err = errs.InvalidField(field, notOfHotel)
	}
	return c, err
}

// CreateCategory makes a category, and sets its ID and times.
func (s *Service) CreateCategory(ctx context.Context, sc scope.Scope, c Category) (Category, error) {
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Category, error) {
		c.ID = id.New()
		c.CreatedAt, c.UpdatedAt, c.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := insertCategory(tx, sc, c); err != nil {
			return c, err
		}
		return c, s.bus.Publish(tx, sc, categoryCreated.Of(c.ID, c.facts(sc)))
	})
}

// changeCategory stores and publishes nothing when nothing differs.
func (s *Service) changeCategory(
	ctx context.Context, sc scope.Scope, categoryID string, edit func(*Category) error,
) (Category, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Category, error) {
		c, err := lockCategory(tx, sc, categoryID)
		if err == nil {
			err = sc.CheckVersion(c.Version)
		}
		if err != nil {
			return c, err
		}
		before := c.facts(sc)
		if err := edit(&c); err != nil {
			return c, err
		}
		after := c.facts(sc)
		if after == before {
			return c, nil
		}
		c.UpdatedAt = tx.Now.UnixMilli()
		if err := saveCategory(tx, sc, &c); err != nil {
			return c, err
		}
		return c, s.bus.Publish(tx, sc, categoryUpdated.Of(c.ID,
			categoryChanges{c.Name, event.FromTo[categoryFacts]{Before: before, After: after}}))
	})
}

func (s *Service) getCategory(ctx context.Context, sc scope.Scope, categoryID string) (Category, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Category, error) { return findCategory(tx, sc, categoryID) })
}

// listCategories returns one page of the categories, newest first.
func (s *Service) listCategories(ctx context.Context, sc scope.Scope, in *listCategoriesInput) (
	listing.Page[Category], error) {
	return categoryList.Read(ctx, s.db, sc, *in, in.Paging)
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
		return s.bus.Publish(tx, sc, categoryDeleted.Of(c.ID, c.facts(sc)))
	})
}
