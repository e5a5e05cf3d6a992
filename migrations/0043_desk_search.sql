-- What staff look for besides: who travels, what a transfer can be found by, and the telephone number of a request.

-- The names of a journey as one text. array_to_string is not immutable for every kind of element; for texts it is.
create function names_as_text(names text[]) returns text language sql immutable parallel safe
  return lower(array_to_string(names, ', '));

create index tour_bookings_traveller_parts_idx on tour_bookings using gin (names_as_text(traveller_names) gin_trgm_ops) with (fastupdate = off)
  where traveller_names <> '{}';
create index payments_outside_reference_parts_idx on payments using gin (lower(outside_reference) gin_trgm_ops) with (fastupdate = off)
  where outside_reference is not null;
create index vehicle_bookings_contact_phone_parts_idx on vehicle_bookings using gin (contact_phone gin_trgm_ops) with (fastupdate = off)
  where contact_phone is not null;
