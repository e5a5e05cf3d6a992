-- What staff and the command line have done, and who has signed in: written once, and never changed.

create table audit_entries (
  id bigint generated always as identity primary key,
  -- By the database's clock, which nobody who writes here can choose.
  recorded_at timestamptz not null default now(),
  -- An account, even one that is deleted later: entries outlive what they speak of, so nothing here is a reference. Null: nobody
  -- named on the command line, or somebody who could not sign in.
  actor_id text check (actor_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  via text not null check (via in ('site', 'command_line')),
  -- src/shared/audit.ts has the list.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text not null check (subject_kind ~ '^[a-z_]+$'),
  -- An id, or the pattern of a route. Null: a sign-in to no account.
  subject_id text check (subject_id ~ '^[A-Za-z0-9_:/-]{1,200}$'),
  network_address inet,
  -- Flat: numbers, booleans, words in small letters (and the methods of HTTP), and ids, which have a digit. What could be a name, an
  -- address or a text has a capital letter and no digit, or a space, a dot or an @.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  constraint audit_entries_ids_and_figures check (not jsonb_path_exists(
    jsonb_build_array(before, after),
    'strict $[*] ? (@.type() == "object").* ? (@.type() == "object" || @.type() == "array"
      || (@.type() == "string" && !(@ like_regex "^([a-z_]{1,40}|[A-Z]{1,7}|[A-Za-z_-]{0,40}[0-9][A-Za-z0-9_-]{0,63})$")))'
  ))
);

create index audit_entries_actor_idx on audit_entries (actor_id, id);
create index audit_entries_action_idx on audit_entries (action, id);
create index audit_entries_subject_idx on audit_entries (subject_id, id);
create index audit_entries_addresses_idx on audit_entries (recorded_at) where network_address is not null;

-- For the owner of the table too. An address that is due is forgotten by the function below, and nothing else changes with it.
create function refuse_audit_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as '
begin
  if tg_op = ''UPDATE'' and current_setting(''meridian.forgets_addresses'', true) = ''on'' then
    if new.network_address is null and old.recorded_at < now() - interval ''90 days''
      and to_jsonb(new) - ''network_address'' = to_jsonb(old) - ''network_address'' then
      return new;
    end if;
  end if;
  raise exception ''The audit is append only: % is refused.'', tg_op using errcode = ''insufficient_privilege'';
end';

create trigger audit_entries_no_update before update on audit_entries for each row execute function refuse_audit_change();
create trigger audit_entries_no_delete before delete or truncate on audit_entries for each statement execute function refuse_audit_change();
-- Also where session_replication_role silences ordinary triggers.
alter table audit_entries enable always trigger audit_entries_no_update, enable always trigger audit_entries_no_delete;

-- Forgets the network addresses that are older than 90 days and returns how many those were. It takes no argument, so that whoever may call it can
-- forget nothing sooner.
create function forget_audit_addresses() returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp as '
declare
  forgotten integer;
begin
  -- Not as a setting of the function itself: only a superuser may give it one of our own.
  perform set_config(''meridian.forgets_addresses'', ''on'', true);
  update public.audit_entries set network_address = null
    where network_address is not null and recorded_at < now() - interval ''90 days'';
  get diagnostics forgotten = row_count;
  perform set_config(''meridian.forgets_addresses'', '''', true);
  return forgotten;
end';

revoke all on function forget_audit_addresses() from public;

-- What the staff have decided about a request, each time: a later decision no longer overwrites who decided before, when and why.
create table quote_decisions (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  decision text not null check (decision in ('approved', 'declined')),
  -- What was to be paid by it, and the version whose link it made or took back.
  total_cents integer not null check (total_cents >= 0),
  quote_version integer not null check (quote_version >= 0),
  -- In words for the customer; forgotten with their account.
  reason text check (length(reason) <= 1000),
  -- Null: nobody named on the command line.
  decided_by text references users (id),
  decided_at timestamptz not null
);

create index quote_decisions_booking_id_idx on quote_decisions (booking_id, id);

-- Earlier versions have kept the last decision of each kind, and who and why of the very last one. What an account's deletion took
-- back was nobody's decision, so those are left out.
insert into quote_decisions (booking_id, decision, total_cents, quote_version, reason, decided_by, decided_at)
  select bookings.id, decision, coalesce(quoted_cents, total_cents), quote_version, case when is_last then decision_reason end,
    case when is_last then decided_by end, decided_at
  from bookings join vehicle_bookings on booking_id = bookings.id join users on users.id = user_id and deleted_at is null,
    lateral (values ('approved', approved_at, declined_at is null), ('declined', declined_at, true)) as made (decision, decided_at, is_last)
  where decided_at is not null and (decision = 'declined' or quote_version > 0)
  order by decided_at, bookings.id;

-- Words about somebody who is no longer with us.
update vehicle_bookings set decision_reason = null from bookings join users on users.id = user_id
  where booking_id = bookings.id and deleted_at is not null;
