-- +goose Up
-- Conventions: ids TEXT, money BIGINT in minor units, timestamps BIGINT in UTC milliseconds, dates TEXT
-- YYYY-MM-DD, JSON TEXT. Every key starts with org_id, so the tables can be distributed by it; only what a
-- caller presents without an organization (logins, sessions, one-time tokens) is found by its own key.

-- One row that serializes "is there an organization yet?" across nodes.
CREATE TABLE installation (
    singleton TEXT PRIMARY KEY,
    sign_ups  BIGINT NOT NULL
);
INSERT INTO installation (singleton, sign_ups) VALUES ('sarai', 0);

CREATE TABLE organizations (
    org_id            TEXT PRIMARY KEY,
    name              TEXT NOT NULL,
    email             TEXT NOT NULL,
    phone             TEXT NOT NULL,
    gstin             TEXT NOT NULL,
    pan               TEXT NOT NULL,
    address           TEXT NOT NULL,
    currency          TEXT NOT NULL,
    timezone          TEXT NOT NULL,
    logo              TEXT NOT NULL,
    default_check_in  TEXT NOT NULL,
    default_check_out TEXT NOT NULL,
    members_version   BIGINT NOT NULL,
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL,
    deleted_at        BIGINT
);

CREATE TABLE roles (
    org_id           TEXT NOT NULL,
    role_id          TEXT NOT NULL,
    name             TEXT NOT NULL,
    name_key         TEXT NOT NULL,
    description      TEXT NOT NULL,
    permissions      TEXT NOT NULL,
    is_default       BOOLEAN NOT NULL,
    is_administrator BOOLEAN NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    PRIMARY KEY (org_id, role_id),
    UNIQUE (org_id, name_key)
);

CREATE TABLE logins (
    login_id      TEXT PRIMARY KEY,
    email         TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    proved_at     BIGINT, -- when the person has shown, by a mailed link, that the address is theirs
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

-- Which organizations a login can enter: the map from a login to the tables keyed by org_id.
CREATE TABLE login_organizations (
    login_id     TEXT NOT NULL,
    org_id       TEXT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (login_id, org_id)
);

CREATE TABLE sessions (
    session_id   TEXT PRIMARY KEY,
    login_id     TEXT NOT NULL,
    refresh_hash TEXT NOT NULL UNIQUE,
    ip           TEXT NOT NULL,
    user_agent   TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    used_at      BIGINT NOT NULL,
    seen_at      BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX sessions_by_login ON sessions (login_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- What a mailed link carries, hashed. subject_id is the invitation (invite, register) or the login (reset).
CREATE TABLE one_time_tokens (
    token_hash TEXT PRIMARY KEY,
    purpose    TEXT NOT NULL,
    org_id     TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    email      TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX one_time_tokens_by_subject ON one_time_tokens (subject_id);
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);

CREATE TABLE memberships (
    org_id      TEXT NOT NULL,
    login_id    TEXT NOT NULL,
    email       TEXT NOT NULL,
    name        TEXT NOT NULL,
    phone       TEXT NOT NULL,
    role_id     TEXT NOT NULL,
    designation TEXT NOT NULL,
    is_active   BOOLEAN NOT NULL,
    joined_at   BIGINT,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    PRIMARY KEY (org_id, login_id),
    FOREIGN KEY (org_id, role_id) REFERENCES roles (org_id, role_id)
);
CREATE INDEX memberships_by_role ON memberships (org_id, role_id);

CREATE TABLE invitations (
    org_id          TEXT NOT NULL,
    invitation_id   TEXT NOT NULL,
    email           TEXT NOT NULL,
    name            TEXT NOT NULL,
    role_id         TEXT NOT NULL,
    status          TEXT NOT NULL,
    invited_by      TEXT NOT NULL,
    invited_by_name TEXT NOT NULL,
    expires_at      BIGINT NOT NULL,
    responded_at    BIGINT,
    used_at         BIGINT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, invitation_id),
    FOREIGN KEY (org_id, role_id) REFERENCES roles (org_id, role_id)
);
CREATE INDEX invitations_by_role ON invitations (org_id, role_id);
CREATE INDEX invitations_by_email ON invitations (org_id, email);

-- last_number is the last number issued with the current prefix and separator (0: none yet).
CREATE TABLE series (
    org_id      TEXT NOT NULL,
    module      TEXT NOT NULL,
    series_id   TEXT NOT NULL,
    prefix      TEXT NOT NULL,
    separator   TEXT NOT NULL,
    next_number BIGINT NOT NULL,
    last_number BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    PRIMARY KEY (org_id, module)
);

-- The last number issued under each stem (prefix and separator) that the series had before.
CREATE TABLE series_stems (
    org_id      TEXT NOT NULL,
    module      TEXT NOT NULL,
    stem        TEXT NOT NULL,
    last_number BIGINT NOT NULL,
    PRIMARY KEY (org_id, module, stem)
);

CREATE TABLE audit_entries (
    org_id        TEXT NOT NULL,
    entry_id      TEXT NOT NULL,
    user_id       TEXT NOT NULL,
    user_name     TEXT NOT NULL,
    action        TEXT NOT NULL,
    resource_type TEXT NOT NULL,
    resource_id   TEXT NOT NULL,
    details       TEXT NOT NULL,
    ip            TEXT NOT NULL,
    user_agent    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, entry_id)
);
CREATE INDEX audit_entries_by_time ON audit_entries (org_id, created_at, entry_id);
CREATE INDEX audit_entries_by_resource ON audit_entries (org_id, resource_type, resource_id, created_at);
CREATE INDEX audit_entries_by_action ON audit_entries (org_id, action, created_at);
CREATE INDEX audit_entries_by_user ON audit_entries (org_id, user_id, created_at);

CREATE TABLE notification_configs (
    org_id         TEXT PRIMARY KEY,
    email_enabled  BOOLEAN NOT NULL,
    push_enabled   BOOLEAN NOT NULL,
    retention_days BIGINT NOT NULL,
    enabled_types  TEXT NOT NULL,
    updated_at     BIGINT NOT NULL
);

CREATE TABLE notifications (
    org_id          TEXT NOT NULL,
    notification_id TEXT NOT NULL,
    type            TEXT NOT NULL,
    title           TEXT NOT NULL,
    message         TEXT NOT NULL,
    reference_id    TEXT NOT NULL,
    reference_type  TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, notification_id)
);
CREATE INDEX notifications_by_time ON notifications (org_id, created_at, notification_id);

