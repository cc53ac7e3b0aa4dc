-- +goose Up

-- Charges and payments that were moved from one folio to another. booking_id is the booking whose charge or payment it
-- is; a payer is '' (the booking itself), 'company', or a group's id.
CREATE TABLE folio_moves (
    org_id     TEXT NOT NULL,
    move_id    TEXT NOT NULL,
    booking_id TEXT NOT NULL,
    group_id   TEXT NOT NULL,
    kind       TEXT NOT NULL, -- charge or payment
    record_id  TEXT NOT NULL, -- the line of the folio, or the payment
    text       TEXT NOT NULL, -- the line's description, or the payment's number
    from_payer TEXT NOT NULL,
    to_payer   TEXT NOT NULL,
    amount     BIGINT NOT NULL,
    reason     TEXT NOT NULL,
    moved_by   TEXT NOT NULL,
    moved_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, move_id)
);
CREATE INDEX folio_moves_by_booking ON folio_moves (org_id, booking_id, moved_at, move_id);
CREATE INDEX folio_moves_by_group ON folio_moves (org_id, group_id, moved_at, move_id) WHERE group_id <> '';
