-- Business that was invented for the demo is marked, and told from what people have really done. Unlike generated business it also
-- stands at the card sandbox, so that the books are compared with it.
alter table users add column is_demo boolean not null default false;
alter table bookings add column is_demo boolean not null default false;

-- What a card sandbox without a state is told to have happened.
create index bookings_demo_idx on bookings (id) where is_demo;

-- How business goes: what was confirmed, received and given back in each quarter of an hour, of which the days of every time zone are
-- made. Each change adds a row and waits for nobody; a job adds up the rows of a quarter (src/server/features/desk/figures/commands.ts).
create table sales_sums (
  quarter timestamptz not null,
  -- Also one that we cannot be paid in, of a payment that nobody agreed to.
  currency text not null check (currency ~ '^[a-z]{3}$'),
  tours integer not null default 0,
  vehicles integer not null default 0,
  received_cents bigint not null default 0,
  returned_cents bigint not null default 0
);
create index sales_sums_quarter_idx on sales_sums (quarter);

create function quarter_of(timestamptz) returns timestamptz language sql immutable parallel safe as
  $$ select date_bin('15 minutes', $1, timestamptz '2000-01-01 00:00:00Z') $$;

create function note_booking_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.confirmed_at is not null then
    insert into sales_sums (quarter, currency, tours, vehicles)
      values (quarter_of(old.confirmed_at), old.currency, -(old.kind = 'tour')::integer, -(old.kind = 'vehicle')::integer);
  end if;
  if tg_op <> 'DELETE' and new.confirmed_at is not null then
    insert into sales_sums (quarter, currency, tours, vehicles)
      values (quarter_of(new.confirmed_at), new.currency, (new.kind = 'tour')::integer, (new.kind = 'vehicle')::integer);
  end if;
  return null;
end $$;
create trigger bookings_added_sums after insert on bookings
  for each row when (new.confirmed_at is not null) execute function note_booking_sums();
create trigger bookings_changed_sums after update of confirmed_at on bookings
  for each row when (old.confirmed_at is distinct from new.confirmed_at) execute function note_booking_sums();
create trigger bookings_removed_sums after delete on bookings
  for each row when (old.confirmed_at is not null) execute function note_booking_sums();

create function note_payment_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into sales_sums (quarter, currency, received_cents) values (quarter_of(old.paid_at), old.currency, -old.amount_cents);
  end if;
  if tg_op <> 'DELETE' then
    insert into sales_sums (quarter, currency, received_cents) values (quarter_of(new.paid_at), new.currency, new.amount_cents);
  end if;
  return null;
end $$;
create trigger payments_noted_sums after insert or delete on payments for each row execute function note_payment_sums();
create trigger payments_changed_sums after update of paid_at, currency, amount_cents on payments
  for each row when ((old.paid_at, old.currency, old.amount_cents) is distinct from (new.paid_at, new.currency, new.amount_cents))
  execute function note_payment_sums();

-- As in the comparison with the card provider: a refund counts from when the provider made it, and only while it stands.
create function note_refund_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.provider_refund_id is not null and old.state in ('pending', 'succeeded') then
    insert into sales_sums (quarter, currency, returned_cents)
      values (quarter_of(coalesce(old.made_at, old.created_at)), old.currency, -old.amount_cents);
  end if;
  if tg_op <> 'DELETE' and new.provider_refund_id is not null and new.state in ('pending', 'succeeded') then
    insert into sales_sums (quarter, currency, returned_cents)
      values (quarter_of(coalesce(new.made_at, new.created_at)), new.currency, new.amount_cents);
  end if;
  return null;
end $$;
create trigger refunds_noted_sums after insert or delete on refunds for each row execute function note_refund_sums();
create trigger refunds_changed_sums after update of made_at, currency, amount_cents, state, provider_refund_id on refunds
  for each row when ((old.made_at, old.currency, old.amount_cents, old.state, old.provider_refund_id)
    is distinct from (new.made_at, new.currency, new.amount_cents, new.state, new.provider_refund_id))
  execute function note_refund_sums();

insert into sales_sums (quarter, currency, tours, vehicles)
  select quarter_of(confirmed_at), currency, count(*) filter (where kind = 'tour'), count(*) filter (where kind = 'vehicle')
  from bookings where confirmed_at is not null group by 1, 2;
insert into sales_sums (quarter, currency, received_cents)
  select quarter_of(paid_at), currency, sum(amount_cents) from payments group by 1, 2;
insert into sales_sums (quarter, currency, returned_cents)
  select quarter_of(coalesce(made_at, created_at)), currency, sum(amount_cents) from refunds
  where provider_refund_id is not null and state in ('pending', 'succeeded') group by 1, 2;
