-- What administrators set in the console. One row, so that two changes at once wait for each other.
create table settings (
  only_row boolean primary key default true check (only_row),
  version integer not null default 1,
  -- As they stand in the email that asks for a transfer.
  bank_details text check (length(bank_details) between 1 and 600)
);
insert into settings default values;

-- How much one person may give as goodwill in one day of the agency; a currency without a row has no ceiling.
create table goodwill_ceilings (
  currency text primary key check (currency in ('usd', 'gbp', 'inr')),
  ceiling_cents integer not null check (ceiling_cents >= 0)
);

-- The agency's own texts. Not valid: what is in the table was allowed before.
alter table audit_entries drop constraint audit_entries_texts_of_what_is_sold;
alter table audit_entries add constraint audit_entries_texts_of_the_agency check (
  texts is null or (subject_kind in ('tour', 'service', 'settings') and jsonb_typeof(texts) = 'object')
) not valid;
