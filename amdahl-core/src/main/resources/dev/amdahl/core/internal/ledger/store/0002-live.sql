-- The state tables follow from the events: they are made anew, empty, and filled when the ledger is opened.
DROP TABLE IF EXISTS hypothesis;
DROP TABLE IF EXISTS trial;
DROP TABLE IF EXISTS sample;
DROP TABLE IF EXISTS vote;
DROP TABLE IF EXISTS cost;
DROP TABLE IF EXISTS idea;
DELETE FROM family;
DELETE FROM experiment;
DELETE FROM verdict;
DELETE FROM review;
DELETE FROM reviewer;
CREATE TABLE hypothesis (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    family VARCHAR NOT NULL,
    fingerprint BINARY(32) NOT NULL,
    state VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS test (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE trial (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    family VARCHAR NOT NULL,
    hypothesis VARCHAR NOT NULL,
    state VARCHAR NOT NULL,
    measures VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE vote (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE cost (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS total (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE idea (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    family VARCHAR NOT NULL,
    used VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS balance (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS reservation (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    body VARCHAR NOT NULL
);
CREATE TABLE IF NOT EXISTS evidence (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    trial VARCHAR NOT NULL,
    digest VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE INDEX IF NOT EXISTS evidence_trial ON evidence (trial);
CREATE INDEX IF NOT EXISTS evidence_digest ON evidence (digest, ordinal);
CREATE INDEX hypothesis_fingerprint ON hypothesis (fingerprint);
CREATE INDEX hypothesis_family ON hypothesis (family, ordinal);
CREATE INDEX hypothesis_state ON hypothesis (state);
CREATE INDEX hypothesis_source ON hypothesis (source);
CREATE INDEX trial_hypothesis ON trial (hypothesis);
CREATE INDEX trial_family ON trial (family, ordinal);
CREATE INDEX trial_measures ON trial (measures, ordinal);
CREATE INDEX trial_state ON trial (state);
