-- Each dispute of a payment as a row of its own: several per payment, of parts of it, with inquiries, appeals and their history
-- (docs/decisions/0062-disputes.md).
create table disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  provider_dispute_id text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  -- What the bank holds or has kept of it: nothing during an inquiry, or once it has been given back.
  taken_cents integer not null check (taken_cents between 0 and amount_cents),
  currency text not null,
  reason text not null,
  -- The provider's word, and what it means for the money.
  status text not null,
  standing text not null check (standing in ('inquiry', 'open', 'lifted', 'lost')),
  due_at timestamptz,
  opened_at timestamptz not null,
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint disputes_taken check (standing in ('open', 'lost') or taken_cents = 0)
);
create index disputes_payment_idx on disputes (payment_id);
create index disputes_live_idx on disputes (id) where standing in ('inquiry', 'open');

-- All migrations run in one transaction; few rows are in it, so that it takes one scan.
-- squawk-ignore require-concurrent-index-creation
create index payments_marked_idx on payments (id) where disputed_at is not null;

create table dispute_changes (
  id bigint generated always as identity primary key,
  dispute_id uuid not null references disputes (id),
  status text not null,
  taken_cents integer not null,
  noted_at timestamptz not null
);
create index dispute_changes_dispute_idx on dispute_changes (dispute_id, id);

-- The lost dispute that has ended a refund.
alter table refunds add column dispute_id uuid;
alter table refunds add constraint refunds_dispute_id_fkey foreign key (dispute_id) references disputes (id) not valid;
-- squawk-ignore require-concurrent-index-creation
create index refunds_dispute_idx on refunds (dispute_id) where dispute_id is not null;

-- Brings the ledger to what a dispute says now: what the bank has taken, and what of that was lost beyond the refunds that it has ended.
create function post_dispute(dispute disputes) returns void language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  payment payments;
  generated boolean;
  ended bigint := (select coalesce(sum(amount_cents), 0) from refunds where dispute_id = dispute.id and state = 'lost');
  lost bigint := case when dispute.standing = 'lost' then dispute.taken_cents - ended else 0 end;
  step text := next_step(dispute.standing, dispute.id);
  moment timestamptz := case when dispute.standing = 'open' then dispute.opened_at else coalesce(dispute.ended_at, now()) end;
  is_demo boolean;
begin
  select * into payment from payments where id = dispute.payment_id;
  select bookings.is_demo into is_demo from bookings where id = payment.booking_id;
  generated := payment.is_generated;
  if not exists (select from entries where source_id = payment.id and source_step = 'received') then
    perform post_booking_history(payment.booking_id);
  end if;
  with wanted (account, cents) as (
    values ('provider_clearing', -dispute.taken_cents::bigint), ('chargebacks', dispute.taken_cents - lost), ('dispute_losses', lost)
  ), posted as (
    select account, sum(amount_cents) as cents from entries join postings on entry_id = entries.id where source_id = dispute.id group by account
  ), moved as (
    select account, wanted.cents - coalesce(posted.cents, 0) as cents, row_number() over () as number
    from wanted left join posted using (account) where wanted.cents <> coalesce(posted.cents, 0)
  ), entry as (
    insert into entries (kind, source_id, source_step, posted_on, happened_at, is_generated, lines)
      select 'dispute_' || case dispute.standing when 'open' then 'opened' when 'lost' then 'lost' else 'lifted' end, dispute.id, step,
        agency_day(case when is_demo then moment else now() end), moment, generated, count(*)
      from moved having count(*) > 0
      returning id
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id, receipt_id, dispute_id)
    select entry.id, number, account, cents, dispute.currency, payment.booking_id, payment.id, dispute.id from entry, moved;
end $$;

create function post_dispute_row() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform post_dispute(new);
  return null;
end $$;
create trigger disputes_added_ledger after insert on disputes for each row execute function post_dispute_row();
create trigger disputes_changed_ledger after update of standing, taken_cents on disputes
  for each row when ((old.standing, old.taken_cents) is distinct from (new.standing, new.taken_cents)) execute function post_dispute_row();

create function post_ended_refund() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform post_dispute(disputes) from disputes where id in (new.dispute_id, old.dispute_id);
  return null;
end $$;
-- Named after refunds_changed_ledger, so that it runs after it.
create trigger refunds_ended_ledger after update of state, dispute_id, amount_cents on refunds
  for each row when (new.dispute_id is not null or old.dispute_id is not null) execute function post_ended_refund();
