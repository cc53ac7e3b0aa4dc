package room

import (
	"context"

	"sarai/internal/kit/date"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/money"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/listing"
)

// CategoryView is a room category.
type CategoryView struct {
	ID          web.ID       `json:"_id"`
	Name        string       `json:"name" example:"Deluxe"`
	Code        string       `json:"code" example:"DLX"`
	Description string       `json:"description" example:"Garden view, king-size bed"`
	BaseRate    money.Number `json:"baseRate" doc:"A night's rate of rooms that have none of their own" example:"4500"`
	MaxAdults   int          `json:"maxAdults" example:"2"`
	MaxChildren int          `json:"maxChildren" example:"1"`
	Amenities   []string     `json:"amenities" nullable:"false" example:"[\"Wi-Fi\", \"Air conditioning\"]"`
	RoomsCount  int          `json:"roomsCount" doc:"Rooms of the category, inactive ones included" example:"8"`
	OrgID       web.ID       `json:"orgId"`
	CreatedAt   date.Time    `json:"createdAt"`
	UpdatedAt   date.Time    `json:"updatedAt"`
	Version     int64        `json:"version" doc:"Every change raises it; see If-Match" example:"3"`
}

func (c Category) view(sc scope.Scope) CategoryView {
	return CategoryView{ID: web.ID(c.ID), Name: c.Name, Code: c.Code, Description: c.Description,
		BaseRate:  c.BaseRate.Number(sc.Currency),
		MaxAdults: c.MaxAdults, MaxChildren: c.MaxChildren, Amenities: append([]string{}, c.Amenities...),
		RoomsCount: c.Rooms,
		OrgID:      web.ID(sc.Org), CreatedAt: date.Time(c.CreatedAt), UpdatedAt: date.Time(c.UpdatedAt), Version: c.Version}
}

type createCategoryInput struct {
	Body struct {
		Name        string       `json:"name" minLength:"1" maxLength:"120" doc:"Unique in the hotel" example:"Deluxe"`
		Code        string       `json:"code,omitempty" maxLength:"20" example:"DLX"`
		Description string       `json:"description,omitempty" maxLength:"2000" example:"Garden view, king-size bed"`
		BaseRate    money.Number `json:"baseRate" minimum:"0" example:"4500"`
		MaxAdults   int          `json:"maxAdults,omitempty" minimum:"1" maximum:"100" default:"2"`
		MaxChildren int          `json:"maxChildren,omitempty" minimum:"0" maximum:"100" default:"0"`
		Amenities   []string     `json:"amenities,omitempty" nullable:"false" maxItems:"100" minLength:"1" maxLength:"100"`
	}
}

func (s *Service) httpCreateCategory(
	ctx context.Context, sc scope.Scope, in *createCategoryInput,
) (*web.Data[CategoryView], error) {
	b := &in.Body
	rate, err := b.BaseRate.NotNegative(sc.Currency)
	if err != nil {
		return nil, errs.InvalidField("baseRate", "%s", err)
	}
	created, err := s.CreateCategory(ctx, sc, Category{Name: b.Name, Code: b.Code, Description: b.Description,
		BaseRate:  rate,
		MaxAdults: b.MaxAdults, MaxChildren: b.MaxChildren, Amenities: b.Amenities})
	if err != nil {
		return nil, err
	}
	return web.OK(created.view(sc)), nil
}

type listCategoriesInput struct{ web.Paging }

func (s *Service) httpListCategories(
	ctx context.Context, sc scope.Scope, in *listCategoriesInput,
) (*web.Page[CategoryView, web.Pagination], error) {
	found, err := s.listCategories(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	return listing.Envelope(found, func(c Category) CategoryView { return c.view(sc) }), nil
}

type categoryInput struct {
	CategoryID web.ID `path:"categoryId"`
}

func (s *Service) httpGetCategory(
	ctx context.Context, sc scope.Scope, in *categoryInput,
) (*web.Data[CategoryView], error) {
	c, err := s.getCategory(ctx, sc, in.CategoryID.String())
	if err != nil {
		return nil, err
	}
	return web.OK(c.view(sc)), nil
}

type updateCategoryBody struct {
	Name        web.Change[string]       `json:"name,omitzero" minLength:"1" maxLength:"120" example:"Deluxe"`
	Code        web.Optional[string]     `json:"code,omitzero" maxLength:"20" example:"DLX"`
	Description web.Optional[string]     `json:"description,omitzero" maxLength:"2000"`
	BaseRate    web.Change[money.Number] `json:"baseRate,omitzero" minimum:"0" example:"4500"`
	MaxAdults   web.Change[int]          `json:"maxAdults,omitzero" minimum:"1" maximum:"100" example:"2"`
	MaxChildren web.Change[int]          `json:"maxChildren,omitzero" minimum:"0" maximum:"100" example:"1"`
	Amenities   web.Optional[[]string]   `json:"amenities,omitzero" maxItems:"100" minLength:"1" maxLength:"100"`
}

// apply changes the category as the body asks, or names every field that it can't take.
func (b *updateCategoryBody) apply(sc scope.Scope, c *Category) error {
	if b == nil {
		return nil // no body asks for no change
	}
	var bad errs.Fields
	if b.BaseRate.Set {
		rate, err := b.BaseRate.Value.NotNegative(sc.Currency)
		if err != nil {
			bad.Add("baseRate", "%s", err)
		}
		c.BaseRate = rate
	}
	c.Name = b.Name.Or(c.Name)
	c.Code = b.Code.Or(c.Code)
	c.Description = b.Description.Or(c.Description)
	c.MaxAdults = b.MaxAdults.Or(c.MaxAdults)
	c.MaxChildren = b.MaxChildren.Or(c.MaxChildren)
	c.Amenities = b.Amenities.Or(c.Amenities)
	return bad.Err()
}

type updateCategoryInput struct {
	CategoryID web.ID `path:"categoryId"`
	Body       *updateCategoryBody
}

func (s *Service) httpUpdateCategory(
	ctx context.Context, sc scope.Scope, in *updateCategoryInput,
) (*web.Data[CategoryView], error) {
	changed, err := s.changeCategory(ctx, sc, in.CategoryID.String(),
		func(c *Category) error { return in.Body.apply(sc, c) })
	if err != nil {
		return nil, err
	}
	return web.OK(changed.view(sc)), nil
}

func (s *Service) httpDeleteCategory(ctx context.Context, sc scope.Scope, in *categoryInput) (*web.Message, error) {
	if err := s.deleteCategory(ctx, sc, in.CategoryID.String()); err != nil {
		return nil, err
	}
	return web.Done("The room category was deleted."), nil
}
