-- +goose Up

-- When a line got its invoice, and the month of that invoice where it was locked by then and table 14 of its return has
-- changed by the line; '' where it hasn't, and of lines from before.
ALTER TABLE payout_lines ADD COLUMN applied_on TEXT NOT NULL DEFAULT '';
ALTER TABLE payout_lines ADD COLUMN amends_month TEXT NOT NULL DEFAULT '';
CREATE INDEX payout_lines_late ON payout_lines (org_id, applied_on) WHERE amends_month <> '';

-- Until when a company isn't reminded ('': until it is said otherwise), and the name of who said so ('': not kept).
ALTER TABLE dunning_pauses ADD COLUMN until_day TEXT NOT NULL DEFAULT '';
ALTER TABLE dunning_pauses ADD COLUMN set_by_name TEXT NOT NULL DEFAULT '';
