package notification

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/errs"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/mail"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/seal"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

var noon = time.Date(2026, 4, 14, 6, 30, 0, 0, time.UTC)

// hotel is an organization with a configuration, and the live events that it was sent.
type hotel struct {
	t     *testing.T
	s     *Service
	sc    scope.Scope
	clock *clock.Fake
	told  []string
}

func eachEngine(t *testing.T, scenario func(t *testing.T, h *hotel)) {
	for _, engine := range kittest.Engines() {
		t.Run(engine, func(t *testing.T) {
			now := clock.NewFake(noon)
			h := &hotel{t: t, clock: now, sc: scope.Scope{Org: id.New(), User: "meera", UserName: "Meera Nair"}}
			d := kittest.New(t, engine, now)
			box := seal.New("outbox", seal.Key{ID: "test", Secret: make([]byte, 32)})
			outbox, err := mail.New(mail.Config{DB: d, Clock: now, Box: box})
			if err != nil {
				t.Fatal(err)
			}
			h.s = New(d, event.NewBus(), nil, outbox, func(tx *db.Tx, org, name string, payload any) {
				encoded, err := json.Marshal(payload)
				if err != nil {
					t.Error(err)
				}
				tx.AfterCommit(func() { h.told = append(h.told, org+" "+name+" "+string(encoded)) })
			})
			h.write(func(tx *db.Tx) error { return Seed(tx, h.sc.Org) })
			scenario(t, h)
		})
	}
}

func (h *hotel) write(fn func(tx *db.Tx) error) {
	h.t.Helper()
	if err := h.s.db.Write(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// add writes a notification of the hotel's own user, and returns its id.
func (h *hotel) add(word string, recipients ...string) string {
	h.t.Helper()
	n, err := db.Write(h.t.Context(), h.s.db, func(tx *db.Tx) (notification, error) {
		c, err := configOf(tx, h.sc.Org).Get()
		if err != nil {
			return notification{}, err
		}
		return h.s.writeByHand(tx, h.sc, c,
			notification{Type: word, Title: "Title", Message: "Message", Recipients: recipients})
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return n.ID
}

// as is the scope of another user of the hotel.
func (h *hotel) as(user string) scope.Scope {
	sc := h.sc
	sc.User = user
	return sc
}

// happened is an event of which packages below would tell.
var happened = event.Define[event.None]("test.happened", "booking", 1, "Something has happened to a booking.")

func TestRecord(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		unseeded := scope.Scope{Org: id.New()}
		for _, kind := range event.NoticeTypes() { // there are no others: the compiler refuses a word
			notice := &event.Notice{Type: kind, Title: "Title", Message: "Message"}
			e := happened.Of("b1", event.None{})
			e.Notice = notice
			h.write(func(tx *db.Tx) error { return h.s.Record(tx, h.sc, e) })
			h.write(func(tx *db.Tx) error { return h.s.Record(tx, unseeded, e) })
		}
		h.write(func(tx *db.Tx) error { return h.s.Record(tx, h.sc, happened.Of("", event.None{})) })
		listed, err := h.s.httpList(t.Context(), h.sc, &listInput{Paging: web.Paging{Page: 1, Limit: 100}})
		if err != nil || listed.Pagination.TotalCount != len(switchable) || len(listed.Data) != len(switchable) {
			t.Fatalf("%+v, %v: types that are not enabled must get none", listed, err)
		}
		for _, v := range listed.Data {
			if !slices.Contains(switchable, v.Type) || v.Title != "Title" || v.Message != "Message" ||
				v.ReferenceID != "b1" || v.ReferenceType != "booking" || v.Org != h.sc.Org ||
				int64(v.CreatedAt) != noon.UnixMilli() || v.IsRead || v.Recipients == nil || v.ReadBy == nil {
				t.Errorf("%+v", v)
			}
		}
		if p, err := h.s.list(t.Context(), unseeded, first(100, "")); p.Number != 0 || err != nil {
			t.Errorf("an organization without a configuration got %d, %v", p.Number, err)
		}
		if len(h.told) != len(switchable) ||
			!strings.HasPrefix(h.told[0], h.sc.Org+` notification:created {"notification":{"_id":"`) ||
			!strings.HasSuffix(h.told[0], `"recipients":[],"readBy":[],"orgId":"`+h.sc.Org+
				`","createdAt":"2026-04-14T06:30:00.000Z"},"orgId":"`+h.sc.Org+`"}`) {
			t.Errorf("told %d: %s", len(h.told), h.told)
		}
	})
}

func TestSwitchedOff(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		if _, err := h.s.configure(t.Context(), h.sc, func(c *config) {
			c.Push, c.Enabled = false, setOf("booking_updated")
		}); err != nil {
			t.Fatal(err)
		}
		h.write(func(tx *db.Tx) error { return Seed(tx, h.sc.Org) }) // seeding again keeps what was chosen
		for _, kind := range []event.NoticeType{event.BookingCreated, event.BookingUpdated} {
			e := happened.Of("", event.None{})
			e.Notice = &event.Notice{Type: kind}
			h.write(func(tx *db.Tx) error { return h.s.Record(tx, h.sc, e) })
		}
		for kind, allowed := range map[string]bool{event.BookingCreated.String(): false,
			event.BookingUpdated.String(): true, "custom": true, "booking": true} {
			_, err := h.s.create(t.Context(), h.sc, notification{Type: kind})
			if (err == nil) != allowed || err != nil && !errs.Is(err, errs.KindInvalid) {
				t.Errorf("%s: %v", kind, err)
			}
		}
		h.holds()
		if len(h.told) > 0 {
			t.Errorf("told live, which is off: %s", h.told)
		}
	})
}

