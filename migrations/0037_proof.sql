-- +goose Up

-- Which organization's invitation registered a login whose address isn't proved yet, by its id alone; else empty. The
-- login's password opens that organization and no other.
ALTER TABLE logins ADD COLUMN registered_by TEXT NOT NULL DEFAULT '';

-- The client address (of IPv6 the network) that accepted an invitation, for the tokens that say who did.
ALTER TABLE one_time_tokens ADD COLUMN client TEXT NOT NULL DEFAULT '';

UPDATE logins SET registered_by = (SELECT MIN(o.org_id) FROM login_organizations o WHERE o.login_id = logins.login_id)
WHERE proved_at IS NULL AND password_hash <> ''
    AND (SELECT COUNT(*) FROM login_organizations o WHERE o.login_id = logins.login_id) = 1;

-- Until now an invitation's id was enough to replace the password of a login whose address wasn't proved. Such a login
-- in several organizations may be in a stranger's hands: it opens none until its address is proved, by a reset mail.
UPDATE memberships SET joined_at = NULL WHERE login_id IN (
    SELECT l.login_id FROM logins l JOIN login_organizations o ON o.login_id = l.login_id
    WHERE l.proved_at IS NULL AND l.password_hash <> '' GROUP BY l.login_id HAVING COUNT(*) > 1);
