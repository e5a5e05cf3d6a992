-- The dictionary of searches holds the words of the tours that travellers see, and no others: one that only a draft has, or that a tour once
-- had by mistake, would count as known, and whoever types it would be shown nothing instead of what they meant.

-- Who writes words has a share in this lock until the transaction ends; who forgets words (src/server/features/tours/search/commands.ts) holds
-- it alone, and so has seen every tour of which the words were looked up before. It comes first, in a statement of its own: who has waited
-- for it sees what was forgotten meanwhile.
create or replace function add_tour_words(words text[]) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtext('meridian-tour-words'));
  -- In one order, so that two who write the same words wait for each other instead of blocking each other.
  insert into tour_words (word, stem)
    select word, coalesce((ts_lexize('english_stem', word))[1], word)
    from (select distinct unnest(words) as word) as found
    where not exists (select from tour_words as known where known.word = found.word collate "C")
    order by word collate "C"
    on conflict do nothing
$$;

create or replace function note_words_of_added() returns trigger language plpgsql as $$
declare
  words text[] := array(select unnest(tsvector_to_array(search)) from added where is_active);
begin
  if words <> '{}' then
    perform add_tour_words(words);
  end if;
  return null;
end $$;

create or replace trigger tours_changed_words after update on tours
  for each row when (new.is_active and (not old.is_active or old.search is distinct from new.search))
  execute function note_words_of_changed();

-- Nobody writes a tour meanwhile: the trigger above has waited for those who did, and keeps out others until the migration ends. One pass
-- over all tours, whatever the planner knows of them.
delete from tour_words as known where not exists (
  select from ts_stat('select search from tours where is_active') as used where used.word collate "C" = known.word
);