// first asks for the first page of a type.
func first(limit int, kind string) *listInput {
	return &listInput{web.Paging{Page: 1, Limit: limit}, kind}
}

// holds compares every count with the rows that it counts.
func (h *hotel) holds() {
	h.t.Helper()
	for _, user := range []string{"meera", "ravi", "asha", "late"} {
		sc := h.as(user)
		h.write(func(tx *db.Tx) error {
			all, err := db.All(tx, notifications.Scan, `SELECT `+notifications.Columns("")+` FROM notifications n
				WHERE org_id = $1 AND (
					NOT EXISTS (SELECT 1 FROM notification_recipients
						WHERE org_id = $1 AND notification_id = n.notification_id)
					OR EXISTS (SELECT 1 FROM notification_recipients
						WHERE org_id = $1 AND notification_id = n.notification_id AND user_id = $2))
				ORDER BY created_at DESC, notification_id DESC`, sc.Org, user)
			if err != nil {
				return err
			}
			read, err := db.All(tx, db.Value[string], `SELECT notification_id FROM notification_reads
				WHERE org_id = $1 AND user_id = $2`, sc.Org, user)
			if err != nil {
				return err
			}
			byType := map[string]int{anyType: len(all), "never": 0}
			if err := addAudiences(tx, sc.Org, all); err != nil {
				return err
			}
			open, ids := 0, map[string][]string{}
			for _, n := range all {
				byType[n.Type]++
				ids[n.Type], ids[anyType] = append(ids[n.Type], n.ID), append(ids[anyType], n.ID)
				if !slices.Contains(read, n.ID) && n.Author != user {
					open++
				}
				if slices.Contains(read, n.ID) && n.Author == user {
					h.t.Errorf("%s is a reader of what it has written for others", user)
				}
			}
			for kind, want := range byType {
				if got, err := total(tx, sc, kind); err != nil || got != want {
					h.t.Errorf("%s sees %d of type %q, counted %d, %v", user, want, kind, got, err)
				}
				for offset := 0; offset < want; offset += 3 {
					some, err := list.Page(tx, sc, listInput{Type: kind}, web.Paging{Page: offset/3 + 1, Limit: 3})
					if err != nil {
						return err
					}
					for i, n := range some.Records {
						if n.ID != ids[kind][offset+i] {
							h.t.Errorf("%s, type %q: number %d of the list is another", user, kind, offset+i)
						}
					}
				}
			}
			if got, err := unread(tx, sc); err != nil || got.UnreadCount != open {
				h.t.Errorf("%s has %d unread, counted %d, %v", user, open, got.UnreadCount, err)
			}
			return nil
		})
	}
}

