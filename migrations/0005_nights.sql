-- +goose Up

-- What each night of a room costs: a JSON list, beginning with the night of from_date. Of a room that was left early it
-- goes on to the booked end. free_nights lists the days of those that cost nothing. Step 9 fills both for old stays.
ALTER TABLE booking_rooms ADD COLUMN nights TEXT NOT NULL DEFAULT '[]';
ALTER TABLE booking_rooms ADD COLUMN free_nights TEXT NOT NULL DEFAULT '';
