-- The ledger: every movement of money as one entry whose postings balance, and which is never changed (docs/decisions/0056-shadow-ledger.md).
-- For now it stands beside the sums of before. Triggers write it, so that a process of an earlier version writes it too.

-- The agency's zone, for the day of an entry: triggers cannot read settings. Each start writes it.
create table ledger_settings (
  only_row boolean primary key default true check (only_row),
  time_zone text not null
);
insert into ledger_settings (time_zone) values ('UTC');

create table ledger_accounts (
  name text primary key
);
insert into ledger_accounts (name) values
  ('provider_clearing'), ('payouts_in_transit'), ('bank'), ('cash'), ('terminal_clearing'), ('customer_advances'), ('unallocated'),
  ('receivables'), ('revenue'), ('cancellation_fees'), ('commissions'), ('refunds_payable'), ('chargebacks'), ('dispute_losses'),
  ('provider_fees'), ('exchange'), ('vouchers'), ('voucher_adjustments'), ('write_offs'), ('other_business'), ('opening'), ('suspense');

create table entries (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The row that it was posted for, and which of its steps: written twice, it is written once.
  source_id uuid not null,
  source_step text not null,
  -- The agency's day of writing; for history that is posted later, the day on which it was so.
  posted_on date not null,
  happened_at timestamptz not null,
  is_generated boolean not null default false,
  lines smallint not null check (lines >= 2),
  constraint entries_once unique (source_id, source_step)
);
create index entries_posted_on_idx on entries (posted_on, id);

-- Ids and figures only: names, references and reasons are in tables that can be erased.
create table postings (
  entry_id bigint not null references entries (id),
  line smallint not null check (line >= 1),
  account text not null references ledger_accounts (name),
  -- Debit positive, credit negative.
  amount_cents bigint not null check (amount_cents <> 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  booking_id uuid,
  -- Of a card payment: the payment's id.
  receipt_id uuid,
  refund_id uuid,
  dispute_id uuid,
  partner_id uuid,
  voucher_id uuid,
  tax_category text,
  primary key (entry_id, line)
);
create index postings_booking_idx on postings (booking_id, account) include (amount_cents);
create index postings_suspense_idx on postings (booking_id) where account = 'suspense';

-- How far the money of before the ledger has been posted, and until which day trips are revenue.
create table ledger_progress (
  only_row boolean primary key default true check (only_row),
  replayed_until uuid not null default '00000000-0000-0000-0000-000000000000',
  replayed_at timestamptz,
  travelled_until date
);
insert into ledger_progress default values;

-- Paid another way than through the card provider. Not valid: the states of before are all in the list.
alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_state_check
  check (state in ('requested', 'pending', 'succeeded', 'failed', 'canceled', 'blocked', 'lost', 'settled')) not valid;

create function refuse_unbalanced_entries() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Within one statement for each entry: an entry gets no line later.
  if exists (
    select from (select entry_id, count(*) as lines from added group by entry_id) as written
    where written.lines <> (select entries.lines from entries where id = written.entry_id)
  ) then
    raise exception 'An entry is written whole, in one statement.' using errcode = 'check_violation';
  end if;
  if exists (select from added group by entry_id, currency having sum(amount_cents) <> 0) then
    raise exception 'An entry does not balance.' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger postings_balance after insert on postings referencing new table as added
  for each statement execute function refuse_unbalanced_entries();

create function refuse_empty_entries() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from added where (select count(*) from postings where entry_id = added.id) = 0) then
    raise exception 'An entry is written with its lines, in one statement.' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger entries_have_lines after insert on entries referencing new table as added
  for each statement execute function refuse_empty_entries();

create function refuse_ledger_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'The ledger is append only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger entries_no_change before update or delete or truncate on entries for each statement execute function refuse_ledger_change();
create trigger postings_no_change before update or delete or truncate on postings for each statement execute function refuse_ledger_change();
-- Also where session_replication_role silences ordinary triggers.
alter table entries enable always trigger entries_no_change;
alter table postings enable always trigger postings_no_change, enable always trigger postings_balance;

create type posting_line as (account text, amount_cents bigint, currency text, booking_id uuid, receipt_id uuid, refund_id uuid);

