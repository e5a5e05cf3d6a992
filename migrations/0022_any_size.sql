-- A site of any size: business that was generated to try it out is marked, and told from what people have really done.

-- One row for each run of the generator. Its number is part of every id that the run makes: a later run adds beside it.
create table generation_runs (
  id integer primary key generated always as identity check (id < 65536),
  seed integer not null,
  tours integer not null,
  people integer not null,
  bookings integer not null,
  started_at timestamptz not null default now(),
  -- Null while it runs, and when it was broken off.
  finished_at timestamptz
);

-- The card provider has never heard of generated money, and generated people have no mailbox.
alter table users add column is_generated boolean not null default false;
alter table tours add column is_generated boolean not null default false;
alter table bookings add column is_generated boolean not null default false;
alter table payments add column is_generated boolean not null default false;
alter table refunds add column is_generated boolean not null default false;

-- What the price sync looks at. A generated tour joins it with its first checkout.
create index tours_priced_idx on tours (id) where not is_generated or stripe_product_id is not null;

-- The books are compared without what was generated.
drop index payments_paid_at_idx;
create index payments_paid_at_idx on payments (paid_at) where not is_generated;
drop index refunds_made_at_idx;
create index refunds_made_at_idx on refunds (coalesce(made_at, created_at)) where not is_generated;

-- The search runs in the database. Whoever applies this migration must be allowed to create the two extensions (any role that may
-- create objects in the database), unless an administrator has created them before.
create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Words without accents and without those that every text has. Their forms are told by the dictionary below.
create text search dictionary tour_words (template = pg_catalog.simple, stopwords = english);
create text search configuration tour_words (copy = pg_catalog.simple);
alter text search configuration tour_words
  alter mapping for asciiword, word, numword, int, uint with unaccent, tour_words;

-- Only letters and digits make words, as in src/server/features/tours/search-text.ts: the parser would find addresses, tags and paths.
create function search_words(text) returns tsvector language sql stable strict parallel safe as $$
  select strip(to_tsvector('tour_words', translate(normalize($1), '-–—/\.,:;@_&<>%#~+*=?!''’"()[]{}|', repeat(' ', 40))))
$$;

alter table tours add column search tsvector not null default '';

create function note_search_words() returns trigger language plpgsql as $$
begin
  new.search := search_words(concat_ws(' ', new.destination, new.name, new.tour_type, array_to_string(new.tags, ' '), new.overview));
  return new;
end $$;
create trigger tours_note_search_words before insert or update of destination, name, tour_type, tags, overview on tours
  for each row execute function note_search_words();

-- Every word that a tour has or had, and its stem: what people mean by a word that no tour has is looked for here.
create table tour_words (
  word text collate "C" primary key,
  stem text collate "C" not null
);
create index tour_words_stem_idx on tour_words (stem);
create index tour_words_near_idx on tour_words using gist (word gist_trgm_ops);

create function add_tour_words(words text[]) returns void language sql as $$
  -- In one order, so that two who write the same words wait for each other instead of blocking each other.
  insert into tour_words (word, stem)
    select word, coalesce((ts_lexize('english_stem', word))[1], word)
    from (select distinct unnest(words) as word) as found
    where not exists (select from tour_words as known where known.word = found.word collate "C")
    order by word collate "C"
    on conflict do nothing
$$;

create function note_words_of_added() returns trigger language plpgsql as $$
begin
  perform add_tour_words(array(select unnest(tsvector_to_array(search)) from added));
  return null;
end $$;
create trigger tours_added_words after insert on tours
  referencing new table as added for each statement execute function note_words_of_added();

create function note_words_of_changed() returns trigger language plpgsql as $$
begin
  perform add_tour_words(tsvector_to_array(new.search));
  return null;
end $$;
create trigger tours_changed_words after update on tours
  for each row when (old.search is distinct from new.search) execute function note_words_of_changed();

update tours set name = name;

create index tours_search_idx on tours using gin (search) where is_active;
-- The list, and each filter in the order of the list.
drop index tours_active_idx;
create index tours_list_idx on tours (position, id) where is_active;
create index tours_duration_idx on tours (duration, position, id) where is_active;
-- "14 days under 900": both are frequent, together they may be rare.
create index tours_duration_price_idx on tours (duration, base_price_cents) where is_active;
create index tours_max_people_idx on tours (max_people) where is_active;
create index tours_price_idx on tours (base_price_cents) where is_active;

-- Which tours have changed, for those who keep responses in memory (src/server/features/tours/catalogue-changes.ts). They ask here; the
-- notification only says that it is worth asking. The transaction's number tells what a reader cannot have seen yet.
create table catalogue_changes (
  id bigint primary key generated always as identity,
  -- Null: more than can be named.
  tour_id text,
  transaction xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
create index catalogue_changes_transaction_idx on catalogue_changes (transaction);
create index catalogue_changes_changed_at_idx on catalogue_changes (changed_at);

drop trigger tours_changed on tours;
drop trigger tour_images_changed on tour_images;
drop trigger itinerary_days_changed on itinerary_days;
drop trigger pictures_changed on pictures;
drop function notify_catalogue_changed();

-- The argument is the column that holds the tour.
create function note_catalogue_change() returns trigger language plpgsql as $$
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
end $$;

create trigger tours_added after insert on tours
  referencing new table as changed for each statement execute function note_catalogue_change('id');
create trigger tours_changed after update on tours
  referencing new table as changed for each statement execute function note_catalogue_change('id');
create trigger tours_removed after delete on tours
  referencing old table as changed for each statement execute function note_catalogue_change('id');
create trigger tour_images_added after insert on tour_images
  referencing new table as changed for each statement execute function note_catalogue_change('tour_id');
create trigger tour_images_changed after update on tour_images
  referencing new table as changed for each statement execute function note_catalogue_change('tour_id');
create trigger tour_images_removed after delete on tour_images
  referencing old table as changed for each statement execute function note_catalogue_change('tour_id');
create trigger itinerary_days_added after insert on itinerary_days
  referencing new table as changed for each statement execute function note_catalogue_change('tour_id');
create trigger itinerary_days_changed after update on itinerary_days
  referencing new table as changed for each statement execute function note_catalogue_change('tour_id');
create trigger itinerary_days_removed after delete on itinerary_days
  referencing old table as changed for each statement execute function note_catalogue_change('tour_id');

-- A picture may be in any tour. A new one is in none.
create function note_picture_change() returns trigger language plpgsql as $$
begin
  insert into catalogue_changes (tour_id) values (null);
  perform pg_notify('catalogue_changed', '');
  return null;
end $$;
create trigger pictures_changed after update or delete on pictures
  for each statement execute function note_picture_change();
