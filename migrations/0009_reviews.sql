-- Reviews that travellers write: at most one of each booking.

alter table reviews
  add column booking_id uuid unique references bookings (id) on delete set null,
  add constraint reviews_body_length check (length(body) between 1 and 2000);

create index reviews_newest_idx on reviews (travelled_on desc, id);

-- A tour's rating is what its reviews say, whoever changes them. The tour is locked first: two reviews at the same
-- moment must see each other. The lock leaves checkouts alone, which only need the tour to stay.
create function sum_up_ratings() returns trigger language plpgsql as $$
declare
  changed text;
begin
  for changed in select distinct tour from unnest(array[old.tour_id, new.tour_id]) as tour where tour is not null order by tour
  loop
    perform from tours where id = changed for no key update;
    update tours
    set (rating_sum, rating_count) = (select coalesce(sum(rating), 0), count(*) from reviews where tour_id = changed)
    where id = changed;
  end loop;
  return null;
end
$$;

create trigger reviews_rated after insert or delete or update of rating, tour_id on reviews
  for each row execute function sum_up_ratings();
