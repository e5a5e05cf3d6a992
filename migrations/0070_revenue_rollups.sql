-- The revenue of any months in few rows of each tour (docs/decisions/0073-fast-figures.md).

-- Overflows with an error. sum(bigint) is numeric, and takes half as long again.
create aggregate sum_cents (bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, initcond = '0', parallel = safe);

-- What came in a month, and what came from 1 January to its end: a year is the row of its December, and other months are a difference. A tour that
-- had anything in a year has a row of the second kind for each month from then to December. The job adds to them what is in revenue_months, which
-- from now on is only what is not in them yet, whether a process of the version before has added up its rows or not.
create table revenue_rollups (
  -- Its first day.
  month date not null,
  since_january boolean not null,
  -- Of all tours and moves together, by channel.
  is_total boolean not null,
  tour_id text,
  channel text not null,
  currency text not null,
  is_generated boolean not null,
  revenue_cents bigint not null,
  kept_cents bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  lost_cents bigint not null,
  fee_cents bigint not null
  -- Those of this year change often: with room left, in place.
) with (fillfactor = 80);
create unique index revenue_rollups_key on revenue_rollups (month, since_january, is_total, tour_id, channel, currency, is_generated) nulls not distinct;
create index revenue_rollups_tour_idx on revenue_rollups (tour_id, month) where not is_total;

-- What is added to them next is read by month. Who posts waits until the index is made.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion
create index revenue_months_month_idx on revenue_months (month);
drop index revenue_months_since_idx;

-- What is not in revenue_rollups yet. Joined sideways, so that nothing of the second part is begun once all is summed.
create view revenue_since as
  select month, tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents
    from revenue_months
  union all
  select month, tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents
    from ledger_progress cross join lateral (
      select * from revenue_postings where entry_id > revenue_after and entry_id <= revenue_until offset 0
    ) as later where revenue_after < revenue_until;

-- The months, for processes of the version before.
create or replace view revenue_sums as
  select month, tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents
    from revenue_rollups where not since_january and not is_total
  union all
  select month, tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents
    from revenue_since;

-- Of the quarters of an hour only the counts are read: the index with the columns of money ends with them (migrations/contract/ledger.sql).
create index sales_sums_counts_idx on sales_sums (quarter) include (tours, vehicles);
drop index sales_sums_quarter_idx;