create function agency_day(moment timestamptz) returns date language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select (moment at time zone time_zone)::date from ledger_settings $$;

-- Writes an entry, unless this step of its source has one. Lines of nothing are left out, and an entry of nothing is not written.
create function post_entry(entry_kind text, source uuid, step text, day date, moment timestamptz, generated boolean, posted posting_line[])
  returns void language sql set search_path = pg_catalog, public, pg_temp as $$
  with moved as (
    select line.*, row_number() over (order by place) as number
    from unnest(posted) with ordinality as line (account, amount_cents, currency, booking_id, receipt_id, refund_id, place)
    where amount_cents <> 0
  ), entry as (
    insert into entries (kind, source_id, source_step, posted_on, happened_at, is_generated, lines)
      select entry_kind, source, step, day, moment, generated, count(*) from moved having count(*) > 0
      on conflict (source_id, source_step) do nothing returning id
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id, receipt_id, refund_id)
    select entry.id, number, account, amount_cents, currency, booking_id, receipt_id, refund_id from entry, moved
$$;

-- The next step of a source that may change several times, such as a refund that fails after it was made.
create function next_step(name text, source uuid) returns text language sql stable set search_path = pg_catalog, public, pg_temp as
  $$ select name || ' ' || count(*) + 1 from entries where source_id = source $$;

create function last_day_of(booking bookings) returns date language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select booking.starts_on::date + coalesce((select duration - 1 from tour_bookings join tours on tours.id = tour_id where booking_id = booking.id), 0)
$$;

-- Where money goes that a booking is paid with, or that comes back to it.
create function earning_account(booking bookings) returns text language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when booking.status = 'cancelled' then 'cancellation_fees'
    when last_day_of(booking) <= travelled_until then 'revenue' else 'customer_advances' end
  from ledger_progress
$$;

-- Takes money from where a booking's stands: advances first, then revenue, then what was kept of it. What stands nowhere, nobody can explain yet.
create function taken_lines(booking uuid, receipt uuid, refund uuid, cents bigint, money text)
  returns posting_line[] language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  lines posting_line[] := '{}';
  rest bigint := cents;
  stands record;
begin
  for stands in
    select name, coalesce(-sum(amount_cents), 0) as cents
    from unnest(array['customer_advances', 'revenue', 'cancellation_fees']) with ordinality as account (name, place)
    left join postings on postings.booking_id = booking and account = name and currency = money
    group by name, place order by place
  loop
    lines := lines || row(stands.name, least(rest, greatest(stands.cents, 0)), money, booking, receipt, refund)::posting_line;
    rest := rest - least(rest, greatest(stands.cents, 0));
  end loop;
  return lines || row('suspense', rest, money, booking, receipt, refund)::posting_line;
end $$;

-- Gives money back to a booking that is owed to the customer no more: first what nobody could explain.
create function returned_lines(booking uuid, receipt uuid, refund uuid, cents bigint, money text)
  returns posting_line[] language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select array[
    row('suspense', -explained, money, booking, receipt, refund), row(earning_account(bookings), explained - cents, money, booking, receipt, refund)
  ]::posting_line[]
  from bookings, lateral (
    select least(cents, greatest(coalesce(sum(amount_cents), 0), 0))::bigint as explained
    from postings where booking_id = booking and account = 'suspense' and currency = money
  ) as standing where bookings.id = booking
$$;

create function money_account(payment payments) returns text language sql immutable set search_path = pg_catalog, public, pg_temp as
  $$ select case when payment.provider_payment_id is not null then 'provider_clearing' when payment.method = 'cash' then 'cash' else 'bank' end $$;

-- A payment that was received, and what it pays for. A sum that staff have accepted although it is short pays for all.
create function post_payment(payment payments, is_history boolean)
  returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  booking bookings;
  day date := agency_day(case when is_history then payment.paid_at else now() end);
  is_direct boolean := payment.role = 'primary' and payment.provider_payment_id is not null;
  cents bigint := payment.amount_cents;
  held bigint;
  short bigint;
