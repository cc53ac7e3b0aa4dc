-- +goose Up

-- The nights of one holder are freed with every booking of a category, every change and cancellation. SQLite looked for
-- them among all nights of the hotel, in the one index that had all columns, which it needs to delete from a table
-- without row ids. Now this one has them, too.
DROP INDEX room_nights_by_holder;
CREATE INDEX room_nights_by_holder ON room_nights (org_id, holder_id, room_id, night, holder_kind, expires_at);
