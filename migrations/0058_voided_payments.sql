-- Cash and transfers that staff recorded by mistake. The row stays, and a process of an earlier version, which looks for the roles that it
-- knows, counts it no more. Not valid: what is in the table was allowed before.
alter table payments
  add column voided_at timestamptz,
  add column voided_by text,
  add column void_reason text check (length(void_reason) between 1 and 500);
alter table payments add constraint payments_voided_by_fkey foreign key (voided_by) references users (id) not valid;
alter table payments drop constraint payments_role_check;
alter table payments add constraint payments_role_check check (role in ('primary', 'duplicate', 'late', 'quarantined', 'voided')) not valid;
alter table payments drop constraint payments_by_card_or_outside;
alter table payments add constraint payments_by_card_or_outside check (case when provider_payment_id is null
  then attempt_id is null and outside_reference is not null and recorded_by is not null and role in ('primary', 'quarantined', 'voided')
    and method in ('cash', 'transfer')
  else attempt_id is not null and outside_reference is null and recorded_by is null end) not valid;
-- What has been voided never came, so that nothing of it goes back.
alter table payments add constraint payments_voided_whole check (case when role = 'voided'
  then voided_at is not null and voided_by is not null and void_reason is not null and refund_requested_cents = 0
    and provider_payment_id is null
  else voided_at is null and voided_by is null and void_reason is null end) not valid;

create function note_voided_sums() returns trigger language plpgsql as $$
begin
  insert into sales_sums (quarter, currency, received_cents) values (quarter_of(old.paid_at), old.currency, -old.amount_cents);
  return null;
end $$;
create trigger payments_voided_sums after update of role on payments
  for each row when (new.role = 'voided' and old.role <> 'voided') execute function note_voided_sums();

-- The reversal of all that was posted for the payment. Its trigger comes after that of a changed role, which has posted what was not yet.
create function post_voided_row() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  reversed posting_line[];
begin
  select array_agg(row(account, -cents, currency, new.booking_id, new.id, null)::posting_line) into reversed from (
    select account, currency, sum(amount_cents)::bigint as cents
    from entries join postings on entry_id = entries.id where source_id = new.id group by account, currency having sum(amount_cents) <> 0
  ) as posted;
  perform post_entry('voided', new.id, 'voided', agency_day(now()), new.voided_at, new.is_generated, coalesce(reversed, '{}'));
  return null;
end $$;
create trigger payments_voided_ledger after update of role on payments
  for each row when (new.role = 'voided' and old.role <> 'voided') execute function post_voided_row();