CREATE TABLE room_categories (
    org_id       TEXT NOT NULL,
    category_id  TEXT NOT NULL,
    name         TEXT NOT NULL,
    name_key     TEXT NOT NULL,
    code         TEXT NOT NULL,
    description  TEXT NOT NULL,
    base_rate    BIGINT NOT NULL,
    max_adults   BIGINT NOT NULL,
    max_children BIGINT NOT NULL,
    amenities    TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, category_id),
    UNIQUE (org_id, name_key)
);

CREATE TABLE rooms (
    org_id       TEXT NOT NULL,
    room_id      TEXT NOT NULL,
    room_number  TEXT NOT NULL,
    number_key   TEXT NOT NULL,
    category_id  TEXT NOT NULL,
    floor        TEXT NOT NULL,
    rate         BIGINT,
    housekeeping TEXT NOT NULL,
    is_active    BOOLEAN NOT NULL,
    notes        TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, room_id),
    UNIQUE (org_id, number_key),
    FOREIGN KEY (org_id, category_id) REFERENCES room_categories (org_id, category_id)
);
CREATE INDEX rooms_by_category ON rooms (org_id, category_id);

CREATE TABLE room_blocks (
    org_id     TEXT NOT NULL,
    block_id   TEXT NOT NULL,
    room_id    TEXT NOT NULL,
    from_date  TEXT NOT NULL,
    to_date    TEXT NOT NULL,
    reason     TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, block_id),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id)
);
CREATE INDEX room_blocks_by_room ON room_blocks (org_id, room_id);

-- One row for each held night: the primary key makes it impossible to sell a room-night twice.
-- holder_kind is 'booking' or 'block', holder_id its id.
CREATE TABLE room_nights (
    org_id      TEXT NOT NULL,
    room_id     TEXT NOT NULL,
    night       TEXT NOT NULL,
    holder_kind TEXT NOT NULL,
    holder_id   TEXT NOT NULL,
    PRIMARY KEY (org_id, room_id, night)
);
CREATE INDEX room_nights_by_night ON room_nights (org_id, night, room_id);
CREATE INDEX room_nights_by_holder ON room_nights (org_id, holder_id, room_id);

CREATE TABLE guests (
    org_id        TEXT NOT NULL,
    guest_id      TEXT NOT NULL,
    name          TEXT NOT NULL,
    email         TEXT NOT NULL,
    phone         TEXT NOT NULL,
    id_type       TEXT NOT NULL,
    id_number     TEXT NOT NULL,
    nationality   TEXT NOT NULL,
    gstin         TEXT NOT NULL,
    company       TEXT NOT NULL,
    address       TEXT NOT NULL,
    date_of_birth TEXT NOT NULL,
    notes         TEXT NOT NULL,
    search_text   TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, guest_id)
);
CREATE INDEX guests_by_time ON guests (org_id, created_at, guest_id);