begin
  select * into booking from bookings where id = payment.booking_id;
  -- A cancellation that came after it is posted after it.
  if is_history then booking.status := 'confirmed'; end if;
  perform post_entry('received', payment.id, 'received', day, payment.paid_at, payment.is_generated, array[
    row(money_account(payment), cents, payment.currency, booking.id, payment.id, null),
    row(case when is_direct then earning_account(booking) else 'unallocated' end, -cents, payment.currency, booking.id, payment.id, null)
  ]::posting_line[]);
  if payment.role <> 'primary' then return; end if;
  select coalesce(-sum(amount_cents), 0) into held
    from postings where booking_id = booking.id and account = 'unallocated' and receipt_id = payment.id;
  short := case when payment.currency = booking.currency then greatest(booking.total_cents - cents, 0) else 0 end;
  perform post_entry('allocated', payment.id, 'allocated', day, case when is_history then payment.paid_at else now() end, payment.is_generated, array[
    row('unallocated', held, payment.currency, booking.id, payment.id, null),
    row('write_offs', short, payment.currency, booking.id, payment.id, null),
    row(earning_account(booking), -held - short, payment.currency, booking.id, payment.id, null)
  ]::posting_line[]);
end $$;

-- What a refund, and those in whose place it stands, have taken from a booking or a receipt so far.
create function owed_by(refund uuid) returns bigint language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  total bigint := 0;
begin
  while refund is not null loop
    total := total - coalesce((
      select sum(amount_cents) from entries join postings on entry_id = entries.id
      where source_id = refund and kind = 'refund_owed' and account = 'refunds_payable'), 0);
    refund := (select replaces from refunds where id = refund);
  end loop;
  return total;
end $$;

-- Brings the ledger to what a refund says now: what is owed by it, and whether and how that was paid. Called again, it writes nothing more.
create function post_refund(refund refunds, is_history boolean)
  returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  payment payments;
  moment timestamptz := coalesce(refund.made_at, refund.updated_at);
  first_day date := agency_day(case when is_history then refund.created_at else now() end);
  last_day date := agency_day(case when is_history then moment else now() end);
  owed bigint;
  paid_from text;
  lines posting_line[];
  currently record;
