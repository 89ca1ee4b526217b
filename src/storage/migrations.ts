/** Append only: a released entry never changes. Index + 1 is the schema version. */
export const MIGRATIONS: readonly string[] = [
  `
  create table event (
    seq integer primary key,
    at integer not null,
    type text not null,
    run_id text,
    subject text,
    operation text,
    body text not null,
    hash text not null
  ) strict;
  create index event_subject on event (subject, seq) where subject is not null;
  create index event_type on event (type, seq);

  create table event_anchor (seq integer primary key, hash text not null) strict;

  create table open_call (id text primary key, seq integer not null) strict, without rowid;

  create table run (
    id text primary key,
    kind text not null,
    client text not null,
    client_version text not null,
    credential text not null,
    profile text not null,
    workdir text not null,
    conversation text not null,
    created_at integer not null,
    seen_at integer not null,
    ended_at integer
  ) strict, without rowid;

  create table approval (
    id text primary key,
    version integer not null,
    kind text not null,
    state text not null,
    digest text not null,
    run_id text not null,
    principal text not null,
    profile text not null,
    operation text not null,
    body text not null,
    created_at integer not null,
    expires_at integer not null,
    decided_at integer,
    decided_by text,
    scope text,
    message text,
    edited_args text,
    approved_digest text,
    permit_until integer
  ) strict, without rowid;
  create index approval_digest on approval (digest, state);
  create index approval_state on approval (state, created_at);

  create table rule (
    id text primary key,
    effect text not null,
    operation text not null,
    path text,
    profile text,
    source text not null,
    message text,
    created_at integer not null,
    expires_at integer
  ) strict, without rowid;

  create table kept_result (
    call_id text primary key,
    run_id text not null,
    principal text not null,
    chars integer not null,
    bytes integer not null,
    created_at integer not null
  ) strict, without rowid;

  create table state (key text primary key, value text not null) strict, without rowid;
  `,
  `
  drop table rule;
  create table rule (
    id text primary key,
    body text not null,
    source text not null,
    created_at integer not null,
    max_uses integer,
    uses integer not null default 0,
    last_used_at integer
  ) strict, without rowid;
  `,
  `
  create table token (
    id text primary key,
    hash text not null unique,
    label text not null,
    profile text,
    level text,
    created_at integer not null,
    last_used_at integer,
    expires_at integer,
    revoked_at integer
  ) strict, without rowid;
  `,
  `
  alter table approval add column plan text not null default '{}';
  `,
  `
  create table todo_list (
    key text primary key,
    board text,
    client text not null,
    version integer not null,
    owner text not null,
    updated_at integer not null
  ) strict, without rowid;
  create index todo_list_updated on todo_list (updated_at);

  create table todo (
    list text not null,
    id integer not null,
    position integer not null,
    version integer not null,
    owner text not null,
    claim_run text,
    body text not null,
    primary key (list, id)
  ) strict, without rowid;
  `,
  `
  create table prompt (
    id text primary key,
    kind text not null,
    body text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict, without rowid;

  create table prompt_choice (
    prompt text not null,
    owner text not null,
    at integer not null,
    primary key (prompt, owner)
  ) strict, without rowid;
  `,
  `
  create table undo_step (
    call_id text not null,
    number integer not null,
    body text not null,
    bytes integer not null,
    at integer not null,
    primary key (call_id, number)
  ) strict, without rowid;

  create table undo_mark (call_id text primary key, undone_by text not null) strict, without rowid;
  `,
  `
  create table document (
    id text primary key,
    scope text not null,
    hash text not null,
    name text not null,
    kind text not null,
    content_type text not null,
    source text not null,
    bytes integer not null,
    chars integer not null,
    parts integer,
    client text not null,
    run_id text,
    call_id text,
    created_at integer not null,
    text text not null
  ) strict;
  create unique index document_hash on document (scope, hash);
  create index document_created on document (created_at);
  `,
  `
  create table person_session (
    hash text primary key,
    header_hash text not null,
    created_at integer not null,
    seen_at integer not null
  ) strict, without rowid;
  `,
  `
  create table memory_scope (key text primary key, kind text not null, label text not null) strict, without rowid;

  create table memory (
    id text primary key,
    scope text not null,
    content text not null,
    content_type text not null,
    context text,
    tags text not null,
    importance real not null,
    hash text not null,
    has_secret integer not null,
    owner text,
    run_id text,
    call_id text,
    client text not null,
    created_at integer not null,
    updated_at integer not null,
    pieces integer not null,
    indexed integer not null
  ) strict;
  create unique index memory_hash on memory (scope, hash);
  create index memory_created on memory (created_at);
  create index memory_owner on memory (owner, created_at);
  create index memory_unindexed on memory (id) where indexed < pieces;

  create table memory_piece (
    id integer primary key,
    memory text not null,
    number integer not null,
    start integer not null,
    text text not null,
    model text not null default ''
  ) strict;
  create index memory_piece_memory on memory_piece (memory, model);
  create index memory_piece_model on memory_piece (model);

  create virtual table memory_words using fts5(
    words, content = '', contentless_delete = 1,
    tokenize = "porter unicode61 remove_diacritics 2 tokenchars '_$'"
  );

  create table memory_vector (
    piece integer primary key,
    dimensions integer not null,
    vector blob not null
  ) strict;

  create table topic (
    id text primary key,
    name text not null unique,
    description text not null,
    created_at integer not null
  ) strict, without rowid;

  create table topic_run (
    owner text primary key,
    topic text not null,
    run text not null,
    at integer not null
  ) strict, without rowid;
  create index topic_run_topic on topic_run (topic);
  `,
  `
  create table archive (
    number integer primary key,
    id text not null unique,
    at integer not null,
    principal text not null,
    owner text not null,
    client text not null,
    summary text not null,
    messages text not null
  ) strict;
  create index archive_at on archive (at);
  `,
]