-- paid and refunded are the sums of the booking's rows in payments, kept in the same transaction.
CREATE TABLE bookings (
    org_id                TEXT NOT NULL,
    booking_id            TEXT NOT NULL,
    code                  TEXT NOT NULL,
    status                TEXT NOT NULL,
    guest_id              TEXT NOT NULL,
    guest_name            TEXT NOT NULL,
    guest_email           TEXT NOT NULL,
    guest_phone           TEXT NOT NULL,
    check_in              TEXT NOT NULL,
    check_out             TEXT NOT NULL,
    source                TEXT NOT NULL,
    meal_plan             TEXT NOT NULL,
    notes                 TEXT NOT NULL,
    special_requests      TEXT NOT NULL,
    total                 BIGINT NOT NULL,
    extras                BIGINT NOT NULL,
    advance               BIGINT NOT NULL,
    paid                  BIGINT NOT NULL,
    refunded              BIGINT NOT NULL,
    expected_arrival      TEXT NOT NULL,
    transport_mode        TEXT NOT NULL,
    transport_details     TEXT NOT NULL,
    arrived_at            BIGINT,
    arrival_remarks       TEXT NOT NULL,
    checked_out_at        BIGINT,
    final_amount          BIGINT,
    settlement_method     TEXT NOT NULL,
    checkout_remarks      TEXT NOT NULL,
    cancelled_at          BIGINT,
    cancellation_reason   TEXT NOT NULL,
    cancellation_charge   BIGINT NOT NULL,
    no_show               BOOLEAN NOT NULL,
    status_before_cancel  TEXT NOT NULL,
    search_text           TEXT NOT NULL,
    created_by            TEXT NOT NULL,
    created_at            BIGINT NOT NULL,
    updated_at            BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id),
    UNIQUE (org_id, code)
);
CREATE INDEX bookings_by_time ON bookings (org_id, created_at, booking_id);
CREATE INDEX bookings_by_status ON bookings (org_id, status, created_at, booking_id);
CREATE INDEX bookings_by_check_in ON bookings (org_id, check_in, created_at, booking_id);
CREATE INDEX bookings_by_check_out ON bookings (org_id, check_out);
CREATE INDEX bookings_by_guest ON bookings (org_id, guest_id, check_in);

-- A room of a booking for the nights [from_date, to_date). A room move ends one row and begins another;
-- released says why a row holds no more nights ahead: '' (it holds them), 'moved', 'checked-out'.
CREATE TABLE booking_rooms (
    org_id         TEXT NOT NULL,
    booking_id     TEXT NOT NULL,
    position       BIGINT NOT NULL,
    room_id        TEXT NOT NULL,
    room_number    TEXT NOT NULL,
    room_type      TEXT NOT NULL,
    rate           BIGINT NOT NULL,
    adults         BIGINT NOT NULL,
    children       BIGINT NOT NULL,
    from_date      TEXT NOT NULL,
    to_date        TEXT NOT NULL,
    released       TEXT NOT NULL,
    checked_out_at BIGINT,
    PRIMARY KEY (org_id, booking_id, position),
    FOREIGN KEY (org_id, booking_id) REFERENCES bookings (org_id, booking_id),
    FOREIGN KEY (org_id, room_id) REFERENCES rooms (org_id, room_id)
);
CREATE INDEX booking_rooms_by_room ON booking_rooms (org_id, room_id, from_date);

-- How many bookings have each status: list totals that don't grow with the hotel's history.
CREATE TABLE booking_counts (
    org_id TEXT NOT NULL,
    status TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (org_id, status)
);

-- kind is 'payment' or 'refund'; amount is positive in both. business_date is the hotel's own day.
CREATE TABLE payments (
    org_id        TEXT NOT NULL,
    payment_id    TEXT NOT NULL,
    number        TEXT NOT NULL,
    kind          TEXT NOT NULL,
    booking_id    TEXT NOT NULL,
    amount        BIGINT NOT NULL,
    method        TEXT NOT NULL,
    business_date TEXT NOT NULL,
    received_at   BIGINT NOT NULL,
    created_by    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, payment_id),
    UNIQUE (org_id, number)
);
CREATE INDEX payments_by_booking ON payments (org_id, booking_id);
CREATE INDEX payments_by_date ON payments (org_id, business_date, kind, amount);

CREATE TABLE outbox (
    org_id        TEXT NOT NULL,
    mail_id       TEXT NOT NULL,
    recipient     TEXT NOT NULL,
    subject       TEXT NOT NULL,
    body_text     TEXT NOT NULL,
    body_html     TEXT NOT NULL,
    status        TEXT NOT NULL,
    attempts      BIGINT NOT NULL,
    next_at       BIGINT NOT NULL,
    claimed_until BIGINT NOT NULL,
    last_error    TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org_id, mail_id)
);
CREATE INDEX outbox_due ON outbox (status, next_at);

-- The response to a request with an Idempotency-Key, written in the transaction that it protects.
CREATE TABLE idempotency_keys (
    org_id      TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    result      TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (org_id, key)
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
