-- Adds a large agency's console data to the generated tours and bookings (bench/desk.ts), :rows rows to each table that can grow so far. Indexes are
-- built afterwards. Apart from those of bookings, triggers do not run, so leading codes and review counts are written here; tours keep their ratings.
begin;

create temporary table later on commit drop as
  select pg_get_indexdef(indexrelid) as definition, indexrelid::regclass::text as name
  from pg_index where not indisunique and indrelid = any(array['audit_entries', 'bookings', 'code_uses', 'codes', 'disputes', 'mails',
    'provider_entries', 'quote_decisions', 'reviews', 'tasks', 'users', 'vehicle_bookings']::regclass[]);
do $$ declare index record; begin
  for index in select * from later loop execute 'drop index ' || index.name; end loop;
end $$;

set local session_replication_role = replica;
insert into users (id, name, email, password_hash, role, created_at)
  select 'desk-' || n, 'Desk ' || md5(n::text), 'desk-' || n || '@generated.invalid', 'x',
    case when n % 20 = 1 then 'admin' when n % 5 = 1 then 'manager' else 'staff' end, now() - n * interval '9 days'
  from generate_series(1, 60) n;
-- One in forty is called Margaret; the oldest in five hundred Oldharbour, and the oldest in twenty have a domain
-- that no one else has.
insert into users (id, name, email, password_hash, created_at, disabled_at, phone, phone_number, is_generated)
  select 'p-' || n, (array['Margaret', 'Ada', 'Tom', 'Priya'])[case when n % 40 = 0 then 1 else n % 3 + 2 end] || ' ' || initcap(family) || ' ' || n,
    'p' || n || '.' || family || case when n > :rows * 0.95 then '@imported' else '@' || substr(md5('d' || n), 1, 4) end || '.invalid', 'x', now() - n * interval '4 minutes',
    case when n % 500 = 7 then now() end, '+44 7' || digits, '+447' || digits, true
  from generate_series(1, :rows) n,
    lateral (select lpad((n::bigint * 104729 % 1000000000)::text, 9, '0') as digits) as dialled,
    lateral (select case when n > :rows - :rows / 500 then 'oldharbour' else substr(md5(n::text), 1, 7) end as family) as named;
analyze users;

