package lostfound

import (
	"cmp"
	"context"
	"slices"

	"sarai/internal/books/businessday"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/idempotency"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/shelf"
	"sarai/internal/property/guest"
	"sarai/internal/property/room"
	"sarai/internal/record/event"
	"sarai/internal/record/listing"
	"sarai/internal/stay/booking"
	"sarai/internal/stay/roomstays"
)

// Service keeps lost items.
type Service struct {
	db     *db.DB
	bus    *event.Bus
	rooms  *room.Service
	guests *guest.Service
}

// New makes the service.
func New(d *db.DB, bus *event.Bus, rooms *room.Service, guests *guest.Service) *Service {
	return &Service{d, bus, rooms, guests}
}

// Whole is an item with what became of it. Repeated requests are answered from what package idempotency keeps of it,
// hence its fields are exported.
type Whole struct {
	Item
	History []Entry
}

func whole(tx *db.Tx, sc scope.Scope, i Item) (Whole, error) {
	entries, err := entriesOf(tx, sc, i.ID)
	return Whole{i, entries}, err
}

// Owner says whose an item is; nil leaves it, and "" takes it away.
type Owner struct{ GuestID, BookingID *string }

// put locks the guest whom the owner names, and returns what writes it to an item.
func (s *Service) put(tx *db.Tx, sc scope.Scope, o Owner) (write func(*Item), err error) {
	var edits []func(*Item)
	guestID := o.GuestID
	if o.BookingID != nil {
		booked := &booking.Booking{}
		if *o.BookingID != "" {
			booked, err = booking.Find(tx, sc, *o.BookingID).Get()
			if errs.Is(err, errs.KindNotFound) {
				err = errs.InvalidField("bookingId", "must be the id of one of the hotel's bookings")
			}
			if err != nil {
				return nil, err
			}
		}
		bookingID, code, name := booked.ID, booked.Code, booked.GuestName
		edits = append(edits, func(i *Item) { i.BookingID, i.BookingCode = bookingID, code })
		if bookingID != "" && guestID == nil {
			edits = append(edits, func(i *Item) { i.GuestName = name })
			guestID = &booked.GuestID
		}
	}
	switch {
	case guestID == nil:
	case *guestID == "":
		edits = append(edits, func(i *Item) { i.GuestID = "" })
		if o.GuestID != nil {
			edits = append(edits, func(i *Item) { i.GuestName = "" })
		}
	default:
		g, err := s.guests.Lock(tx, sc, *guestID)
		if errs.Is(err, errs.KindNotFound) {
			err = errs.InvalidField("guestId", "must be the id of one of the hotel's guests")
		}
		if err == nil {
			err = g.RequireKnown()
		}
		if err != nil {
			return nil, err
		}
		edits = append(edits, func(i *Item) { i.GuestID, i.GuestName = g.ID, g.Name })
	}
	return func(i *Item) {
		for _, edit := range edits {
			edit(i)
		}
	}, nil
}

// create stores a new item. It was found today, by the caller, unless it says otherwise.
func (s *Service) create(ctx context.Context, sc scope.Scope, wanted Item, o Owner) (Whole, error) {
	if err := wanted.check(); err != nil {
		return Whole{}, err
	}
	return idempotency.Write(ctx, s.db, sc, func(tx *db.Tx) (Whole, error) {
		i := wanted
		write, err := s.put(tx, sc, o)
		if err != nil {
			return Whole{}, err
		}
		write(&i)
		today, err := businessday.Business(tx, sc)
		if err != nil {
			return Whole{}, err
		}
		i.ID, i.Day, i.FoundBy = id.New(), cmp.Or(i.Day, today), cmp.Or(i.FoundBy, sc.UserName)
		i.Status, i.Entries, i.NotedBy, i.NotedByName = Found, 1, sc.User, sc.UserName
		i.CreatedAt, i.UpdatedAt, i.Version = tx.Now.UnixMilli(), tx.Now.UnixMilli(), 1
		if err := s.complete(tx, sc, Item{}, &i); err != nil {
			return Whole{}, err
		}
		first := Entry{ItemID: i.ID, Position: 1, Status: Found, Day: i.Day, By: sc.User, ByName: sc.UserName,
			At: tx.Now.UnixMilli()}
		if err := insert(tx, sc, i, first); err != nil {
			return Whole{}, err
		}
		return Whole{i, []Entry{first}}, s.bus.Publish(tx, sc, found.Of(i.ID, i.facts()))
	})
}

// complete looks up the room, if it is another one, and refuses days to come.
func (s *Service) complete(tx *db.Tx, sc scope.Scope, before Item, i *Item) error {
	today, err := businessday.Business(tx, sc)
	if err != nil {
		return err
	}
	if i.Day > max(today, sc.Today(tx.Now)) {
		return errs.InvalidField("foundOn", "must not be after today (%s)", sc.Today(tx.Now).Short())
	}
	if i.RoomID == before.RoomID {
		return nil
	}
	i.RoomNumber = ""
	if i.RoomID == "" {
		return nil
	}
	rooms, err := s.rooms.LockShared(tx, sc, []string{i.RoomID}).Get()
	r, known := rooms[i.RoomID]
	if err == nil && !known {
		err = errs.InvalidField("roomId", "must be the id of one of the hotel's rooms")
	}
	i.RoomNumber = r.Number
	return err
}

