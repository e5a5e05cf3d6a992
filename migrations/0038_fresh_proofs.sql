-- When the owner of a session last confirmed that it is them; null: not since signing in, which counts as well.
alter table sessions add column proved_at timestamptz;
