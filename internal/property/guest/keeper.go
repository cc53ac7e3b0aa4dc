package guest

import (
	"slices"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
)

// Keeper is a package that keeps something of guests by their ids, and what it does when two records become one, when a
// guest wants to know what the hotel keeps, and when a guest is to be forgotten. Each function works in the caller's
// transaction, which holds the books and the guest.
type Keeper struct {
	Name string // what is kept, such as "bookings": of a part of answers
	// Move is nil if it knows guests only by way of what others keep.
	Move  func(tx *db.Tx, sc scope.Scope, m Move) (ids []string, err error)
	Tell  func(tx *db.Tx, sc scope.Scope, guestID string) (Section, error)
	Erase func(tx *db.Tx, sc scope.Scope, e Erasure) (Erased, error)
}

// Move says which records are given from one guest to another.
type Move struct {
	From, To string
	Only     []string // the ids of those, as far as they are still From's; nil: all
}

// MovedAtOnce bounds how many records one statement gives to another guest.
const MovedAtOnce = 500

// Chosen are the ids of those of From's records that move.
func (m Move) Chosen(all []string, err error) ([]string, error) {
	if m.Only != nil {
		only := map[string]bool{}
		for _, id := range m.Only {
			only[id] = true
		}
		all = slices.DeleteFunc(all, func(id string) bool { return !only[id] })
	}
	return all, err
}

// Give gives the records with these ids to a guest. The statement has the guest as $2 and the instant as $3, and ends
// before the ids.
func (m Move) Give(tx *db.Tx, sc scope.Scope, ids []string, err error, statement string) ([]string, error) {
	for some := range slices.Chunk(ids, MovedAtOnce) {
		if err == nil {
			args := append([]any{sc.Org, m.To, tx.Now.UnixMilli()}, Args(sc, m.To, some)[2:]...)
			err = tx.Do(statement+db.Placeholders(4, len(some))+`)`, args...)
		}
	}
	return ids, err
}

// Args are the arguments of a statement that gives records to a guest.
func Args(sc scope.Scope, guestID string, ids []string) []any {
	args := []any{sc.Org, guestID}
	for _, id := range ids {
		args = append(args, id)
	}
	return args
}

// Section is what a keeper knows of a guest: records that tell the same facts.
type Section struct {
	Facts   []Fact
	Records [][]string // a text for each fact; "" says nothing
}

// Fact is something that a section tells, by its name in JSON and the words for people.
type Fact struct{ Name, Label string }

// Erasure is that a guest is to be forgotten.
type Erasure struct {
	GuestID string
	AskedAt int64     // UTC milliseconds
	Today   date.Date // in the hotel
}

// Erased is what has become of a guest's records.
type Erased struct {
	Removed int // records of which something was removed, now
	Kept    []Kept
}

// Kept is what stays of a guest's records, and why.
type Kept struct {
	Number int       `json:"number" doc:"How many records" example:"3"`
	What   string    `json:"what" doc:"What of them" example:"name"`
	Why    string    `json:"why" example:"The CGST Act (section 36) has them kept for 72 months."`
	Until  date.Date `json:"until" doc:"The last day; it is removed on the next one"`
}

// ErasedName stands where a guest's name was.
const ErasedName = "Erased guest"

// Keep adds to what stays: one more record for the same reason until the same day, or a new one.
func (e *Erased) Keep(what, why string, until date.Date) {
	for i := range e.Kept {
		if k := &e.Kept[i]; k.What == what && k.Why == why && k.Until == until {
			k.Number++
			return
		}
	}
	e.Kept = append(e.Kept, Kept{1, what, why, until})
}
