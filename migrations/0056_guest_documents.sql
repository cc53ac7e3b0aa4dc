-- +goose Up

-- Pictures of guests' identity documents, one of each kind. Their pages are encrypted, in pieces.
CREATE TABLE guest_documents (
    org_id     TEXT NOT NULL,
    guest_id   TEXT NOT NULL,
    document   TEXT NOT NULL,
    file_id    TEXT NOT NULL,
    pages      BIGINT NOT NULL,
    size       BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, guest_id, document)
);
CREATE INDEX guest_documents_by_time ON guest_documents (org_id, created_at, guest_id, document);

CREATE TABLE guest_document_pieces (
    org_id   TEXT NOT NULL,
    file_id  TEXT NOT NULL,
    page     BIGINT NOT NULL,
    position BIGINT NOT NULL,
    content  TEXT NOT NULL,
    PRIMARY KEY (org_id, file_id, page, position)
);

-- For how many days they are kept; a hotel without a row keeps them for the default.
CREATE TABLE guest_document_settings (
    org_id     TEXT NOT NULL,
    kept_days  BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (org_id)
);
