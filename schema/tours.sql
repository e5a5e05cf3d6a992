-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Which tours have changed, for processes that keep answers in memory.
CREATE TABLE catalogue_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tour_id text,
  transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT catalogue_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX catalogue_changes_changed_at_idx ON public.catalogue_changes USING btree (changed_at);
CREATE INDEX catalogue_changes_transaction_idx ON public.catalogue_changes USING btree (transaction);

-- The stock of a limited extra on a day, under the lock of the day's row.
CREATE TABLE departure_extras (
  tour_id text NOT NULL,
  departs_on date NOT NULL,
  extra_id text NOT NULL,
  stock integer NOT NULL,
  taken integer DEFAULT 0 NOT NULL,
  CONSTRAINT departure_extras_pkey PRIMARY KEY (tour_id, departs_on, extra_id),
  CONSTRAINT departure_extras_tour_id_departs_on_fkey FOREIGN KEY (tour_id, departs_on) REFERENCES departures(tour_id, departs_on),
  CONSTRAINT departure_extras_never_oversold CHECK (taken >= 0 AND taken <= stock),
  CONSTRAINT departure_extras_stock_check CHECK (stock >= 0)
);

-- The seats of options that share them, at one start time of a day; made when first asked for, under the lock of the day's row.
CREATE TABLE departure_slots (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  tour_id text NOT NULL,
  departs_on date NOT NULL,
  capacity_group text NOT NULL,
  starts_at text NOT NULL,
  capacity integer NOT NULL,
  seats_taken integer DEFAULT 0 NOT NULL,
  capacity_set_at timestamp with time zone,
  capacity_when_open integer,
  CONSTRAINT departure_slots_pkey PRIMARY KEY (id),
  CONSTRAINT departure_slots_once UNIQUE (tour_id, departs_on, capacity_group, starts_at),
  CONSTRAINT departure_slots_tour_id_departs_on_fkey FOREIGN KEY (tour_id, departs_on) REFERENCES departures(tour_id, departs_on),
  CONSTRAINT departure_slots_capacity_check CHECK (capacity >= 0),
  CONSTRAINT departure_slots_capacity_when_open CHECK (capacity_when_open >= 0) NOT VALID,
  CONSTRAINT departure_slots_never_oversold CHECK (seats_taken >= 0 AND seats_taken <= capacity),
  CONSTRAINT departure_slots_starts_at_check CHECK (starts_at ~ '^(([01]\d|2[0-3]):[0-5]\d)?$'::text)
);
CREATE TRIGGER departure_slots_closed BEFORE UPDATE ON departure_slots FOR EACH ROW WHEN (new.capacity_when_open IS NOT NULL) EXECUTE FUNCTION keep_closed_slot_full();

-- The seats of one tour on one day. Every hold and booking takes its seats here, under the lock of this row; the check makes selling a seat twice impossible.
CREATE TABLE departures (
  tour_id text NOT NULL,
  departs_on date NOT NULL,
  capacity integer NOT NULL,
  seats_taken integer DEFAULT 0 NOT NULL,
  blocked_at timestamp with time zone,
  capacity_set_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  CONSTRAINT departures_pkey PRIMARY KEY (tour_id, departs_on),
  CONSTRAINT departures_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tours(id),
  CONSTRAINT departures_cancelled_are_blocked CHECK (cancelled_at IS NULL OR blocked_at IS NOT NULL),
  CONSTRAINT departures_capacity_check CHECK (capacity >= 0),
  CONSTRAINT departures_never_oversold CHECK (seats_taken >= 0 AND seats_taken <= capacity)
);
CREATE INDEX departures_day_idx ON public.departures USING btree (departs_on, tour_id);
CREATE TRIGGER departures_changed_console AFTER UPDATE ON departures REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('departures', '
  select to_char(departs_on, ''YYYY-MM-DD'') || '':'' || tour_id from changed join before using (tour_id, departs_on)
  where (changed.capacity, changed.blocked_at, changed.cancelled_at) is distinct from (before.capacity, before.blocked_at, before.cancelled_at)');

-- The days of a tour's itinerary.
CREATE TABLE itinerary_days (
  tour_id text NOT NULL,
  day_number integer NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  activities text[] DEFAULT '{}'::text[] NOT NULL,
  accommodation text,
  transportation text,
  breakfast_included boolean DEFAULT false NOT NULL,
  lunch_included boolean DEFAULT false NOT NULL,
  dinner_included boolean DEFAULT false NOT NULL,
  picture_ids text[] DEFAULT '{}'::text[] NOT NULL,
  place_name text,
  latitude double precision,
  longitude double precision,
  CONSTRAINT itinerary_days_pkey PRIMARY KEY (tour_id, day_number),
  CONSTRAINT itinerary_days_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tours(id) ON DELETE CASCADE,
  CONSTRAINT itinerary_days_day_number_check CHECK (day_number >= 1),
  CONSTRAINT itinerary_days_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT itinerary_days_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT itinerary_days_place_is_whole CHECK (num_nulls(place_name, latitude, longitude) = ANY (ARRAY[0, 3])),
  CONSTRAINT itinerary_days_place_name_check CHECK (length(place_name) >= 1 AND length(place_name) <= 60)
);
CREATE INDEX itinerary_days_pictures_idx ON public.itinerary_days USING gin (picture_ids) WITH (fastupdate=off);
CREATE TRIGGER itinerary_days_added AFTER INSERT ON itinerary_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('tour_id');
CREATE TRIGGER itinerary_days_changed AFTER UPDATE ON itinerary_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('tour_id');
CREATE TRIGGER itinerary_days_removed AFTER DELETE ON itinerary_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('tour_id');

-- The sizes made of a picture, under the names by which they are asked for. Their contents never change.
CREATE TABLE picture_files (
  name text NOT NULL,
  picture_id text NOT NULL,
  path text NOT NULL,
  bytes integer NOT NULL,
  CONSTRAINT picture_files_pkey PRIMARY KEY (name),
  CONSTRAINT picture_files_path_key UNIQUE (path),
  CONSTRAINT picture_files_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id) ON DELETE CASCADE,
  CONSTRAINT picture_files_bytes_check CHECK (bytes > 0)
);
CREATE INDEX picture_files_picture_idx ON public.picture_files USING btree (picture_id);

