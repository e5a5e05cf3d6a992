\set day random(1, 3000)
\set who random(1, 2000)
begin;
select sessions.id from users inner join sessions on sessions.user_id = users.id where users.id = 'bench_' || :who::text and sessions.id = md5('bench_' || :who::text)::uuid and revoked_at is null and deleted_at is null and disabled_at is null for no key update of users for share of sessions;
select capacity, seats_taken, blocked_at, cancelled_at from departures where tour_id = :tour and departs_on = date '2030-01-01' + :day::int for no key update;
insert into departures (tour_id, departs_on, capacity) select id, date '2030-01-01' + :day::int, 1000 from tours where id = :tour for share on conflict (tour_id, departs_on) do update set capacity = departures.capacity returning capacity, seats_taken, blocked_at, cancelled_at;
select payment_attempts.*, tour_bookings.guests, tour_bookings.unit_price_cents from payment_attempts inner join bookings on bookings.id = payment_attempts.booking_id inner join tour_bookings on tour_bookings.booking_id = bookings.id where bookings.user_id = 'bench_' || :who::text and bookings.kind = 'tour' and bookings.status || '' = 'pending' and tour_id = :tour and departs_on = date '2030-01-01' + :day::int and payment_attempts.status || '' in ('creating', 'open');
select reference, title, starts_on from bookings where user_id = 'bench_' || :who::text and kind = 'tour' and bookings.status || '' = 'pending' and not exists (select due_at from reservations where reservations.booking_id = bookings.id) order by created_at limit 1000000;
update departures set seats_taken = seats_taken + 1 where tour_id = :tour and departs_on = date '2030-01-01' + :day::int and seats_taken + 1 <= capacity;
insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days, partial_refund_days, partial_refund_percentage) values (gen_random_uuid(), gen_random_uuid()::text, 'tour', 'bench_' || :who::text, 'pending', 'Bench', 100000, 'usd', date '2030-01-01' + :day::int, 30, 14, 50) returning id as booking \gset
insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents) values (:booking::uuid, :tour, date '2030-01-01' + :day::int, 1, 100000);
insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, expires_at) values (gen_random_uuid(), :booking::uuid, 'creating', 100000, 'usd', (select params from bench_params), gen_random_uuid()::text, now() + interval '35 minutes') returning *;
commit;
