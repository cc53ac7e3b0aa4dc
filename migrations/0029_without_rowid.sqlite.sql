-- +goose Up

-- These rows are found by their primary key alone. WITHOUT ROWID they stand in its tree; before, each had a number, a
-- tree by these numbers, and one more that leads from the key to the number. PostgreSQL has nothing like it.

CREATE TABLE room_nights_anew (
    org_id      TEXT NOT NULL,
    room_id     TEXT NOT NULL,
    night       TEXT NOT NULL,
    holder_kind TEXT NOT NULL,
    holder_id   TEXT NOT NULL,
    expires_at  BIGINT,
    PRIMARY KEY (org_id, room_id, night)
) WITHOUT ROWID;
INSERT INTO room_nights_anew (org_id, room_id, night, holder_kind, holder_id, expires_at)
    SELECT org_id, room_id, night, holder_kind, holder_id, expires_at FROM room_nights ORDER BY org_id, room_id, night;
DROP TABLE room_nights;
ALTER TABLE room_nights_anew RENAME TO room_nights;
CREATE INDEX room_nights_by_holder ON room_nights (org_id, holder_id, room_id);
CREATE INDEX room_nights_by_night ON room_nights (org_id, night, holder_kind, holder_id, room_id, expires_at);

CREATE TABLE booking_rooms_anew (
    org_id           TEXT NOT NULL,
    booking_id       TEXT NOT NULL,
    position         BIGINT NOT NULL,
    room_id          TEXT NOT NULL,
    assigned_room_id TEXT,
    category_id      TEXT NOT NULL,
    locked           BOOLEAN NOT NULL,
    room_number      TEXT NOT NULL,
    room_type        TEXT NOT NULL,
    rate             BIGINT NOT NULL,
    adults           BIGINT NOT NULL,
    children         BIGINT NOT NULL,
    from_date        TEXT NOT NULL,
    to_date          TEXT NOT NULL,
    released         TEXT NOT NULL,
    checked_out_at   BIGINT,
    sold             TEXT NOT NULL,
    nights           TEXT NOT NULL,
    free_nights      TEXT NOT NULL,
    day_use          BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (org_id, booking_id, position),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id),
    FOREIGN KEY (org_id, assigned_room_id) REFERENCES rooms (org_id, room_id)
) WITHOUT ROWID;
INSERT INTO booking_rooms_anew (org_id, booking_id, position, room_id, assigned_room_id, category_id, locked, room_number,
        room_type, rate, adults, children, from_date, to_date, released, checked_out_at, sold, nights, free_nights, day_use)
    SELECT org_id, booking_id, position, room_id, assigned_room_id, category_id, locked, room_number, room_type, rate,
        adults, children, from_date, to_date, released, checked_out_at, sold, nights, free_nights, day_use
    FROM booking_rooms ORDER BY org_id, booking_id, position;
DROP TABLE booking_rooms;
ALTER TABLE booking_rooms_anew RENAME TO booking_rooms;
CREATE INDEX booking_rooms_by_room ON booking_rooms (org_id, room_id, from_date, booking_id);

CREATE TABLE search_terms_anew (
    org_id    TEXT NOT NULL,
    kind      TEXT NOT NULL,
    term      TEXT NOT NULL,
    record_id TEXT NOT NULL,
    PRIMARY KEY (org_id, kind, term, record_id)
) WITHOUT ROWID;
INSERT INTO search_terms_anew (org_id, kind, term, record_id)
    SELECT org_id, kind, term, record_id FROM search_terms ORDER BY org_id, kind, term, record_id;
DROP TABLE search_terms;
ALTER TABLE search_terms_anew RENAME TO search_terms;
CREATE INDEX search_terms_by_record ON search_terms (org_id, kind, record_id, term);

CREATE TABLE account_sums_anew (
    org_id  TEXT NOT NULL,
    span    TEXT NOT NULL, -- 'day', 'month' or 'year'
    start   TEXT NOT NULL, -- its first day
    account TEXT NOT NULL,
    amount  BIGINT NOT NULL,
    PRIMARY KEY (org_id, span, start, account)
) WITHOUT ROWID;
INSERT INTO account_sums_anew (org_id, span, start, account, amount)
    SELECT org_id, span, start, account, amount FROM account_sums ORDER BY org_id, span, start, account;
DROP TABLE account_sums;
ALTER TABLE account_sums_anew RENAME TO account_sums;

CREATE TABLE changes_anew (
    org_id     TEXT NOT NULL,
    revision   BIGINT NOT NULL,
    kind       TEXT NOT NULL,
    ids        TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, revision)
) WITHOUT ROWID;
INSERT INTO changes_anew (org_id, revision, kind, ids, changed_at)
    SELECT org_id, revision, kind, ids, changed_at FROM changes ORDER BY org_id, revision;
DROP TABLE changes;
ALTER TABLE changes_anew RENAME TO changes;
