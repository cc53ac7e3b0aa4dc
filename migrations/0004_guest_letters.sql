-- +goose Up

-- Types of events of which guests get a letter, and staff a mail: JSON lists, as enabled_types. Hotels that exist begin
-- with the letters of a new one, except of types that they have switched off.
ALTER TABLE notification_configs ADD COLUMN guest_letters TEXT NOT NULL DEFAULT '';
ALTER TABLE notification_configs ADD COLUMN staff_mails TEXT NOT NULL DEFAULT '';
INSERT INTO notification_configs (org_id, email_enabled, push_enabled, retention_days, enabled_types, updated_at, staff_mails, guest_letters)
    SELECT org_id, email_enabled, push_enabled, retention_days, enabled_types, updated_at, '[]', '[' || ltrim(
        CASE WHEN enabled_types LIKE '%"booking_created"%' THEN ',"booking_created"' ELSE '' END ||
        CASE WHEN enabled_types LIKE '%"booking_cancelled"%' THEN ',"booking_cancelled"' ELSE '' END ||
        CASE WHEN enabled_types LIKE '%"payment_received"%' THEN ',"payment_received"' ELSE '' END ||
        CASE WHEN enabled_types LIKE '%"invoice_generated"%' THEN ',"invoice_generated"' ELSE '' END, ',') || ']'
    FROM notification_configs WHERE org_id <> ''
    ON CONFLICT (org_id) DO UPDATE SET staff_mails = excluded.staff_mails, guest_letters = excluded.guest_letters;

-- What waits to be mailed. audience says to whom: '' whoever sees the notification, 'staff' whoever works with what it
-- is about, 'guest' the guest: a letter that belongs to no notification, so notification_id is an id of its own, and
-- type and reference say what it is about.
ALTER TABLE notification_mails ADD COLUMN audience TEXT NOT NULL DEFAULT '';
ALTER TABLE notification_mails ADD COLUMN type TEXT NOT NULL DEFAULT '';
ALTER TABLE notification_mails ADD COLUMN reference_id TEXT NOT NULL DEFAULT '';
ALTER TABLE notification_mails ADD COLUMN reference_type TEXT NOT NULL DEFAULT '';

-- Who has written a notification for others sees it too, but is no recipient: nothing is unread for its author.
ALTER TABLE notification_recipients ADD COLUMN is_author BOOLEAN NOT NULL DEFAULT FALSE;

-- The name that recipients read as the sender's, and where their answers go; '' for the server's own.
ALTER TABLE outbox ADD COLUMN sender_name TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN reply_to TEXT NOT NULL DEFAULT '';
