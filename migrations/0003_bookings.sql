-- What people have booked. One row per booking of either kind, with the refund policy and the price as agreed
-- at that moment; the kind's own facts stand in tour_bookings and vehicle_bookings.

create table bookings (
  id uuid primary key,
  reference text not null unique,
  kind text not null check (kind in ('tour', 'vehicle')),
  user_id text not null references users (id),
  status text not null check (status in ('pending', 'confirmed', 'cancelled', 'expired')),
  title text not null,
  total_cents integer not null check (total_cents >= 0),
  currency text not null check (currency in ('usd', 'gbp', 'inr')),
  starts_on date not null,
  full_refund_days integer not null check (full_refund_days >= 0),
  partial_refund_days integer not null check (partial_refund_days >= 0),
  partial_refund_percentage integer not null check (partial_refund_percentage between 0 and 100),
  cancel_reason text,
  -- Something that a person of the staff should look at, in plain words.
  staff_flag text,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  expired_at timestamptz,
  constraint confirmed_has_moment check (status <> 'confirmed' or confirmed_at is not null),
  constraint cancelled_has_moment check (status <> 'cancelled' or cancelled_at is not null),
  constraint expired_has_moment check (status <> 'expired' or expired_at is not null)
);

create index bookings_user_id_idx on bookings (user_id, kind, created_at desc);
create index bookings_pending_idx on bookings (created_at) where status = 'pending';

create table tour_bookings (
  booking_id uuid primary key references bookings (id) on delete cascade,
  tour_id text not null,
  departs_on date not null,
  guests integer not null check (guests > 0),
  unit_price_cents integer not null check (unit_price_cents >= 0),
  traveller_names text[] not null default '{}',
  foreign key (tour_id, departs_on) references departures (tour_id, departs_on)
);

create index tour_bookings_departure_idx on tour_bookings (tour_id, departs_on);
