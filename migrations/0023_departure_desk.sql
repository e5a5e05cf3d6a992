-- What staff do with departures: close one, choose its seats, cancel it for everybody.

alter table departures
  -- Nothing more is sold; whoever holds seats keeps them.
  add column blocked_at timestamptz,
  -- Staff have chosen the capacity: it does not follow the tour's any more.
  add column capacity_set_at timestamptz,
  -- From then on nothing is confirmed, for ever: what is paid goes back.
  add column cancelled_at timestamptz,
  add constraint departures_cancelled_are_blocked check (cancelled_at is null or blocked_at is not null);

-- The agency's calendar is read by day.
drop index departures_departs_on_idx;
create index departures_day_idx on departures (departs_on, tour_id);

-- One for each departure, whoever clicks how often.
create table departure_cancellations (
  id uuid primary key,
  tour_id text not null,
  departs_on date not null,
  -- In words for the travellers.
  reason text not null check (length(reason) between 1 and 1000),
  -- What was to happen, as it was shown to whoever asked for it (src/shared/departure-cancellations.ts).
  figures jsonb not null,
  requested_by text references users (id),
  requested_at timestamptz not null,
  -- Its bookings have been written down below.
  listed_at timestamptz,
  -- Every booking has come to its end; refunds and emails may still be on their way.
  finished_at timestamptz,
  unique (tour_id, departs_on),
  foreign key (tour_id, departs_on) references departures (tour_id, departs_on)
);
create index departure_cancellations_unfinished_idx on departure_cancellations (requested_at) where finished_at is null;

-- Its progress: who had a booking or held seats at that moment.
create table departure_cancellation_bookings (
  cancellation_id uuid not null references departure_cancellations (id) on delete cascade,
  booking_id uuid not null references bookings (id) on delete cascade,
  -- cancelled: the booking was, and what had been paid goes back. released: nothing had been paid. ended: it was over before its turn came,
  -- by its owner's own cancellation or by a payment that came too late and goes back.
  outcome text check (outcome in ('cancelled', 'released', 'ended')),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null,
  failure text,
  done_at timestamptz,
  primary key (cancellation_id, booking_id),
  constraint departure_cancellation_bookings_done_has_outcome check ((done_at is null) = (outcome is null))
);
create index departure_cancellation_bookings_due_idx on departure_cancellation_bookings (cancellation_id, next_try_at) where done_at is null;
create index departure_cancellation_bookings_booking_idx on departure_cancellation_bookings (booking_id);

-- What staff write down about a booking, for each other: a wheelchair, a late arrival. About a person, so it goes with their account.
create table booking_notes (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  written_by text not null references users (id),
  written_at timestamptz not null
);
create index booking_notes_booking_id_idx on booking_notes (booking_id, written_at, id);

-- Bookings as staff look for them: the newest first, of a status, by the day of travel, of a tour, and by whoever booked.
create extension if not exists pg_trgm;
create index bookings_newest_idx on bookings (created_at desc, id desc);
create index bookings_status_newest_idx on bookings (status, created_at desc, id desc) include (kind);
create index bookings_travel_idx on bookings (starts_on, id) include (status, kind);
drop index tour_bookings_departure_idx;
create index tour_bookings_departure_idx on tour_bookings (tour_id, departs_on, booking_id);
-- What waits in a list to be indexed has to be read by every search: these are looked up more often than written.
create index users_name_parts_idx on users using gin (lower(name) gin_trgm_ops) with (fastupdate = off);
create index users_email_parts_idx on users using gin (lower(email) gin_trgm_ops) with (fastupdate = off);
create index vehicle_bookings_contact_name_parts_idx on vehicle_bookings using gin (lower(contact_name) gin_trgm_ops) with (fastupdate = off);
create index vehicle_bookings_contact_email_parts_idx on vehicle_bookings using gin (lower(contact_email) gin_trgm_ops) with (fastupdate = off);
