package minibar

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/scope"
	"sarai/internal/property/rateplan"
	"sarai/internal/property/room"
	"sarai/internal/property/tariff"
	"sarai/internal/stay/housekeeping"
)

// Written is what was written down of a room's stock.
type Written struct {
	Key        string
	RoomID     string
	RoomNumber string
	Kind       string
	Items      []Held // as they are now
}

// Write notes what was put into a room's minibar, taken out, or counted in it. With a key it does so once.
func (s *Service) Write(ctx context.Context, sc scope.Scope, asked StockRequest) (Written, error) {
	if err := asked.check(); err != nil {
		return Written{}, err
	}
	what := request{asked.Key, asked.RoomID, asked}
	return once(ctx, s, sc, what, func(tx *db.Tx, key string) (Written, string, error) {
		w, err := s.write(tx, sc, asked, key)
		return w, "", err
	})
}

func (s *Service) write(tx *db.Tx, sc scope.Scope, r StockRequest, key string) (Written, error) {
	at, err := instant(r.At, tx.Now, "")
	if err != nil {
		return Written{}, err
	}
	in, err := s.roomOf(tx, sc, r.RoomID)
	if err != nil {
		return Written{}, err
	}
	items, err := minibarItems(tx, sc)
	if err != nil {
		return Written{}, err
	}
	moves := make([]Move, len(r.Items))
	for i, item := range r.Items {
		if _, known := named(items, item.ServiceID); !known {
			return Written{}, errs.InvalidField(fmt.Sprintf("items[%d].serviceId", i), notAnItem)
		}
		moves[i] = r.move(i, at)
	}
	if err := moveAll(tx, sc, moves); err != nil {
		return Written{}, err
	}
	if r.Kind == Returned {
		if err := checkReturned(tx, sc, r); err != nil {
			return Written{}, err
		}
	}
	now, err := inRoom(tx, sc, in, items)
	if err != nil {
		return Written{}, err
	}
	w := Written{Key: key, RoomID: in.ID, RoomNumber: in.Number, Kind: r.Kind, Items: []Held{}}
	for _, item := range r.Items {
		i := slices.IndexFunc(now, func(h Held) bool { return h.ServiceID == item.ServiceID })
		if i >= 0 {
			w.Items = append(w.Items, now[i])
			continue
		}
		one, _ := named(items, item.ServiceID)
		w.Items = append(w.Items, Held{ServiceID: one.ID, Name: one.Name})
	}
	return w, s.bus.Publish(tx, sc, stockEvent.Of(in.ID, writtenDetails(w, r)))
}

const notAnItem = "must be the id of one of the hotel's minibar items"

// moveAll writes the moves down, the items always in one order, so that two who move the same wait for each other.
func moveAll(tx *db.Tx, sc scope.Scope, moves []Move) error {
	moves = slices.SortedFunc(slices.Values(moves), func(a, b Move) int { return cmp.Compare(a.ServiceID, b.ServiceID) })
	for _, m := range moves {
		m.ID, m.By, m.ByName, m.CreatedAt = id.New(), sc.User, sc.UserName, tx.Now.UnixMilli()
		stock, err := lockStock(tx, sc, m.RoomID, m.ServiceID)
		if err != nil {
			return err
		}
		since := 0
		if m.Kind == Counted {
			if since, err = movedSince(tx, sc, m); err != nil {
				return err
			}
		}
		if err := saveStock(tx, sc, stock.after(m, since)); err != nil {
			return err
		}
		if err := moveTable.Insert(tx, []any{sc.Org}, m); err != nil {
			return err
		}
	}
	return nil
}

// checkReturned refuses to have more given back than was charged in the room: its stock is locked.
func checkReturned(tx *db.Tx, sc scope.Scope, r StockRequest) error {
	known, err := movesOf(tx, sc, r.RoomID, r.SaleID)
	if err != nil {
		return err
	}
	left, taken := map[string]int{}, false
	for _, m := range known {
		left[m.ServiceID] -= m.Amount
		taken = taken || m.Kind == Taken
	}
	if !taken {
		return errs.InvalidField("saleId", "must be what was charged from this room's minibar")
	}
	for i, item := range r.Items {
		if left[item.ServiceID] < 0 {
			return errs.InvalidField(fmt.Sprintf("items[%d].count", i), "must be at most %d, which is what was taken "+
				"and is not given back yet", item.Count+left[item.ServiceID])
		}
	}
	return nil
}

func minibarItems(tx *db.Tx, sc scope.Scope) ([]tariff.Service, error) {
	all, err := rateplan.Services(tx, sc)
	return slices.DeleteFunc(all, func(s tariff.Service) bool { return !s.Minibar }), err
}

func named(items []tariff.Service, id string) (tariff.Service, bool) {
	i := slices.IndexFunc(items, func(s tariff.Service) bool { return s.ID == id })
	if i < 0 {
		return tariff.Service{}, false
	}
	return items[i], true
}

func (s *Service) roomOf(tx *db.Tx, sc scope.Scope, roomID string) (room.Room, error) {
	all, err := s.rooms.All(tx, sc)
	i := slices.IndexFunc(all, func(r room.Room) bool { return r.ID == roomID })
	if err != nil || i < 0 {
		return room.Room{}, cmp.Or(err, errs.InvalidField("roomId", "must be the id of one of the hotel's rooms"))
	}
	return all[i], nil
}

// inRoom is what a room holds and is to hold.
func inRoom(tx *db.Tx, sc scope.Scope, r room.Room, items []tariff.Service) ([]Held, error) {
	list, err := pars(tx, sc)
	if err != nil {
		return nil, err
	}
	stock, err := stockOf(tx, sc, []string{r.ID})
	return held(r.ID, r.CategoryID, items, planOf(list), stock[r.ID]), err
}