// update changes what is known of an item.
func (s *Service) update(ctx context.Context, sc scope.Scope, itemID string, o Owner, edit func(*Item)) (Whole, error) {
	return db.Write(ctx, s.db, func(tx *db.Tx) (Whole, error) {
		write, err := s.put(tx, sc, o)
		if err != nil {
			return Whole{}, err
		}
		before, err := lock(tx, sc, itemID)
		if err == nil {
			err = sc.CheckVersion(before.Version)
		}
		if err != nil {
			return Whole{}, err
		}
		after := before
		edit(&after)
		write(&after)
		if after == before {
			return whole(tx, sc, before)
		}
		if err := after.check(); err != nil {
			return Whole{}, err
		}
		if err := s.complete(tx, sc, before, &after); err != nil {
			return Whole{}, err
		}
		if err := save(tx, sc, &after); err != nil {
			return Whole{}, err
		}
		if err := s.bus.Publish(tx, sc, updated.Of(after.ID, updatedDetails{after.Description,
			after.GuestID != before.GuestID || after.GuestName != before.GuestName,
			event.Changes[facts]{Before: before.facts(), After: after.facts()}})); err != nil {
			return Whole{}, err
		}
		return whole(tx, sc, after)
	})
}

// write adds an entry to what became of an item, today unless it says otherwise. Conflict if the hotel has the item no
// more, and the entry is no correction.
func (s *Service) write(ctx context.Context, sc scope.Scope, itemID string, wanted Entry) (Whole, error) {
	if err := wanted.check(); err != nil {
		return Whole{}, err
	}
	return db.Write(ctx, s.db, func(tx *db.Tx) (Whole, error) {
		i, err := lock(tx, sc, itemID)
		if err == nil {
			err = sc.CheckVersion(i.Version)
		}
		if err != nil {
			return Whole{}, err
		}
		had, err := entriesOf(tx, sc, itemID)
		if err != nil {
			return Whole{}, err
		}
		today, err := businessday.Business(tx, sc)
		if err != nil {
			return Whole{}, err
		}
		e := wanted
		e.ItemID, e.Position, e.Day = i.ID, i.Entries+1, cmp.Or(e.Day, today)
		e.By, e.ByName, e.At = sc.User, sc.UserName, tx.Now.UnixMilli()
		switch last := had[len(had)-1]; {
		case e.says(last):
			return Whole{i, had}, nil
		case e.Day < i.Day || e.Day > max(today, sc.Today(tx.Now)):
			return Whole{}, errs.InvalidField("date", "must be from %s, when it was found, until today", i.Day.Short())
		case over(i.Status) && !e.Corrects:
			return Whole{}, errs.Conflict("It is %s already, which stays as it is. If that is wrong, write a correction.",
				i.Status)
		}
		was := i.Status
		i.Status, i.Entries = e.Status, e.Position
		if err := save(tx, sc, &i); err != nil {
			return Whole{}, err
		}
		if err := addEntry(tx, sc, e); err != nil {
			return Whole{}, err
		}
		return Whole{i, append(had, e)}, s.bus.Publish(tx, sc, moved.Of(i.ID, entryDetails{i.Description, was, e.Status,
			e.Corrects, e.Document, string(e.Day)}))
	})
}

func (s *Service) get(ctx context.Context, sc scope.Scope, itemID string) (Whole, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) (Whole, error) {
		i, err := find(tx, sc, itemID)
		if err != nil {
			return Whole{}, err
		}
		return whole(tx, sc, i)
	})
}

func (s *Service) list(ctx context.Context, sc scope.Scope, in *listInput) (listing.Page[Item], error) {
	return list.Read(ctx, s.db, sc, *in, in.Paging)
}

// stays are the last ones in a room.
func (s *Service) stays(ctx context.Context, sc scope.Scope, roomID string) ([]roomstays.Stay, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]roomstays.Stay, error) {
		rooms, err := s.rooms.All(tx, sc)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(rooms, func(r room.Room) bool { return r.ID == roomID }) {
			return nil, errs.NotFound("There is no such room.")
		}
		return roomstays.Last(tx, sc, roomID)
	})
}

func (s *Service) setPhoto(ctx context.Context, sc scope.Scope, itemID string, position int, file []byte) (
	kept int, err error) {
	content, err := shelf.Photo(sc.Org, file)
	if err != nil {
		return 0, err
	}
	return len(content), s.changePhoto(ctx, sc, itemID, position, true, func(tx *db.Tx) error {
		return photos.Put(tx, sc, itemID, position, content)
	})
}

func (s *Service) removePhoto(ctx context.Context, sc scope.Scope, itemID string, position int) error {
	return s.changePhoto(ctx, sc, itemID, position, false, func(tx *db.Tx) error {
		return photos.Remove(tx, sc, itemID, position)
	})
}

// changePhoto notes that the item has a photo, or none any more.
func (s *Service) changePhoto(ctx context.Context, sc scope.Scope, itemID string, position int, has bool,
	write func(tx *db.Tx) error) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		i, err := lock(tx, sc, itemID)
		if err == nil {
			err = sc.CheckVersion(i.Version)
		}
		if err != nil {
			return err
		}
		if !has && !i.Photos.Has(position) {
			return errNoPhoto
		}
		i.Photos = i.Photos.With(position, has)
		if err := save(tx, sc, &i); err != nil {
			return err
		}
		if err := write(tx); err != nil {
			return err
		}
		happened := photoRemoved
		if has {
			happened = photographed
		}
		return s.bus.Publish(tx, sc, happened.Of(i.ID, photoDetails{i.Description, position}))
	})
}

func (s *Service) photo(ctx context.Context, sc scope.Scope, itemID string, position int) ([]byte, error) {
	return db.Read(ctx, s.db, func(tx *db.Tx) ([]byte, error) {
		if _, err := find(tx, sc, itemID); err != nil {
			return nil, err
		}
		return photos.Get(tx, sc, itemID, position)
	})
}
