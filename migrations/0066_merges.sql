-- +goose Up

-- Records of guests that became one, and all that it takes to undo it within 30 days. Then the row is deleted.
CREATE TABLE guest_merges (
    org_id         TEXT NOT NULL,
    merge_id       TEXT NOT NULL,
    guest_id       TEXT NOT NULL, -- who stays
    guest_name     TEXT NOT NULL,
    duplicate_id   TEXT NOT NULL, -- whose record went
    duplicate_name TEXT NOT NULL,
    kept_before    TEXT NOT NULL, -- records as JSON
    kept_after     TEXT NOT NULL,
    duplicate      TEXT NOT NULL,
    moved          TEXT NOT NULL, -- ids by the names of what keeps them, as JSON
    merged_by      TEXT NOT NULL,
    merged_by_name TEXT NOT NULL,
    merged_at      BIGINT NOT NULL,
    undone_by_name TEXT NOT NULL,
    undone_at      BIGINT,
    PRIMARY KEY (org_id, merge_id)
);
CREATE INDEX guest_merges_by_time ON guest_merges (org_id, merged_at, merge_id, guest_id);
CREATE INDEX guest_merges_by_guest ON guest_merges (org_id, guest_id, merged_at, merge_id);
CREATE INDEX guest_merges_by_duplicate ON guest_merges (org_id, duplicate_id);

-- Pairs of records that look alike and aren't of one person: one_id is the lower of the two.
CREATE TABLE guests_apart (
    org_id   TEXT NOT NULL,
    one_id   TEXT NOT NULL,
    other_id TEXT NOT NULL,
    PRIMARY KEY (org_id, one_id, other_id)
);

CREATE INDEX guests_apart_by_other ON guests_apart (org_id, other_id);
CREATE INDEX form_iii_by_guest ON form_iii (org_id, guest_id, form_id);
CREATE INDEX waitlist_by_guest ON waitlist (org_id, guest_id) WHERE guest_id <> '';
