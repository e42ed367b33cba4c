CREATE TABLE IF NOT EXISTS model_call (
    id VARCHAR PRIMARY KEY,
    ordinal BIGINT NOT NULL,
    question VARCHAR NOT NULL,
    about VARCHAR NOT NULL,
    body VARCHAR NOT NULL
);
CREATE INDEX IF NOT EXISTS model_call_question ON model_call (question);
CREATE INDEX IF NOT EXISTS model_call_about ON model_call (about);
