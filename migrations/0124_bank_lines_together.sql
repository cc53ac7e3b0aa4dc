-- +goose Up

-- A line that is matched together with others: the one of them that has the matches; '' of that one, and of lines that
-- are matched alone.
ALTER TABLE bank_lines ADD COLUMN matched_with TEXT NOT NULL DEFAULT '';
CREATE INDEX bank_lines_together ON bank_lines (org_id, matched_with) WHERE matched_with <> '';