set local session_replication_role = origin;
insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days, partial_refund_days,
    partial_refund_percentage, created_at, approved_at, declined_at, completed_at, confirmed_at, cancelled_at, expired_at, is_generated)
  select ('d0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'M-D' || n, 'vehicle', 'p-' || n,
    case when n <= 60 or n % 50 = 0 then 'pending' when n <= 300 then 'approved'
      else (array['declined', 'confirmed', 'confirmed', 'completed', 'completed', 'completed', 'cancelled', 'expired'])[n % 8 + 1] end,
    service.name, 35700, service.currency, current_date + 20 - n / 1000, 7, 2, 50, made, made, made, made, made, made, made, true
  from generate_series(1, :rows) n, lateral (select now() - n * interval '90 seconds' as made) as moment,
    (select name, currency from service_types order by position limit 1) as service;
analyze bookings;
set local session_replication_role = replica;
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
  select gen_random_uuid(), 'booking-confirmed:' || bookings.id, 'booking-confirmed', email, jsonb_build_object('id', bookings.id, 'kind', 'tour',
      'reference', reference, 'title', title, 'starts_on', starts_on, 'total_cents', total_cents, 'currency', currency, 'customerName', name,
      'siteUrl', 'http://localhost'),
    bookings.id, 1, made, case when n % 2000 > 1 then made end, case when n % 2000 = 0 then made end,
    case when n % 2000 < 2 then 'The mailbox is full.' end, timestamptz '2100-01-01'
  from bookings join users on users.id = user_id, lateral (select substr(reference, 4)::integer as n) as counted,
    lateral (select now() - n * interval '15 seconds' as made) as moment
  where reference like 'M-D%';
-- One in ten is open, one in ten closed.
insert into mails (id, key, template, recipient, data, created_at, sent_at, answered_at, answered_by, closed_reason)
  select gen_random_uuid(), 'enquiry-received:' || id, 'enquiry-received', 'hello@generated.invalid',
    jsonb_build_object('name', name, 'email', email, 'phone', '', 'subject', 'Tours', 'message', 'Is it free in May?'),
    now() - n * interval '2 seconds', now(), case when n % 10 > 0 then now() end, case when n % 10 > 0 then 'desk-1' end,
    case when n % 10 = 1 then 'duplicate' end
  from users, lateral (select substr(id, 3)::integer as n) as counted where id like 'p-%';
insert into spam_enquiries (id, mail_key, data, created_at)
  select gen_random_uuid(), 'spam-' || n, '{"name": "Ada", "email": "ada@generated.invalid", "phone": "", "subject": "Tours", "message": "Buy now"}',
    now() - n * interval '1 minute'
  from generate_series(1, 500) n;

insert into audit_entries (recorded_at, actor_id, via, action, subject_kind, subject_id, network_address, after)
  select now() - (:rows - n) * interval '31 seconds', 'desk-' || n % 60 + 1, 'site',
    case when n % 1000 = 0 then 'role.changed' when n % 40 = 0 then 'note.written' when n % 100 = 1 then 'session.signed_in'
      else 'staff_call.made' end,
    case when n % 1000 = 0 then 'account' when n % 40 = 0 then 'booking' when n % 100 = 1 then 'session' else 'call' end,
    case when n % 1000 = 0 then 'p-' || n / 10 when n % 40 = 0 then 'd0000000-0000-4000-8000-' || lpad((n / 40 + 1)::text, 12, '0')
      when n % 100 = 1 then 's' || n else '/staff/bookings' end, '203.0.113.9', '{"responseStatus": 200}'
  from generate_series(1, :rows) n order by n;

create temporary table paid on commit drop as
  select id, booking_id, provider_payment_id, amount_cents, currency, paid_at, row_number() over (order by id) - 1 as place, count(*) over () as total
  from payments;
create unique index on paid (place);
analyze paid;
insert into disputes (payment_id, provider_dispute_id, amount_cents, taken_cents, currency, reason, status, standing, opened_at)
  select id, 'du_' || n, amount_cents, 0, currency, 'fraudulent', 'warning_needs_response', 'inquiry', paid_at + interval '20 days'
  from generate_series(1, :rows) n join paid on place = n % (select min(total) from paid);
-- One in ten is open.
insert into tasks (id, kind, subject, cause, booking_id, payment_id, opened_at, due_at, closed_at, closed_by, outcome, announced_at)
  select gen_random_uuid(), (array['dispute_opened', 'dispute_lost', 'external_refund', 'wrong_payment', 'note'])[n % 5 + 1], 'desk-' || n,
    'Something that a person should look at.', booking_id, id, opened, opened + interval '7 days', case when n % 10 > 0 then opened end,
    case when n % 10 > 0 then 'desk-1' end, case when n % 10 > 0 then 'done' end, now()
  from generate_series(1, :rows) n join paid on place = n % (select min(total) from paid),
    lateral (select now() - n * interval '10 minutes' as opened) as moment;
insert into booking_notes (id, booking_id, body, written_by, written_at)
  select gen_random_uuid(), id, 'Arrives late.', 'desk-2', created_at from bookings where mod(hashtext(id::text), 10) = 0;

insert into reviews (id, tour_id, user_id, author_name, rating, body, travelled_on, created_at, hidden_at, hidden_by, hidden_reason)
  select gen_random_uuid(), tour, 'p-' || n, 'Ada L.', n % 5 + 1, 'A day to remember.', current_date - n / 500, now() - n * interval '2 minutes',
    case when n % 200 = 0 then now() end, case when n % 200 = 0 then 'desk-1' end, case when n % 200 = 0 then 'Names a person.' end
  from generate_series(1, :rows) n, (select array_agg(id order by id) as tours from tours) as all_tours,
    lateral (select tours[case when n % 4 = 0 then 1 else n % cardinality(tours) + 1 end] as tour) as chosen;
update review_counts set count = (select count(*) from reviews where reviews.rating = review_counts.rating and hidden_at is null);

-- As many single codes as codes of campaigns of 5,000, and one that a tenth of all bookings use.
insert into codes (id, text, campaign, leads_campaign, percent, most_uses, uses, created_at)
  select gen_random_uuid(), 'FAIR-' || n, 'Fair ' || campaign, n % 5000 = 0, 10, 1, (n % 10 = 0)::integer, now() - campaign * interval '3 days'
  from generate_series(0, :rows - 1) n, lateral (select n / 5000 + 1 as campaign) as counted;
insert into codes (id, text, percent, created_at)
  select gen_random_uuid(), case n when 1 then 'EVERYBODY' else (array['SALE-', 'S'])[least(n % 10, 1) + 1] || upper(substr(md5(n::text), 1, 9)) || '-' || n end,
    10, now() - n * interval '1 minute'
  from generate_series(1, :rows) n;
insert into code_uses (booking_id, code_id, user_id, is_once)
  select bookings.id, codes.id, user_id, false from bookings, codes where text = 'EVERYBODY' and mod(hashtext(bookings.id::text), 10) = 0;

insert into payouts (provider_payout_id, amount_cents, currency, status, created_at, arrives_at, has_contents, itemised_at)
  select 'po_' || n, 10000, 'gbp', 'paid', now() - n * interval '1 day', now() - n * interval '1 day', true, now() from generate_series(1, 10000) n;
insert into provider_entries (provider_entry_id, type, amount_cents, fee_cents, currency, provider_payout_id, created_at, available_at)
  select 'txn_' || n, 'charge', 100, 3, 'gbp', 'po_' || n % 10000 + 1, now(), now() from generate_series(1, :rows) n;

set local maintenance_work_mem = '512MB';
do $$ declare index record; begin
  for index in select * from later loop execute index.definition; end loop;
end $$;
commit;

vacuum (analyze) audit_entries, bookings, booking_notes, code_uses, codes, disputes, mails, payments, payouts, provider_entries, quote_decisions, reviews,
  sales_sums, tasks, users, vehicle_bookings;
