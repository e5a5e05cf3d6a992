-- Which days show a picture: asked at night for each one that staff have uploaded.
create index itinerary_days_pictures_idx on itinerary_days using gin (picture_ids) with (fastupdate = off);
