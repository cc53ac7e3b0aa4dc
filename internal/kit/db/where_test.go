package db_test

import (
	"slices"
	"testing"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

type (
	colour string
	weight int64
)

func TestConditionsNarrowAList(t *testing.T) {
	heavy := weight(30)
	kittest.EachEngine(t, func(t *testing.T, d *db.DB) {
		kittest.Write(t, d, `CREATE TABLE parcels (org_id TEXT NOT NULL, depot TEXT NOT NULL, parcel_id TEXT NOT NULL,
			colour TEXT NOT NULL, weight BIGINT NOT NULL, fresh BOOLEAN NOT NULL, country TEXT NOT NULL,
			PRIMARY KEY (org_id, depot, parcel_id))`)
		kittest.Write(t, d, `INSERT INTO parcels (org_id, depot, parcel_id, colour, weight, fresh, country) VALUES
			('o', 'north', 'a', 'red', 10, FALSE, 'in'), ('o', 'north', 'b', 'red', 30, FALSE, ''),
			('o', 'north', 'c', 'dark_red', 40, FALSE, 'b')`)
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
