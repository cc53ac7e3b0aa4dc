package frontdesk

import (
	"context"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/inventory"
	"sarai/internal/property/room"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/lodging"
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
	return list, keepOverstayed(tx, sc, nights, list)
}

// ForStay is CategoriesIn for the nights of a stay, with the rooms that are free throughout: a category that is free on
// each night may have none.
func (s *Service) ForStay(tx *db.Tx, sc scope.Scope, from, to date.Date) ([]tariff.Category, error) {
	list, err := s.CategoriesIn(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	throughout, err := countFree(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Throughout = throughout[list[i].ID]
	}
	return list, nil
}

// countFree counts, by category, the rooms that FreeRoomsIn lists for a stay, at a fraction of its cost.
func countFree(tx *db.Tx, sc scope.Scope, from, to date.Date) (map[string]int, error) {
	rooms, err := room.InUse(tx, sc)
	if err != nil {
		return nil, err
	}
	unheld, err := inventory.Free(tx, sc, from, to, "")
	if err != nil {
		return nil, err
	}
	overstayed, err := overstayedRooms(tx, sc, from, to)
	count := map[string]int{}
	for roomID, categoryID := range rooms {
		if unheld[roomID] && !overstayed[roomID] {
			count[categoryID]++
		}
	}
	return count, err
}

// ForStays is ForStay for many stays. It reads once for all that begin in the same month: what it costs follows from
// their nights, not from their number.
func (s *Service) ForStays(tx *db.Tx, sc scope.Scope, stays []lodging.Dates) (
	map[lodging.Dates][]tariff.Category, error) {
	months, sold := map[date.Date][]lodging.Dates{}, make(map[lodging.Dates][]tariff.Category, len(stays))
	for _, stay := range stays {
		months[stay.CheckIn[:7]] = append(months[stay.CheckIn[:7]], stay)
	}
	for _, together := range months {
		if err := s.addSold(tx, sc, together, sold); err != nil {
			return nil, err
		}
	}
	return sold, nil
}

// addSold adds how far the categories are sold for each of the stays.
func (s *Service) addSold(tx *db.Tx, sc scope.Scope, stays []lodging.Dates,
	sold map[lodging.Dates][]tariff.Category) error {
	from, to := stays[0].CheckIn, stays[0].CheckOut
	for _, stay := range stays {
		from, to = min(from, stay.CheckIn), max(to, stay.CheckOut)
	}
	list, err := s.CategoriesIn(tx, sc, from, to)
	if err != nil {
		return err
	}
	free, err := freeBetween(tx, sc, from, to)
	if err != nil {
		return err
	}
	for _, stay := range stays {
		if sold[stay] != nil {
			continue
		}
		first, throughout := from.DaysUntil(stay.CheckIn), free(stay)
		sold[stay] = slices.Clone(list)
		for i := range list {
			c := &sold[stay][i]
			c.Nights = c.Nights[first : first+stay.CheckIn.DaysUntil(stay.CheckOut)]
			c.Throughout = throughout[c.ID]
		}
	}
	return nil
}

// freeBetween counts, by category, the rooms that are free for a stay in [from, to).
func freeBetween(tx *db.Tx, sc scope.Scope, from, to date.Date) (func(stay lodging.Dates) map[string]int, error) {
	rooms, err := room.InUse(tx, sc)
	if err != nil {
		return nil, err
	}
	taken, err := inventory.ReadTaken(tx, sc, from, to)
	if err != nil {
		return nil, err
	}
	overstayed, err := overstayedRooms(tx, sc, from, to)
	today := sc.Today(tx.Now)
	return func(stay lodging.Dates) map[string]int {
		count, tonight := map[string]int{}, stay.CheckIn <= today && today < stay.CheckOut
		for roomID, categoryID := range rooms {
			if taken.Free(roomID, stay.CheckIn, stay.CheckOut) && !(tonight && overstayed[roomID]) {
				count[categoryID]++
			}
		}
		return count
	}, err
}

// keepOverstayed takes the rooms away that nobody holds tonight, but whose guests should have left.
func keepOverstayed(tx *db.Tx, sc scope.Scope, nights []date.Date, list []tariff.Category) error {
	today := sc.Today(tx.Now)
	n, includes := slices.BinarySearch(nights, today)
	if !includes {
		return nil
	}
	free, err := countFree(tx, sc, today, today.AddDays(1))
	if err != nil {
		return err
	}
	for i := range list {
		list[i].Nights[n].Free = free[list[i].ID]
	}
	return nil
}
