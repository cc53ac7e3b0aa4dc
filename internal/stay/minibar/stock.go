package minibar

import (
	"cmp"
	"fmt"
	"slices"

	"sarai/internal/kit/errs"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/housekeeping"
)

// What moves the stock of a room's minibar.
const (
	Taken    = "taken"    // and charged to a guest
	Refilled = "refilled" // put in
	Spoiled  = "spoiled"  // taken out and charged to nobody: expired, broken, gone
	Returned = "returned" // a posting was wrong: the item is in the room still, or again
	Counted  = "counted"  // what is there, as somebody has counted it
)

// Move is what was put into a room's minibar or taken out of it.
type Move struct {
	ID        string `db:"move_id,key"`
	RoomID    string `db:"room_id"`
	ServiceID string `db:"service_id"`
	Kind      string `db:"kind"`
	Amount    int    `db:"amount"` // below zero: taken out; of a count, what was there
	Reason    string `db:"reason"`
	SaleID    string `db:"sale_id"`  // the booking's service that was charged for it; "": none
	At        int64  `db:"moved_at"` // UTC milliseconds
	By        string `db:"moved_by"`
	ByName    string `db:"moved_by_name"`
	CreatedAt int64  `db:"created_at"` // UTC milliseconds
}

// Stock is how many of an item a room's minibar holds.
type Stock struct {
	RoomID    string `db:"room_id"`
	ServiceID string `db:"service_id"`
	OnHand    int    `db:"on_hand"`
	CountedAt int64  `db:"counted_at"` // UTC milliseconds; 0: never
}

// after is the stock once the move is known; since is what was moved after the move's instant, as it was told before.
// What happened before the last count was counted. More may be taken than was thought to be there: then it holds none.
func (s Stock) after(m Move, since int) Stock {
	switch {
	case s.CountedAt > m.At:
	case m.Kind == Counted:
		s.OnHand, s.CountedAt = max(m.Amount+since, 0), m.At
	default:
		s.OnHand = max(s.OnHand+m.Amount, 0)
	}
	return s
}

// StockRequest is what somebody has put into a room's minibar, taken out, or counted in it.
type StockRequest struct {
	Key    string // the phone's own, "" for none
	RoomID string
	Kind   string // any but Taken
	SaleID string // of what is returned
	Reason string
	At     *int64 // UTC milliseconds; nil: now
	Items  []Item
}

func (r StockRequest) check() error {
	var bad errs.Fields
	bad.CheckLine("key", r.Key)
	bad.CheckLine("reason", r.Reason)
	checkItems(&bad, r.Items)
	if r.Kind == Spoiled && r.Reason == "" {
		bad.Add("reason", "must say why the items are not sold, such as: expired")
	}
	if r.Kind != Counted {
		for i, item := range r.Items {
			if item.Count == 0 {
				bad.Add(fmt.Sprintf("items[%d].count", i), "must be 1 or more unless kind is counted")
			}
		}
	}
	switch given := r.SaleID != ""; {
	case r.Kind == Returned && !given:
		bad.Add("saleId", "must be the booking's service that was charged by mistake")
	case r.Kind != Returned && given:
		bad.Add("saleId", "must be left out unless kind is returned")
		bad.Add("kind", "must be returned if saleId is given")
	}
	return bad.Err()
}

// move is the item's move as it is asked for.
func (r StockRequest) move(i int, at int64) Move {
	m := Move{RoomID: r.RoomID, ServiceID: r.Items[i].ServiceID, Kind: r.Kind, Amount: r.Items[i].Count,
		Reason: r.Reason, SaleID: r.SaleID, At: at}
	if r.Kind == Spoiled {
		m.Amount = -m.Amount
	}
	return m
}

// Par is how many of an item a minibar is to hold: in the rooms of a category, or in one that differs from it.
type Par struct {
	PlaceID   string `db:"place_id,key"`
	ServiceID string `db:"service_id,key"`
	Par       int    `db:"par"`
}

// plan is what minibars are to hold, by place and item.
type plan map[string]map[string]int

func planOf(pars []Par) plan {
	p := plan{}
	for _, one := range pars {
		if p[one.PlaceID] == nil {
			p[one.PlaceID] = map[string]int{}
		}
		p[one.PlaceID][one.ServiceID] = one.Par
	}
	return p
}

// of is how many of an item a room is to hold. What is set for the room goes before its category's.
func (p plan) of(roomID, categoryID, serviceID string) int {
	if par, own := p[roomID][serviceID]; own {
		return par
	}
	return p[categoryID][serviceID]
}

// Held is an item of a room's minibar.
type Held struct {
	ServiceID   string
	Name        string
	Par, OnHand int
}

// Refill is how many are missing.
func (h Held) Refill() int { return max(h.Par-h.OnHand, 0) }

// held are the items that a room's minibar holds or is to hold, in the order of the items.
func held(roomID, categoryID string, items []tariff.Service, p plan, stock map[string]int) []Held {
	list := []Held{}
	for _, item := range items {
		h := Held{item.ID, item.Name, p.of(roomID, categoryID, item.ID), stock[item.ID]}
		if !item.Active {
			h.Par = 0
		}
		if item.Minibar && h.Par+h.OnHand > 0 {
			list = append(list, h)
		}
	}
	return list
}

// RoomRefill is what is to be put into a room's minibar.
type RoomRefill struct {
	housekeeping.Line
	Items []Held
}

// toLoad is what the rooms need together, by the items' names.
func toLoad(rooms []RoomRefill) []Held {
	sums := map[string]Held{}
	for _, r := range rooms {
		for _, h := range r.Items {
			sum := sums[h.ServiceID]
			sums[h.ServiceID] = Held{h.ServiceID, h.Name, sum.Par + h.Refill(), 0}
		}
	}
	list := []Held{}
	for _, h := range sums {
		list = append(list, h)
	}
	slices.SortFunc(list, func(a, b Held) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ServiceID, b.ServiceID))
	})
	return list
}
