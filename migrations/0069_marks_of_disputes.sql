-- What only processes of an earlier version read or write: the marks of disputes on payments, kept by triggers from here on. They go with
-- `npm run ledger -- contract` (migrations/contract/ledger.sql), which notes when.
alter table ledger_progress add column contracted_at timestamptz;

-- Payments that such a process has marked: their disputes are read again at the next comparison with the provider.
create table dispute_requests (
  payment_id uuid primary key references payments (id),
  provider_payment_id text not null,
  -- Whether the mark says that the bank may still take the money.
  is_open boolean not null,
  noted_at timestamptz(3) not null default clock_timestamp()
);
insert into dispute_requests (payment_id, provider_payment_id, is_open)
  select id, provider_payment_id, dispute_lost_at is null from payments
  where disputed_at is not null and provider_payment_id is not null and not is_generated
    and not exists (select from disputes where payment_id = payments.id and (standing = 'lost' or standing = 'open' and dispute_lost_at is null));

create function ask_for_disputes() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into dispute_requests (payment_id, provider_payment_id, is_open)
    values (new.id, new.provider_payment_id, new.disputed_at is not null and new.dispute_lost_at is null)
    on conflict (payment_id) do update set is_open = excluded.is_open, noted_at = clock_timestamp();
  return null;
end $$;
-- Not what the trigger below has marked.
create trigger payments_marked after update of disputed_at, dispute_lost_at on payments
  for each row when (pg_trigger_depth() = 0 and new.provider_payment_id is not null
    and (old.disputed_at, old.dispute_lost_at) is distinct from (new.disputed_at, new.dispute_lost_at))
  execute function ask_for_disputes();

create function mark_disputed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  is_lost boolean := exists (select from disputes where payment_id = new.payment_id and standing = 'lost');
  is_held boolean := exists (select from disputes where payment_id = new.payment_id and standing = 'open');
begin
  update payments set disputed_at = case when is_lost or is_held then coalesce(disputed_at, now()) end,
    dispute_lost_at = case when is_lost then coalesce(dispute_lost_at, now()) end
    where id = new.payment_id;
  return null;
end $$;
create trigger disputes_marked after insert or update of standing on disputes for each row execute function mark_disputed();
