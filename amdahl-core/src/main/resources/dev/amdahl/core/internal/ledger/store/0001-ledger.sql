-- Every statement may run again: data definition commits by itself, and the migration is recorded only when all of it has run.
CREATE TABLE IF NOT EXISTS event (
    seq BIGINT PRIMARY KEY,
    at VARCHAR(40) NOT NULL,
    kind VARCHAR(60) NOT NULL,
    subject VARCHAR NOT NULL,
    payload VARCHAR NOT NULL,
    prev_hash BINARY(32) NOT NULL,
    hash BINARY(32) NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS event_prev ON event (prev_hash);
CREATE TRIGGER IF NOT EXISTS event_append_only BEFORE UPDATE, DELETE ON event FOR EACH ROW
    CALL 'dev.amdahl.core.ledger.store.AppendOnly';
CREATE TABLE IF NOT EXISTS lease (
    id BIGINT PRIMARY KEY,
    holder VARCHAR NOT NULL,
    fence BIGINT NOT NULL,
    expires VARCHAR(40) NOT NULL
);
CREATE TABLE IF NOT EXISTS family (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS hypothesis (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    family VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL,
    state VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS experiment (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS trial (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    family VARCHAR NOT NULL,
    hypothesis VARCHAR NOT NULL,
    state VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS sample (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS vote (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    hypothesis VARCHAR NOT NULL,
    refuter VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS verdict (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    state VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS review (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    reviewer VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS cost (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    subject VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS idea (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    family VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS reviewer (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE INDEX IF NOT EXISTS hypothesis_fingerprint ON hypothesis (fingerprint);
CREATE INDEX IF NOT EXISTS hypothesis_family ON hypothesis (family);
CREATE INDEX IF NOT EXISTS hypothesis_state ON hypothesis (state);
CREATE INDEX IF NOT EXISTS trial_hypothesis ON trial (hypothesis);
CREATE INDEX IF NOT EXISTS trial_state ON trial (state);
CREATE INDEX IF NOT EXISTS vote_hypothesis ON vote (hypothesis);
