package db_test

import (
	"slices"
	"testing"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

func TestConditionsNarrowAList(t *testing.T) {
	heavy := weight(30)
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		createParcels(t, d)
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			return parcels.Insert(tx, []any{"o", "north"},
				parcel{ID: "a", Colour: "red", Weight: 10, origin: origin{"in"}},
				parcel{ID: "b", Colour: "red", Weight: heavy},
				parcel{ID: "c", Colour: "dark_red", Weight: 40, origin: origin{"b"}})
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			name   string
			narrow func(where *db.Conditions)
			want   []string
		}{
			{"no condition", func(*db.Conditions) {}, []string{"a", "b", "c"}},
			{"empty values", func(where *db.Conditions) {
				where.Given("colour = ?", colour(""))
				where.Given("weight = ?", (*weight)(nil))
				where.Given("fresh = ?", false)
				where.Contains("", "colour")
			}, []string{"a", "b", "c"}},
			{"a named string and a pointer", func(where *db.Conditions) {
				where.Given("colour = ?", colour("red"))
				where.Given("weight < ?", &heavy)
			}, []string{"a"}},
			{"one value in two places", func(where *db.Conditions) {
				where.And("(parcel_id = ? OR country = ?)", "b")
			}, []string{"b", "c"}},
			{"several values", func(where *db.Conditions) {
				where.And("weight BETWEEN ? AND ? AND weight <> ?", weight(10), heavy)
				where.And("country <> ''")
			}, []string{"a"}},
			{"a part of one of two columns", func(where *db.Conditions) {
				where.Contains("_RE", "country", "colour")
			}, []string{"c"}},
		} {
			if found := findParcels(t, d, c.narrow); !slices.Equal(found, c.want) {
				t.Errorf("%s: found %v, want %v", c.name, found, c.want)
			}
		}
	})
}

func findParcels(t *testing.T, d *db.DB, narrow func(*db.Conditions)) []string {
	t.Helper()
	where := db.Where("o", "north")
	narrow(where)
	conditions, args := where.SQL()
	found, err := db.Read(t.Context(), d, func(tx *db.Tx) ([]string, error) {
		return db.All(tx, db.Value[string],
			`SELECT parcel_id FROM parcels WHERE org_id = $1 AND depot = $2`+conditions+` ORDER BY parcel_id`, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