// InRoom is a room's minibar.
type InRoom struct {
	Room  room.Room
	Items []Held
	Moves []Move            // the last ones, the last one first
	Names map[string]string // of items
}

// Room reads what a room's minibar holds, and who put in and took out what last.
func (s *Service) Room(ctx context.Context, sc scope.Scope, roomID string) (InRoom, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (v InRoom, err error) {
		if v.Room, err = s.roomOf(tx, sc, roomID); err != nil {
			return v, errs.NotFound("There is no such room.")
		}
		items, err := minibarItems(tx, sc)
		if err != nil {
			return v, err
		}
		v.Names = map[string]string{}
		for _, item := range items {
			v.Names[item.ID] = item.Name
		}
		if v.Items, err = inRoom(tx, sc, v.Room, items); err != nil {
			return v, err
		}
		v.Moves, err = lastMoves(tx, sc, roomID)
		return v, err
	})
}

// Refills is what is to be put into the minibars of the rooms that the filter takes.
type Refills struct {
	Date  date.Date
	Rooms []RoomRefill // those that need something
	Load  []Held       // what they need together, as Par
}

// Refills reads what is to be refilled today.
func (s *Service) Refills(ctx context.Context, sc scope.Scope, f housekeeping.Filter) (Refills, error) {
	board, err := s.cleaning.Board(ctx, sc, "", f)
	if err != nil {
		return Refills{}, err
	}
	return db.Read(ctx, s.db, func(tx *db.Tx) (Refills, error) {
		v := Refills{Date: board.Date, Rooms: []RoomRefill{}}
		items, err := minibarItems(tx, sc)
		if err != nil {
			return v, err
		}
		list, err := pars(tx, sc)
		if err != nil {
			return v, err
		}
		ids := make([]string, len(board.Lines))
		for i, l := range board.Lines {
			ids[i] = l.ID
		}
		stock, err := stockOf(tx, sc, ids)
		if err != nil {
			return v, err
		}
		p := planOf(list)
		for _, l := range board.Lines {
			missing := slices.DeleteFunc(held(l.ID, l.CategoryID, items, p, stock[l.ID]), func(h Held) bool {
				return h.Refill() == 0
			})
			if len(missing) > 0 {
				v.Rooms = append(v.Rooms, RoomRefill{l, missing})
			}
		}
		v.Load = toLoad(v.Rooms)
		return v, nil
	})
}

// Place is what the minibars of a category's rooms, or of one room, are to hold.
type Place struct {
	ID     string
	IsRoom bool
	Name   string // of the category, or the room's number
	Items  []Held // their Par
}

// Plan reads what minibars are to hold, categories first.
func (s *Service) Plan(ctx context.Context, sc scope.Scope) ([]Place, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]Place, error) { return s.plan(tx, sc) })
}

func (s *Service) plan(tx *db.Tx, sc scope.Scope) ([]Place, error) {
	list, err := pars(tx, sc)
	if err != nil {
		return nil, err
	}
	items, err := minibarItems(tx, sc)
	if err != nil {
		return nil, err
	}
	known, err := s.places(tx, sc)
	if err != nil {
		return nil, err
	}
	p, places := planOf(list), []Place{}
	for _, place := range known {
		place.Items = []Held{}
		for _, item := range items {
			if par, set := p[place.ID][item.ID]; set {
				place.Items = append(place.Items, Held{ServiceID: item.ID, Name: item.Name, Par: par})
			}
		}
		if len(place.Items) > 0 {
			places = append(places, place)
		}
	}
	return places, nil
}

// places are all that a plan can be for.
func (s *Service) places(tx *db.Tx, sc scope.Scope) ([]Place, error) {
	categories, err := room.Categories(tx, sc)
	if err != nil {
		return nil, err
	}
	var list []Place
	for _, c := range categories {
		list = append(list, Place{ID: c.ID, Name: c.Name})
	}
	slices.SortFunc(list, func(a, b Place) int { return cmp.Compare(a.Name, b.Name) })
	rooms, err := s.rooms.All(tx, sc)
	for _, r := range rooms {
		list = append(list, Place{ID: r.ID, IsRoom: true, Name: r.Number})
	}
	return list, err
}

// SetPlan replaces what the minibars of a category's rooms, or of one room, are to hold.
func (s *Service) SetPlan(ctx context.Context, sc scope.Scope, placeID string, isRoom bool,
	list []Par) ([]Place, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) ([]Place, error) {
		known, err := s.places(tx, sc)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(known, func(p Place) bool { return p.ID == placeID && p.IsRoom == isRoom })
		if i < 0 && isRoom {
			return nil, errs.InvalidField("roomId", "must be the id of one of the hotel's rooms")
		} else if i < 0 {
			return nil, errs.InvalidField("categoryId", "must be the id of one of the hotel's categories")
		}
		items, err := minibarItems(tx, sc)
		if err != nil {
			return nil, err
		}
		d := planDetails{Place: known[i].Name, Items: []string{}, Pars: []int{}}
		for j, par := range list {
			item, is := named(items, par.ServiceID)
			if !is {
				return nil, errs.InvalidField(fmt.Sprintf("items[%d].serviceId", j), notAnItem)
			}
			list[j].PlaceID = placeID
			d.Items, d.Pars = append(d.Items, item.Name), append(d.Pars, par.Par)
		}
		if err := savePars(tx, sc, placeID, list); err != nil {
			return nil, err
		}
		if err := s.bus.Publish(tx, sc, plannedEvent.Of(sc.Org, d)); err != nil {
			return nil, err
		}
		return s.plan(tx, sc)
	})
}
