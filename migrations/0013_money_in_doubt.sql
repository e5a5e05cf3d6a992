-- What the provider has not told us yet, and payments that nobody agreed to.

alter table payment_attempts
  -- Closed because the provider did not answer: how its session ended is asked again, next at recheck_at, until we know.
  add column closed_blind_at timestamptz,
  add column recheck_at timestamptz,
  -- The session is complete, and the money of a delayed payment method is still on its way.
  add column unpaid_since timestamptz;
create index payment_attempts_recheck_idx on payment_attempts (recheck_at) where recheck_at is not null;

-- Until now such attempts were not marked. All that were closed so late are asked about once more.
update payment_attempts set closed_blind_at = closed_at, recheck_at = now()
  where status = 'expired' and closed_at > expires_at + interval '15 minutes' and closed_at > now() - interval '30 days';

-- A payment that comes later than this buys no seats any more.
alter table tours add column withdrawn_at timestamptz;
update tours set withdrawn_at = now() where not is_active;
create function note_withdrawal() returns trigger language plpgsql as $$
begin
  new.withdrawn_at := case when new.is_active then null else coalesce(new.withdrawn_at, now()) end;
  return new;
end $$;
create trigger tours_note_withdrawal before insert or update of is_active on tours
  for each row execute function note_withdrawal();

-- Money that is not what was agreed may be in any currency, and goes back in it.
alter table payments drop constraint payments_currency_check;
alter table payments add constraint payments_currency_check check (currency in ('usd', 'gbp', 'inr') or role = 'quarantined');
alter table refunds drop constraint refunds_currency_check;
alter table refunds
  add constraint refunds_currency_check check (currency in ('usd', 'gbp', 'inr') or cause in ('quarantined', 'external'));
alter table refunds drop constraint refunds_cause_check;
alter table refunds
  add constraint refunds_cause_check check (cause in ('cancellation', 'duplicate', 'late', 'external', 'quarantined'));
