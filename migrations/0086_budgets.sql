-- +goose Up

-- What a hotel means to sell in a financial year, named by the calendar year in which it begins.
CREATE TABLE budgets (
    org_id     TEXT NOT NULL,
    year       BIGINT NOT NULL,
    months     TEXT NOT NULL, -- JSON: for each month rooms to sell, and the revenue of departments in minor units
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id, year)
);
