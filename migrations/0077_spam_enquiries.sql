-- Messages of the contact form with the hidden field filled in: probably a program's, but staff can look. They are no emails, so nothing
-- is sent and nothing waits. Only the newest are stored, for a while.
create table spam_enquiries (
  id uuid primary key,
  -- Of the email that it becomes if it is no spam.
  mail_key text not null unique,
  data jsonb not null,
  created_at timestamptz(3) not null
);

create index spam_enquiries_created_at_idx on spam_enquiries (created_at desc, id desc);
create index spam_enquiries_enquirer_idx on spam_enquiries (lower(data ->> 'email'));
