-- What is sold: options, units, prices and extras of a tour, the lines of a booking, and the slots of a day
-- (docs/decisions/0068-what-is-sold.md). A tour without a row in tour_selling has one price for everybody.

-- Edited as a whole and read as a whole; its shape is that of src/shared/tours/offers/selling-schema.ts.
create table tour_selling (
  tour_id text primary key references tours (id) on delete cascade,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  updated_at timestamptz not null default now()
);

-- The seats of options that share them, at one start time of a day; made when first asked for, under the lock of the day's row.
create table departure_slots (
  id uuid primary key default gen_random_uuid(),
  tour_id text not null,
  departs_on date not null,
  capacity_group text not null,
  -- HH:MM at the place; empty for the day as a whole.
  starts_at text not null check (starts_at ~ '^(([01]\d|2[0-3]):[0-5]\d)?$'),
  capacity integer not null check (capacity >= 0),
  seats_taken integer not null default 0,
  -- When staff have set the capacity of this one, which the tour's then no longer changes.
  capacity_set_at timestamptz,
  constraint departure_slots_never_oversold check (seats_taken between 0 and capacity),
  constraint departure_slots_once unique (tour_id, departs_on, capacity_group, starts_at),
  foreign key (tour_id, departs_on) references departures (tour_id, departs_on)
);

-- The stock of an extra on a day, under the same lock. Only of extras that are limited.
create table departure_extras (
  tour_id text not null,
  departs_on date not null,
  extra_id text not null,
  stock integer not null check (stock >= 0),
  taken integer not null default 0,
  constraint departure_extras_never_oversold check (taken between 0 and stock),
  primary key (tour_id, departs_on, extra_id),
  foreign key (tour_id, departs_on) references departures (tour_id, departs_on)
);

-- What a booking keeps of its option. All null for a tour without options; seats then are as many as guests.
alter table tour_bookings
  add column option_id text,
  add column option_name text,
  add column start_time text check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column minutes integer check (minutes > 0),
  add column slot_id uuid,
  add column seats integer check (seats >= 0),
  add column pickup_place text,
  add column pickup_minutes integer check (pickup_minutes >= 0);
alter table tour_bookings add constraint tour_bookings_slot_id_fkey foreign key (slot_id) references departure_slots (id) not valid;
alter table tour_bookings add constraint tour_bookings_whole_option
  check (num_nulls(option_id, option_name, slot_id, seats) in (0, 4)) not valid;

create table booking_lines (
  booking_id uuid not null references bookings (id) on delete cascade,
  version smallint not null default 1 check (version >= 1),
  line smallint not null check (line >= 1),
  kind text not null check (kind in ('unit', 'group', 'extra', 'discount', 'code')),
  -- The id of the unit, option, extra or code.
  ref text not null,
  name text not null,
  quantity integer not null check (quantity >= 1),
  unit_price_cents integer not null,
  total_cents integer not null,
  -- The part of the discounts that falls on it.
  discount_cents integer not null default 0,
  rule text not null,
  tax_category_id text,
  primary key (booking_id, version, line),
  constraint booking_lines_total check (total_cents = quantity::bigint * unit_price_cents),
  constraint booking_lines_signs check (case when kind in ('discount', 'code') then total_cents <= 0 and discount_cents = 0
    else total_cents >= 0 and discount_cents between -total_cents and 0 end)
);

-- A version of a booking's lines is written whole, in one statement, and comes to the booking's total.
create function refuse_uneven_lines() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from (
      select booking_id, version, count(*) as lines, min(line) as first, max(line) as last, sum(total_cents) as cents,
        sum(discount_cents) as spread, coalesce(sum(total_cents) filter (where kind in ('discount', 'code')), 0) as taken_off
      from added group by booking_id, version) as written
    join bookings on bookings.id = booking_id
    where first <> 1 or last <> lines or cents <> total_cents or spread <> taken_off
  ) then
    raise exception 'The lines of a booking do not come to its total.' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger booking_lines_even after insert on booking_lines referencing new table as added
  for each statement execute function refuse_uneven_lines();

create function refuse_changed_lines() returns trigger language plpgsql as $$
begin
  raise exception 'What was sold stays as it was written down.' using errcode = 'insufficient_privilege';
end $$;
create trigger booking_lines_frozen before update on booking_lines for each row execute function refuse_changed_lines();

create function refuse_total_beside_lines() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select sum(total_cents) from booking_lines where booking_id = new.id
    and version = (select max(version) from booking_lines where booking_id = new.id)) <> new.total_cents then
    raise exception 'The total of a booking is that of its lines.' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger bookings_total_of_lines after update of total_cents on bookings deferrable initially deferred
  for each row when (new.total_cents <> old.total_cents) execute function refuse_total_beside_lines();

-- How far bookings of before have got their line.
create table line_progress (
  only_row boolean primary key default true check (only_row),
  written_until uuid not null default '00000000-0000-0000-0000-000000000000',
  finished_at timestamptz
);
insert into line_progress default values;
