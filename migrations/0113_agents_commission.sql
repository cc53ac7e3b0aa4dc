-- +goose Up

-- Companies that are travel agents, with the commission that was agreed: hundredths of a percent.
CREATE TABLE agents (
    org_id     TEXT NOT NULL,
    company_id TEXT NOT NULL,
    rooms      BIGINT NOT NULL,
    food       BIGINT NOT NULL,
    other      BIGINT NOT NULL,
    tds        BIGINT NOT NULL, -- of the commission, section 194H
    gst        BIGINT NOT NULL, -- on the commission; 0: the agent isn't registered
    updated_by TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, company_id),
    FOREIGN KEY (org_id, company_id) REFERENCES companies (org_id, company_id)
);

-- Which agent a booking came by, if it isn't the company that it is for.
CREATE TABLE agent_bookings (
    org_id     TEXT NOT NULL,
    booking_id TEXT NOT NULL,
    company_id TEXT NOT NULL, -- '': none, whatever company it is for
    set_by     TEXT NOT NULL,
    set_at     BIGINT NOT NULL,
    PRIMARY KEY (org_id, booking_id)
);
CREATE INDEX agent_bookings_by_agent ON agent_bookings (org_id, company_id, booking_id);

-- The bills of agents over what they have earned: commission and gst are what the hotel spends, payable is what is owed
-- without tds.
CREATE TABLE agent_bills (
    org_id          TEXT NOT NULL,
    bill_id         TEXT NOT NULL,
    company_id      TEXT NOT NULL,
    number          TEXT NOT NULL, -- the agent's
    status          TEXT NOT NULL, -- 'unpaid', 'paid' or 'reversed'
    period_from     TEXT NOT NULL,
    period_to       TEXT NOT NULL,
    business_date   TEXT NOT NULL,
    commission      BIGINT NOT NULL,
    gst             BIGINT NOT NULL,
    tds             BIGINT NOT NULL,
    payable         BIGINT NOT NULL,
    paid_on         TEXT NOT NULL, -- '' not yet
    account_id      TEXT NOT NULL, -- that it was paid from
    reference       TEXT NOT NULL,
    reversal_reason TEXT NOT NULL,
    created_by      TEXT NOT NULL,
    created_by_name TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org_id, bill_id),
    FOREIGN KEY (org_id, company_id) REFERENCES agents (org_id, company_id)
);
CREATE INDEX agent_bills_by_time ON agent_bills (org_id, created_at, bill_id, company_id, status);
CREATE INDEX agent_bills_by_agent ON agent_bills (org_id, company_id, created_at, bill_id, status);

-- What a bill has of each booking: commission is what it had earned by then, less what earlier bills have of it.
CREATE TABLE agent_bill_lines (
    org_id       TEXT NOT NULL,
    bill_id      TEXT NOT NULL,
    position     BIGINT NOT NULL,
    booking_id   TEXT NOT NULL,
    booking_code TEXT NOT NULL,
    left_on      TEXT NOT NULL,
    rooms        BIGINT NOT NULL, -- what commission was reckoned on, before tax
    food         BIGINT NOT NULL,
    other        BIGINT NOT NULL,
    commission   BIGINT NOT NULL,
    stands       BIGINT NOT NULL, -- the same, or 0 once the bill is reversed
    PRIMARY KEY (org_id, bill_id, position)
);
CREATE INDEX agent_bill_lines_by_booking ON agent_bill_lines (org_id, booking_id, stands);
