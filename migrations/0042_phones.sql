-- Telephone numbers: as they were typed, and as the whole world dials them, by which they are found.

alter table users
  add column phone text check (length(phone) between 3 and 40),
  -- In the form of E.164: + and digits alone.
  add column phone_number text check (phone_number ~ '^\+[0-9]{4,15}$'),
  add constraint users_phone_together check ((phone is null) = (phone_number is null));

-- For the journey alone. Without one the account's holds.
alter table tour_bookings
  add column journey_phone text check (length(journey_phone) between 3 and 40),
  add column journey_phone_number text check (journey_phone_number ~ '^\+[0-9]{4,15}$'),
  add constraint tour_bookings_phone_together check ((journey_phone is null) = (journey_phone_number is null));

-- Found by any part of them.
create index users_phone_number_parts_idx on users using gin (phone_number gin_trgm_ops) with (fastupdate = off)
  where phone_number is not null;
create index tour_bookings_phone_number_parts_idx on tour_bookings using gin (journey_phone_number gin_trgm_ops) with (fastupdate = off)
  where journey_phone_number is not null;
