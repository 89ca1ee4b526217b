const TOKENS = `tokenize = "porter unicode61 remove_diacritics 2 tokenchars '_$'"`

/** The database of one directory. It is made from the files and can be made again. */
export const INDEX_MIGRATIONS: readonly string[] = [
  `
  create table file (
    id integer primary key,
    path text not null unique,
    directory text not null,
    name text not null,
    extension text not null,
    size integer not null,
    modified real not null,
    state text not null,
    language text,
    text_bytes integer not null default 0,
    scan integer not null
  ) strict;
  create index file_directory on file (directory);
  create index file_extension on file (extension);
  create index file_state on file (state, modified);

  create table chunk (
    id integer primary key,
    file integer not null,
    first_line integer not null,
    last_line integer not null,
    hash text not null,
    text text not null,
    embedded text not null
  ) strict;
  create index chunk_file on chunk (file);
  create index chunk_hash on chunk (hash);

  create table symbol (
    id integer primary key,
    file integer not null,
    name text not null collate nocase,
    kind text not null,
    line integer not null,
    end_line integer not null
  ) strict;
  create index symbol_file on symbol (file, line);
  create index symbol_name on symbol (name);

  create virtual table chunk_words using fts5(words, content = '', contentless_delete = 1, ${TOKENS});
  create virtual table symbol_words using fts5(words, content = '', contentless_delete = 1, ${TOKENS});

  create table vector (
    hash text not null,
    model text not null,
    dimensions integer not null,
    vector blob not null,
    primary key (hash, model)
  ) strict, without rowid;

  create table fact (key text primary key, value text not null) strict, without rowid;
  `,
]
