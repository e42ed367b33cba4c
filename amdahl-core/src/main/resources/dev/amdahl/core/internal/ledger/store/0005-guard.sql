-- Each body ends with a digest of its row from now on, and tables are counted: all state tables are filled anew from the events.
-- What the log holds once, so that nothing can be written a second time.
CREATE TABLE IF NOT EXISTS once (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
-- How many rows each table holds: one row, written by the commits that add or remove one.
CREATE TABLE IF NOT EXISTS counted (
    id INT PRIMARY KEY,
    family BIGINT DEFAULT 0 NOT NULL,
    hypothesis BIGINT DEFAULT 0 NOT NULL,
    experiment BIGINT DEFAULT 0 NOT NULL,
    test BIGINT DEFAULT 0 NOT NULL,
    trial BIGINT DEFAULT 0 NOT NULL,
    vote BIGINT DEFAULT 0 NOT NULL,
    verdict BIGINT DEFAULT 0 NOT NULL,
    review BIGINT DEFAULT 0 NOT NULL,
    evidence BIGINT DEFAULT 0 NOT NULL,
    model_call BIGINT DEFAULT 0 NOT NULL,
    cost BIGINT DEFAULT 0 NOT NULL,
    total BIGINT DEFAULT 0 NOT NULL,
    balance BIGINT DEFAULT 0 NOT NULL,
    reservation BIGINT DEFAULT 0 NOT NULL,
    idea BIGINT DEFAULT 0 NOT NULL,
    reviewer BIGINT DEFAULT 0 NOT NULL,
    recipe BIGINT DEFAULT 0 NOT NULL,
    once BIGINT DEFAULT 0 NOT NULL
);