-- What staff have uploaded: upright, of a bounded size, and never shown to travellers itself.
CREATE TABLE picture_originals (
  id uuid NOT NULL,
  path text NOT NULL,
  bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  CONSTRAINT picture_originals_pkey PRIMARY KEY (id),
  CONSTRAINT picture_originals_path_key UNIQUE (path),
  CONSTRAINT picture_originals_bytes_check CHECK (bytes > 0),
  CONSTRAINT picture_originals_height_check CHECK (height > 0),
  CONSTRAINT picture_originals_width_check CHECK (width > 0)
);

-- Pictures of tours and extras, with their text for people who can't see them.
CREATE TABLE pictures (
  id text NOT NULL,
  name text NOT NULL,
  file_path text NOT NULL,
  alt text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  color text NOT NULL,
  widths integer[] NOT NULL,
  original_id uuid,
  crop_left integer,
  crop_top integer,
  crop_width integer,
  crop_height integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT pictures_pkey PRIMARY KEY (id),
  CONSTRAINT pictures_original_id_fkey FOREIGN KEY (original_id) REFERENCES picture_originals(id),
  CONSTRAINT pictures_cropped_from_original CHECK (num_nulls(original_id, crop_left, crop_top, crop_width, crop_height) = ANY (ARRAY[0, 5])),
  CONSTRAINT pictures_height_check CHECK (height > 0),
  CONSTRAINT pictures_width_check CHECK (width > 0)
);
CREATE INDEX pictures_original_idx ON public.pictures USING btree (original_id) WHERE (original_id IS NOT NULL);
CREATE TRIGGER pictures_changed AFTER DELETE OR UPDATE ON pictures FOR EACH STATEMENT EXECUTE FUNCTION note_picture_change();

-- What staff did to a tour. Older tours have none for their first version.
CREATE TABLE tour_changes (
  tour_id text NOT NULL,
  version integer NOT NULL,
  change text NOT NULL,
  fields text[] DEFAULT '{}'::text[] NOT NULL,
  changed_by text,
  changed_at timestamp with time zone NOT NULL,
  from_cents integer,
  from_currency text,
  to_cents integer,
  to_currency text,
  CONSTRAINT tour_changes_pkey PRIMARY KEY (tour_id, version),
  CONSTRAINT tour_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT tour_changes_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tours(id) ON DELETE CASCADE,
  CONSTRAINT tour_changes_change_check CHECK (change = ANY (ARRAY['created'::text, 'edited'::text, 'published'::text, 'deactivated'::text])),
  CONSTRAINT tour_changes_version_check CHECK (version >= 1),
  CONSTRAINT tour_changes_whole_prices CHECK (num_nulls(from_cents, from_currency, to_cents, to_currency) = ANY (ARRAY[0, 4]))
);
CREATE INDEX tour_changes_prices_idx ON public.tour_changes USING btree (tour_id, version) WHERE (to_cents IS NOT NULL);

