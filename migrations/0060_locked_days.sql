-- Days that administrators have locked, and tills that managers have counted (docs/decisions/0064-locked-days.md).

-- Up to which day nothing more is written. Every entry reads this row.
create table ledger_lock (
  only_row boolean primary key default true check (only_row),
  locked_until date
);
insert into ledger_lock default values;

create table ledger_lock_changes (
  id uuid primary key default gen_random_uuid(),
  was_locked_until date,
  locked_until date,
  changed_by text not null references users (id),
  changed_at timestamptz not null,
  reason text check (length(reason) between 1 and 500),
  -- Later locks more and needs no reason; earlier, or none at all, unlocks.
  constraint ledger_lock_changes_reason check (
    coalesce(locked_until, '-infinity') > coalesce(was_locked_until, '-infinity')
    or coalesce(locked_until, '-infinity') < coalesce(was_locked_until, '-infinity') and reason is not null
  )
);
create index ledger_lock_changes_changed_idx on ledger_lock_changes (changed_at desc);

-- Whatever writes an entry, for whichever day: of a locked day it becomes the first open one. When it happened stays as it is.
create function keep_days_locked() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Whoever locks waits for those who are posting, and they for it.
  perform pg_advisory_xact_lock_shared(hashtext('meridian-ledger-lock'));
  -- A statement of its own, so that it sees the lock that it has waited for.
  new.posted_on := greatest(new.posted_on, (select locked_until + 1 from ledger_lock));
  return new;
end $$;
create trigger entries_of_open_days before insert on entries for each row execute function keep_days_locked();
-- Also where session_replication_role silences ordinary triggers.
alter table entries enable always trigger entries_of_open_days;

-- The cash that a manager has counted, beside what the ledger had for that day. Closed once.
create table till_closes (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  -- What came in that day less what was given back. Both may be negative.
  ledger_cents bigint not null,
  counted_cents bigint not null,
  note text check (length(note) between 1 and 500),
  closed_by text not null references users (id),
  closed_at timestamptz not null,
  constraint till_closes_once unique (day, currency),
  constraint till_closes_explained check (counted_cents = ledger_cents or note is not null)
);

-- Whoever closes the till accepts what is missing: it is given up. What is too much makes that less.
create function post_till_close() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform post_entry('till_difference', new.id, 'closed', new.day, new.closed_at, false, array[
    row('cash', new.counted_cents - new.ledger_cents, new.currency, null, null, null),
    row('write_offs', new.ledger_cents - new.counted_cents, new.currency, null, null, null)
  ]::posting_line[]);
  return null;
end $$;
create trigger till_closes_ledger after insert on till_closes for each row execute function post_till_close();
-- What has been posted for it is never changed.
create trigger till_closes_no_change before update or delete or truncate on till_closes
  for each statement execute function refuse_ledger_change();
