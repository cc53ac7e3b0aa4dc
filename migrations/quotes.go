package migrations

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// partQuotes writes the taxes of quotes as lists of parts, in the JSON of their rooms and lines, as 0048 has done it in
// columns.
func partQuotes(ctx context.Context, tx *sql.Tx) error {
	last := oldQuote{}
	for {
		var page []oldQuote
		err := each(ctx, tx, func(row *sql.Rows) error {
			var q oldQuote
			err := row.Scan(&q.org, &q.id, &q.rooms, &q.lines)
			page = append(page, q)
			return err
		}, `SELECT org_id, quote_id, rooms, lines FROM quotes
			WHERE org_id > $1 OR org_id = $1 AND quote_id > $2 ORDER BY org_id, quote_id LIMIT 500`, last.org, last.id)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, q := range page {
			if err := q.part(ctx, tx); err != nil {
				return fmt.Errorf("part the taxes of quote %s: %w", q.id, err)
			}
		}
		last = page[len(page)-1]
	}
}

type oldQuote struct{ org, id, rooms, lines string }

func (q oldQuote) part(ctx context.Context, tx *sql.Tx) error {
	rooms, err := withParts(q.rooms)
	if err != nil {
		return err
	}
	lines, err := withParts(q.lines)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE quotes SET rooms = $3, lines = $4 WHERE org_id = $1 AND quote_id = $2`,
		q.org, q.id, rooms, lines)
	return err
}

// withParts is the JSON with lists of parts in place of the members CGST, SGST and Other, wherever these are.
func withParts(text string) (string, error) {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return "", err
	}
	if err := partTaxes(value); err != nil {
		return "", err
	}
	changed, err := json.Marshal(value)
	return string(changed), err
}

func partTaxes(value any) error {
	switch value := value.(type) {
	case []any:
		for _, one := range value {
			if err := partTaxes(one); err != nil {
				return err
			}
		}
	case map[string]any:
		if _, taxed := value["CGST"]; taxed {
			return partTax(value)
		}
		for _, one := range value {
			if err := partTaxes(one); err != nil {
				return err
			}
		}
	}
	return nil
}

// partTax changes a price with its tax. The kind of tax of a line, which has another kind, is its TaxKind.
func partTax(price map[string]any) error {
	amounts := map[string]int64{}
	for _, name := range []string{"CGST", "SGST", "Other", "Rate"} {
		if number, stored := price[name].(json.Number); stored {
			amount, err := number.Int64()
			if err != nil {
				return err
			}
			amounts[name] = amount
		}
	}
	kind, ofLine := price["TaxKind"].(string)
	if !ofLine {
		kind, _ = price["Kind"].(string)
	}
	type part struct {
		Code   string `json:"code"`
		Rate   int64  `json:"rate"`
		Amount int64  `json:"amount"`
	}
	parts, rate := []part{}, amounts["Rate"]
	if kind == "gst" || kind == "utgst" || amounts["CGST"] != 0 {
		second := "sgst"
		if kind == "utgst" {
			second = "utgst"
		}
		parts = append(parts, part{"cgst", rate * 5, amounts["CGST"]}, part{second, rate * 5, amounts["SGST"]})
	}
	if kind == "other" || kind == "non-gst" || amounts["Other"] != 0 {
		parts = append(parts, part{"other", rate * 10, amounts["Other"]})
	}
	delete(price, "CGST")
	delete(price, "SGST")
	delete(price, "Other")
	price["Parts"] = parts
	return nil
}
