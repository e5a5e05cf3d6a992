-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion
-- People and bookings are found however their names are typed: accents, apostrophes, dashes, capitals and forms of Unicode make no difference.

-- The form in which texts are indexed and looked for (src/server/lib/search-forms.ts). It begins and ends with a space, so that a search can ask for
-- the beginning of a word. Built-in functions only, which are immutable: what the extension unaccent does depends on its file of rules. Not in SQL,
-- which the planner would unfold and take for cheap: it has to know that a table is not to be read for this.
create function search_form(typed text) returns text language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  form text;
begin
  if octet_length(typed) = length(typed) then
    -- Most texts, ten times as fast.
    form := lower(translate(typed, E'-,;\t\n\r''`.', '      '));
  else
    form := replace(replace(replace(replace(
      translate(translate(
        lower(regexp_replace(
          normalize(translate(typed, '´''`‘’‚‛ʹʻʼʽʾʿˈ′‵＇.·', ''), NFKD),
          '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+',
          '', 'g')),
        'łŁøØđĐðÐıħĦŧŦŋŊəƏςÆŒÞẞ', 'llooddddihhttnneeσæœþß'),
        E'-‐‒–—―−⁃,;\t\n\r\u3000', repeat(' ', 14)),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  if strpos(form, '  ') > 0 then
    form := regexp_replace(form, ' +', ' ', 'g');
  end if;
  return ' ' || btrim(form) || ' ';
end $$;

-- next transaction
-- A reference is looked for by its beginning, in databases of any collation.
create index bookings_reference_beginnings_idx on bookings (reference text_pattern_ops);

-- next transaction
create index users_search_idx on users using gin (search_form(name || ' ' || email) gin_trgm_ops) with (fastupdate = off);

-- next transaction
create index vehicle_bookings_search_idx on vehicle_bookings
  using gin (search_form(coalesce(contact_name, '') || ' ' || coalesce(contact_email, '')) gin_trgm_ops) with (fastupdate = off);

-- next transaction
create index booking_contacts_search_idx on booking_contacts using gin (search_form(email) gin_trgm_ops) with (fastupdate = off);

-- next transaction
create index tour_bookings_search_idx on tour_bookings using gin (search_form(names_as_text(traveller_names)) gin_trgm_ops)
  with (fastupdate = off) where traveller_names <> '{}';

-- next transaction
create index payments_search_idx on payments using gin (search_form(outside_reference) gin_trgm_ops) with (fastupdate = off)
  where outside_reference is not null;

-- next transaction
create index mails_search_idx on mails using gin (search_form(recipient) gin_trgm_ops) with (fastupdate = off);

-- Few enquiries among many emails: the agency reads who wrote and what about.
create index mails_enquiry_search_idx on mails
  using gin (search_form((data ->> 'name') || ' ' || (data ->> 'email') || ' ' || (data ->> 'subject')) gin_trgm_ops) with (fastupdate = off)
  where template = 'enquiry-received';

-- next transaction
create index tours_search_form_idx on tours using gin (search_form(name) gin_trgm_ops) with (fastupdate = off);

-- next transaction
-- What these replace goes once all are in place.
drop index users_name_parts_idx;
drop index users_email_parts_idx;

-- next transaction
drop index vehicle_bookings_contact_name_parts_idx;
drop index vehicle_bookings_contact_email_parts_idx;

-- next transaction
drop index booking_contacts_email_parts_idx;

-- next transaction
drop index tour_bookings_traveller_parts_idx;

-- next transaction
drop index payments_outside_reference_parts_idx;

-- next transaction
drop index mails_recipient_parts_idx;

-- next transaction
drop index tours_name_parts_idx;
