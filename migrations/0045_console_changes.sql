-- What the console is told, so that it shows by itself what has changed elsewhere: `bookings <id> <id>`, by `notify console_changes`, when the
-- transaction commits. Nouns and ids, nothing about anybody (src/shared/changes.ts, docs/decisions/0054-what-the-console-is-told.md).

-- More ids than that are not named.
create function tell_console(noun text, ids text[]) returns void language sql as $$
  select pg_notify('console_changes', case when cardinality(ids) > 20 then noun else noun || ' ' || array_to_string(ids, ' ') end)
    where cardinality(ids) > 0
$$;

-- Arguments: pairs of a noun and what gives its id from a row of `changed`; rows that give null tell nothing.
create function tell_console_rows() returns trigger language plpgsql as $$
declare
  ids text[];
begin
  for n in 0 .. tg_nargs / 2 - 1 loop
    execute format('select array(select distinct id from (select (%s)::text as id from changed) as ids where id is not null limit 21)',
      tg_argv[2 * n + 1]) into ids;
    perform tell_console(tg_argv[2 * n], ids);
  end loop;
  return null;
end $$;

-- A hold is told when it ends or is paid, not when it begins: many begin at once in a surge, and transactions that notify commit one at a time.
create function tell_console_bookings() returns trigger language plpgsql as $$
begin
  perform tell_console('bookings', array(select distinct id::text from changed where kind <> 'tour' or status <> 'pending' limit 21));
  return null;
end $$;

-- Nor are the seats that it takes.
create function tell_console_departures() returns trigger language plpgsql as $$
begin
  perform tell_console('departures', array(
    select to_char(departs_on, 'YYYY-MM-DD') || ':' || tour_id from changed join before using (tour_id, departs_on)
    where (changed.capacity, changed.blocked_at, changed.cancelled_at) is distinct from (before.capacity, before.blocked_at, before.cancelled_at)
    limit 21));
  return null;
end $$;

create function tell_console_people() returns trigger language plpgsql as $$
begin
  perform tell_console('people', array(
    select id from changed join before using (id)
    where (changed.role, changed.disabled_at, changed.deleted_at, changed.name, changed.email)
      is distinct from (before.role, before.disabled_at, before.deleted_at, before.name, before.email)
    limit 21));
  return null;
end $$;

-- For the server alone, which ends the streams of sessions that are over.
create function tell_console_sessions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('console_changes', 'sessions');
  elsif exists (select from changed join before using (id) where changed.revoked_at is distinct from before.revoked_at) then
    perform pg_notify('console_changes', 'sessions');
  end if;
  return null;
end $$;

create trigger bookings_added_console after insert on bookings
  referencing new table as changed for each statement execute function tell_console_bookings();
create trigger bookings_changed_console after update on bookings
  referencing new table as changed for each statement execute function tell_console_bookings();
create trigger tour_bookings_changed_console after update on tour_bookings
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger vehicle_bookings_changed_console after update on vehicle_bookings
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger quote_decisions_added_console after insert on quote_decisions
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger booking_notes_added_console after insert on booking_notes
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger reservations_added_console after insert on reservations
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger reservations_changed_console after update on reservations
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger booking_contacts_added_console after insert on booking_contacts
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger booking_contacts_changed_console after update on booking_contacts
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger payments_added_console after insert on payments
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger payments_changed_console after update on payments
  referencing new table as changed for each statement execute function tell_console_rows('bookings', 'booking_id');
create trigger refunds_added_console after insert on refunds
  referencing new table as changed for each statement execute function
    tell_console_rows('bookings', 'select booking_id from payments where payments.id = payment_id');
create trigger refunds_changed_console after update on refunds
  referencing new table as changed for each statement execute function
    tell_console_rows('bookings', 'select booking_id from payments where payments.id = payment_id');
create trigger tasks_added_console after insert on tasks
  referencing new table as changed for each statement execute function tell_console_rows('tasks', 'id', 'bookings', 'booking_id');
create trigger tasks_changed_console after update on tasks
  referencing new table as changed for each statement execute function tell_console_rows('tasks', 'id', 'bookings', 'booking_id');
create trigger mails_added_console after insert on mails
  referencing new table as changed for each statement execute function tell_console_rows('mails', 'id', 'bookings', 'booking_id');
create trigger mails_changed_console after update on mails
  referencing new table as changed for each statement execute function tell_console_rows('mails', 'id', 'bookings', 'booking_id');
create trigger departures_changed_console after update on departures
  referencing old table as before new table as changed for each statement execute function tell_console_departures();
create trigger departure_cancellations_changed_console after update on departure_cancellations
  referencing new table as changed for each statement execute function
    tell_console_rows('departures', 'to_char(departs_on, ''YYYY-MM-DD'') || '':'' || tour_id');
create trigger departure_cancellation_bookings_changed_console after update on departure_cancellation_bookings
  referencing new table as changed for each statement execute function
    tell_console_rows('departures', 'select to_char(departs_on, ''YYYY-MM-DD'') || '':'' || tour_id from departure_cancellations where id = cancellation_id');
create trigger tours_added_console after insert on tours
  referencing new table as changed for each statement execute function tell_console_rows('tours', 'id');
create trigger tours_changed_console after update on tours
  referencing new table as changed for each statement execute function tell_console_rows('tours', 'id');
create trigger reviews_added_console after insert on reviews
  referencing new table as changed for each statement execute function tell_console_rows('reviews', 'tour_id');
create trigger reviews_changed_console after update on reviews
  referencing new table as changed for each statement execute function tell_console_rows('reviews', 'tour_id');
create trigger service_types_changed_console after update on service_types
  referencing new table as changed for each statement execute function tell_console_rows('services', 'id');
create trigger coverage_areas_added_console after insert on coverage_areas
  referencing new table as changed for each statement execute function tell_console_rows('coverage', 'code');
create trigger coverage_areas_changed_console after update on coverage_areas
  referencing new table as changed for each statement execute function tell_console_rows('coverage', 'code');
create trigger coverage_areas_removed_console after delete on coverage_areas
  referencing old table as changed for each statement execute function tell_console_rows('coverage', 'code');
create trigger users_added_console after insert on users
  referencing new table as changed for each statement execute function tell_console_rows('people', 'id');
create trigger users_changed_console after update on users
  referencing old table as before new table as changed for each statement execute function tell_console_people();
create trigger sessions_changed_console after update on sessions
  referencing old table as before new table as changed for each statement execute function tell_console_sessions();
create trigger sessions_removed_console after delete on sessions
  for each statement execute function tell_console_sessions();
