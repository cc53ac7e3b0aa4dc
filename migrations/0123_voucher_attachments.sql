-- +goose Up

-- The papers behind vouchers. They take no part in the books; digest is of what is kept.
CREATE TABLE voucher_attachments (
    org_id        TEXT NOT NULL,
    voucher_id    TEXT NOT NULL,
    position      BIGINT NOT NULL, -- from 1 to 9
    name          TEXT NOT NULL,
    media_type    TEXT NOT NULL,
    size          BIGINT NOT NULL, -- bytes
    digest        TEXT NOT NULL,
    business_date TEXT NOT NULL, -- on which it was added: it can be removed until that is closed
    added_by      TEXT NOT NULL,
    added_by_name TEXT NOT NULL,
    added_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, voucher_id, position),
    FOREIGN KEY (org_id, voucher_id) REFERENCES vouchers (org_id, voucher_id)
);

CREATE TABLE voucher_files (
    org_id     TEXT NOT NULL,
    voucher_id TEXT NOT NULL,
    position   BIGINT NOT NULL,
    content    TEXT NOT NULL, -- in base64
    added_at   BIGINT NOT NULL,
    PRIMARY KEY (org_id, voucher_id, position),
    FOREIGN KEY (org_id, voucher_id, position) REFERENCES voucher_attachments (org_id, voucher_id, position)
        ON DELETE CASCADE
);
