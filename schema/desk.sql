-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- What administrators have been told is wrong, until they have been told that it is over. One row for each kind, so that only one of several processes tells them.
CREATE TABLE alarms (
  name text NOT NULL,
  began_at timestamp(3) with time zone NOT NULL,
  told_at timestamp(3) with time zone NOT NULL,
  fine_since timestamp(3) with time zone,
  CONSTRAINT alarms_pkey PRIMARY KEY (name)
);

-- The data folder with this database's uploaded files, by the number in its file folder-id.
CREATE TABLE data_folder (
  id uuid NOT NULL,
  is_only boolean DEFAULT true NOT NULL,
  CONSTRAINT data_folder_pkey PRIMARY KEY (is_only),
  CONSTRAINT data_folder_is_only_check CHECK (is_only)
);

-- The processes on this database, with a digest of each setting that they must share. A row is deleted when its process stops, and doesn't count once unseen for three minutes.
CREATE TABLE processes (
  id uuid NOT NULL,
  name text NOT NULL,
  settings jsonb NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT processes_pkey PRIMARY KEY (id)
);

-- What was confirmed, received and given back in each quarter of an hour, from which the days of every time zone are made. Each change adds a row and waits for nothing; a job adds up the rows of a quarter.
CREATE TABLE sales_sums (
  quarter timestamp with time zone NOT NULL,
  currency text NOT NULL,
  tours integer DEFAULT 0 NOT NULL,
  vehicles integer DEFAULT 0 NOT NULL,
  received_cents bigint DEFAULT 0 NOT NULL,
  returned_cents bigint DEFAULT 0 NOT NULL,
  CONSTRAINT sales_sums_currency_check CHECK (currency ~ '^[a-z]{3}$'::text)
);
CREATE INDEX sales_sums_counts_idx ON public.sales_sums USING btree (quarter) INCLUDE (tours, vehicles);
