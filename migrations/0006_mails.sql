-- E-mails: queued in the transaction that makes them necessary, sent by a job. The key makes each one unique:
-- what happens twice is mailed once.

create table mails (
  id uuid primary key,
  key text not null unique,
  template text not null,
  recipient text not null,
  data jsonb not null,
  attempts integer not null default 0,
  failure text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index mails_unsent_idx on mails (created_at) where sent_at is null;
