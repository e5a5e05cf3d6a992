-- An account that is closed to its owner; what it owns stays.
alter table users add column disabled_at timestamptz;
