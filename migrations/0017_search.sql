-- +goose Up

-- The words that records are searched by, in the digits of package wordindex.
CREATE TABLE search_terms (
    org_id    TEXT NOT NULL,
    kind      TEXT NOT NULL,
    term      TEXT NOT NULL,
    record_id TEXT NOT NULL,
    PRIMARY KEY (org_id, kind, term, record_id)
);
CREATE INDEX search_terms_by_record ON search_terms (org_id, kind, record_id, term);

-- Which records from before are still to be given their words: those whose ids are lower. In the background the newest
-- come first; a row that is gone has none left.
CREATE TABLE search_backlog (
    org_id    TEXT NOT NULL,
    kind      TEXT NOT NULL,
    before_id TEXT NOT NULL,
    PRIMARY KEY (org_id, kind)
);
INSERT INTO search_backlog (org_id, kind, before_id)
    SELECT org_id, kind, 'z' FROM organizations CROSS JOIN (
        SELECT 'guest' AS kind UNION ALL SELECT 'company' UNION ALL SELECT 'booking' UNION ALL SELECT 'invoice'
    ) AS kinds;
