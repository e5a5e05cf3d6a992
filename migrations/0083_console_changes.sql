-- What the console is notified of, as one function and a list. Each query gives the ids of what has changed, as text, from `changed` and, after an
-- update, `before`. More than 20 ids are sent as their noun alone; an empty id stands for the noun alone.
create function notify_console() returns trigger language plpgsql as $$
declare
  noun text;
  ids text[];
begin
  for n in 0 .. tg_nargs / 2 - 1 loop
    noun := tg_argv[2 * n];
    execute format('select array(select distinct id::text from (%s) as found (id) where id is not null limit 21)', tg_argv[2 * n + 1]) into ids;
    if cardinality(ids) > 0 then
      perform pg_notify('console_changes', case when cardinality(ids) > 20 then noun else rtrim(noun || ' ' || array_to_string(ids, ' ')) end);
    end if;
  end loop;
  return null;
end $$;

-- Of this migration only: one table in each transaction. The queries follow their nouns.
create function watch_for_console(subject text, operations text[], variadic queries text[]) returns void language plpgsql as $$
declare
  operation text;
begin
  foreach operation in array operations loop
    execute format('create or replace trigger %I after %s on %I referencing %s for each statement execute function notify_console(%s)',
      subject || case operation when 'insert' then '_added' when 'update' then '_changed' else '_removed' end || '_console', operation, subject,
      case when operation = 'insert' then 'new table as changed' when operation = 'delete' then 'old table as changed'
        when queries::text like '%before%' then 'old table as before new table as changed' else 'new table as changed' end,
      (select string_agg(quote_literal(query), ', ' order by place) from unnest(queries) with ordinality as each (query, place)));
  end loop;
end $$;

-- next transaction

select watch_for_console('attendance_ticks', array['insert'], 'attendance', $$select to_char(departs_on, 'YYYY-MM-DD') || ':' || tour_id from changed join tour_bookings using (booking_id)$$);

-- next transaction

select watch_for_console('booking_contacts', array['insert', 'update'], 'bookings', 'select booking_id from changed');

-- next transaction

select watch_for_console('booking_notes', array['insert'], 'bookings', 'select booking_id from changed');

-- next transaction

-- An open checkout is nothing to look at yet.
select watch_for_console('bookings', array['insert', 'update'], 'bookings', $$select id from changed where kind <> 'tour' or status <> 'pending'$$);

-- next transaction

select watch_for_console('coverage_areas', array['insert', 'update', 'delete'], 'coverage', 'select code from changed');

-- next transaction

select watch_for_console('departure_cancellation_bookings', array['update'],
  'departures', $$select to_char(departs_on, 'YYYY-MM-DD') || ':' || tour_id from changed join departure_cancellations on departure_cancellations.id = cancellation_id$$);

-- next transaction

select watch_for_console('departure_cancellations', array['update'], 'departures', $$select to_char(departs_on, 'YYYY-MM-DD') || ':' || tour_id from changed$$);

-- next transaction

select watch_for_console('departures', array['update'], 'departures', $$
  select to_char(departs_on, 'YYYY-MM-DD') || ':' || tour_id from changed join before using (tour_id, departs_on)
  where (changed.capacity, changed.blocked_at, changed.cancelled_at) is distinct from (before.capacity, before.blocked_at, before.cancelled_at)$$);

-- next transaction

select watch_for_console('mails', array['insert', 'update'], 'mails', 'select id from changed', 'bookings', 'select booking_id from changed');

-- next transaction

select watch_for_console('payments', array['insert', 'update'], 'bookings', 'select booking_id from changed');

-- next transaction

select watch_for_console('quote_decisions', array['insert'], 'bookings', 'select booking_id from changed');

-- next transaction

select watch_for_console('refunds', array['insert', 'update'], 'bookings', 'select payments.booking_id from changed join payments on payments.id = payment_id');

-- next transaction

select watch_for_console('reservations', array['insert', 'update'], 'bookings', 'select booking_id from changed');

-- next transaction

select watch_for_console('reviews', array['insert', 'update'], 'reviews', 'select tour_id from changed');

-- next transaction

select watch_for_console('service_types', array['update'], 'services', 'select id from changed');

-- next transaction

select watch_for_console('sessions', array['delete'], 'sessions', $$select '' from changed$$);
select watch_for_console('sessions', array['update'], 'sessions', $$
  select '' from changed join before using (id) where changed.revoked_at is distinct from before.revoked_at$$);

-- next transaction

select watch_for_console('tasks', array['insert', 'update'], 'tasks', 'select id from changed', 'bookings', 'select booking_id from changed');

-- next transaction

select watch_for_console('tour_bookings', array['update'], 'bookings', 'select booking_id from changed');

-- next transaction

select watch_for_console('tours', array['insert', 'update'], 'tours', 'select id from changed');

-- next transaction

select watch_for_console('users', array['insert'], 'people', 'select id from changed');
select watch_for_console('users', array['update'], 'people', $$
  select id from changed join before using (id) where (changed.role, changed.disabled_at, changed.deleted_at, changed.name, changed.email)
    is distinct from (before.role, before.disabled_at, before.deleted_at, before.name, before.email)$$);

-- next transaction

select watch_for_console('vehicle_bookings', array['update'], 'bookings', 'select booking_id from changed');

-- next transaction

drop function watch_for_console(text, text[], text[]);
drop function tell_console_rows();
drop function tell_console_bookings();
drop function tell_console_departures();
drop function tell_console_people();
drop function tell_console_sessions();
drop function tell_console(text, text[]);
