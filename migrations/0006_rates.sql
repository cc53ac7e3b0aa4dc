-- +goose Up
-- Companies that book, and may have negotiated rate plans.
CREATE TABLE companies (
    org_id      TEXT NOT NULL,
    company_id  TEXT NOT NULL,
    name        TEXT NOT NULL,
    code        TEXT NOT NULL,
    code_key    TEXT NOT NULL,
    gstin       TEXT NOT NULL,
    email       TEXT NOT NULL,
    phone       TEXT NOT NULL,
    address     TEXT NOT NULL,
    notes       TEXT NOT NULL,
    is_active   BOOLEAN NOT NULL,
    search_text TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    PRIMARY KEY (org_id, company_id)
);
CREATE UNIQUE INDEX companies_by_code ON companies (org_id, code_key) WHERE code_key <> '';
CREATE INDEX companies_by_time ON companies (org_id, created_at, company_id);

-- One row for each hotel with rates. Every change of them takes its lock, and counts version up: what is read at one
-- version can be kept until the next.
CREATE TABLE rate_versions (
    org_id  TEXT PRIMARY KEY,
    version BIGINT NOT NULL
);

-- What changed the version, for those who mirror the rates elsewhere.
CREATE TABLE rate_changes (
    org_id        TEXT NOT NULL,
    version       BIGINT NOT NULL,
    action        TEXT NOT NULL,
    resource_type TEXT NOT NULL,
    resource_id   TEXT NOT NULL,
    cells         TEXT NOT NULL,
    user_id       TEXT NOT NULL,
    user_name     TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, version)
);

-- kind is 'cancellation' or 'noShow'.
CREATE TABLE policies (
    org_id     TEXT NOT NULL,
    policy_id  TEXT NOT NULL,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    steps      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id, policy_id)
);

CREATE TABLE age_bands (
    org_id      TEXT NOT NULL,
    age_band_id TEXT NOT NULL,
    name        TEXT NOT NULL,
    min_age     BIGINT NOT NULL,
    max_age     BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    PRIMARY KEY (org_id, age_band_id)
);

CREATE TABLE services (
    org_id      TEXT NOT NULL,
    service_id  TEXT NOT NULL,
    name        TEXT NOT NULL,
    price       BIGINT NOT NULL,
    per         TEXT NOT NULL,
    post_on     TEXT NOT NULL,
    tax_id      TEXT,
    included_in TEXT NOT NULL,
    is_active   BOOLEAN NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    PRIMARY KEY (org_id, service_id),
    FOREIGN KEY (org_id, tax_id) REFERENCES taxes (org_id, tax_id)
);
CREATE INDEX services_by_tax ON services (org_id, tax_id);

CREATE TABLE rate_plans (
    org_id                 TEXT NOT NULL,
    plan_id                TEXT NOT NULL,
    code                   TEXT NOT NULL,
    name                   TEXT NOT NULL,
    meal_plan              TEXT NOT NULL,
    audience               TEXT NOT NULL,
    promo_codes            TEXT NOT NULL,
    book_from              TEXT NOT NULL,
    book_to                TEXT NOT NULL,
    stay_from              TEXT NOT NULL,
    stay_to                TEXT NOT NULL,
    min_advance_hours      BIGINT NOT NULL,
    max_advance_days       BIGINT,
    guarantee              TEXT NOT NULL,
    cancellation_policy_id TEXT,
    no_show_policy_id      TEXT,
    is_active              BOOLEAN NOT NULL,
    created_at             BIGINT NOT NULL,
    updated_at             BIGINT NOT NULL,
    version                BIGINT NOT NULL,
    PRIMARY KEY (org_id, plan_id),
    UNIQUE (org_id, code),
    FOREIGN KEY (org_id, cancellation_policy_id) REFERENCES policies (org_id, policy_id),
    FOREIGN KEY (org_id, no_show_policy_id) REFERENCES policies (org_id, policy_id)
);
CREATE INDEX rate_plans_by_cancellation ON rate_plans (org_id, cancellation_policy_id);
CREATE INDEX rate_plans_by_no_show ON rate_plans (org_id, no_show_policy_id);

-- The companies that a plan was negotiated with.
CREATE TABLE rate_plan_companies (
    org_id     TEXT NOT NULL,
    plan_id    TEXT NOT NULL,
    company_id TEXT NOT NULL,
    PRIMARY KEY (org_id, plan_id, company_id),
    FOREIGN KEY (org_id, plan_id) REFERENCES rate_plans (org_id, plan_id) ON DELETE CASCADE,
    FOREIGN KEY (org_id, company_id) REFERENCES companies (org_id, company_id)
);
CREATE INDEX rate_plan_companies_by_company ON rate_plan_companies (org_id, company_id);

-- A plan in a category: what has a price. parent_id is the product that it derives from.
CREATE TABLE rate_products (
    org_id         TEXT NOT NULL,
    product_id     TEXT NOT NULL,
    plan_id        TEXT NOT NULL,
    category_id    TEXT NOT NULL,
    default_price  BIGINT,
    weekday_prices TEXT NOT NULL,
    occupancy      TEXT NOT NULL,
    parent_id      TEXT,
    rules          TEXT NOT NULL,
    inherits       TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    version        BIGINT NOT NULL,
    PRIMARY KEY (org_id, product_id),
    UNIQUE (org_id, plan_id, category_id),
    FOREIGN KEY (org_id, plan_id) REFERENCES rate_plans (org_id, plan_id),
    FOREIGN KEY (org_id, category_id) REFERENCES room_categories (org_id, category_id),
    FOREIGN KEY (org_id, parent_id) REFERENCES rate_products (org_id, product_id)
);
CREATE INDEX rate_products_by_category ON rate_products (org_id, category_id);
CREATE INDEX rate_products_by_parent ON rate_products (org_id, parent_id);

-- What was set for the days of a year: the days that have equal values side by side as one range. Days without any
-- value have none. ranges is JSON, so that a year is read and written as one row.
CREATE TABLE rate_cells (
    org_id     TEXT NOT NULL,
    product_id TEXT NOT NULL,
    year       TEXT NOT NULL,
    ranges     TEXT NOT NULL,
    PRIMARY KEY (org_id, product_id, year),
    FOREIGN KEY (org_id, product_id) REFERENCES rate_products (org_id, product_id) ON DELETE CASCADE
);

CREATE TABLE category_cells (
    org_id      TEXT NOT NULL,
    category_id TEXT NOT NULL,
    year        TEXT NOT NULL,
    ranges      TEXT NOT NULL,
    PRIMARY KEY (org_id, category_id, year),
    FOREIGN KEY (org_id, category_id) REFERENCES room_categories (org_id, category_id) ON DELETE CASCADE
);

-- Rooms kept for somebody for a while. The nights are rows of room_nights with holder_kind 'hold'. status is 'active',
-- 'released', 'expired' or 'booked'; an active one whose time is over keeps nothing.
CREATE TABLE holds (
    org_id     TEXT NOT NULL,
    hold_id    TEXT NOT NULL,
    status     TEXT NOT NULL,
    check_in   TEXT NOT NULL,
    check_out  TEXT NOT NULL,
    rooms      TEXT NOT NULL,
    offer      TEXT NOT NULL,
    notes      TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at   BIGINT,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id, hold_id)
);
CREATE INDEX holds_by_time ON holds (org_id, created_at, hold_id);
CREATE INDEX holds_by_expiry ON holds (org_id, status, expires_at);

-- The UTC milliseconds from which on anybody may take the night: of holds alone, else NULL.
ALTER TABLE room_nights ADD COLUMN expires_at BIGINT;
