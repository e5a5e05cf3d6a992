-- Tour packages, their itineraries and pictures, departures with their seats, travellers' reviews.

create table pictures (
  id text primary key,
  name text not null,
  file_path text not null,
  alt text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  color text not null,
  widths integer[] not null
);

create table tours (
  id text primary key,
  name text not null,
  destination text not null,
  duration integer not null check (duration between 1 and 365),
  overview text not null,
  base_price_cents integer not null check (base_price_cents >= 0),
  currency text not null default 'usd' check (currency in ('usd', 'gbp', 'inr')),
  max_people integer not null check (max_people between 1 and 1000),
  tour_type text not null,
  tags text[] not null default '{}',
  is_active boolean not null default true,
  terms_and_conditions text not null,
  full_refund_days integer not null default 0 check (full_refund_days >= 0),
  partial_refund_days integer not null default 0 check (partial_refund_days >= 0),
  partial_refund_percentage integer not null default 0 check (partial_refund_percentage between 0 and 100),
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  -- The provider's price, and the amount it was made for: when that is no longer the base price, the sync makes a new one.
  stripe_product_id text unique,
  stripe_price_id text unique,
  stripe_price_cents integer,
  -- Part of the key under which a price is made at the provider: a new version is a new price.
  price_version integer not null default 1,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index tours_active_idx on tours (is_active, position, id);

create table tour_images (
  tour_id text not null references tours (id) on delete cascade,
  position integer not null check (position >= 0),
  picture_id text not null references pictures (id),
  primary key (tour_id, position)
);

create table itinerary_days (
  tour_id text not null references tours (id) on delete cascade,
  day_number integer not null check (day_number >= 1),
  title text not null,
  description text not null,
  activities text[] not null default '{}',
  accommodation text,
  transportation text,
  breakfast_included boolean not null default false,
  lunch_included boolean not null default false,
  dinner_included boolean not null default false,
  picture_ids text[] not null default '{}',
  primary key (tour_id, day_number)
);

-- The seats of one tour on one day. Every hold and booking takes its seats here, in the same transaction,
-- under the lock of this row; the check makes selling one seat twice impossible.
create table departures (
  tour_id text not null references tours (id),
  departs_on date not null,
  capacity integer not null check (capacity >= 0),
  seats_taken integer not null default 0,
  primary key (tour_id, departs_on),
  constraint departures_never_oversold check (seats_taken between 0 and capacity)
);

create table reviews (
  id uuid primary key,
  tour_id text not null references tours (id) on delete cascade,
  user_id text references users (id) on delete set null,
  author_name text not null,
  rating integer not null check (rating between 1 and 5),
  body text not null,
  travelled_on date not null,
  is_demo boolean not null default false,
  created_at timestamptz not null default now()
);

create index reviews_tour_id_idx on reviews (tour_id, travelled_on desc);

-- Whoever keeps the catalogue in memory listens here and forgets it.
create function notify_catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue_changed', '');
  return null;
end
$$;

create trigger tours_changed after insert or update or delete on tours
  for each statement execute function notify_catalogue_changed();
create trigger tour_images_changed after insert or update or delete on tour_images
  for each statement execute function notify_catalogue_changed();
create trigger itinerary_days_changed after insert or update or delete on itinerary_days
  for each statement execute function notify_catalogue_changed();
create trigger pictures_changed after insert or update or delete on pictures
  for each statement execute function notify_catalogue_changed();