begin
  select * into payment from payments where id = refund.payment_id;
  if not exists (select from entries where source_id = payment.id and source_step = 'received') then
    perform post_booking_history(payment.booking_id);
    return;
  end if;
  -- One that was made outside and did not go through is owed to nobody; nor is ours, when all has gone back outside.
  owed := case
    when refund.state in ('failed', 'canceled') and (refund.cause = 'external' or refund.failure_reason = 'refunded_outside')
      then owed_by(refund.replaces)
    else refund.amount_cents end - owed_by(refund.id);
  if owed > 0 then
    lines := case when payment.role = 'primary'
      then taken_lines(payment.booking_id, payment.id, refund.id, owed, refund.currency)
      else array[row('unallocated', owed, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line] end;
  elsif owed < 0 then
    lines := case when payment.role = 'primary'
      then returned_lines(payment.booking_id, payment.id, refund.id, -owed, refund.currency)
      else array[row('unallocated', owed, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line] end;
  end if;
  perform post_entry('refund_owed', refund.id, next_step('owed', refund.id), first_day, refund.created_at, refund.is_generated,
    lines || row('refunds_payable', -owed, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line);
  paid_from := case refund.state when 'succeeded' then money_account(payment) when 'settled' then 'bank' when 'lost' then 'chargebacks' end;
  lines := '{}';
  for currently in
    select account, sum(amount_cents) as cents from entries join postings on entry_id = id
    where source_id = refund.id and kind = 'refund_paid' group by account having sum(amount_cents) <> 0
  loop
    lines := lines || row(currently.account, -currently.cents, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line;
  end loop;
  if paid_from is not null then
    lines := lines || array[
      row('refunds_payable', refund.amount_cents, refund.currency, payment.booking_id, payment.id, refund.id),
      row(paid_from, -refund.amount_cents, refund.currency, payment.booking_id, payment.id, refund.id)
    ]::posting_line[];
  end if;
  -- What has not changed cancels itself out.
  select array_agg(row(account, cents, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line) into lines
    from (select account, sum(amount_cents)::bigint as cents from unnest(lines) group by account having sum(amount_cents) <> 0) as changed;
  perform post_entry('refund_paid', refund.id, next_step('paid', refund.id), last_day, moment, refund.is_generated, coalesce(lines, '{}'));
end $$;

-- What is left of a cancelled booking's money is its fee.
create function post_cancelled(booking bookings, is_history boolean)
  returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  moment timestamptz := coalesce(booking.cancelled_at, now());
  kept record;
begin
  for kept in
    select currency, array_agg(row(account, -cents, currency, booking.id, null, null)::posting_line) as lines, sum(cents)::bigint as cents
    from (
      select account, currency, sum(amount_cents)::bigint as cents from postings
      where booking_id = booking.id and account in ('customer_advances', 'revenue') group by account, currency
    ) as standing group by currency
  loop
    perform post_entry('cancelled', booking.id, next_step('cancelled', booking.id), agency_day(case when is_history then moment else now() end),
      moment, booking.is_generated, kept.lines || row('cancellation_fees', kept.cents, kept.currency, booking.id, null, null)::posting_line);
  end loop;
end $$;

-- Posts the whole money of a booking as it is now, on the days on which it was so. The booking must have been locked.
create function post_booking_history(booking uuid) returns void language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  perform post_payment(payments, true) from payments where booking_id = booking order by paid_at, id;
  perform post_refund(refund, true) from (
    select refunds as refund from refunds join payments on payments.id = payment_id
    where booking_id = booking order by refunds.created_at, refunds.id
  ) as ordered;
  perform post_cancelled(bookings, true) from bookings where id = booking and status = 'cancelled';
end $$;

-- A connection keeps the plans that it made while the tables were still empty, which would read them whole for ever: hence no sequential scans.

-- The bridge: what any process writes, of this version or of an earlier one, is posted. Demo business is posted on the days it invents.
create function post_payment_row() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if tg_op = 'UPDATE' and not exists (select from entries where source_id = new.id and source_step = 'received') then
    perform post_booking_history(new.booking_id);
  else
    perform post_payment(new, (select is_demo from bookings where id = new.booking_id));
  end if;
  return null;
end $$;
create trigger payments_added_ledger after insert on payments
  for each row when (not new.is_generated) execute function post_payment_row();
create trigger payments_changed_ledger after update of role on payments
  for each row when (old.role <> new.role) execute function post_payment_row();

create function post_refund_row() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  perform post_refund(new, (select is_demo from payments join bookings on bookings.id = booking_id where payments.id = new.payment_id));
  return null;
end $$;
create trigger refunds_added_ledger after insert on refunds
  for each row when (not new.is_generated) execute function post_refund_row();
create trigger refunds_changed_ledger after update of amount_cents, state, replaces on refunds
  for each row when ((old.amount_cents, old.state, old.replaces) is distinct from (new.amount_cents, new.state, new.replaces))
  execute function post_refund_row();

create function post_cancelled_row() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  perform post_cancelled(bookings, is_demo) from bookings where id = new.id and status = 'cancelled';
  return null;
end $$;
-- At the end of the transaction: what is owed to the customer may be written down after the status.
create constraint trigger bookings_added_ledger after insert on bookings deferrable initially deferred
  for each row when (new.status = 'cancelled' and not new.is_generated) execute function post_cancelled_row();
create constraint trigger bookings_cancelled_ledger after update of status on bookings deferrable initially deferred
  for each row when (new.status = 'cancelled' and old.status <> new.status) execute function post_cancelled_row();

-- Posts the advances of a booking whose trip has ended as revenue. The booking must have been locked.
create function post_travelled(booking bookings) returns void language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  last_day date := last_day_of(booking);
  advance record;
begin
  for advance in
    select currency, -sum(amount_cents)::bigint as cents from postings
    where booking_id = booking.id and account = 'customer_advances' group by currency
  loop
    perform post_entry('travelled', booking.id, next_step('travelled', booking.id), last_day, (last_day + 1)::timestamp at time zone time_zone,
      booking.is_generated, array[
        row('customer_advances', advance.cents, advance.currency, booking.id, null, null),
        row('revenue', -advance.cents, advance.currency, booking.id, null, null)
      ]::posting_line[]) from ledger_settings;
  end loop;
end $$;
