-- What the background jobs look for, each page of it by an index: nothing that grows is read from one end to the other.
create index vehicle_drafts_untouched_idx on vehicle_drafts (updated_at, user_id) where content is not null;
create index sessions_created_at_idx on sessions (created_at, id);
create index mails_last_idx on mails (created_at) where template = 'account-deleted';
create index payments_disputed_idx on payments (id) where disputed_at is not null and dispute_lost_at is null;
-- The latest task about a subject, open or closed.
create index tasks_subject_idx on tasks (subject, kind, opened_at);

-- Forgets the addresses of some thousand entries at a time, the oldest first, and says of how many: whoever calls repeats it until there
-- are none. In one statement those of a busy day would not end in time.
create or replace function forget_audit_addresses() returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp as '
declare
  forgotten integer;
begin
  -- Not as a setting of the function itself: only a superuser may give it one of our own.
  perform set_config(''meridian.forgets_addresses'', ''on'', true);
  update public.audit_entries set network_address = null
    where id in (select id from public.audit_entries
      where network_address is not null and recorded_at < now() - interval ''90 days'' order by recorded_at limit 5000);
  get diagnostics forgotten = row_count;
  perform set_config(''meridian.forgets_addresses'', '''', true);
  return forgotten;
end';
