-- Runs on SQLite and PostgreSQL alike. Felts are canonical hexadecimal texts, documents are JSON texts,
-- amounts in fri are decimal texts; times are seconds since 1970.

-- One row: what this store belongs to. Another chain or contract is refused.
CREATE TABLE belongs (
    chain_id TEXT NOT NULL,
    contract TEXT NOT NULL,
    PRIMARY KEY (chain_id, contract)
);

-- Who does what alone: `watch`, `notify`, `send:<account>`. The fence grows with each new holder.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    fence BIGINT NOT NULL,
    until BIGINT NOT NULL
);

CREATE TABLE channels (
    id TEXT NOT NULL PRIMARY KEY,
    -- Who handed it in first; its quota counts it.
    token TEXT NOT NULL,
    sides TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    open_at BIGINT,
    -- 0 for now; whoever changes what a decision depends on sets it so, and counts it in `woken`: a
    -- decision that did not see the change is not written down.
    decide_at BIGINT NOT NULL,
    woken BIGINT NOT NULL,
    advice TEXT,
    -- The last second for what the decision leaves to be done; none if nothing is.
    answer_by BIGINT,
    -- 1 once the result is final.
    ended BIGINT NOT NULL,
    -- The alarm told last, so that each is told once.
    alarmed TEXT,
    created_at BIGINT NOT NULL,
    -- Place of the newest history entry: the version of the channel.
    version BIGINT NOT NULL
);
CREATE INDEX channels_decide_at ON channels (decide_at);
CREATE INDEX channels_version ON channels (version);
CREATE INDEX channels_token ON channels (token);
CREATE INDEX channels_black ON channels (black);
CREATE INDEX channels_white ON channels (white);
CREATE INDEX channels_answer_by ON channels (answer_by);

-- Every line kept for a channel, by its head.
CREATE TABLE bundles (
    channel TEXT NOT NULL REFERENCES channels (id),
    head TEXT NOT NULL,
    steps BIGINT NOT NULL,
    standing TEXT NOT NULL,
    transcript TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (channel, head)
);

-- What the contract's events said, of all channels; a reorganisation deletes from a block on.
CREATE TABLE observations (
    channel TEXT NOT NULL,
    block BIGINT NOT NULL,
    position BIGINT NOT NULL,
    seen_in TEXT NOT NULL,
    record TEXT NOT NULL,
    line TEXT,
    PRIMARY KEY (channel, block, position)
);
CREATE INDEX observations_block ON observations (block);

-- The chain as it was followed: the newest is the cursor, the others find the common ancestor.
CREATE TABLE blocks (
    number BIGINT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL,
    timestamp BIGINT NOT NULL
);

-- The work. The primary key is the lock against doing it twice.
CREATE TABLE jobs (
    channel TEXT NOT NULL,
    action TEXT NOT NULL,
    height BIGINT NOT NULL,
    stage TEXT NOT NULL,
    basis TEXT NOT NULL,
    player TEXT NOT NULL,
    origin TEXT NOT NULL,
    due_by BIGINT,
    not_before BIGINT NOT NULL,
    -- The flight: whose nonce the work holds, while it holds one.
    account TEXT,
    nonce BIGINT,
    outcome TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (channel, action, height)
);
CREATE INDEX jobs_stage ON jobs (stage, due_by);
CREATE INDEX jobs_account ON jobs (account, nonce);

-- Every transaction ever signed, written down before it is sent. One that only takes its nonce has
-- an empty channel.
CREATE TABLE attempts (
    account TEXT NOT NULL,
    nonce BIGINT NOT NULL,
    number BIGINT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    channel TEXT NOT NULL,
    action TEXT NOT NULL,
    height BIGINT NOT NULL,
    envelope TEXT NOT NULL,
    max_fee TEXT NOT NULL,
    signed_at BIGINT NOT NULL,
    sent_at BIGINT,
    PRIMARY KEY (account, nonce, number)
);
CREATE INDEX attempts_job ON attempts (channel, action, height);

-- Keys that clients chose for their requests, and the first answer's job.
CREATE TABLE client_keys (
    token TEXT NOT NULL,
    client_key TEXT NOT NULL,
    channel TEXT NOT NULL,
    action TEXT NOT NULL,
    height BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (token, client_key)
);
CREATE INDEX client_keys_created_at ON client_keys (created_at);

-- What was spent or is promised, by day since 1970 and by player; an empty player for all.
CREATE TABLE spending (
    day BIGINT NOT NULL,
    player TEXT NOT NULL,
    fri TEXT NOT NULL,
    PRIMARY KEY (day, player)
);

-- Everything that is told, in the order of the commits.
CREATE TABLE history (
    number BIGINT NOT NULL PRIMARY KEY,
    channel TEXT NOT NULL,
    told_at BIGINT NOT NULL,
    topic TEXT NOT NULL,
    what TEXT NOT NULL
);
CREATE INDEX history_channel ON history (channel, number);

-- One row: the last number of the history.
CREATE TABLE history_end (
    number BIGINT NOT NULL
);
INSERT INTO history_end (number) VALUES (0);

-- How far each webhook has been told.
CREATE TABLE webhooks (
    name TEXT NOT NULL PRIMARY KEY,
    told BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    not_before BIGINT NOT NULL
);
