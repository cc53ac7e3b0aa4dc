package notification

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sarai/internal/kit/clock"
	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
	"sarai/internal/kit/kittest"
	"sarai/internal/kit/scope"
	"sarai/internal/kit/web"
	"sarai/internal/record/event"
)

// A page is read from the indexes in their order; merging the two audiences sorts at most a page of each.
func TestAPageIsReadFromIndexes(t *testing.T) {
	d := kittest.New(t, "sqlite", clock.System{})
	for _, kind := range []string{anyType, "custom"} {
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			var query string
			var args []any
			stop := db.Watch(func(_ *db.Tx, asked string, values []any) { query, args = asked, slices.Clone(values) })
			_, err := list.Page(tx, scope.Scope{Org: "org", User: "meera"}, listInput{Type: kind},
				web.Paging{Page: 1, Limit: 20})
			stop()
			if err != nil {
				return err
			}
			plan, err := db.All(tx, func(row db.Scanner) (step string, err error) {
				var node, parent, unused int
				err = row.Scan(&node, &parent, &unused, &step)
				return step, err
			}, "EXPLAIN QUERY PLAN "+query, args...)
			if err != nil {
				return err
			}
			walks := slices.ContainsFunc(plan, func(step string) bool {
				return strings.HasPrefix(step, "SCAN") && !strings.HasSuffix(step, "page")
			})
			if text := strings.Join(plan, "\n"); walks || strings.Count(text, "TEMP B-TREE") > 1 ||
				strings.Count(text, "USING COVERING INDEX") < 2 {
				t.Errorf("type %q:\n%s", kind, text)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkAsTheyPileUp times what clients ask for most, in organizations with few and with many notifications, a tenth
// of them addressed and all but three read.
func BenchmarkAsTheyPileUp(b *testing.B) {
	for _, engine := range kittest.Engines() {
		for _, number := range []int{1_000, 100_000} {
			sc := scope.Scope{Org: id.New(), User: "meera"}
			s := New(kittest.New(b, engine, clock.System{}), event.NewBus(), nil, nil, func(*db.Tx, string, string, any) {})
			pile(b, s, sc, number)
			list := func(word string) error { _, err := s.list(b.Context(), sc, first(20, word)); return err }
			for name, fn := range map[string]func() error{
				"unread":          func() error { _, err := s.unread(b.Context(), sc); return err },
				"first page":      func() error { return list(anyType) },
				"of type":         func() error { return list(event.BookingCreated.String()) },
				"of a rare type":  func() error { return list("rare") },
				"record":          func() error { return record(b, s, sc) },
				"record and read": func() error { _, err := s.readAll(b.Context(), sc); return errors.Join(err, record(b, s, sc)) },
			} {
				b.Run(fmt.Sprintf("%s/%d/%s", engine, number, name), func(b *testing.B) {
					for b.Loop() {
						if err := fn(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

func record(b *testing.B, s *Service, sc scope.Scope) error {
	return s.db.Write(b.Context(), func(tx *db.Tx) error {
		e := happened.Of("b1", event.None{})
		e.Notice = &event.Notice{Type: event.BookingCreated, Title: "New booking", Message: "BK-1"}
		return s.Record(tx, sc, e)
	})
}

func pile(b *testing.B, s *Service, sc scope.Scope, number int) {
	b.Helper()
	write := func(fn func(tx *db.Tx) error) {
		if err := s.db.Write(b.Context(), fn); err != nil {
			b.Fatal(err)
		}
	}
	add := func(from, to int) {
		write(func(tx *db.Tx) error {
			for i := from; i < to; i++ {
				n := notification{ID: id.New(), Type: switchable[i%2], Title: "Title", Message: "Message",
					CreatedAt: tx.Now.UnixMilli()}
				if i%10 == 0 {
					n.Recipients, n.Addressed = []string{"meera", "ravi"}, true
				}
				if i%1000 == 7 {
					n.Type = "rare"
				}
				if err := insert(tx, sc.Org, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	write(func(tx *db.Tx) error { return Seed(tx, sc.Org) })
	for from := 0; from < number-3; from += 1000 {
		add(from, min(from+1000, number-3))
	}
	if _, err := s.readAll(b.Context(), sc); err != nil {
		b.Fatal(err)
	}
	add(number-3, number)
}
