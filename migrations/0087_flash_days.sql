-- +goose Up

-- The figures of closed days, which no longer change, so that the report of a year adds up days and not folios. A day is
-- kept when it is closed; days that were closed before are kept with the next one.
CREATE TABLE flash_days (
    org_id TEXT NOT NULL,
    day    TEXT NOT NULL,
    figure TEXT NOT NULL, -- available, sold, complimentary, or the kind of a department: rooms, department, other, direct
    name   TEXT NOT NULL, -- of the department
    amount BIGINT NOT NULL, -- rooms, or minor units without tax
    PRIMARY KEY (org_id, day, figure, name)
);
