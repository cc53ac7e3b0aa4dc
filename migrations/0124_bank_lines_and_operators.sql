-- +goose Up

-- A line that is matched together with others: the one of them that has the matches; '' of that one, and of lines that
-- are matched alone.
ALTER TABLE bank_lines ADD COLUMN matched_with TEXT NOT NULL DEFAULT '';
CREATE INDEX bank_lines_together ON bank_lines (org_id, matched_with) WHERE matched_with <> '';

-- The number under which a company collects tax at source as an e-commerce operator (section 52); '' if it doesn't.
ALTER TABLE companies ADD COLUMN tcs_gstin TEXT NOT NULL DEFAULT '';
