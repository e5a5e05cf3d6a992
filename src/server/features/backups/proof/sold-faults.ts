/**
 * Selects, as `fault`, where what was sold is not what is counted: seats of a slot, stock of extras and uses of codes by the bookings that hold
 * them, and the lines of a booking by its total and what the provider was asked to charge.
 */
export const SOLD_FAULTS = `
  with standing as (
    select bookings.id, tour_id, departs_on, slot_id, seats from bookings join tour_bookings on booking_id = bookings.id
    where status in ('pending', 'confirmed')
  ), lines as (
    select * from booking_lines where version = (select max(version) from booking_lines as last where last.booking_id = booking_lines.booking_id)
  )
  select format('slot %s: %s seats taken, %s in bookings, of %s', id, seats_taken, held, capacity) as fault from departure_slots
    cross join lateral (select coalesce(sum(seats), 0) as held from standing where slot_id = departure_slots.id) as booked
    where seats_taken <> held or held > capacity
  union all
  select format('%s %s %s: %s taken, %s in bookings, of %s', tour_id, departs_on, extra_id, taken, held, stock) from departure_extras
    cross join lateral (
      select coalesce(sum(quantity), 0) as held from standing join lines on booking_id = standing.id
      where standing.tour_id = departure_extras.tour_id and standing.departs_on = departure_extras.departs_on and kind = 'extra' and ref = extra_id) as booked
    where taken <> held or held > stock
  union all
  select format('code %s: %s uses, %s in bookings, of %s', text, uses, held, most_uses) from codes
    cross join lateral (select count(*) as held from code_uses where code_id = codes.id and freed_at is null) as used
    where most_uses is not null and (uses <> held or held > most_uses)
  union all
  select format('booking %s: lines of %s, total %s', reference, sum(lines.total_cents), bookings.total_cents)
    from bookings join lines on booking_id = bookings.id group by bookings.id having sum(lines.total_cents) <> bookings.total_cents
  union all
  select format('booking %s: asked %s for lines of %s', reference, amount_cents, sum(lines.total_cents))
    from payment_attempts join bookings on bookings.id = payment_attempts.booking_id join lines on lines.booking_id = bookings.id
    where bookings.kind = 'tour' group by bookings.id, payment_attempts.id having sum(lines.total_cents) <> amount_cents`
