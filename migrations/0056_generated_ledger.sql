-- Posts the money of bookings that were just generated, in one statement for all: the entries that the triggers would have written, on the
-- days that were invented for them.
create function post_generated_bookings(wanted uuid[], today date) returns void language sql set search_path = pg_catalog, public, pg_temp as $$
  with paid as materialized (
    select payments.id, booking_id, amount_cents, payments.currency, paid_at, time_zone as zone from payments cross join ledger_settings
    where booking_id = any(wanted) and is_generated
  ), returned as materialized (
    select refunds.id, booking_id, payment_id, refunds.amount_cents, refunds.currency, made_at, zone from paid join refunds on payment_id = paid.id
  ), moved as (
    select 1 as place, 'received' as kind, id as source_id, 'received' as source_step, paid_at as happened_at, (paid_at at time zone zone)::date as day,
      'provider_clearing' as debit, 'customer_advances' as credit, amount_cents, currency, booking_id, id as receipt_id, null::uuid as refund_id
    from paid
    union all select 2, 'refund_owed', id, 'owed 1', made_at, (made_at at time zone zone)::date,
      'customer_advances', 'refunds_payable', amount_cents, currency, booking_id, payment_id, id
    from returned
    union all select 3, 'cancelled', bookings.id, 'cancelled 1', cancelled_at, (cancelled_at at time zone zone)::date,
      'customer_advances', 'cancellation_fees', kept, paid.currency, bookings.id, null, null
    from paid join bookings on bookings.id = paid.booking_id
    cross join lateral (select paid.amount_cents - coalesce(sum(returned.amount_cents), 0)::bigint as kept from returned where payment_id = paid.id) as rest
    where bookings.status = 'cancelled' and kept > 0
    union all select 4, 'refund_paid', id, 'paid 2', made_at, (made_at at time zone zone)::date,
      'refunds_payable', 'provider_clearing', amount_cents, currency, booking_id, payment_id, id
    from returned
    union all select 5, 'travelled', bookings.id, 'travelled 1', (last_day + 1)::timestamp at time zone zone, last_day,
      'customer_advances', 'revenue', amount_cents, paid.currency, bookings.id, null, null
    from paid join bookings on bookings.id = paid.booking_id join tour_bookings on tour_bookings.booking_id = bookings.id join tours on tours.id = tour_id
    cross join lateral (select starts_on + duration - 1 as last_day) as trip
    where bookings.status = 'confirmed' and last_day < today
  ), numbered as materialized (
    select nextval('entries_id_seq') as entry_id, ordered.* from (select * from moved order by happened_at, place) as ordered
  ), entry as (
    insert into entries (id, kind, source_id, source_step, posted_on, happened_at, is_generated, lines) overriding system value
      select entry_id, kind, source_id, source_step, day, happened_at, true, 2 from numbered
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id, receipt_id, refund_id)
    select entry_id, line, account, cents, currency, booking_id, receipt_id, refund_id
    from numbered cross join lateral (values (1, debit, amount_cents), (2, credit, -amount_cents)) as lines (line, account, cents)
$$;
