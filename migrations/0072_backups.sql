-- Each backup, and whether it could be restored (docs/decisions/0075-backup-and-restore.md).
create table backups (
  id uuid primary key,
  -- Where it lies: a folder or s3://bucket/prefix, and its name there.
  place text not null,
  name text not null,
  started_at timestamptz not null default now(),
  -- The moment it shows. Null until it stands.
  moment timestamptz,
  bytes bigint check (bytes >= 0),
  failure text,
  ended_at timestamptz,
  -- 'proven' was restored and its books agree; 'read' could only be read, whole and unchanged; 'failed' is of no use.
  proof text check (proof in ('proven', 'read', 'failed')),
  proof_finding text,
  proof_seconds integer check (proof_seconds >= 0),
  proved_at timestamptz,
  check ((proof is null) = (proved_at is null))
);
create index backups_started_idx on backups (started_at desc);

-- The files that a place of backups has, each once, and the last backup that needs it.
create table backup_files (
  place text not null,
  key text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 text not null,
  needed_at timestamptz not null,
  primary key (place, key)
);

-- Who has deleted an account lately is written beside the backups (docs/decisions/0075-backup-and-restore.md).
-- squawk-ignore require-concurrent-index-creation
create index users_deleted_at_idx on users (deleted_at) where deleted_at is not null;

-- At most one row: this database came out of a backup. Until it has gone live it neither mails, charges nor refunds.
create table restored_copy (
  is_single boolean primary key default true check (is_single),
  backup_id uuid not null,
  backup_moment timestamptz not null,
  restored_at timestamptz not null default now(),
  live_at timestamptz
);
