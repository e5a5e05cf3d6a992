-- The ledger summed by day, for whoever shows money (docs/decisions/0057-money-page.md). As in sales_sums, each statement that posts adds
-- rows and waits for nobody; a job adds up the rows of a day (src/server/features/ledger/days/commands.ts). Sums of nothing stay: they say that the
-- account was moved on that day.
create table ledger_days (
  day date not null,
  kind text not null,
  account text not null,
  -- Also one that we cannot be paid in.
  currency text not null check (currency ~ '^[a-z]{3}$'),
  is_generated boolean not null,
  cents bigint not null
);
create index ledger_days_day_idx on ledger_days (day) include (kind, account, currency, is_generated, cents);

create function sum_postings() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into ledger_days (day, kind, account, currency, is_generated, cents)
    select posted_on, kind, account, currency, is_generated, sum(amount_cents) from added join entries on entries.id = entry_id
    group by posted_on, kind, account, currency, is_generated;
  return null;
end $$;
create trigger postings_summed after insert on postings referencing new table as added
  for each statement execute function sum_postings();

-- The entries after the first id, up to the second, are not in ledger_days yet: those of before, or all while it is made again.
alter table ledger_progress add column summed_after bigint not null default 0, add column summed_until bigint not null default 0;
-- The trigger has waited for whoever was posting, and whoever posts from now on waits for it.
update ledger_progress set summed_until = coalesce((select max(id) from entries), 0);

-- The days, right at any time. Joined sideways, so that nothing of the second part is begun once all is summed.
create view ledger_sums as
  select day, kind, account, currency, is_generated, cents from ledger_days
  union all
  select posted_on, kind, account, currency, is_generated, amount_cents from ledger_progress cross join lateral (
    select posted_on, kind, account, currency, is_generated, amount_cents from entries join postings on entry_id = entries.id
    where entries.id > summed_after and entries.id <= summed_until offset 0
  ) as later where summed_after < summed_until;

-- The journal, the newest first, by what happened and by account; and what is for no booking yet. Written to while they are made are only the
-- entries of a few days: no released version has the tables.
-- squawk-ignore-file require-concurrent-index-creation
create index entries_kind_idx on entries (kind, posted_on, id);
create index postings_account_idx on postings (account, entry_id);
create index postings_unallocated_idx on postings (receipt_id, booking_id, currency) include (amount_cents) where account = 'unallocated';
