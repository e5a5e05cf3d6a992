-- Who came to a departure: ticks by staff and by guides, who open one departure's manifest by a link and have no account.

create table guide_links (
  id uuid primary key,
  -- The link itself is known to whoever was given it.
  token_hash text not null unique,
  tour_id text not null references tours (id),
  departs_on date not null,
  created_by text not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text references users (id),
  constraint guide_links_expire_later check (expires_at > created_at),
  constraint guide_links_are_revoked_by_somebody check ((revoked_at is null) = (revoked_by is null))
);
create index guide_links_departure_idx on guide_links (tour_id, departs_on, created_at);

-- Every tick as it was made, none of them ever changed: of a seat the last one counts, by its own time. So it does not matter in which
-- order they arrive, nor how often one is sent.
create table attendance_ticks (
  -- Made on the device.
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  -- The traveller's place among those of the booking, from 1.
  seat integer not null check (seat between 1 and 1000),
  state text not null check (state in ('came', 'no_show', 'cleared')),
  ticked_at timestamptz not null,
  received_at timestamptz not null,
  ticked_by text references users (id),
  guide_link_id uuid references guide_links (id),
  -- As guides call themselves.
  guide_name text check (length(guide_name) between 1 and 60),
  constraint attendance_ticks_are_not_of_tomorrow check (ticked_at <= received_at),
  constraint attendance_ticks_are_by_one check ((ticked_by is null) = (guide_link_id is not null)),
  constraint attendance_ticks_of_guides_are_named check ((guide_link_id is null) = (guide_name is null))
);
create index attendance_ticks_last_idx on attendance_ticks (booking_id, seat, ticked_at desc, id desc);
