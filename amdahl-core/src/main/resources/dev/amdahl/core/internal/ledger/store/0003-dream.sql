-- The totals count more, and recipes are new: all state tables are filled anew from the events.
CREATE TABLE IF NOT EXISTS recipe (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