// Whatever happens in whatever order, the counts match the rows.
func TestCountsMatchTheRows(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		random := rand.New(rand.NewPCG(3, 14))
		users := []string{"meera", "ravi", "asha"}
		var ids []string
		other := h.as("meera")
		other.Org = id.New()
		h.write(func(tx *db.Tx) error { return Seed(tx, other.Org) })
		for step := range 300 {
			user := users[random.IntN(len(users))]
			var err error
			switch random.IntN(10) {
			case 0, 1, 2:
				ids = append(ids, h.add([]string{event.BookingCreated.String(), "custom"}[random.IntN(2)]))
			case 3, 4:
				recipients := slices.Clone(users[random.IntN(2):])
				slices.Sort(recipients)
				ids = append(ids, h.add([]string{event.GuestCheckedIn.String(), "custom"}[random.IntN(2)], recipients...))
			case 5, 6, 7:
				if len(ids) > 0 {
					_, err = h.s.read(t.Context(), h.as(user), ids[random.IntN(len(ids))])
				}
			case 8:
				if len(ids) > 0 {
					err = h.s.delete(t.Context(), h.as(user), ids[random.IntN(len(ids))])
				}
			case 9:
				if random.IntN(4) == 0 {
					_, err = h.s.readAll(t.Context(), h.as(user))
				} else if h.clock.Advance(24 * time.Hour); random.IntN(3) == 0 {
					h.clock.Advance(60 * 24 * time.Hour)
					_, err = h.s.removeExpired(t.Context(), h.sc.Org, func(*db.Tx, int) error { return nil })
				}
			}
			if err != nil && !errs.Is(err, errs.KindNotFound) {
				t.Fatal(err)
			}
			if step%10 == 0 {
				h.holds()
			}
		}
		h.holds()
		if number, err := h.s.readAll(t.Context(), h.as("late")); err != nil || number == 0 {
			t.Errorf("who joins late has read %d, %v", number, err) // what is shared, from before too
		}
		h.holds()
		if number, err := h.s.readAll(t.Context(), h.as("late")); err != nil || number != 0 {
			t.Errorf("reading all again was new for %d, %v", number, err)
		}
		if number, err := h.s.unread(t.Context(), other); err != nil || number != (UnreadCount{}) {
			t.Errorf("another organization has %v unread, %v", number, err)
		}
	})
}

// The counts also match when notifications are written, read, marked as read and deleted at the same time.
func TestCountsMatchTheRowsAtTheSameTime(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		h.s.live = func(*db.Tx, string, string, any) {}
		var ids []string
		for i := range 30 {
			ids = append(ids, h.add("custom", []string{"meera", "ravi"}[:i%3]...))
		}
		var done sync.WaitGroup
		check := func(err error) {
			if err != nil && !errs.Is(err, errs.KindNotFound) {
				t.Error(err)
			}
		}
		for _, user := range []string{"meera", "ravi", "asha", "meera", "ravi"} {
			done.Go(func() {
				for _, one := range ids {
					_, err := h.s.read(t.Context(), h.as(user), one)
					check(err)
				}
			})
			done.Go(func() {
				for range 10 {
					_, err := h.s.readAll(t.Context(), h.as(user))
					check(err)
				}
			})
		}
		done.Go(func() {
			for _, one := range ids[10:20] {
				check(h.s.delete(t.Context(), h.as("meera"), one))
			}
		})
		done.Go(func() {
			for i := range 20 {
				_, err := h.s.create(t.Context(), h.sc, notification{Type: fmt.Sprint("kind ", i%2)})
				check(err)
			}
		})
		done.Wait()
		h.holds()
	})
}

