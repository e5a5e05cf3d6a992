-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- The files at a place of backups, each once, and the last backup that needs it.
CREATE TABLE backup_files (
  place text NOT NULL,
  key text NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  needed_at timestamp with time zone NOT NULL,
  CONSTRAINT backup_files_pkey PRIMARY KEY (place, key),
  CONSTRAINT backup_files_bytes_check CHECK (bytes >= 0)
);

-- Each backup, and whether it could be restored.
CREATE TABLE backups (
  id uuid NOT NULL,
  place text NOT NULL,
  name text NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  moment timestamp with time zone,
  bytes bigint,
  failure text,
  ended_at timestamp with time zone,
  proof text,
  proof_finding text,
  proof_seconds integer,
  proved_at timestamp with time zone,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_bytes_check CHECK (bytes >= 0),
  CONSTRAINT backups_check CHECK ((proof IS NULL) = (proved_at IS NULL)),
  CONSTRAINT backups_proof_check CHECK (proof = ANY (ARRAY['proven'::text, 'read'::text, 'failed'::text])),
  CONSTRAINT backups_proof_seconds_check CHECK (proof_seconds >= 0)
);
CREATE INDEX backups_started_idx ON public.backups USING btree (started_at DESC);

-- At most one row: this database was restored from a backup. Until it has gone live it neither mails, charges nor refunds.
CREATE TABLE restored_copy (
  is_single boolean DEFAULT true NOT NULL,
  backup_id uuid NOT NULL,
  backup_moment timestamp with time zone NOT NULL,
  restored_at timestamp with time zone DEFAULT now() NOT NULL,
  live_at timestamp with time zone,
  CONSTRAINT restored_copy_pkey PRIMARY KEY (is_single),
  CONSTRAINT restored_copy_is_single_check CHECK (is_single)
);