-- Which pictures a tour shows, in order.
CREATE TABLE tour_images (
  tour_id text NOT NULL,
  "position" integer NOT NULL,
  picture_id text NOT NULL,
  CONSTRAINT tour_images_pkey PRIMARY KEY (tour_id, "position"),
  CONSTRAINT tour_images_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  CONSTRAINT tour_images_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tours(id) ON DELETE CASCADE,
  CONSTRAINT tour_images_position_check CHECK ("position" >= 0)
);
CREATE INDEX tour_images_picture_idx ON public.tour_images USING btree (picture_id);
CREATE TRIGGER tour_images_added AFTER INSERT ON tour_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('tour_id');
CREATE TRIGGER tour_images_changed AFTER UPDATE ON tour_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('tour_id');
CREATE TRIGGER tour_images_removed AFTER DELETE ON tour_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('tour_id');

-- Options, prices, seasons and extras of a tour: edited and read as a whole, in the shape of src/shared/tours/offers/selling-schema.ts.
CREATE TABLE tour_selling (
  tour_id text NOT NULL,
  content jsonb NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT tour_selling_pkey PRIMARY KEY (tour_id),
  CONSTRAINT tour_selling_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tours(id) ON DELETE CASCADE,
  CONSTRAINT tour_selling_content_check CHECK (jsonb_typeof(content) = 'object'::text)
);
CREATE INDEX tour_selling_extras_idx ON public.tour_selling USING gin (((content -> 'extras'::text)) jsonb_path_ops);

-- Every word that a tour has or had, with its stem: the search looks here for what people mean by a word that no tour has.
CREATE TABLE tour_words (
  word text NOT NULL,
  stem text NOT NULL,
  CONSTRAINT tour_words_pkey PRIMARY KEY (word)
);
CREATE INDEX tour_words_near_idx ON public.tour_words USING gist (word gist_trgm_ops);
CREATE INDEX tour_words_stem_idx ON public.tour_words USING btree (stem);

