-- The ledger summed by month, tour and channel, for the page of the revenue (docs/decisions/0057-money-page.md). As with ledger_days, each statement
-- that posts adds rows and waits for nobody; a job adds them to the row of their month.

-- Of each posting, which column of that page it is in. A channel is how the booking was made, however it was paid.
create view revenue_postings as
  select entry_id, posted_on, date_trunc('month', posted_on::timestamp)::date as month, tour_id,
    case when bookings.id is null then 'none' when bookings.kind = 'vehicle' then 'move'
      when reservations.booking_id is not null then 'reservation' else 'online' end as channel,
    postings.currency, entries.is_generated,
    case when account = 'revenue' then -amount_cents else 0 end as revenue_cents,
    case when account = 'cancellation_fees' then -amount_cents else 0 end as kept_cents,
    case when account in ('provider_clearing', 'bank', 'cash') and entries.kind in ('received', 'voided') then amount_cents else 0 end as paid_cents,
    case when account = 'refunds_payable' and entries.kind <> 'refund_owed' then amount_cents else 0 end as refunded_cents,
    case when account = 'dispute_losses' then amount_cents else 0 end as lost_cents,
    case when account = 'provider_fees' then amount_cents else 0 end as fee_cents
  from entries join postings on entry_id = entries.id
    left join bookings on bookings.id = postings.booking_id
    left join tour_bookings on tour_bookings.booking_id = postings.booking_id
    left join reservations on reservations.booking_id = postings.booking_id;

create table revenue_months (
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- Null for moves, and for what is of no booking.
  tour_id text,
  channel text not null check (channel in ('online', 'reservation', 'move', 'none')),
  -- Also one that we cannot be paid in.
  currency text not null check (currency ~ '^[a-z]{3}$'),
  is_generated boolean not null,
  -- What was earned, and kept of cancelled bookings.
  revenue_cents bigint not null,
  kept_cents bigint not null,
  -- What came in, went back, was lost in disputes beyond that, and went to the card provider.
  paid_cents bigint not null,
  refunded_cents bigint not null,
  lost_cents bigint not null,
  fee_cents bigint not null,
  -- Whether it is the row of its month: of each month, tour and so on there is one, and what was posted since.
  is_added_up boolean not null default false
);
create unique index revenue_months_key on revenue_months (month, tour_id, channel, currency, is_generated)
  include (revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents) nulls not distinct where is_added_up;
create index revenue_months_tour_idx on revenue_months (tour_id, month) where is_added_up;
create index revenue_months_since_idx on revenue_months (month) where not is_added_up;

create function sum_revenue() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into revenue_months (month, tour_id, channel, currency, is_generated,
      revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents)
    select month, tour_id, channel, currency, is_generated,
      sum(revenue_cents), sum(kept_cents), sum(paid_cents), sum(refunded_cents), sum(lost_cents), sum(fee_cents)
    -- An entry is written whole, in one statement.
    from (select distinct entry_id from added) as written join revenue_postings using (entry_id)
    group by month, tour_id, channel, currency, is_generated
    having sum(abs(revenue_cents) + abs(kept_cents) + abs(paid_cents) + abs(refunded_cents) + abs(lost_cents) + abs(fee_cents)) > 0;
  return null;
end $$;
create trigger postings_summed_revenue after insert on postings referencing new table as added
  for each statement execute function sum_revenue();

-- The entries after the first id, up to the second, are not in revenue_months yet: those of before, or all while it is made again.
alter table ledger_progress add column revenue_after bigint not null default 0, add column revenue_until bigint not null default 0;
-- The trigger has waited for whoever was posting, and whoever posts from now on waits for it.
update ledger_progress set revenue_until = coalesce((select max(id) from entries), 0);

-- The months, right at any time, as ledger_sums is.
create view revenue_sums as
  select month, tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents
    from revenue_months where is_added_up
  union all
  select month, tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents
    from revenue_months where not is_added_up
  union all
  select month, tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents
    from ledger_progress cross join lateral (
      select * from revenue_postings where entry_id > revenue_after and entry_id <= revenue_until offset 0
    ) as later where revenue_after < revenue_until;
