package scan

import (
	"time"

	"sarai/internal/kit/date"
	"sarai/internal/kit/db"
	"sarai/internal/kit/scope"
	"sarai/internal/property/guest"
)

// OfGuests keeps the pictures of guests' documents.
var OfGuests = guest.Keeper{Name: "documents", Move: moveToGuest, Tell: tell, Erase: eraseGuest}

// moveToGuest gives pictures to another guest, but those of documents of which that guest has a picture: they stay
// where they are, so that nothing is lost if the move is undone.
func moveToGuest(tx *db.Tx, sc scope.Scope, m guest.Move) ([]string, error) {
	theirs, err := ofGuest(tx, sc, m.To)
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	for _, d := range theirs {
		has[d.Kind] = true
	}
	list, err := ofGuest(tx, sc, m.From)
	ids := []string{}
	for _, d := range list {
		if !has[d.Kind] {
			ids = append(ids, d.FileID)
		}
	}
	ids, err = m.Chosen(ids, err)
	for _, fileID := range ids {
		if err == nil {
			err = setGuest(tx, sc, m.From, m.To, fileID)
		}
	}
	return ids, err
}

func tell(tx *db.Tx, sc scope.Scope, guestID string) (guest.Section, error) {
	s := guest.Section{Facts: []guest.Fact{{Name: "document", Label: "Picture of"},
		{Name: "storedOn", Label: "Stored on"}}}
	list, err := ofGuest(tx, sc, guestID)
	for _, d := range list {
		stored := date.Of(time.UnixMilli(d.CreatedAt), sc.Zone).Short()
		s.Records = append(s.Records, []string{d.Kind, stored})
	}
	return s, err
}

// eraseGuest deletes all pictures: no law has a hotel keep them.
func eraseGuest(tx *db.Tx, sc scope.Scope, e guest.Erasure) (erased guest.Erased, err error) {
	list, err := ofGuest(tx, sc, e.GuestID)
	for _, d := range list {
		if err == nil {
			erased.Removed++
			_, err = remove(tx, sc, e.GuestID, d.Kind)
		}
	}
	return erased, err
}
