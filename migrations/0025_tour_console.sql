-- Tours as staff write them: drafts, versions, the days on which they run, facts, pictures; and reviews that staff hide.

-- Whether a tour departs on a day: by listed dates, else by its weekdays, whose lowest bit is Monday.
create function departs_on_day(weekdays smallint, dates date[], day date) returns boolean language sql immutable parallel safe as $$
  select case when dates is null then (weekdays >> (extract(isodow from day)::integer - 1)) & 1 = 1 else day = any(dates) end
$$;

alter table tours
  -- Raised with each change by staff; whoever changes a tour says which one they saw.
  add column version integer not null default 1 check (version >= 1),
  -- Null: a draft, which travellers have never seen.
  add column published_at timestamptz default now(),
  add column least_group integer check (least_group between 1 and max_people),
  add column run_weekdays smallint not null default 127 check (run_weekdays between 1 and 127),
  add column run_dates date[] check (cardinality(run_dates) between 1 and 400),
  -- src/shared/tour-facts.ts says what is in it.
  add column facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  add constraint tours_active_are_published check (not is_active or published_at is not null);
update tours set published_at = created_at;
alter table tours add column status text generated always as
  (case when is_active then 'published' when published_at is null then 'draft' else 'off' end) stored;

-- Tours as staff look for them: by name.
create index tours_name_idx on tours (name, id);
create index tours_status_name_idx on tours (status, name, id);
create index tours_name_parts_idx on tours using gin (lower(name) gin_trgm_ops) with (fastupdate = off);
create index tours_least_group_idx on tours (id) where least_group is not null;

-- What staff did to a tour. Older tours have none for their first version.
create table tour_changes (
  tour_id text not null references tours (id) on delete cascade,
  version integer not null check (version >= 1),
  change text not null check (change in ('created', 'edited', 'published', 'deactivated')),
  -- The names of the changed fields, as in src/shared/staff-tours.ts.
  fields text[] not null default '{}',
  changed_by text references users (id),
  changed_at timestamptz not null,
  -- Only where the price or its currency has changed.
  from_cents integer,
  from_currency text,
  to_cents integer,
  to_currency text,
  primary key (tour_id, version),
  constraint tour_changes_whole_prices check (num_nulls(from_cents, from_currency, to_cents, to_currency) in (0, 4))
);
create index tour_changes_prices_idx on tour_changes (tour_id, version) where to_cents is not null;

-- What staff have uploaded: upright, of a bounded size, and never shown to travellers itself.
create table picture_originals (
  id uuid primary key,
  path text not null unique,
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0)
);

alter table pictures
  -- Null: artwork that comes with the site.
  add column original_id uuid references picture_originals (id),
  -- The part of the original, in its pixels.
  add column crop_left integer,
  add column crop_top integer,
  add column crop_width integer,
  add column crop_height integer,
  add column created_at timestamptz not null default now(),
  add constraint pictures_cropped_from_original check
    (num_nulls(original_id, crop_left, crop_top, crop_width, crop_height) in (0, 5));
create index pictures_original_idx on pictures (original_id) where original_id is not null;
create index tour_images_picture_idx on tour_images (picture_id);

-- The sizes that were made of a picture, under the names by which they are asked for. Their contents never change.
create table picture_files (
  name text primary key,
  picture_id text not null references pictures (id) on delete cascade,
  path text not null unique,
  bytes integer not null check (bytes > 0)
);
create index picture_files_picture_idx on picture_files (picture_id);

alter table reviews
  add column hidden_at timestamptz,
  add column hidden_by text references users (id),
  -- For staff.
  add column hidden_reason text check (length(hidden_reason) between 1 and 500),
  add constraint reviews_hidden_with_reason check (num_nulls(hidden_at, hidden_by, hidden_reason) in (0, 3));
create index reviews_made_idx on reviews (created_at desc, id desc);
create index reviews_hidden_idx on reviews (created_at desc, id desc) where hidden_at is not null;
create index reviews_tour_made_idx on reviews (tour_id, created_at desc, id desc);

-- A rating is what the reviews say that everybody sees.
create or replace function sum_up_ratings() returns trigger language plpgsql as $$
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
$$;
drop trigger reviews_rated on reviews;
create trigger reviews_rated after insert or delete or update of rating, tour_id, hidden_at on reviews
  for each row execute function sum_up_ratings();

-- Nor are hidden ones counted among all reviews.
create or replace function count_reviews() returns trigger language plpgsql as $$
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
$$;

alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in (
  'wrong_payment', 'refund_failed', 'refund_blocked', 'dispute_opened', 'dispute_won', 'dispute_lost', 'external_refund',
  'blind_close', 'unknown_payment', 'missing_payment', 'unpaid_session', 'mail_failed', 'books_differ', 'events_stopped', 'note',
  'least_group'
));
