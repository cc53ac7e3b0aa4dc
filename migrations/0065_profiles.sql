-- +goose Up

-- What a hotel knows of a guest beside who it is, and that it gives a guest no room any more.
ALTER TABLE guests ADD COLUMN vip TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN language TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN preferences TEXT NOT NULL DEFAULT '[]';
ALTER TABLE guests ADD COLUMN company_id TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN do_not_rent_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN do_not_rent_by TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN do_not_rent_by_name TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN do_not_rent_at BIGINT;

-- By what records of the same person are found. A job fills the keys of records from before, which aren't keyed yet.
ALTER TABLE guests ADD COLUMN phone_key TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN document_key TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN birth_key TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN keyed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX guests_by_phone ON guests (org_id, phone_key, guest_id) WHERE phone_key <> '';
CREATE INDEX guests_by_email ON guests (org_id, email_key, guest_id) WHERE email_key <> '';
CREATE INDEX guests_by_document ON guests (org_id, document_key, guest_id) WHERE document_key <> '';
CREATE INDEX guests_by_birth ON guests (org_id, birth_key, guest_id) WHERE birth_key <> '';
CREATE INDEX guests_unkeyed ON guests (org_id, guest_id) WHERE NOT keyed;
CREATE INDEX guests_not_to_rent ON guests (org_id, do_not_rent_at) WHERE do_not_rent_at IS NOT NULL;
CREATE INDEX guests_by_company ON guests (org_id, company_id) WHERE company_id <> '';

-- Bookings for guests who get no room any more need force.
ALTER TABLE books ADD COLUMN refuse_do_not_rent BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE guest_notes (
    org_id          TEXT NOT NULL,
    note_id         TEXT NOT NULL,
    guest_id        TEXT NOT NULL,
    department      TEXT NOT NULL, -- '' for all
    note            TEXT NOT NULL,
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    version         BIGINT NOT NULL,
    PRIMARY KEY (org_id, note_id),
    FOREIGN KEY (org_id, guest_id) REFERENCES guests (org_id, guest_id) ON DELETE CASCADE
);
CREATE INDEX guest_notes_by_guest ON guest_notes (org_id, guest_id, created_at, note_id, department);

-- What a guest has allowed, or doesn't allow any more: the latest row of a purpose is in force.
CREATE TABLE guest_consents (
    org_id         TEXT NOT NULL,
    consent_id     TEXT NOT NULL,
    guest_id       TEXT NOT NULL,
    purpose        TEXT NOT NULL,
    granted        BOOLEAN NOT NULL,
    notice_version TEXT NOT NULL,
    channel        TEXT NOT NULL,
    noted_by       TEXT NOT NULL,
    noted_by_name  TEXT NOT NULL,
    noted_at       BIGINT NOT NULL,
    PRIMARY KEY (org_id, consent_id),
    FOREIGN KEY (org_id, guest_id) REFERENCES guests (org_id, guest_id) ON DELETE CASCADE
);
CREATE INDEX guest_consents_by_guest ON guest_consents (org_id, guest_id, noted_at, consent_id);
