-- +goose Up

-- The whole number of a guest's document, encrypted; id_number is its masked form then.
ALTER TABLE guests ADD COLUMN id_number_sealed TEXT NOT NULL DEFAULT '';

-- What the law asks of guests from abroad. Numbers are masked beside their encrypted whole.
CREATE TABLE guest_travel (
    org_id           TEXT NOT NULL,
    guest_id         TEXT NOT NULL,
    surname          TEXT NOT NULL,
    given_names      TEXT NOT NULL,
    sex              TEXT NOT NULL,
    special_category TEXT NOT NULL,
    home_phone       TEXT NOT NULL,
    passport_number  TEXT NOT NULL,
    passport_sealed  TEXT NOT NULL,
    passport_country TEXT NOT NULL,
    passport_place   TEXT NOT NULL,
    passport_issued  TEXT NOT NULL,
    passport_expires TEXT NOT NULL,
    visa_number      TEXT NOT NULL,
    visa_sealed      TEXT NOT NULL,
    visa_type        TEXT NOT NULL,
    visa_subtype     TEXT NOT NULL,
    visa_place       TEXT NOT NULL,
    visa_issued      TEXT NOT NULL,
    visa_expires     TEXT NOT NULL,
    updated_at       BIGINT NOT NULL,
    version          BIGINT NOT NULL,
    PRIMARY KEY (org_id, guest_id)
);
