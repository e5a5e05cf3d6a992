-- Days on which a tour runs by rules ("Saturdays, 1 May to 30 September"), with further dates and exceptions.

-- As `runsOn` in src/shared/run-days.ts, which says what is in `run_days`.
create function is_run_day(run_days jsonb, day date) returns boolean language sql immutable parallel safe as $$
  select not run_days -> 'except' ? iso and (run_days -> 'also' ? iso or exists (
    select from jsonb_to_recordset(run_days -> 'rules') as rule (weekdays jsonb, "from" text, "to" text),
      -- A season's ends are dates, or days of every year ('05-01').
      lateral (select case when length(coalesce("from", "to")) = 5 then substr(iso, 6) else iso end collate "C" as day) as at
    where weekdays @> to_jsonb(extract(isodow from $2)::integer)
      and case when "from" collate "C" > "to" then at.day >= "from" or at.day <= "to"
        else coalesce(at.day >= "from", true) and coalesce(at.day <= "to", true) end))
  from to_char($2::timestamp, 'YYYY-MM-DD') as iso
$$;

-- The three-part version stays for a process that does not know of rules.
create function departs_on_day(weekdays smallint, dates date[], rules jsonb, day date) returns boolean language sql immutable parallel safe as $$
  select case
    when rules is not null then is_run_day(rules, day)
    when dates is null then (weekdays >> (extract(isodow from day)::integer - 1)) & 1 = 1
    else day = any(dates) end
$$;

-- Where there are rules they alone count; `run_dates` then holds the next 400 days for a process that does not know of
-- them, or a day long past if there are none.
alter table tours add column run_rules jsonb
  check (run_rules is null or run_rules ?& array['rules', 'also', 'except'] and run_dates is not null);

create function keep_run_dates() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.run_rules is not distinct from old.run_rules then
    -- A process that does not know of rules has changed the days.
    new.run_rules := null;
  else
    new.run_weekdays := 127;
    new.run_dates := coalesce(nullif(array(
      select day::date from generate_series(current_date - 1, current_date + 732, interval '1 day') as day
      where is_run_day(new.run_rules, day::date) order by day limit 400), '{}'), '{2000-01-01}');
  end if;
  return new;
end $$;
create trigger tours_run_dates_made before insert on tours
  for each row when (new.run_rules is not null) execute function keep_run_dates();
create trigger tours_run_dates_kept before update of run_weekdays, run_dates, run_rules on tours
  for each row when (new.run_rules is not null and
    (new.run_weekdays, new.run_dates, new.run_rules) is distinct from (old.run_weekdays, old.run_dates, old.run_rules))
  execute function keep_run_dates();
