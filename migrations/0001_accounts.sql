-- People, their sessions, and what the application must remember about itself.

create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

create table users (
  id text primary key,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 3 and 254),
  password_hash text not null,
  role text not null default 'customer' check (role in ('customer', 'staff', 'admin')),
  profile_image text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- One account per address, whatever the capitals.
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  user_agent text,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create index sessions_user_id_idx on sessions (user_id);

-- A session is a family of refresh tokens; only hashes are kept. The reuse of a spent one revokes the family.
create table refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz
);

create index refresh_tokens_session_id_idx on refresh_tokens (session_id);
create index refresh_tokens_expires_at_idx on refresh_tokens (expires_at);

-- Counters of tries (sign-in, sign-up, checkout), kept by rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
