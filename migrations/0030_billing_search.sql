-- +goose Up

-- Quotes, expenses and payments get words, so that their lists find them by the index. The background gives those from
-- before theirs; until then, the lists look at each.
INSERT INTO search_backlog (org_id, kind, before_id)
    SELECT org_id, kind, 'z' FROM organizations CROSS JOIN (
        SELECT 'quote' AS kind UNION ALL SELECT 'expense' UNION ALL SELECT 'payment'
    ) AS kinds WHERE TRUE
    ON CONFLICT (org_id, kind) DO NOTHING;
