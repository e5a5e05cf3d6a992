-- Quotes for vehicle services: where we go, what people have filled in so far, their photos, and the way of a request
-- from asked to approved to paid.

-- A postcode area (`SW`) or a district (`BN1`) that we serve (src/shared/postcodes.ts).
create table coverage_areas (
  code text primary key check (code ~ '^[A-Z]{1,2}([0-9][0-9A-Z]?)?$'),
  name text not null check (length(name) between 1 and 100)
);

alter table bookings
  drop constraint bookings_status_check,
  add constraint bookings_status_check check (
    status in ('pending', 'confirmed', 'cancelled', 'expired')
    or (kind = 'vehicle' and status in ('approved', 'declined', 'completed'))
  ),
  add column approved_at timestamptz,
  add column declined_at timestamptz,
  add column completed_at timestamptz,
  add constraint approved_has_moment check (status <> 'approved' or approved_at is not null),
  add constraint declined_has_moment check (status <> 'declined' or declined_at is not null),
  add constraint completed_has_moment check (status <> 'completed' or completed_at is not null);

create index bookings_quotes_idx on bookings (status, created_at) where kind = 'vehicle';

alter table vehicle_bookings
  -- As given in the wizard, for us to call; without them the account's own stand in.
  add column contact_name text check (length(contact_name) between 1 and 100),
  add column contact_email text check (length(contact_email) between 3 and 254),
  add column contact_phone text check (contact_phone ~ '^[0-9]{10}$'),
  add column notes text not null default '',
  -- Of what was asked: the same request sent twice is one booking.
  add column request_hash text not null default '',
  -- The price by the service's rules when it was asked for. What is to be paid stands in bookings.total_cents.
  add column asked_cents integer not null default 0 check (asked_cents >= 0),
  -- The price that the staff have quoted, and their words to the customer when they changed or declined it.
  add column quoted_cents integer check (quoted_cents > 0),
  add column decision_reason text check (length(decision_reason) <= 1000),
  add column decided_by text references users (id),
  -- Each approval is a version of its own: only the newest one's link can be paid.
  add column quote_version integer not null default 0 check (quote_version >= 0),
  add column quote_expires_at timestamptz,
  add constraint quoted_together check ((quoted_cents is null) = (quote_expires_at is null) and (quoted_cents is null) = (quote_version = 0));

create index vehicle_bookings_request_idx on vehicle_bookings (request_hash);
create index vehicle_bookings_service_type_id_idx on vehicle_bookings (service_type_id);

-- The payment links that were mailed. Only hashes are kept.
create table quote_links (
  token_hash text primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  quote_version integer not null check (quote_version > 0),
  created_at timestamptz not null default now(),
  unique (booking_id, quote_version)
);

-- What a person has filled in so far. The row stays when its contents have become a booking (booked_version = version):
-- all submissions of one person pass through its lock.
create table vehicle_drafts (
  user_id text primary key references users (id) on delete cascade,
  content jsonb,
  version integer not null default 0 check (version >= 0),
  booked_version integer check (booked_version <= version),
  updated_at timestamptz not null default now()
);

-- Uploaded photos of what is to be moved: of the draft until it is booked, then of the booking.
create table vehicle_photos (
  id uuid primary key,
  user_id text not null references users (id) on delete cascade,
  booking_id uuid references bookings (id),
  -- The wizard's id of the item, and once booked its place in the list.
  item_id text,
  item_position integer check (item_position >= 0),
  name text not null check (length(name) between 1 and 255),
  -- Below DATA_DIR/uploads.
  path text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now()
);

create index vehicle_photos_draft_idx on vehicle_photos (user_id, created_at) where booking_id is null;
create index vehicle_photos_booking_id_idx on vehicle_photos (booking_id) where booking_id is not null;
