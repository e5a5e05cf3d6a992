-- What fails is tried again after pauses that grow, so that nothing waits behind what never succeeds; emails are sent under
-- a lease instead of in a transaction; and the indexes that reading needs.

-- tries: failures in a row. (payment_attempts.checked_at: when it was last looked at, failed or not.)
alter table provider_events
  add column tries integer not null default 0 check (tries >= 0),
  add column next_try_at timestamptz not null default now();
alter table payment_attempts
  add column tries integer not null default 0 check (tries >= 0),
  add column next_try_at timestamptz not null default now();
alter table refunds
  add column tries integer not null default 0 check (tries >= 0),
  add column next_try_at timestamptz not null default now();

drop index provider_events_unprocessed_idx;
create index provider_events_unprocessed_idx on provider_events (next_try_at) where processed_at is null;

alter table mails
  -- What the email is about, if that is a booking.
  add column booking_id uuid references bookings (id) on delete set null,
  -- The link in it is of no use from then on.
  add column expires_at timestamptz,
  add column next_try_at timestamptz not null default now(),
  -- A process is sending it, and says so anew every few seconds.
  add column leased_until timestamptz,
  -- It will not be tried again unless a person says so.
  add column failed_at timestamptz;

update mails set booking_id = bookings.id from bookings
  where mails.template not in ('refund-failed', 'payment-returned') and split_part(mails.key, ':', 2) = bookings.id::text;
update mails set booking_id = payments.booking_id from payments
  where mails.template = 'payment-returned' and split_part(mails.key, ':', 2) = payments.id::text;
update mails set booking_id = payments.booking_id from refunds join payments on payments.id = refunds.payment_id
  where mails.template = 'refund-failed' and split_part(mails.key, ':', 2) = refunds.id::text;

create index mails_booking_id_idx on mails (booking_id) where booking_id is not null;
create index mails_due_idx on mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_failed_idx on mails (failed_at) where failed_at is not null;

create index payments_attempt_id_idx on payments (attempt_id);
create index departures_departs_on_idx on departures (departs_on);
create index bookings_quotes_by_date_idx on bookings (created_at) where kind = 'vehicle';
