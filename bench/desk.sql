-- Adds a large agency's console data to the generated people and payments: requests for quotes, emails within their retention,
-- a year of audit entries, tasks, notes and a month of enquiries (bench/desk.ts).
begin;

insert into users (id, name, email, password_hash, role, created_at)
  select 'desk-' || n, 'Desk ' || md5(n::text), 'desk-' || n || '@generated.invalid', 'x',
    case when n % 20 = 1 then 'admin' when n % 5 = 1 then 'manager' else 'staff' end, now() - n * interval '9 days'
  from generate_series(1, 60) n;
update users set disabled_at = now() - interval '1 day' where is_generated and substr(id, 4)::integer % 500 = 7;

insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days, partial_refund_days,
    partial_refund_percentage, created_at, approved_at, declined_at, completed_at, confirmed_at, cancelled_at, expired_at, is_generated)
  select ('d0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'M-D' || n, 'vehicle', 'g1-' || n % 100000,
    case when n <= 60 then 'pending' when n <= 300 then 'approved'
      else (array['declined', 'confirmed', 'confirmed', 'completed', 'completed', 'completed', 'cancelled', 'expired'])[n % 8 + 1] end,
    service.name, 35700, service.currency, current_date + 20 - n / 60, 7, 2, 50, made, made, made, made, made, made, made, true
  from generate_series(1, 50000) n, lateral (select now() - n * interval '25 minutes' as made) as moment,
    (select name, currency from service_types order by position limit 1) as service;
insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location, pickup_pincode,
    dropoff_pincode, item_details, contact_name, contact_email, contact_phone, asked_cents)
  select bookings.id, service.id, starts_on, starts_on + interval '4 hours', '4 Mill Lane', '12 Old Road', 'SW1A 1AA', 'BN1 1AA',
    '{"items": [{"name": "Three-seater sofa", "dimensions": "220x95x85 cm", "photos": []}], "floorCount": 2, "helpers": 1}',
    users.name, 'mover-' || reference || '@generated.invalid', '7700900123', total_cents
  from bookings join users on users.id = user_id, (select id from service_types order by position limit 1) as service
  where reference like 'M-D%';
insert into quote_decisions (booking_id, decision, total_cents, quote_version, decided_by, decided_at)
  select id, case status when 'declined' then 'declined' else 'approved' end, total_cents, 1, 'desk-1', created_at
  from bookings where reference like 'M-D%' and status <> 'pending';

insert into mails (id, key, template, recipient, data, booking_id, attempts, created_at, sent_at, failed_at, failure, next_try_at)
  select gen_random_uuid(), 'booking-confirmed:' || bookings.id, 'booking-confirmed', email, jsonb_build_object('id', bookings.id, 'kind', kind,
      'reference', reference, 'title', title, 'starts_on', starts_on, 'total_cents', total_cents, 'currency', currency, 'customerName', name,
      'siteUrl', 'http://localhost'),
    bookings.id, 1, case when place % 2000 = 1 then now() else confirmed_at end, case when place % 2000 > 1 then confirmed_at end, case when place % 2000 = 0 then confirmed_at end,
    case when place % 2000 < 2 then 'The mailbox is full.' end, timestamptz '2100-01-01'
  from (select *, row_number() over (order by confirmed_at) as place from bookings
    where kind = 'tour' and confirmed_at is not null and starts_on > current_date - 180) as bookings join users on users.id = user_id;
insert into mails (id, key, template, recipient, data, created_at, sent_at, answered_at, answered_by)
  select gen_random_uuid(), 'enquiry-received:desk-' || n, 'enquiry-received', 'hello@generated.invalid',
    jsonb_build_object('name', 'Ada', 'email', 'asks-' || n || '@generated.invalid', 'phone', '', 'subject', 'Tours', 'message', 'Is it free in May?'),
    now() - n * interval '2 minutes', now(), case when n > 200 then now() end, case when n > 200 then 'desk-1' end
  from generate_series(1, 20000) n;

insert into audit_entries (recorded_at, actor_id, via, action, subject_kind, subject_id, network_address, after)
  select now() - (1000000 - n) * interval '31 seconds', 'desk-' || n % 60 + 1, 'site',
    case when n % 1000 = 0 then 'role.changed' when n % 40 = 0 then 'note.written' when n % 100 = 1 then 'session.signed_in'
      else 'staff_call.made' end,
    case when n % 1000 = 0 then 'account' when n % 40 = 0 then 'booking' when n % 100 = 1 then 'session' else 'call' end,
    case when n % 1000 = 0 then 'g1-' || n / 10 % 100000 when n % 40 = 0 then 'd0000000-0000-4000-8000-' || lpad((n / 40 + 1)::text, 12, '0')
      when n % 100 = 1 then 's' || n else '/staff/bookings' end, '203.0.113.9', '{"responseStatus": 200}'
  from generate_series(1, 1000000) n order by n;

insert into disputes (payment_id, provider_dispute_id, amount_cents, taken_cents, currency, reason, status, standing, opened_at)
  select id, 'du_' || id, amount_cents, 0, currency, 'fraudulent', 'warning_needs_response', 'inquiry', paid_at + interval '20 days'
  from payments where mod(hashtext(id::text), 1000) = 0;
insert into tasks (id, kind, subject, cause, booking_id, payment_id, opened_at, due_at, closed_at, closed_by, outcome, announced_at)
  select gen_random_uuid(), kinds.kind, payments.id::text, 'Something that a person should look at.', booking_id, payments.id, opened,
    opened + interval '7 days', case when place > 300 then opened end, case when place > 300 then 'desk-1' end,
    case when place > 300 then 'done' end, now()
  from (select *, row_number() over (order by paid_at desc) as place, paid_at + interval '1 day' as opened from payments
      where mod(hashtext(id::text), 20) = 0) as payments,
    lateral (select (array['dispute_opened', 'dispute_lost', 'external_refund', 'wrong_payment', 'note'])[place % 5 + 1] as kind) as kinds;
insert into booking_notes (id, booking_id, body, written_by, written_at)
  select gen_random_uuid(), id, 'Arrives late.', 'desk-2', created_at from bookings where mod(hashtext(id::text), 10) = 0;
commit;

vacuum (analyze) audit_entries, bookings, booking_notes, mails, payments, quote_decisions, sales_sums, tasks, users, vehicle_bookings;
