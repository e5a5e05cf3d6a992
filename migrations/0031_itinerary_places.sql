-- Where a day of an itinerary is, if staff have said so: a tour's page draws its route from it. Degrees.

alter table itinerary_days
  add column place_name text check (length(place_name) between 1 and 60),
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint itinerary_days_place_is_whole check (num_nulls(place_name, latitude, longitude) in (0, 3));
