-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- How many reviews of all tours have each rating.
CREATE TABLE review_counts (
  rating smallint NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT review_counts_pkey PRIMARY KEY (rating),
  CONSTRAINT review_counts_count_check CHECK (count >= 0),
  CONSTRAINT review_counts_rating_check CHECK (rating >= 1 AND rating <= 5)
);

-- Travellers' reviews of tours; staff can hide them.
CREATE TABLE reviews (
  id uuid NOT NULL,
  tour_id text NOT NULL,
  user_id text,
  author_name text NOT NULL,
  rating integer NOT NULL,
  body text NOT NULL,
  travelled_on date NOT NULL,
  is_demo boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  booking_id uuid,
  hidden_at timestamp with time zone,
  hidden_by text,
  hidden_reason text,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_booking_id_key UNIQUE (booking_id),
  CONSTRAINT reviews_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE SET NULL,
  CONSTRAINT reviews_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES users(id),
  CONSTRAINT reviews_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tours(id) ON DELETE CASCADE,
  CONSTRAINT reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT reviews_body_length CHECK (length(body) >= 1 AND length(body) <= 2000),
  CONSTRAINT reviews_hidden_reason_check CHECK (length(hidden_reason) >= 1 AND length(hidden_reason) <= 500),
  CONSTRAINT reviews_hidden_with_reason CHECK (num_nulls(hidden_at, hidden_by, hidden_reason) = ANY (ARRAY[0, 3])),
  CONSTRAINT reviews_rating_check CHECK (rating >= 1 AND rating <= 5)
);
CREATE INDEX reviews_hidden_idx ON public.reviews USING btree (created_at DESC, id DESC) WHERE (hidden_at IS NOT NULL);
CREATE INDEX reviews_made_idx ON public.reviews USING btree (created_at DESC, id DESC);
CREATE INDEX reviews_newest_idx ON public.reviews USING btree (travelled_on DESC, id DESC);
CREATE INDEX reviews_rating_idx ON public.reviews USING btree (rating, travelled_on DESC, id DESC);
CREATE INDEX reviews_tour_idx ON public.reviews USING btree (tour_id, travelled_on DESC, id DESC);
CREATE INDEX reviews_tour_made_idx ON public.reviews USING btree (tour_id, created_at DESC, id DESC);
CREATE TRIGGER reviews_added_console AFTER INSERT ON reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('reviews', 'select tour_id from changed');
CREATE TRIGGER reviews_changed_console AFTER UPDATE ON reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('reviews', 'select tour_id from changed');
CREATE TRIGGER reviews_counted_added AFTER INSERT ON reviews REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();
CREATE TRIGGER reviews_counted_changed AFTER UPDATE ON reviews REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();
CREATE TRIGGER reviews_counted_removed AFTER DELETE ON reviews REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_reviews();
CREATE TRIGGER reviews_rated AFTER INSERT OR DELETE OR UPDATE OF rating, tour_id, hidden_at ON reviews FOR EACH ROW EXECUTE FUNCTION sum_up_ratings();

CREATE OR REPLACE FUNCTION public.count_reviews()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  steps text := case tg_op
    when 'INSERT' then 'select rating, hidden_at, 1 as step from after'
    when 'DELETE' then 'select rating, hidden_at, -1 as step from before'
    else 'select rating, hidden_at, 1 as step from after union all select rating, hidden_at, -1 from before'
  end;
  change record;
begin
  for change in execute format(
    'select rating, sum(step) as step from (%s) as steps where hidden_at is null group by rating having sum(step) <> 0 order by rating', steps)
  loop
    update review_counts set count = count + change.step where rating = change.rating;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.sum_up_ratings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed text;
begin
  for changed in select distinct tour from unnest(array[old.tour_id, new.tour_id]) as tour where tour is not null order by tour
  loop
    perform from tours where id = changed for no key update;
    update tours
    set (rating_sum, rating_count) =
      (select coalesce(sum(rating), 0), count(*) from reviews where tour_id = changed and hidden_at is null)
    where id = changed;
  end loop;
  return null;
end
$function$;
