-- How staff get in: a second factor for signing in, passwords that are good enough for them, and the role of a manager.

alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('customer', 'staff', 'manager', 'admin'));

-- Whether the password meets the rule for staff. Of older ones we have only hashes, so nobody knows.
alter table users add column has_staff_password boolean not null default false;

-- The list of people, newest first.
create index users_created_at_idx on users (created_at desc, id desc) where deleted_at is null;
-- Those who work here, few among many.
create index users_staff_idx on users (created_at desc, id desc) where role <> 'customer' and deleted_at is null;

create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  -- Encrypted for this account alone (src/server/lib/sealing.ts).
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  -- Null until its owner has given a code of it: until then it is not asked for.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was accepted: none is accepted twice, nor an earlier one.
  last_step bigint not null default 0
);

-- For an owner whose telephone is lost. Only hashes are kept, and each is good once.
create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
