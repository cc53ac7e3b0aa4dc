-- +goose Up

-- What guests sign on arrival: one card for a party, under the booking's id, or one for each guest. A signature of before
-- is that of the party, and has no number.
CREATE TABLE registration_cards (
    org_id        TEXT NOT NULL,
    booking_id    TEXT NOT NULL,
    stay_guest_id TEXT NOT NULL,
    number        TEXT NOT NULL,
    coming_from   TEXT NOT NULL,
    going_to      TEXT NOT NULL,
    purpose       TEXT NOT NULL,
    vehicle       TEXT NOT NULL,
    content       TEXT NOT NULL,
    signed_at     BIGINT,
    signed_how    TEXT NOT NULL,
    signed_from   TEXT NOT NULL,
    link_id       TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id, stay_guest_id)
);
CREATE INDEX registration_cards_by_time ON registration_cards (org_id, created_at);
INSERT INTO registration_cards (org_id, booking_id, stay_guest_id, number, coming_from, going_to, purpose, vehicle,
    content, signed_at, signed_how, signed_from, link_id, created_at, updated_at, version)
    SELECT org_id, booking_id, booking_id, '', '', '', '', '', content, signed_at, 'desk', '', '',
    signed_at, signed_at, 1 FROM booking_signatures;
DROP TABLE booking_signatures;

CREATE TABLE registration_settings (
    org_id     TEXT NOT NULL,
    cards      TEXT NOT NULL,
    kept_days  BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id)
);

CREATE INDEX booking_rooms_by_arrival ON booking_rooms (org_id, arrived_at, booking_id) WHERE arrived_at IS NOT NULL;

-- Cards are numbered; series are named by the organization's own id, turned round.
INSERT INTO series (org_id, module, series_id, prefix, separator, next_number, last_number, created_at, updated_at)
    SELECT org_id, 'registration', substr(org_id, 13) || substr(org_id, 1, 12), 'REG', '-', 1, 0, created_at, created_at
        FROM series WHERE module = 'booking';
