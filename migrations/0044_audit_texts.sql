-- What the agency has written about what it sells, before and after a change. Entries about anything else have no texts.

alter table audit_entries
  add column texts jsonb,
  add constraint audit_entries_texts_of_what_is_sold check (
    texts is null or (subject_kind in ('tour', 'service') and jsonb_typeof(texts) = 'object')
  );
