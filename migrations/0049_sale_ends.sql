-- Until when a departure is on sale, for tours whose staff say so (decisions, "Third round"), and what a booking keeps of it.

-- The moment from which a departure is no longer sold: a time on the clocks of a place, on the day or the day before. In the hour that
-- autumn repeats the first one counts, and a time that spring skips is an hour later, as in src/shared/sale-ends.ts.
create function sale_ends_at(day date, ends time, days_before smallint, zone text) returns timestamptz
  language sql immutable parallel safe as $$
  select least(
    usual,
    case when (usual - interval '30 minutes') at time zone zone = clock then usual - interval '30 minutes' end,
    case when (usual - interval '1 hour') at time zone zone = clock then usual - interval '1 hour' end)
  from (select day - days_before + ends as clock) as wall cross join lateral (select clock at time zone zone as usual) as read
$$;

alter table tours
  -- All three or none. Null: it is sold until its day is over for the agency.
  add column sale_ends time check (sale_ends < time '24:00'),
  add column sale_ends_days_before smallint check (sale_ends_days_before in (0, 1)),
  -- A name of the IANA database. A zone that this database does not know is refused here, not when somebody searches.
  add column sale_ends_zone text check (sale_ends_zone is null or timezone(sale_ends_zone, timestamptz '2000-01-01') is not null),
  add constraint tours_whole_sale_ends check (num_nulls(sale_ends, sale_ends_days_before, sale_ends_zone) in (0, 3));

alter table bookings
  -- Of a tour with such an end, as it was when it was booked: where the days until travel are counted, and when its sale ended.
  add column time_zone text check (time_zone is null or timezone(time_zone, timestamptz '2000-01-01') is not null),
  add column sale_ends_at timestamptz,
  add constraint bookings_whole_sale_ends check (num_nulls(time_zone, sale_ends_at) in (0, 2)),
  add constraint bookings_sale_ends_of_tours check (time_zone is null or kind = 'tour');
