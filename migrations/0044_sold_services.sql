-- +goose Up

-- The department whose revenue a service is, and whether it is given on the morning after its night, as breakfast is.
ALTER TABLE services ADD COLUMN department TEXT NOT NULL DEFAULT '';
ALTER TABLE services ADD COLUMN next_morning BOOLEAN NOT NULL DEFAULT FALSE;

-- Whether services were sold to the booking, so that one without any asks for none.
ALTER TABLE bookings ADD COLUMN has_services BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX bookings_with_services ON bookings (org_id, check_out, check_in) WHERE has_services;

-- Services that were sold to bookings, at the price and by the rules of that moment.
CREATE TABLE booking_services (
    org_id        TEXT NOT NULL,
    booking_id    TEXT NOT NULL,
    sale_id       TEXT NOT NULL,
    service_id    TEXT NOT NULL,
    name          TEXT NOT NULL,
    department    TEXT NOT NULL,
    per           TEXT NOT NULL,
    post_on       TEXT NOT NULL,
    next_morning  BOOLEAN NOT NULL,
    price         BIGINT NOT NULL,
    inclusive     BOOLEAN NOT NULL,
    included      BOOLEAN NOT NULL,
    party         TEXT NOT NULL,
    quantity      BIGINT NOT NULL,
    persons       BIGINT NOT NULL,
    from_night    TEXT NOT NULL,
    until_night   TEXT NOT NULL,
    posted_until  TEXT NOT NULL,
    cancelled_at  BIGINT,
    cancel_reason TEXT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id, sale_id),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id) ON DELETE CASCADE,
    FOREIGN KEY (org_id, service_id) REFERENCES services (org_id, service_id)
);
CREATE INDEX booking_services_by_service ON booking_services (org_id, service_id);

-- What of a sold service was posted and consumed, by its night; '' is what it has once for the stay.
CREATE TABLE service_nights (
    org_id     TEXT NOT NULL,
    booking_id TEXT NOT NULL,
    sale_id    TEXT NOT NULL,
    night      TEXT NOT NULL,
    posted     BIGINT NOT NULL,
    line_id    TEXT NOT NULL,
    consumed   BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id, sale_id, night),
    FOREIGN KEY (org_id, booking_id, sale_id) REFERENCES booking_services (org_id, booking_id, sale_id) ON DELETE CASCADE
);
CREATE INDEX service_nights_by_line ON service_nights (org_id, line_id) WHERE line_id <> '';
