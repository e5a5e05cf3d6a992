-- Emails that can wait are counted, so that nobody's mailbox is flooded from here; and enquiries are found by who wrote them.

-- Only a hash of the address: a count outlives the deletion of an account by a day.
create table mail_counts (
  address_hash text not null,
  -- Links that somebody asks for, and notices, are counted apart.
  kind text not null check (kind in ('link', 'notice')),
  -- In UTC.
  day date not null,
  asked integer not null check (asked > 0),
  primary key (address_hash, kind, day)
);
create index mail_counts_day_idx on mail_counts (day);

create index mails_enquirer_idx on mails (lower(data ->> 'email')) where template = 'enquiry-received';
