-- A start time of one day that staff have closed for sale: it keeps those who have seats, and what they give back is not sold again
-- (docs/decisions/0072-closed-start-times.md). Null while it is open; else the seats that it has once it is opened again.
alter table departure_slots add column capacity_when_open integer;
alter table departure_slots add constraint departure_slots_capacity_when_open check (capacity_when_open >= 0) not valid;

-- Also for a process of before, which gives seats back without knowing that they are not for sale.
create function keep_closed_slot_full() returns trigger language plpgsql as $$
begin
  new.capacity := least(new.capacity, new.seats_taken);
  return new;
end $$;
create trigger departure_slots_closed before update on departure_slots for each row when (new.capacity_when_open is not null)
  execute function keep_closed_slot_full();

-- Whether an extra shows a picture is asked for each picture that may go. One row for each tour with options: a moment.
-- squawk-ignore require-concurrent-index-creation
create index tour_selling_extras_idx on tour_selling using gin ((content -> 'extras') jsonb_path_ops);
