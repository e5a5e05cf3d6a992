-- Promotion codes (docs/decisions/0069-promotion-codes.md).

create table codes (
  id uuid primary key,
  -- As it is shown; what people type is compared in capitals.
  text text not null constraint codes_text_once unique check (text ~ '^[A-Z0-9-]{4,32}$'),
  -- Single codes that were made together have the name of their campaign; empty for one of its own.
  campaign text not null default '' check (length(campaign) <= 60),
  percent integer check (percent between 1 and 100),
  amount_cents integer check (amount_cents > 0),
  -- One piece of this extra is free.
  extra_id text,
  least_spend_cents integer not null default 0 check (least_spend_cents >= 0),
  -- Of the amounts; null if there are none.
  currency text check (currency ~ '^[a-z]{3}$'),
  -- In the agency's days, both inclusive.
  usable_from date,
  usable_to date,
  -- Days of departure, both inclusive.
  travel_from date,
  travel_to date,
  -- Null: all.
  tour_ids text[],
  option_ids text[],
  is_once_per_person boolean not null default false,
  -- Null: any number; then `uses` is not counted, so that nobody queues for the row.
  most_uses integer check (most_uses > 0),
  uses integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint codes_never_overused check (uses >= 0 and (most_uses is null or uses <= most_uses)),
  constraint codes_one_kind check (num_nonnulls(percent, amount_cents, extra_id) = 1),
  constraint codes_with_currency check (currency is not null or (amount_cents is null and least_spend_cents = 0))
);
create index codes_campaign_idx on codes (campaign, text) where campaign <> '';

-- A booking uses at most one code: counted from when its seats are held until its hold ends or the agency cancels it.
create table code_uses (
  booking_id uuid primary key references bookings (id) on delete cascade,
  code_id uuid not null references codes (id),
  user_id text not null references users (id),
  is_once boolean not null,
  freed_at timestamptz
);
create unique index code_uses_once_idx on code_uses (code_id, user_id) where is_once and freed_at is null;
create index code_uses_of_code_idx on code_uses (code_id, booking_id);
create index code_uses_of_user_idx on code_uses (user_id);
