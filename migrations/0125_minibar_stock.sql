-- +goose Up

-- What minibars are to hold: par levels of items.
CREATE TABLE minibar_pars (
    org_id     TEXT NOT NULL,
    place_id   TEXT NOT NULL, -- a category of rooms, or a room that differs from its category
    service_id TEXT NOT NULL,
    par        BIGINT NOT NULL,
    PRIMARY KEY (org_id, place_id, service_id)
);

-- What each room's minibar holds.
CREATE TABLE minibar_stock (
    org_id     TEXT NOT NULL,
    room_id    TEXT NOT NULL,
    service_id TEXT NOT NULL,
    on_hand    BIGINT NOT NULL, -- never below zero: what is taken beyond it lowers it to that
    counted_at BIGINT NOT NULL, -- when it was counted last; 0: never
    PRIMARY KEY (org_id, room_id, service_id)
);

-- What was put into minibars and taken out, as it was told. It is never changed.
CREATE TABLE minibar_moves (
    org_id        TEXT NOT NULL,
    room_id       TEXT NOT NULL,
    move_id       TEXT NOT NULL,
    service_id    TEXT NOT NULL,
    kind          TEXT NOT NULL, -- 'taken', 'refilled', 'spoiled', 'returned' or 'counted'
    amount        BIGINT NOT NULL, -- below zero: taken out; of a count, what was there
    reason        TEXT NOT NULL,
    sale_id       TEXT NOT NULL, -- the booking's service that was charged for it; '': none
    moved_at      BIGINT NOT NULL,
    moved_by      TEXT NOT NULL,
    moved_by_name TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, move_id)
);
CREATE INDEX minibar_moves_by_time ON minibar_moves (org_id, room_id, moved_at, move_id);
