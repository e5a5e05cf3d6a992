-- What the agency keeps at its desks: people, emails, enquiries, services and the places that it serves.

-- Few among many.
create index users_disabled_idx on users (created_at desc, id desc) where disabled_at is not null and deleted_at is null;

-- The entries of some days.
create index audit_entries_recorded_at_idx on audit_entries (recorded_at);
-- What was done, among many times as many calls that only read.
create index audit_entries_deeds_idx on audit_entries (id) where action <> 'staff_call.made';
create index audit_entries_deeds_of_idx on audit_entries (actor_id, id) where action <> 'staff_call.made';

-- Emails are read newest first: all, and those of each state.
create index mails_newest_idx on mails (created_at desc, id desc);
create index mails_waiting_idx on mails (created_at desc, id desc) where sent_at is null and failed_at is null;
create index mails_given_up_idx on mails (created_at desc, id desc) where failed_at is not null;
create index mails_recipient_parts_idx on mails using gin (lower(recipient) gin_trgm_ops) with (fastupdate = off);

-- An enquiry is an email to the agency; somebody who works there marks it as answered.
alter table mails
  add column answered_at timestamptz,
  add column answered_by text references users (id),
  add constraint mails_only_enquiries_are_answered check (answered_at is null or template = 'enquiry-received'),
  add constraint mails_answered_by_somebody check ((answered_at is null) = (answered_by is null));
create index mails_open_enquiries_idx on mails (created_at desc, id desc) where template = 'enquiry-received' and answered_at is null;
create index mails_answered_enquiries_idx on mails (created_at desc, id desc) where template = 'enquiry-received' and answered_at is not null;

-- A place that is no longer served keeps its name, and can be served again.
alter table coverage_areas add column is_active boolean not null default true;

-- Which of two changes of a service came first: the second is told.
alter table service_types add column version integer not null default 1 check (version > 0);
