package table_test

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sarai/internal/kit/db"
	"sarai/internal/kit/db/table"
	"sarai/internal/kit/kittest"
)

type (
	colour string
	weight int64
	tags   []string
)

func (t tags) Value() (driver.Value, error) { return strings.Join(t, " "), nil }

func (t *tags) Scan(stored any) error {
	*t = strings.Fields(stored.(string))
	return nil
}

type origin struct {
	Country string `db:"country"`
}

type parcel struct {
	ID     string `db:"parcel_id,key"`
	Colour colour `db:"colour"`
	Weight weight `db:"weight"`
	Count  int    `db:"pieces"`
	Fresh  bool   `db:"fresh"`
	Tags   tags   `db:"tags"`
	SentAt *int64 `db:"sent_at"`
	origin
	MadeAt int64          `db:"made_at,fixed"`
	Sizes  map[string]int `db:"sizes,json"`
	Notes  []string
}

var parcels = table.Of[parcel]("parcels", "org_id", "depot")

func createParcels(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(`CREATE TABLE parcels (org_id TEXT NOT NULL, depot TEXT NOT NULL, parcel_id TEXT NOT NULL,
			colour TEXT NOT NULL, weight BIGINT NOT NULL, pieces BIGINT NOT NULL, fresh BOOLEAN NOT NULL, tags TEXT NOT NULL,
			sent_at BIGINT, country TEXT NOT NULL, made_at BIGINT NOT NULL, sizes TEXT NOT NULL,
			PRIMARY KEY (org_id, depot, parcel_id))`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func readParcels(t *testing.T, d *db.DB) []parcel {
	t.Helper()
	list, err := db.Read(t.Context(), d, func(tx *db.Tx) ([]parcel, error) {
		return db.All(tx, parcels.Scan, `SELECT `+parcels.Columns("p")+` FROM parcels p
			WHERE p.org_id = $1 AND p.depot = $2 ORDER BY p.parcel_id`, "o", "north")
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestTableReadsBackWhatItWrote(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		createParcels(t, d)
		sent := int64(7)
		want := []parcel{{ID: "p00", Colour: "red", Weight: 1 << 40, Count: 3, Fresh: true, Tags: tags{"a", "b"},
			SentAt: &sent, origin: origin{"IN"}, MadeAt: 1, Sizes: map[string]int{"height": 3}}}
		for i := 1; i < 45; i++ { // more than one statement holds
			want = append(want, parcel{ID: fmt.Sprintf("p%02d", i), Weight: weight(-i), Tags: tags{}})
		}
		err := d.Write(t.Context(), func(tx *db.Tx) error { return parcels.Insert(tx, []any{"o", "north"}, want...) })
		if err != nil {
			t.Fatal(err)
		}
		if got := readParcels(t, d); describe(got) != describe(want) {
			t.Errorf("read %s, want %s", describe(got), describe(want))
		}
	})
}

func TestTableUpdatesOneRowAndLeavesFixedColumns(t *testing.T) {
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		createParcels(t, d)
		first, second := parcel{ID: "a", Colour: "red", MadeAt: 1}, parcel{ID: "b", Colour: "blue", MadeAt: 2}
		changed := parcel{ID: "a", Colour: "green", Weight: 5, Tags: tags{"x"}, MadeAt: 99,
			Sizes: map[string]int{"width": 2}}
		if err := d.Write(t.Context(), func(tx *db.Tx) error {
			if err := parcels.Insert(tx, []any{"o", "north"}, first, second); err != nil {
				return err
			}
			other := second
			other.Colour = "black" // of another owner, who has no such row
			return errors.Join(parcels.Update(tx, []any{"o", "north"}, &changed),
				parcels.Update(tx, []any{"o", "south"}, &other))
		}); err != nil {
			t.Fatal(err)
		}
		changed.MadeAt = 1
		if got, want := describe(readParcels(t, d)), describe([]parcel{changed, second}); got != want {
			t.Errorf("read %s, want %s", got, want)
		}
	})
}

type crate struct {
	ID      string `db:"crate_id,key"`
	Label   string `db:"label"`
	Version int64  `db:"version,version"`
}

func TestTableRaisesTheVersion(t *testing.T) {
	crates := table.Of[crate]("crates", "org_id")
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		stored, err := db.Write(t.Context(), d, func(tx *db.Tx) (stored crate, err error) {
			if _, err := tx.Exec(`CREATE TABLE crates (org_id TEXT, crate_id TEXT, label TEXT, version BIGINT)`); err != nil {
				return stored, err
			}
			c := crate{ID: "a", Label: "red", Version: 1}
			if err := crates.Insert(tx, []any{"o"}, c); err != nil {
				return stored, err
			}
			for want := int64(2); want < 4; want++ {
				if err := crates.Update(tx, []any{"o"}, &c); err != nil || c.Version != want {
					t.Errorf("the record has version %d, %v; want %d", c.Version, err, want)
				}
			}
			return db.One(tx, crates.Scan, `SELECT `+crates.Columns("")+` FROM crates WHERE org_id = $1`, "o")
		})
		if err != nil || stored.Version != 3 {
			t.Errorf("the row has version %d, %v; want 3", stored.Version, err)
		}
	})
}

func TestTableRefusesAnUnknownOption(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a tag with an unknown option was taken")
		}
	}()
	table.Of[struct {
		ID string `db:"id,primary"`
	}]("things", "org_id")
}

// describe writes parcels with what their pointers point to.
func describe(list []parcel) string {
	text := ""
	for _, p := range list {
		sent := int64(-1)
		if p.SentAt != nil {
			sent = *p.SentAt
		}
		p.SentAt = nil
		text += fmt.Sprintf("%v sent %d\n", p, sent)
	}
	return text
}