func TestNotificationsToOthersAreHidden(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		one, asha := h.add("custom", "ravi"), h.as("asha")
		if p, err := h.s.list(t.Context(), asha, first(20, "")); len(p.Records) != 0 || p.Number != 0 || err != nil {
			t.Errorf("%+v, %v", p, err)
		}
		_, errRead := h.s.read(t.Context(), asha, one)
		_, errReaders := h.s.readers(t.Context(), asha, one)
		errDelete := h.s.delete(t.Context(), asha, one)
		for name, err := range map[string]error{"read": errRead, "readers": errReaders, "delete": errDelete} {
			if !errs.Is(err, errs.KindNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if number, err := h.s.readAll(t.Context(), asha); number != 0 || err != nil {
			t.Errorf("read %d, %v", number, err)
		}
		ravi := h.as("ravi")
		for range 2 {
			list, err := h.s.read(t.Context(), ravi, one)
			if len(list) != 1 || list[0].user != "ravi" || list[0].at != noon.UnixMilli() || err != nil {
				t.Errorf("%v, %v", list, err)
			}
			h.clock.Advance(time.Minute) // the first time is what stays
		}
		h.holds()
	})
}

// The author of a notification to others sees it, but has nothing to read.
func TestAuthorsSeeWhatTheyWrite(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		one, own := h.add("custom", "ravi"), h.add("custom", "meera", "ravi")
		p, err := h.s.list(t.Context(), h.sc, first(20, "custom"))
		if err != nil || p.Number != 2 || len(p.Records) != 2 {
			t.Fatalf("%+v, %v", p, err)
		}
		for _, n := range p.Records {
			if wrote := n.Author == h.sc.User; wrote != (n.ID == one) || slices.Contains(n.Recipients, "meera") == wrote {
				t.Errorf("%+v", n)
			}
		}
		for user, want := range map[string]int{"meera": 1, "ravi": 2} {
			if number, err := h.s.unread(t.Context(), h.as(user)); err != nil || number.UnreadCount != want {
				t.Errorf("%s has %d unread, want %d, %v", user, number.UnreadCount, want, err)
			}
		}
		h.holds()
		if list, err := h.s.read(t.Context(), h.sc, one); len(list) != 0 || err != nil {
			t.Errorf("an author became a reader: %v, %v", list, err)
		}
		if number, err := h.s.readAll(t.Context(), h.sc); number != 1 || err != nil {
			t.Errorf("read %d, want the one about %s, %v", number, own, err)
		}
		h.holds()
		if err := h.s.delete(t.Context(), h.sc, one); err != nil {
			t.Error(err)
		}
		h.holds()
	})
}

func TestRetention(t *testing.T) {
	eachEngine(t, func(t *testing.T, h *hotel) {
		for range removalBatch + 5 {
			h.add("custom")
		}
		h.add("custom", "ravi")
		if _, err := h.s.readAll(t.Context(), h.as("ravi")); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(90 * 24 * time.Hour)
		kept := h.add("custom")
		if err := h.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p, _ := h.s.list(t.Context(), h.as("ravi"), first(20, "")); p.Number != removalBatch+7 {
			t.Errorf("%d are left of those that are 90 days old and no more", p.Number)
		}
		h.clock.Advance(time.Millisecond)
		if err := h.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		p, err := h.s.list(t.Context(), h.as("ravi"), first(20, ""))
		if err != nil || p.Number != 1 || p.Records[0].ID != kept {
			t.Errorf("%d are left, %v", p.Number, err)
		}
		h.holds()
		h.write(func(tx *db.Tx) error {
			for _, table := range []string{"notification_recipients", "notification_reads", "notification_mails"} {
				var rows int
				if err := tx.QueryRow(`SELECT COUNT(*) FROM ` + table).Scan(&rows); err != nil || rows != 0 {
					t.Errorf("%s keeps %d rows, %v", table, rows, err)
				}
			}
			return nil
		})
	})
}
