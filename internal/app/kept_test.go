package app_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sarai/internal/app/apptest"
	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// Whoever reads a record after a write of it was answered sees that write or a later one, and nobody sees an older one
// than before: kept answers are never served beyond a commit.
func TestReadsFollowWrites(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		const guests, readers, writes = 4, 60, 120
		var acknowledged [guests]atomic.Int64
		var paths [guests]string
		name := func(n int64) string { return fmt.Sprintf("Guest %d.", n) }
		for i := range paths {
			paths[i] = "/api/guests/{org}/" + owner.Post("/api/guests/{org}/create",
				object{"name": name(0), "phone": "+91 98450 12345"}).Want(201).Text("data", "_id")
		}
		var working, reading sync.WaitGroup
		var done atomic.Bool
		for i, path := range paths {
			working.Go(func() {
				for n := int64(1); n <= writes; n++ {
					owner.Put(path+"/update", object{"name": name(n)}).Want(200)
					acknowledged[i].Store(n)
				}
			})
		}
		for r := range readers {
			reading.Go(func() {
				of, last := r%guests, int64(0)
				for !done.Load() {
					least := max(last, acknowledged[of].Load())
					if _, err := fmt.Sscanf(owner.Get(paths[of]).Want(200).Text("data", "name"), "Guest %d.", &last); err != nil {
						t.Error(err)
					}
					if last < least {
						t.Errorf("guest %d was read with write %d after write %d was known", of, last, least)
						return
					}
				}
			})
		}
		working.Wait()
		done.Store(true)
		reading.Wait()
	})
}

// What is committed to the SQLite file by others than the server is read at once, and an answer is kept for nobody
// else.
func TestKeptAnswers(t *testing.T) {
	if !slices.Contains(kittest.Engines(), kittest.SQLite) {
		t.Skip("answers are kept on SQLite only, which ENGINES leaves out")
	}
	s := apptest.New(t, kittest.SQLite)
	owner := s.Hotel()
	guest := "/api/guests/{org}/" + owner.Post("/api/guests/{org}/create",
		object{"name": "Asha", "phone": "+91 98450 12345"}).Want(201).Text("data", "_id")
	booking := apptest.BookingPath(owner.BookFromToday(), "")
	read := func() {
		for _, path := range []string{guest, booking} {
			first := owner.Get(path).Want(200)
			if again := owner.Get(path).Want(200); string(again.Raw) != string(first.Raw) {
				t.Errorf("%s is %s, then %s", path, first.Raw, again.Raw)
			}
		}
	}
	read()
	var file string
	if err := s.DB.Read(t.Context(), func(tx *db.Tx) error {
		return tx.QueryRow("SELECT file FROM pragma_database_list WHERE name = 'main'").Scan(&file)
	}); err != nil {
		t.Fatal(err)
	}
	other, err := db.Open(t.Context(), db.Config{URL: "sqlite:" + file})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec("UPDATE guests SET name = 'Rekha'")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	owner.Get(guest).Want(200).Is("Rekha", "data", "name")
	read()
	stranger := owner.AnotherHotel(object{})
	for _, path := range []string{guest, booking} {
		stranger.Get(path).Want(404)
		s.Anyone().Get(strings.ReplaceAll(path, "{org}", owner.Org)).Want(401)
	}
}
