-- +goose Up

-- What guests have left behind. Texts are '' where nothing is known.
CREATE TABLE lost_items (
    org_id        TEXT NOT NULL,
    item_id       TEXT NOT NULL,
    description   TEXT NOT NULL,
    category      TEXT NOT NULL,
    room_id       TEXT NOT NULL,
    room_number   TEXT NOT NULL,
    place         TEXT NOT NULL,
    found_day     TEXT NOT NULL,
    found_by      TEXT NOT NULL,
    kept_at       TEXT NOT NULL,
    status        TEXT NOT NULL, -- that of its last entry
    guest_id      TEXT NOT NULL,
    guest_name    TEXT NOT NULL,
    booking_id    TEXT NOT NULL,
    booking_code  TEXT NOT NULL,
    photos        TEXT NOT NULL, -- the positions of those that it has: '135'
    entries       BIGINT NOT NULL,
    noted_by      TEXT NOT NULL,
    noted_by_name TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (org_id, item_id)
);
CREATE INDEX lost_items_by_time ON lost_items (org_id, created_at, item_id, status, room_id, found_day);
CREATE INDEX lost_items_by_status ON lost_items (org_id, status, created_at, item_id, room_id, found_day);
CREATE INDEX lost_items_by_room ON lost_items (org_id, room_id, created_at, item_id, status, found_day);
CREATE INDEX lost_items_by_day ON lost_items (org_id, found_day, created_at, item_id, status, room_id);
CREATE INDEX lost_items_by_guest ON lost_items (org_id, guest_id, item_id) WHERE guest_id <> '';

-- What became of an item. Entries are added, and never changed, but for a name that is erased.
CREATE TABLE lost_item_entries (
    org_id     TEXT NOT NULL,
    item_id    TEXT NOT NULL,
    position   BIGINT NOT NULL,
    status     TEXT NOT NULL,
    corrects   BOOLEAN NOT NULL, -- the entry before it was wrong
    name       TEXT NOT NULL,
    document   TEXT NOT NULL, -- the kind that was shown, and no number
    day        TEXT NOT NULL,
    note       TEXT NOT NULL,
    by_login   TEXT NOT NULL,
    by_name    TEXT NOT NULL,
    written_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, item_id, position)
);

CREATE TABLE lost_item_photos (
    org_id   TEXT NOT NULL,
    item_id  TEXT NOT NULL,
    position BIGINT NOT NULL,
    content  TEXT NOT NULL, -- a JPEG in base64
    added_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, item_id, position),
    FOREIGN KEY (org_id, item_id) REFERENCES lost_items (org_id, item_id) ON DELETE CASCADE
);
