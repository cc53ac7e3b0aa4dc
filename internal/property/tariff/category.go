package tariff

import "sarai/internal/kit/date"

// Category is a kind of rooms, and how far it is sold on some nights.
type Category struct {
	ID, Name               string
	MaxAdults, MaxChildren int
	Nights                 []CategoryNight
	Throughout             int // rooms that are free on all of the nights; only where somebody asks for a stay
}

// CategoryNight is how far a category is sold on a night.
type CategoryNight struct {
	Date  date.Date
	Rooms int // in use
	Held  int // by bookings, holds and blocks
	Sold  int // by bookings and holds
	Free  int // that can be slept in
	CategoryCell
}

// Sellable is how many rooms can still be sold: those that are free, up to the sell limit. Overbooking is not counted,
// and neither is that the category is closed.
func (n CategoryNight) Sellable() int {
	if n.Limited {
		return max(0, min(n.Free, n.SellLimit-n.Sold))
	}
	return n.Free
}
