-- Vehicle and moving services, and the quotes asked for.

create table service_types (
  id text primary key,
  name text not null,
  description text not null,
  special_requirements text not null,
  base_price_cents integer not null check (base_price_cents >= 0),
  currency text not null default 'inr' check (currency in ('usd', 'gbp', 'inr')),
  per_floor_cents integer check (per_floor_cents >= 0),
  per_helper_cents integer check (per_helper_cents >= 0),
  full_refund_days integer not null default 0 check (full_refund_days >= 0),
  partial_refund_days integer not null default 0 check (partial_refund_days >= 0),
  partial_refund_percentage integer not null default 0 check (partial_refund_percentage between 0 and 100),
  stripe_product_id text unique,
  is_active boolean not null default true,
  position integer not null default 0
);

create table vehicle_bookings (
  booking_id uuid primary key references bookings (id) on delete cascade,
  service_type_id text not null references service_types (id),
  pickup_at timestamptz not null,
  dropoff_at timestamptz not null,
  pickup_location text not null,
  dropoff_location text not null,
  pickup_pincode text not null,
  dropoff_pincode text not null,
  item_details jsonb not null,
  constraint dropoff_not_before_pickup check (dropoff_at >= pickup_at)
);
