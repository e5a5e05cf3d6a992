-- What an account has beyond signing in: a confirmed address, links sent by mail, a picture of its own.

alter table users add column email_confirmed_at timestamptz;

-- Links that were mailed: to confirm an address, to choose a new password. Only hashes are kept.
create table account_links (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index account_links_user_id_idx on account_links (user_id);
create index account_links_expires_at_idx on account_links (expires_at);

-- The id is the picture's address, which whoever has it may open: it cannot be guessed, and each new picture has another.
create table avatars (
  id uuid primary key,
  user_id text not null unique references users (id) on delete cascade,
  -- Below DATA_DIR/avatars.
  path text not null unique,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);

-- The mails of one person are looked for by their address when the account ends.
create index mails_recipient_idx on mails (lower(recipient));
