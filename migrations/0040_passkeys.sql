-- Passkeys: whoever works here signs in with a device that holds a private key; we keep the public one.

create table passkeys (
  id uuid primary key,
  -- What the device calls it.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  user_id text not null references users (id) on delete cascade,
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- How often the device says that it has signed. Many always say 0.
  sign_count bigint not null check (sign_count >= 0),
  -- How a browser reaches the device, so that it can ask for the right one.
  transports text[] not null,
  -- Whether the owner's other devices have it as well.
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_user_id_idx on passkeys (user_id, created_at, id);

-- Challenges that have been answered, until they would have expired anyway: each is good once, whichever process gets the answer.
create table spent_challenges (
  challenge_hash text primary key,
  expires_at timestamptz not null
);

create index spent_challenges_expires_at_idx on spent_challenges (expires_at);

-- When a passkey is offered again to somebody who has said "Not now".
alter table users add column passkey_offer_at timestamptz;
