-- +goose Up

-- What is broken in the house, or is to be looked after. Texts are '' where nothing is known.
CREATE TABLE maintenance_tickets (
    org_id           TEXT NOT NULL,
    ticket_id        TEXT NOT NULL,
    schedule_id      TEXT NOT NULL, -- what has made it; '': a person
    schedule_day     TEXT NOT NULL,
    room_id          TEXT NOT NULL,
    room_number      TEXT NOT NULL,
    place            TEXT NOT NULL,
    title            TEXT NOT NULL,
    details          TEXT NOT NULL,
    priority         TEXT NOT NULL, -- 'low', 'normal', 'high' or 'urgent'
    status           TEXT NOT NULL, -- 'open', 'in-progress', 'done' or 'cancelled'
    assignee_id      TEXT NOT NULL,
    assignee_name    TEXT NOT NULL,
    due_day          TEXT NOT NULL,
    cost             BIGINT NOT NULL,
    expense_id       TEXT NOT NULL,
    block_id         TEXT NOT NULL, -- the room's, while it is out of order by the ticket
    resolution       TEXT NOT NULL,
    photos           TEXT NOT NULL, -- the positions of those that it has: '135'
    reported_by      TEXT NOT NULL,
    reported_by_name TEXT NOT NULL,
    ended_at         BIGINT, -- when it was done or cancelled
    ended_by_name    TEXT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    version          BIGINT NOT NULL,
    PRIMARY KEY (org_id, ticket_id)
);
CREATE INDEX maintenance_tickets_by_time ON maintenance_tickets
    (org_id, created_at, ticket_id, status, room_id, priority, assignee_id, due_day);
CREATE INDEX maintenance_tickets_by_status ON maintenance_tickets
    (org_id, status, created_at, ticket_id, room_id, priority, assignee_id, due_day);
CREATE INDEX maintenance_tickets_by_room ON maintenance_tickets
    (org_id, room_id, created_at, ticket_id, status, priority, assignee_id, due_day);
CREATE INDEX maintenance_tickets_by_assignee ON maintenance_tickets
    (org_id, assignee_id, created_at, ticket_id, status, room_id, priority, due_day);
CREATE INDEX maintenance_tickets_by_due ON maintenance_tickets
    (org_id, due_day, created_at, ticket_id, status, room_id, priority, assignee_id);

-- A schedule makes one ticket for a day and room.
CREATE UNIQUE INDEX maintenance_tickets_by_schedule ON maintenance_tickets
    (org_id, schedule_id, schedule_day, room_id) WHERE schedule_id <> '';

CREATE TABLE maintenance_photos (
    org_id    TEXT NOT NULL,
    ticket_id TEXT NOT NULL,
    position  BIGINT NOT NULL,
    content   TEXT NOT NULL, -- a JPEG in base64
    added_at  BIGINT NOT NULL,
    PRIMARY KEY (org_id, ticket_id, position),
    FOREIGN KEY (org_id, ticket_id) REFERENCES maintenance_tickets (org_id, ticket_id) ON DELETE CASCADE
);

-- What is looked after by the calendar. next_day is the first day that no ticket was made for.
CREATE TABLE maintenance_schedules (
    org_id        TEXT NOT NULL,
    schedule_id   TEXT NOT NULL,
    title         TEXT NOT NULL,
    details       TEXT NOT NULL,
    priority      TEXT NOT NULL,
    assignee_id   TEXT NOT NULL,
    assignee_name TEXT NOT NULL,
    room_id       TEXT NOT NULL,
    room_number   TEXT NOT NULL,
    category_id   TEXT NOT NULL, -- all of its rooms
    place         TEXT NOT NULL,
    every         BIGINT NOT NULL,
    unit          TEXT NOT NULL, -- 'day', 'week' or 'month'
    first_day     TEXT NOT NULL,
    next_day      TEXT NOT NULL,
    is_active     BOOLEAN NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (org_id, schedule_id)
);
