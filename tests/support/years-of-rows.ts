import { postedEntries } from './posted-entries.ts'

/** A few years' worth of rows in the tables that people and the provider fill, most of them finished. */
export const yearsOfRows = (rows: number) => `
  insert into users (id, name, email, password_hash)
    select 'u' || n, 'Ada', 'u' || n || '@example.test', 'x' from generate_series(1, ${rows}) n;
  insert into departures (tour_id, departs_on, capacity)
    select 'tokyo-and-mount-fuji', date '2100-01-01' + n, 12 from generate_series(1, ${rows}) n;
  insert into departure_slots (tour_id, departs_on, capacity_group, starts_at, capacity) select tour_id, departs_on, 'bus', '', 4 from departures;
  insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
    partial_refund_days, partial_refund_percentage, confirmed_at, created_at)
    select gen_random_uuid(), 'R' || n, case n % 2 when 0 then 'tour' else 'vehicle' end, 'u' || n,
      case n % 1000 when 1 then 'pending' else 'confirmed' end, 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0, now(),
      now() - n * interval '1 hour' from generate_series(1, ${rows}) n;
  insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents)
    select id, 'tokyo-and-mount-fuji', date '2100-01-01' + substr(reference, 2)::integer, 1, 100 from bookings where kind = 'tour';
  insert into booking_lines (booking_id, line, kind, ref, name, quantity, unit_price_cents, total_cents, rule) select id, 1, 'unit', 'a', 'A', 1, 100, 100, '' from bookings where kind = 'tour';
  insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location,
    pickup_pincode, dropoff_pincode, item_details)
    select id, (select min(id) from service_types), now(), now(), 'A', 'B', 'SW1A 1AA', 'SW1A 1AA', '{}'
      from bookings where kind = 'vehicle';
  insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at)
    select gen_random_uuid(), id, 'complete', 100, 'usd', '{}', 't' || reference, 'cs_' || reference, now() from bookings;
  insert into codes (id, text, campaign, percent, created_at)
    select gen_random_uuid(), 'CODE-' || n, case when n % 2 = 0 then 'Fair ' || n % 20 else '' end, 10, now() - n % 20 * interval '1 hour' from generate_series(1, ${rows}) n;
  insert into code_uses (booking_id, code_id, user_id, is_once)
    select bookings.id, codes.id, user_id, false from bookings join codes on text = 'CODE-' || substr(reference, 2) where kind = 'tour';
  -- They post each row, which takes a millisecond.
  alter table payments disable trigger payments_added_ledger; alter table refunds disable trigger refunds_added_ledger;
  insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at)
    select gen_random_uuid(), booking_id, id, 'pi_' || session_id, 100, 'usd', 'card', 'primary', now() from payment_attempts;
  alter table disputes disable trigger disputes_added_ledger;
  insert into disputes (payment_id, provider_dispute_id, amount_cents, taken_cents, currency, reason, status, standing, opened_at)
    select id, 'du_' || id, 100, 0, 'usd', 'fraudulent', 'won', 'lifted', now() from payments;
  insert into refunds (id, payment_id, amount_cents, currency, state, cause)
    select gen_random_uuid(), id, 100, 'usd', 'succeeded', 'cancellation' from payments;
  ${postedEntries(rows)};
  insert into provider_events (id, type, object_id, processed_at)
    select 'evt_' || n, 'refund.updated', 're_' || n, now() from generate_series(1, ${rows}) n;
  insert into mails (id, key, template, recipient, data, booking_id, sent_at)
    select gen_random_uuid(), 'booking-confirmed:' || id, 'booking-confirmed', user_id || '@example.test', '{}', id, now()
      from bookings;
  insert into audit_entries (recorded_at, actor_id, via, action, subject_kind, subject_id, network_address)
    select now() - n * interval '1 hour', 'u' || n, 'site', (array['session.signed_in', 'staff_call.made', 'session.refused'])[n % 3 + 1],
      'account', 'u' || n + 1, case when n < 2000 then inet '127.0.0.1' end from generate_series(1, ${rows}) n;
  insert into tasks (id, kind, subject, cause, opened_at, closed_at, outcome, booking_id)
    select gen_random_uuid(), 'note', reference, 'Look at this.', now(), case when reference not like '%777' then now() end,
      case when reference not like '%777' then 'Done' end, id from bookings;
  insert into departure_cancellations (id, tour_id, departs_on, reason, figures, requested_at)
    select gen_random_uuid(), tour_id, departs_on, 'Snow', '{"bookings": 0, "people": 0, "holds": 0, "refunds": []}', now() from departures;
  insert into departure_cancellation_bookings (cancellation_id, booking_id, next_try_at)
    select departure_cancellations.id, booking_id, now() from departure_cancellations join tour_bookings using (tour_id, departs_on);
  insert into quote_decisions (booking_id, decision, total_cents, quote_version, decided_at)
    select id, 'approved', 100, 1, now() from bookings where kind = 'vehicle';
  insert into booking_notes (id, booking_id, body, written_by, written_at)
    select gen_random_uuid(), id, 'Arrives late', user_id, now() from bookings;
  insert into booking_contacts (booking_id, wanted_email, token_hash, asked_by, asked_at)
    select id, 'a@example.test', 'c' || id, user_id, now() from bookings;
  insert into reservations (booking_id, request_key, pay_by, due_at, made_by) select id, id, 'link', now(), user_id from bookings;
  insert into quote_links (token_hash, booking_id, quote_version) select 'h' || id, id, 1 from bookings where kind = 'vehicle';
  insert into second_factors (user_id, sealed_secret, confirmed_at) select id, 'x', now() from users;
  -- It adds up all reviews of a tour for each one.
  alter table reviews disable trigger reviews_rated;
  insert into reviews (id, tour_id, author_name, rating, body, travelled_on)
    select gen_random_uuid(), case n % 200 when 0 then 'tokyo-and-mount-fuji' else 'bali-family-circle' end, 'Ada L.', 1 + n % 5, 'Lovely',
      date '2020-01-01' + n % 2000 from generate_series(1, ${rows}) n;
  insert into pictures (id, name, file_path, alt, width, height, color, widths)
    select 'p' || n, 'x', 'x', 'x', 1, 1, '#000000', '{1}' from generate_series(1, ${rows}) n;
  insert into picture_originals (id, path, bytes, width, height)
    select gen_random_uuid(), 'original ' || n, 1, 900, 600 from generate_series(1, 40) n;
  insert into pictures (id, name, file_path, alt, width, height, color, widths, original_id, crop_left, crop_top, crop_width, crop_height,
    created_at) select 'uploaded ' || path, 'x', 'x', 'x', 1, 1, '#000000', '{1}', id, 0, 0, 900, 600, now() - interval '2 days'
      from picture_originals;
  insert into picture_files (name, picture_id, path, bytes) select id, id, id, 1 from pictures;
  insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, is_active, terms_and_conditions)
    values ('far-away', 'Far away', 'Not signed in', 365, '', 100, 12, 'x', false, '');
  insert into itinerary_days (tour_id, day_number, title, description, picture_ids)
    select 'far-away', n, 'A day', '', array['uploaded original ' || n, 'p' || n] from generate_series(1, ${rows}) n;
  insert into tour_images (tour_id, position, picture_id) select 'far-away', n, 'p' || n from generate_series(1, ${rows}) n;
  insert into avatars (id, user_id, path, bytes) select gen_random_uuid(), id, id, 1 from users;
  insert into vehicle_photos (id, user_id, name, path, width, height, bytes)
    select gen_random_uuid(), id, 'x', id, 1, 1, 1 from users;
  analyze`
