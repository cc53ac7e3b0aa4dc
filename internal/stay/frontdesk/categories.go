package frontdesk

import (
	"context"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/property/tariff"
)

// Categories tells how far each room category is sold on each of the nights [from, to), by the categories' names.
func (s *Service) Categories(ctx context.Context, sc scope.Scope, from, to date.Date) ([]tariff.Category, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]tariff.Category, error) { return s.CategoriesIn(tx, sc, from, to) })
}

// CategoriesIn is Categories inside the caller's transaction.
func (s *Service) CategoriesIn(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]tariff.Category, error) {
	t, err := s.rates.Tariff(tx, sc).Get()
	if err != nil {
		return nil, err
	}
	found, err := categories(tx, sc)
	if err != nil {
		return nil, err
	}
	nights := date.Days(from, to)
	list, at := make([]tariff.Category, len(found)), make(map[string]int, len(found))
	for i, f := range found {
		f.Nights = make([]tariff.CategoryNight, len(nights))
		cells := t.Categories[f.ID]
		for n, night := range nights {
			f.Nights[n] = tariff.CategoryNight{Date: night, Rooms: f.rooms, Free: f.rooms, CategoryCell: cells.On(night)}
		}
		list[i], at[f.ID] = f.Category, i
	}
	held, err := inventory.HeldInCategories(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	for _, h := range held {
		n, _ := slices.BinarySearch(nights, h.Night)
		night := &list[at[h.CategoryID]].Nights[n]
		night.Sold = h.Others
		night.Held = h.Others + h.Blocks
		night.Free -= night.Held
	}
	return list, s.keepOverstayed(tx, sc, nights, list, at)
}

// ForStay is CategoriesIn for the nights of a stay, with the rooms that are free throughout: a category that is free on
// each night may have none.
func (s *Service) ForStay(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]tariff.Category, error) {
	list, err := s.CategoriesIn(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	free, err := s.FreeRoomsIn(tx, sc, Wanted{CheckIn: from, CheckOut: to})
	if err != nil {
		return nil, err
	}
	throughout := map[string]int{}
	for _, r := range free {
		throughout[r.CategoryID]++
	}
	for i := range list {
		list[i].Throughout = throughout[list[i].ID]
	}
	return list, nil
}

// keepOverstayed takes the rooms away that nobody holds tonight, but whose guests should have left.
func (s *Service) keepOverstayed(tx *db.Tx, sc scope.Scope, nights []date.Date, list []tariff.Category,
	at map[string]int) error {
	today := sc.Today(tx.Now)
	n, includes := slices.BinarySearch(nights, today)
	if !includes {
		return nil
	}
	free, err := s.FreeRoomsIn(tx, sc, Wanted{CheckIn: today, CheckOut: today.AddDays(1)})
	if err != nil {
		return err
	}
	for i := range list {
		list[i].Nights[n].Free = 0
	}
	for _, r := range free {
		list[at[r.CategoryID]].Nights[n].Free++
	}
	return nil
}
