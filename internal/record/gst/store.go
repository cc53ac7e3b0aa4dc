package gst

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"sarai/internal/kit/db"
)

// read finds the answer that this upstream gave last, fresh or not.
func (s *Service) read(ctx context.Context, gstin string) (a answer, found bool, err error) {
	stored, err := db.ReadOne(ctx, s.db, func(tx *db.Tx) (row struct {
		answer  string
		fetched int64
	}, err error) {
		err = tx.QueryRow(`SELECT answer, fetched_at FROM gst_answers WHERE gstin = $1 AND upstream = $2`, gstin,
			s.client.Host()).Scan(&row.answer, &row.fetched)
		return row, err
	})
	if errors.Is(err, db.ErrNoRows) {
		return answer{}, false, nil
	}
	if err != nil {
		return answer{}, false, err
	}
	if err := json.Unmarshal([]byte(stored.answer), &a); err != nil {
		return answer{}, false, nil // of another version: as good as none
	}
	a.fetched = time.UnixMilli(stored.fetched)
	return a, true, nil
}

func (s *Service) write(ctx context.Context, gstin string, a answer) error {
	encoded, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *db.Tx) error {
		return tx.Do(`INSERT INTO gst_answers (gstin, upstream, answer, fetched_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (gstin) DO UPDATE SET upstream = excluded.upstream, answer = excluded.answer,
			fetched_at = excluded.fetched_at`, gstin, s.client.Host(), string(encoded), a.fetched.UnixMilli())
	})
}

// Sweep deletes the answers that have expired.
func Sweep(tx *db.Tx) error {
	return tx.Do(`DELETE FROM gst_answers WHERE fetched_at <= $1`, tx.Now.Add(-freshness).UnixMilli())
}
