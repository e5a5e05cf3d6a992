-- The money of each day, ours and the card provider's, side by side; and what the comparison needs to know of a refund and an event.

-- Rewritten by each comparison. One row for each currency: sums of two currencies are never added.
create table daily_balances (
  -- In the agency's time zone.
  day date not null,
  currency text not null check (currency in ('usd', 'gbp', 'inr')),
  our_payments integer not null check (our_payments >= 0),
  our_paid_cents bigint not null check (our_paid_cents >= 0),
  our_refunds integer not null check (our_refunds >= 0),
  our_refunded_cents bigint not null check (our_refunded_cents >= 0),
  their_payments integer not null check (their_payments >= 0),
  their_paid_cents bigint not null check (their_paid_cents >= 0),
  their_refunds integer not null check (their_refunds >= 0),
  their_refunded_cents bigint not null check (their_refunded_cents >= 0),
  compared_at timestamptz not null,
  primary key (day, currency)
);

-- When the provider made it, by the provider's clock, as payments.paid_at; null while it has not, and in older rows until they are compared.
alter table refunds add column made_at timestamptz;

create index payments_paid_at_idx on payments (paid_at);
create index refunds_made_at_idx on refunds (coalesce(made_at, created_at));

-- Found in the provider's list, not delivered by it: such an event does not show that events still come.
alter table provider_events add column is_fetched boolean not null default false;

create index provider_events_delivered_idx on provider_events (received_at) where not is_fetched;
