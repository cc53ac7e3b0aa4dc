-- +goose Up

-- By which section tax is withheld from a vendor; '': by none. tds_rate is in hundredths of a percent, NULL: the law's.
ALTER TABLE vendors ADD COLUMN tds_section TEXT NOT NULL DEFAULT '';
ALTER TABLE vendors ADD COLUMN tds_rate BIGINT;

-- What was credited to vendors under a section, and what tax was withheld of it.
CREATE TABLE vendor_tds (
    org_id     TEXT NOT NULL,
    bill_id    TEXT NOT NULL,
    tds_id     TEXT NOT NULL,
    vendor_id  TEXT NOT NULL,
    number     TEXT NOT NULL, -- of the bill
    section    TEXT NOT NULL,
    rate       BIGINT NOT NULL, -- hundredths of a percent
    pan        TEXT NOT NULL,
    day        TEXT NOT NULL,
    year       BIGINT NOT NULL, -- in which the financial year begins
    quarter    BIGINT NOT NULL, -- of it, 1 to 4
    credited   BIGINT NOT NULL, -- without GST
    base       BIGINT NOT NULL, -- what the tax is withheld of; above credited where a year's threshold is passed
    amount     BIGINT NOT NULL, -- 0 below the thresholds
    deposit_id TEXT NOT NULL, -- with which the tax was paid to the government; '': not yet
    is_void    BOOLEAN NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, bill_id, tds_id)
);
CREATE INDEX vendor_tds_of_vendor ON vendor_tds (org_id, vendor_id, section, year, is_void, credited, base);
CREATE INDEX vendor_tds_of_quarter ON vendor_tds (org_id, year, quarter, section, day, tds_id);

-- Tax that was withheld and paid to the government, by challan.
CREATE TABLE tds_deposits (
    org_id     TEXT NOT NULL,
    deposit_id TEXT NOT NULL,
    section    TEXT NOT NULL,
    year       BIGINT NOT NULL,
    quarter    BIGINT NOT NULL,
    amount     BIGINT NOT NULL,
    challan    TEXT NOT NULL,
    bsr_code   TEXT NOT NULL, -- of the bank's branch that took it
    account_id TEXT NOT NULL,
    paid_date  TEXT NOT NULL,
    posted_on  TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org_id, deposit_id)
);
CREATE UNIQUE INDEX tds_deposits_of_challan ON tds_deposits (org_id, bsr_code, challan, paid_date, section);

-- The certificates of tax (Form 16A) that vendors got, one for a quarter.
CREATE TABLE tds_certificates (
    org_id    TEXT NOT NULL,
    vendor_id TEXT NOT NULL,
    year      BIGINT NOT NULL,
    quarter   BIGINT NOT NULL,
    number    TEXT NOT NULL,
    issued_on TEXT NOT NULL,
    PRIMARY KEY (org_id, vendor_id, year, quarter)
);