-- Tours, with their rules and facts. Edited by version; published ones are on sale.
CREATE TABLE tours (
  id text NOT NULL,
  name text NOT NULL,
  destination text NOT NULL,
  duration integer NOT NULL,
  overview text NOT NULL,
  base_price_cents integer NOT NULL,
  currency text DEFAULT 'usd'::text NOT NULL,
  max_people integer NOT NULL,
  tour_type text NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  terms_and_conditions text NOT NULL,
  full_refund_days integer DEFAULT 0 NOT NULL,
  partial_refund_days integer DEFAULT 0 NOT NULL,
  partial_refund_percentage integer DEFAULT 0 NOT NULL,
  rating_sum integer DEFAULT 0 NOT NULL,
  rating_count integer DEFAULT 0 NOT NULL,
  stripe_product_id text,
  stripe_price_id text,
  stripe_price_cents integer,
  price_version integer DEFAULT 1 NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  stripe_price_currency text,
  withdrawn_at timestamp with time zone,
  is_generated boolean DEFAULT false NOT NULL,
  search tsvector DEFAULT ''::tsvector NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  published_at timestamp with time zone DEFAULT now(),
  least_group integer,
  run_weekdays smallint DEFAULT 127 NOT NULL,
  run_dates date[],
  facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  status text GENERATED ALWAYS AS (
CASE
    WHEN is_active THEN 'published'::text
    WHEN (published_at IS NULL) THEN 'draft'::text
    ELSE 'off'::text
END) STORED,
  name_words tsvector DEFAULT ''::tsvector NOT NULL,
  kind_words tsvector DEFAULT ''::tsvector NOT NULL,
  sale_ends time without time zone,
  sale_ends_days_before smallint,
  sale_ends_zone text,
  run_rules jsonb,
  tax_category_id uuid,
  CONSTRAINT tours_pkey PRIMARY KEY (id),
  CONSTRAINT tours_stripe_price_id_key UNIQUE (stripe_price_id),
  CONSTRAINT tours_stripe_product_id_key UNIQUE (stripe_product_id),
  CONSTRAINT tours_tax_category_id_fkey FOREIGN KEY (tax_category_id) REFERENCES tax_categories(id) NOT VALID,
  CONSTRAINT tours_active_are_published CHECK (NOT is_active OR published_at IS NOT NULL),
  CONSTRAINT tours_base_price_cents_check CHECK (base_price_cents >= 0),
  CONSTRAINT tours_check CHECK (least_group >= 1 AND least_group <= max_people),
  CONSTRAINT tours_check1 CHECK (run_rules IS NULL OR run_rules ?& ARRAY['rules'::text, 'also'::text, 'except'::text] AND run_dates IS NOT NULL),
  CONSTRAINT tours_currency_check CHECK (currency ~ '^[a-z]{3}$'::text) NOT VALID,
  CONSTRAINT tours_duration_check CHECK (duration >= 1 AND duration <= 365),
  CONSTRAINT tours_facts_check CHECK (jsonb_typeof(facts) = 'object'::text),
  CONSTRAINT tours_full_refund_days_check CHECK (full_refund_days >= 0),
  CONSTRAINT tours_max_people_check CHECK (max_people >= 1 AND max_people <= 1000),
  CONSTRAINT tours_partial_refund_days_check CHECK (partial_refund_days >= 0),
  CONSTRAINT tours_partial_refund_percentage_check CHECK (partial_refund_percentage >= 0 AND partial_refund_percentage <= 100),
  CONSTRAINT tours_rating_count_check CHECK (rating_count >= 0),
  CONSTRAINT tours_rating_sum_check CHECK (rating_sum >= 0),
  CONSTRAINT tours_run_dates_check CHECK (cardinality(run_dates) >= 1 AND cardinality(run_dates) <= 400),
  CONSTRAINT tours_run_weekdays_check CHECK (run_weekdays >= 1 AND run_weekdays <= 127),
  CONSTRAINT tours_sale_ends_check CHECK (sale_ends < '24:00:00'::time without time zone),
  CONSTRAINT tours_sale_ends_days_before_check CHECK (sale_ends_days_before = ANY (ARRAY[0, 1])),
  CONSTRAINT tours_sale_ends_zone_check CHECK (sale_ends_zone IS NULL OR timezone(sale_ends_zone, '2000-01-01 00:00:00+00'::timestamp with time zone) IS NOT NULL),
  CONSTRAINT tours_version_check CHECK (version >= 1),
  CONSTRAINT tours_whole_sale_ends CHECK (num_nulls(sale_ends, sale_ends_days_before, sale_ends_zone) = ANY (ARRAY[0, 3]))
);
CREATE INDEX tours_duration_idx ON public.tours USING btree (duration, "position", id) WHERE is_active;
CREATE INDEX tours_duration_price_idx ON public.tours USING btree (duration, base_price_cents) WHERE is_active;
CREATE INDEX tours_full_refund_idx ON public.tours USING btree (full_refund_days) WHERE is_active;
CREATE INDEX tours_least_group_idx ON public.tours USING btree (id) WHERE (least_group IS NOT NULL);
CREATE INDEX tours_list_idx ON public.tours USING btree ("position", id) WHERE is_active;
CREATE INDEX tours_max_people_idx ON public.tours USING btree (max_people) WHERE is_active;
CREATE INDEX tours_name_idx ON public.tours USING btree (name, id);
CREATE INDEX tours_place_idx ON public.tours USING btree (destination, duration, base_price_cents, id) WHERE is_active;
CREATE INDEX tours_price_idx ON public.tours USING btree (base_price_cents) WHERE is_active;
CREATE INDEX tours_priced_idx ON public.tours USING btree (id) WHERE ((NOT is_generated) OR (stripe_product_id IS NOT NULL));
CREATE INDEX tours_rated_idx ON public.tours USING btree (rating_count DESC, id) WHERE (rating_count > 0);
CREATE INDEX tours_region_idx ON public.tours USING btree (region_of(destination), duration, base_price_cents, id) WHERE is_active;
CREATE INDEX tours_search_form_idx ON public.tours USING gin (search_form(name) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX tours_search_idx ON public.tours USING gin (search) WHERE is_active;
CREATE INDEX tours_status_name_idx ON public.tours USING btree (status, name, id);
CREATE INDEX tours_tax_category_id_idx ON public.tours USING btree (tax_category_id) WHERE (tax_category_id IS NOT NULL);
CREATE TRIGGER tours_added AFTER INSERT ON tours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('id');
CREATE TRIGGER tours_added_console AFTER INSERT ON tours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('tours', 'select id from changed');
CREATE TRIGGER tours_added_words AFTER INSERT ON tours REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_words_of_added();
CREATE TRIGGER tours_changed AFTER UPDATE ON tours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('id');
CREATE TRIGGER tours_changed_console AFTER UPDATE ON tours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('tours', 'select id from changed');
CREATE TRIGGER tours_changed_words AFTER UPDATE ON tours FOR EACH ROW WHEN (new.is_active AND (NOT old.is_active OR old.search IS DISTINCT FROM new.search)) EXECUTE FUNCTION note_words_of_changed();
CREATE TRIGGER tours_note_search_words BEFORE INSERT OR UPDATE OF destination, name, tour_type, tags, overview ON tours FOR EACH ROW EXECUTE FUNCTION note_search_words();
CREATE TRIGGER tours_note_withdrawal BEFORE INSERT OR UPDATE OF is_active ON tours FOR EACH ROW EXECUTE FUNCTION note_withdrawal();
CREATE TRIGGER tours_removed AFTER DELETE ON tours REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('id');
CREATE TRIGGER tours_run_dates_kept BEFORE UPDATE OF run_weekdays, run_dates, run_rules ON tours FOR EACH ROW WHEN (new.run_rules IS NOT NULL AND (new.run_weekdays IS DISTINCT FROM old.run_weekdays OR new.run_dates IS DISTINCT FROM old.run_dates OR new.run_rules IS DISTINCT FROM old.run_rules)) EXECUTE FUNCTION keep_run_dates();
CREATE TRIGGER tours_run_dates_made BEFORE INSERT ON tours FOR EACH ROW WHEN (new.run_rules IS NOT NULL) EXECUTE FUNCTION keep_run_dates();

CREATE OR REPLACE FUNCTION public.add_tour_words(words text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock_shared(hashtext('meridian-tour-words'));
  -- In one order, so that two who write the same words wait for each other instead of blocking each other.
  insert into tour_words (word, stem)
    select word, coalesce((ts_lexize('english_stem', word))[1], word)
    from (select distinct unnest(words) as word) as found
    where not exists (select from tour_words as known where known.word = found.word collate "C")
    order by word collate "C"
    on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.is_run_day(run_days jsonb, day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select not run_days -> 'except' ? iso and (run_days -> 'also' ? iso or exists (
    select from jsonb_to_recordset(run_days -> 'rules') as rule (weekdays jsonb, "from" text, "to" text),
      -- A season's ends are dates, or days of every year ('05-01').
      lateral (select case when length(coalesce("from", "to")) = 5 then substr(iso, 6) else iso end collate "C" as day) as at
    where weekdays @> to_jsonb(extract(isodow from $2)::integer)
      and case when "from" collate "C" > "to" then at.day >= "from" or at.day <= "to"
        else coalesce(at.day >= "from", true) and coalesce(at.day <= "to", true) end))
  from to_char($2::timestamp, 'YYYY-MM-DD') as iso
$function$;

CREATE OR REPLACE FUNCTION public.keep_closed_slot_full()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.capacity := least(new.capacity, new.seats_taken);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_run_dates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and new.run_rules is not distinct from old.run_rules then
    -- A process that does not know of rules has changed the days.
    new.run_rules := null;
  else
    new.run_weekdays := 127;
    new.run_dates := coalesce(nullif(array(
      select day::date from generate_series(current_date - 1, current_date + 732, interval '1 day') as day
      where is_run_day(new.run_rules, day::date) order by day limit 400), '{}'), '{2000-01-01}');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_catalogue_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  tours text[];
begin
  execute format('select array(select distinct %I from changed limit 51)', tg_argv[0]) into tours;
  if cardinality(tours) = 0 then
    return null;
  elsif cardinality(tours) > 50 then
    insert into catalogue_changes (tour_id) values (null);
  else
    insert into catalogue_changes (tour_id) select unnest(tours);
  end if;
  perform pg_notify('catalogue_changed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_picture_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into catalogue_changes (tour_id) values (null);
  perform pg_notify('catalogue_changed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.search := search_words(concat_ws(' ', new.destination, new.name, new.tour_type, array_to_string(new.tags, ' '), new.overview));
  new.name_words := search_words(concat_ws(' ', new.destination, new.name));
  new.kind_words := search_words(concat_ws(' ', new.tour_type, array_to_string(new.tags, ' ')));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.withdrawn_at := case when new.is_active then null else coalesce(new.withdrawn_at, now()) end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_words_of_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  words text[] := array(select unnest(tsvector_to_array(search)) from added where is_active);
begin
  if words <> '{}' then
    perform add_tour_words(words);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_words_of_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_tour_words(tsvector_to_array(new.search));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.region_of(destination text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(btrim(substring(destination from '[^,]*$')))
$function$;

CREATE OR REPLACE FUNCTION public.search_words(text)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  select strip(to_tsvector('tour_words', translate(normalize($1), '-–—/\.,:;@_&<>%#~+*=?!''’"()[]{}|', repeat(' ', 40))))
$function$;
