package tax

import (
	"sarai/internal/kit/date"
	"sarai/internal/kit/money"
)

// stay is what a calculation is asked for: a price for each night, in a number of rooms.
type stay struct {
	checkIn   date.Date
	prices    []money.Amount
	rooms     int
	inclusive *bool // whether the prices include the tax; nil: as the organization's settings say
}

// calculation is the tax of a stay.
type calculation struct {
	rules     *Rules
	inclusive bool
	rooms     int
	nights    []taxedNight // of one room
	sum       Applied      // of all rooms
}

type taxedNight struct {
	date  date.Date
	price money.Amount
	Applied
}

// calculate finds the tax of each night by its own date and price.
func (r *Rules) calculate(asked stay, inclusive bool) calculation {
	c := calculation{rules: r, inclusive: inclusive, rooms: asked.rooms}
	for i, price := range asked.prices {
		night := asked.checkIn.AddDays(i)
		applied := r.Night(night, price, inclusive)
		c.nights = append(c.nights, taxedNight{night, price, applied})
		c.sum = c.sum.Plus(applied.Times(asked.rooms))
	}
	return c
}
