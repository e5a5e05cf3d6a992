-- Of the tours that a search finds those come first that it names: what stands in a tour's name or place says more than what its text mentions.
alter table tours
  add column name_words tsvector not null default '',
  add column kind_words tsvector not null default '';

create or replace function note_search_words() returns trigger language plpgsql as $$
begin
  new.search := search_words(concat_ws(' ', new.destination, new.name, new.tour_type, array_to_string(new.tags, ' '), new.overview));
  new.name_words := search_words(concat_ws(' ', new.destination, new.name));
  new.kind_words := search_words(concat_ws(' ', new.tour_type, array_to_string(new.tags, ' ')));
  return new;
end $$;

update tours set
  name_words = search_words(concat_ws(' ', destination, name)),
  kind_words = search_words(concat_ws(' ', tour_type, array_to_string(tags, ' ')));
