package postgres_test

import (
	"context"
	"testing"
	"testing/fstest"

	"sarai/internal/kit/db"
	"sarai/internal/kit/kittest"
)

// Tables that later migrations make are distributed as the schema's rule says, each before the next migration refers to
// it. Migrations that are sent to a worker are refused.
func TestCitusDistributesWhatMigrationsAdd(t *testing.T) {
	cluster := kittest.Citus(t)
	files := fstest.MapFS{
		"9998_parts.sql": {Data: []byte(`-- +goose Up
CREATE TABLE test_parts (org_id TEXT NOT NULL, part TEXT NOT NULL, PRIMARY KEY (org_id, part),
	FOREIGN KEY (org_id) REFERENCES organizations (org_id));
INSERT INTO test_parts (org_id, part) SELECT org_id, 'roof' FROM organizations;
CREATE TABLE test_names (name TEXT NOT NULL PRIMARY KEY);
`)},
		"9999_pieces.sql": {Data: []byte(`-- +goose Up
CREATE TABLE test_pieces (org_id TEXT NOT NULL, piece TEXT NOT NULL, part TEXT NOT NULL, PRIMARY KEY (org_id, piece),
	FOREIGN KEY (org_id, part) REFERENCES test_parts (org_id, part));
UPDATE test_parts SET part = 'roof and all' WHERE part IN (SELECT part FROM test_pieces);
`)},
	}
	worker := openPatiently(t, db.Config{URL: cluster.Workers[0]})
	if err := worker.Migrate(t.Context(), files); err == nil {
		t.Error("a worker was migrated")
	}
	d := openPatiently(t, db.Config{URL: cluster.Workers[0], DirectURL: cluster.Coordinator})
	coordinator := openPatiently(t, db.Config{URL: cluster.Coordinator})
	t.Cleanup(func() {
		for _, table := range []string{"test_pieces", "test_parts", "test_names"} {
			err := coordinator.Write(context.Background(), func(tx *db.Tx) error {
				_, err := tx.Exec("DROP TABLE IF EXISTS " + table)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	})
	for range 2 {
		if err := d.Migrate(t.Context(), files); err != nil {
			t.Fatal(err)
		}
	}
	for table, want := range map[string]string{"test_parts": "h true", "test_pieces": "h true", "test_names": "n false"} {
		var got string
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow(`SELECT p.partmethod::TEXT || ' ' || (p.colocationid = o.colocationid)
				FROM pg_dist_partition p, pg_dist_partition o
				WHERE p.logicalrelid::TEXT = $1 AND o.logicalrelid::TEXT = 'organizations'`, table).Scan(&got)
		})
		if err != nil || got != want {
			t.Errorf("%s is placed as %q (%v), want %q", table, got, err, want)
		}
	}
}
