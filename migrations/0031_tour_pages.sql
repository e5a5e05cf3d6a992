-- Where a day of an itinerary is, if staff have said so: a tour's page draws its route from it. Degrees.

alter table itinerary_days
  add column place_name text check (length(place_name) between 1 and 60),
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint itinerary_days_place_is_whole check (num_nulls(place_name, latitude, longitude) in (0, 3));

-- The country of a destination, or what stands for it: "Kyoto, Japan" is in Japan.
create function region_of(destination text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(substring(destination from '[^,]*$')))
$$;

-- From a tour to those beside it, in the same place and the same region: of about its length and price.
create index tours_place_idx on tours (destination, duration, base_price_cents, id) where is_active;
create index tours_region_idx on tours (region_of(destination), duration, base_price_cents, id) where is_active;
