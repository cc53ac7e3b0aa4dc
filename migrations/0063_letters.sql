-- +goose Up

-- Letters to guests at set times: what a hotel has chosen, as JSON by kind of letter.
CREATE TABLE letter_settings (
    org_id      TEXT NOT NULL PRIMARY KEY,
    letters     TEXT NOT NULL,
    quiet_from  TEXT NOT NULL,
    quiet_until TEXT NOT NULL,
    phone       TEXT NOT NULL,
    kept_days   BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    version     BIGINT NOT NULL
);

-- A hotel's own words of a letter in a language.
CREATE TABLE letter_texts (
    org_id      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    language    TEXT NOT NULL,
    subject     TEXT NOT NULL,
    header_text TEXT NOT NULL,
    body_html   TEXT NOT NULL,
    updated_at  BIGINT NOT NULL,
    version     BIGINT NOT NULL,
    PRIMARY KEY (org_id, kind, language)
);

-- That a booking's letter of a kind is written or passed over, which is once, however long letters are kept.
CREATE TABLE letter_claims (
    org_id     TEXT NOT NULL,
    booking_id TEXT NOT NULL,
    kind       TEXT NOT NULL,
    PRIMARY KEY (org_id, booking_id, kind)
);

-- The letters, and what became of them.
CREATE TABLE letters (
    org_id       TEXT NOT NULL,
    letter_id    TEXT NOT NULL,
    booking_id   TEXT NOT NULL,
    booking_code TEXT NOT NULL,
    guest_name   TEXT NOT NULL,
    kind         TEXT NOT NULL,
    channel      TEXT NOT NULL,
    state        TEXT NOT NULL,
    reason       TEXT NOT NULL,
    language     TEXT NOT NULL,
    address      TEXT NOT NULL,
    subject      TEXT NOT NULL,
    body_text    TEXT NOT NULL,
    body_html    TEXT NOT NULL,
    attachment   TEXT NOT NULL,
    asked_by     TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    settled_at   BIGINT,
    PRIMARY KEY (org_id, letter_id)
);
CREATE INDEX letters_by_time ON letters (org_id, created_at, letter_id, state, kind);
CREATE INDEX letters_by_state ON letters (org_id, state, created_at, letter_id, kind);
CREATE INDEX letters_by_kind ON letters (org_id, kind, created_at, letter_id, state);
CREATE INDEX letters_by_booking ON letters (org_id, booking_id, created_at, letter_id, state, kind);

-- Who wants no letters but those about the stay itself: hashes of addresses.
CREATE TABLE letter_stops (
    org_id     TEXT NOT NULL,
    address    TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, address)
);

-- The sealed link by which the reader of a mail unsubscribes ('': there is none).
ALTER TABLE outbox ADD COLUMN unsubscribe TEXT NOT NULL DEFAULT '';

-- Mails about records that are settled, by their age.
CREATE INDEX outbox_settled ON outbox (org_id, created_at) WHERE status <> 'pending';
