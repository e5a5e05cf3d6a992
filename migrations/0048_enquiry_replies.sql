-- What staff write in reply to an enquiry. It ends with the enquiry: forgotten, exported and erased as that is.
create table enquiry_replies (
  id uuid primary key,
  enquiry_id uuid not null references mails (id) on delete cascade,
  -- Made by the page that sends it: what is sent twice is one reply.
  key text not null unique,
  body text not null check (length(body) between 1 and 8000),
  written_by text not null references users (id),
  written_at timestamptz not null
);
create index enquiry_replies_thread_idx on enquiry_replies (enquiry_id, written_at, id);

-- Closed without an answer: by whom and when stands where it does for an answered one.
alter table mails
  add column closed_reason text check (closed_reason in ('spam', 'duplicate', 'no_need')),
  add constraint mails_closed_by_somebody check (closed_reason is null or answered_at is not null);
create index mails_closed_enquiries_idx on mails (created_at desc, id desc)
  where template = 'enquiry-received' and closed_reason is not null;

-- What is often answered, to be put into a reply.
create table ready_answers (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  body text not null check (length(body) between 1 and 8000),
  -- Which of two changes came first: the second is told.
  version integer not null default 1 check (version > 0)
);
create unique index ready_answers_name_idx on ready_answers (lower(name));
