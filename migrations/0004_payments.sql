-- Card payments: one row per attempt, never overwritten; what the provider received; what went back.

create table payment_attempts (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  status text not null check (status in ('creating', 'open', 'complete', 'expired', 'failed')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency in ('usd', 'gbp', 'inr')),
  -- The exact parameters of the provider's call, frozen before it is first made: its idempotency key is
  -- this row's id, and a key with other parameters is refused.
  params jsonb not null,
  cancel_token text not null unique,
  session_id text unique,
  session_url text,
  expires_at timestamptz not null,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint open_has_session check (status not in ('open', 'complete') or session_id is not null)
);

-- One payable session at a time.
create unique index payment_attempts_one_active on payment_attempts (booking_id) where status in ('creating', 'open');
create index payment_attempts_active_idx on payment_attempts (expires_at) where status in ('creating', 'open');
create index payment_attempts_booking_id_idx on payment_attempts (booking_id);

create table payments (
  id uuid primary key,
  booking_id uuid not null references bookings (id),
  attempt_id uuid not null references payment_attempts (id),
  provider_payment_id text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency in ('usd', 'gbp', 'inr')),
  method text not null,
  receipt_url text,
  -- primary: pays the booking. duplicate: paid twice. late: arrived when the seats were gone.
  -- quarantined: its amount or currency is not what was agreed; a person decides.
  role text not null check (role in ('primary', 'duplicate', 'late', 'quarantined')),
  refund_requested_cents integer not null default 0,
  disputed_at timestamptz,
  paid_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint payments_never_over_refunded check (refund_requested_cents between 0 and amount_cents)
);

create unique index payments_one_primary on payments (booking_id) where role = 'primary';
create index payments_booking_id_idx on payments (booking_id);

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency in ('usd', 'gbp', 'inr')),
  state text not null check (state in ('requested', 'pending', 'succeeded', 'failed', 'canceled', 'blocked')),
  cause text not null check (cause in ('cancellation', 'duplicate', 'late', 'external')),
  provider_refund_id text unique,
  failure_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index refunds_payment_id_idx on refunds (payment_id);
create index refunds_unsettled_idx on refunds (created_at) where state in ('requested', 'pending');

-- Deduplicated on processed_at, not on arrival: a failed step is tried again.
create table provider_events (
  id text primary key,
  type text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  failure text
);

create index provider_events_unprocessed_idx on provider_events (received_at) where processed_at is null;
