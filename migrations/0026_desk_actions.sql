-- What staff do about one booking: give a part back, keep seats until a day, record what was paid outside the card provider.

alter table refunds drop constraint refunds_cause_check;
alter table refunds
  add constraint refunds_cause_check check (cause in ('cancellation', 'duplicate', 'late', 'external', 'quarantined', 'goodwill')),
  -- Of goodwill: in words for the customer. About a person, so it goes with their account.
  add column reason text check (length(reason) between 1 and 1000);

-- Seats that staff keep for somebody until they pay. The booking is pending until then.
create table reservations (
  booking_id uuid primary key references bookings (id) on delete cascade,
  -- One for each form that is filled in: sent twice it makes one booking.
  request_key uuid not null unique,
  pay_by text not null check (pay_by in ('link', 'transfer', 'cash')),
  -- Unpaid by then its seats are free again. Never after the day of departure.
  due_at timestamptz not null,
  made_by text not null references users (id),
  reminded_at timestamptz
);

-- The payment links that were mailed. Only hashes are kept; each opens the card page until the reservation is due.
create table reservation_links (
  token_hash text primary key,
  booking_id uuid not null references reservations (booking_id) on delete cascade,
  created_at timestamptz not null
);
create index reservation_links_booking_id_idx on reservation_links (booking_id);

-- What was paid in cash or by transfer: the card provider has never heard of it.
alter table payments
  alter column attempt_id drop not null,
  alter column provider_payment_id drop not null,
  -- Of a receipt or a transfer.
  add column outside_reference text check (length(outside_reference) between 1 and 100),
  add column recorded_by text references users (id),
  add constraint payments_by_card_or_outside check (case when provider_payment_id is null
    then attempt_id is null and outside_reference is not null and recorded_by is not null and role = 'primary' and method in ('cash', 'transfer')
    else attempt_id is not null and outside_reference is null and recorded_by is null end);

alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in (
  'wrong_payment', 'refund_failed', 'refund_blocked', 'dispute_opened', 'dispute_won', 'dispute_lost', 'external_refund',
  'blind_close', 'unknown_payment', 'missing_payment', 'unpaid_session', 'mail_failed', 'books_differ', 'events_stopped',
  'least_group', 'pay_back', 'note'
));

-- Where the emails about one booking go, when its customer has told staff another address. The account's own address stays as it is.
create table booking_contacts (
  booking_id uuid primary key references bookings (id) on delete cascade,
  -- Null until somebody at the address has confirmed it.
  email text check (length(email) between 3 and 254),
  -- Asked for and not confirmed yet.
  wanted_email text check (length(wanted_email) between 3 and 254),
  -- Of the link that confirms it. Only a hash is kept.
  token_hash text not null unique,
  asked_by text not null references users (id),
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  constraint booking_contacts_confirmed_together check ((email is null) = (confirmed_at is null))
);
