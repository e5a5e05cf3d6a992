-- What moves the balance at the card provider, read each night: its fees, and what it pays out (docs/decisions/0063-the-providers-side.md).
create table provider_entries (
  id uuid primary key default gen_random_uuid(),
  provider_entry_id text not null unique,
  type text not null,
  -- What it adds to the balance, without the fee; the balance moves by amount less fee.
  amount_cents bigint not null,
  fee_cents bigint not null,
  currency text not null,
  -- The charge, refund, dispute or payout that it is for. Its currency is another one where the provider has converted.
  source_id text,
  source_cents bigint,
  source_currency text,
  -- The payment that it is for by the provider's id, and ours once we know it.
  provider_payment_id text,
  payment_id uuid references payments (id),
  provider_payout_id text,
  created_at timestamptz not null,
  available_at timestamptz not null
);
create index provider_entries_payment_idx on provider_entries (payment_id) where payment_id is not null;
create index provider_entries_unlinked_idx on provider_entries (provider_payment_id) where payment_id is null and provider_payment_id is not null;
create index provider_entries_created_idx on provider_entries (created_at);
create index provider_entries_payout_idx on provider_entries (provider_payout_id, created_at) where provider_payout_id is not null;

create table payouts (
  id uuid primary key default gen_random_uuid(),
  provider_payout_id text not null unique,
  amount_cents bigint not null,
  currency text not null,
  status text not null,
  created_at timestamptz not null,
  arrives_at timestamptz not null,
  -- Whether the provider tells what it contains: never of one made by hand, and of others not always at once.
  has_contents boolean not null,
  -- When what it contains was read.
  itemised_at timestamptz
);
create index payouts_created_idx on payouts (created_at desc, id);

-- Until when the provider's movements have been read, and since when.
alter table ledger_progress add column provider_since timestamptz, add column provider_until timestamptz;

-- Posts the difference between what a source says now and what has been posted for it. Lines have an account, cents and a currency.
create function post_difference(
  entry_kind text, source uuid, step text, day date, moment timestamptz, generated boolean, booking uuid, receipt uuid, wanted jsonb
) returns void language sql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  with asked as (
    select account, currency, sum(cents)::bigint as cents from jsonb_to_recordset(wanted) as line (account text, cents bigint, currency text)
    group by account, currency
  ), posted as (
    select account, currency, sum(amount_cents)::bigint as cents from entries join postings on entry_id = entries.id
    where source_id = source group by account, currency
  ), moved as (
    select account, currency, coalesce(asked.cents, 0) - coalesce(posted.cents, 0) as cents, row_number() over (order by account, currency) as number
    from asked full join posted using (account, currency) where coalesce(asked.cents, 0) <> coalesce(posted.cents, 0)
  ), entry as (
    insert into entries (kind, source_id, source_step, posted_on, happened_at, is_generated, lines)
      select entry_kind, source, step, day, moment, generated, count(*) from moved having count(*) > 0 returning id
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id, receipt_id)
    select entry.id, number, account, cents, currency, booking, receipt from entry, moved
$$;

create function ledger_line(account text, cents bigint, currency text) returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as
  $$ select jsonb_build_object('account', account, 'cents', cents, 'currency', currency) $$;

-- Our own payments, refunds and disputes are posted when we hear of them: of their movements only the fee, and a conversion, is new.
create function post_provider_entry() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  payment payments;
  converted bigint := sign(new.amount_cents) * abs(new.source_cents);
  other text := case when new.type in ('payout', 'payout_cancel', 'payout_failure') then 'payouts_in_transit'
    when new.type in ('stripe_fee', 'stripe_fx_fee', 'tax_fee', 'application_fee') then 'provider_fees' else 'other_business' end;
  wanted jsonb := jsonb_build_array(
    ledger_line('provider_fees', new.fee_cents, new.currency), ledger_line('provider_clearing', -new.fee_cents, new.currency));
begin
  if new.payment_id is null then
    wanted := wanted || jsonb_build_array(
      ledger_line('provider_clearing', new.amount_cents, new.currency), ledger_line(other, -new.amount_cents, new.currency));
  else
    select * into payment from payments where id = new.payment_id;
    if new.source_currency <> new.currency then
      wanted := wanted || jsonb_build_array(
        ledger_line('provider_clearing', -converted, new.source_currency), ledger_line('exchange', converted, new.source_currency),
        ledger_line('provider_clearing', new.amount_cents, new.currency), ledger_line('exchange', -new.amount_cents, new.currency));
    end if;
  end if;
  perform post_difference(
    case when new.payment_id is not null then 'provider_fee' when other = 'payouts_in_transit' then 'payout' else 'provider_other' end,
    new.id, next_step('provider', new.id), agency_day(new.created_at), new.created_at, coalesce(payment.is_generated, false),
    payment.booking_id, payment.id, wanted);
  return null;
end $$;
create trigger provider_entries_ledger after insert or update of payment_id on provider_entries for each row execute function post_provider_entry();

create function post_payout() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform post_difference('payout_arrived', new.id, next_step('payout', new.id), agency_day(new.arrives_at), new.arrives_at, false, null, null,
    case when new.status = 'paid' then jsonb_build_array(
      ledger_line('bank', new.amount_cents, new.currency), ledger_line('payouts_in_transit', -new.amount_cents, new.currency)) else '[]' end);
  return null;
end $$;
create trigger payouts_ledger after insert or update of status on payouts for each row execute function post_payout();

-- What the provider held before the first movement that was read: once for each currency.
create function post_opening(money text, cents bigint, moment timestamptz) returns void language sql set search_path = pg_catalog, public, pg_temp as $$
  select post_entry('opening', md5('opening ' || money)::uuid, 'opening', agency_day(moment), moment, false, array[
    row('provider_clearing', cents, money, null, null, null), row('opening', -cents, money, null, null, null)
  ]::posting_line[])
$$;
