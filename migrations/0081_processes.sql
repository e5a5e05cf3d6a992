-- The processes that run on this database, with a digest of each setting that they must share. One is deleted when it stops, and no longer counts once
-- it has not been seen for three minutes.
create table processes (
  id uuid primary key,
  -- The machine and the port.
  name text not null,
  settings jsonb not null,
  seen_at timestamptz(3) not null
);

-- The data folder with this database's uploaded files, by the number in its file `folder-id`.
create table data_folder (
  id uuid not null,
  is_only boolean primary key default true check (is_only)
);
