-- A tour with options sells by its slots. A process of before knows none: it must not take seats that nobody counts
-- (docs/decisions/0068-what-is-sold.md).
create function refuse_booking_without_slot() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from tour_selling where tour_id = new.tour_id) then
    raise exception 'This tour is booked by option and start time.' using errcode = 'MD001';
  end if;
  return new;
end $$;
create trigger tour_bookings_with_slot before insert on tour_bookings for each row when (new.slot_id is null)
  execute function refuse_booking_without_slot();
