-- Reviews of any number: read by key in each of their orders, and counted when they are written.

drop index reviews_newest_idx;
create index reviews_newest_idx on reviews (travelled_on desc, id desc);
create index reviews_rating_idx on reviews (rating, travelled_on desc, id desc);
drop index reviews_tour_id_idx;
create index reviews_tour_idx on reviews (tour_id, travelled_on desc, id desc);
create index tours_rated_idx on tours (rating_count desc, id) where rating_count > 0;

-- How many reviews of all tours have each rating.
create table review_counts (
  rating smallint primary key check (rating between 1 and 5),
  count bigint not null check (count >= 0)
);
insert into review_counts (rating, count)
  select stars, (select count(*) from reviews where rating = stars) from generate_series(1, 5) as stars;

-- A statement that writes many reviews changes the counts once, in one order: two writers wait for each other instead of blocking
-- each other. One that changes no rating touches none.
create function count_reviews() returns trigger language plpgsql as $$
declare
  steps text := case tg_op
    when 'INSERT' then 'select rating, 1 as step from after'
    when 'DELETE' then 'select rating, -1 as step from before'
    else 'select rating, 1 as step from after union all select rating, -1 from before'
  end;
  change record;
begin
  for change in execute format(
    'select rating, sum(step) as step from (%s) as steps group by rating having sum(step) <> 0 order by rating', steps)
  loop
    update review_counts set count = count + change.step where rating = change.rating;
  end loop;
  return null;
end
$$;

create trigger reviews_counted_added after insert on reviews
  referencing new table as after for each statement execute function count_reviews();
create trigger reviews_counted_changed after update on reviews
  referencing old table as before new table as after for each statement execute function count_reviews();
create trigger reviews_counted_removed after delete on reviews
  referencing old table as before for each statement execute function count_reviews();
