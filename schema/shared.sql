-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Each run of the generator. Its number is part of every id that the run makes, so a later run adds beside it.
CREATE TABLE generation_runs (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  seed integer NOT NULL,
  tours integer NOT NULL,
  people integer NOT NULL,
  bookings integer NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT generation_runs_pkey PRIMARY KEY (id),
  CONSTRAINT generation_runs_id_check CHECK (id < 65536)
);

-- How many emails went to an address today. Only a hash of the address: a count outlives the deletion of an account by a day.
CREATE TABLE mail_counts (
  address_hash text NOT NULL,
  kind text NOT NULL,
  day date NOT NULL,
  asked integer NOT NULL,
  CONSTRAINT mail_counts_pkey PRIMARY KEY (address_hash, kind, day),
  CONSTRAINT mail_counts_asked_check CHECK (asked > 0),
  CONSTRAINT mail_counts_kind_check CHECK (kind = ANY (ARRAY['link'::text, 'own_link'::text, 'network_link'::text, 'notice'::text]))
);
CREATE INDEX mail_counts_day_idx ON public.mail_counts USING btree (day);

-- Counters of tries (sign-in, sign-up, checkout), kept by rate-limiter-flexible.
CREATE TABLE rate_limits (
  key character varying(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

-- Secrets that the site makes for itself, such as the key that signs its tokens.
CREATE TABLE secrets (
  name text NOT NULL,
  value text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT secrets_pkey PRIMARY KEY (name)
);

CREATE OR REPLACE FUNCTION public.agency_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select (moment at time zone time_zone)::date from ledger_settings $function$;

CREATE OR REPLACE FUNCTION public.departs_on_day(weekdays smallint, dates date[], day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when dates is null then (weekdays >> (extract(isodow from day)::integer - 1)) & 1 = 1 else day = any(dates) end
$function$;

CREATE OR REPLACE FUNCTION public.departs_on_day(weekdays smallint, dates date[], rules jsonb, day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when rules is not null then is_run_day(rules, day)
    when dates is null then (weekdays >> (extract(isodow from day)::integer - 1)) & 1 = 1
    else day = any(dates) end
$function$;

CREATE OR REPLACE FUNCTION public.earning_account(booking bookings)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when booking.status = 'cancelled' then 'cancellation_fees'
    when last_day_of(booking) <= travelled_until then 'revenue' else 'customer_advances' end
  from ledger_progress
$function$;

CREATE OR REPLACE FUNCTION public.forget_audit_addresses()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  forgotten integer;
begin
  -- Not as a setting of the function itself: only a superuser may give it one of our own.
  perform set_config('meridian.forgets_addresses', 'on', true);
  update public.audit_entries set network_address = null
    where id in (select id from public.audit_entries
      where network_address is not null and recorded_at < now() - interval '90 days' order by recorded_at limit 5000);
  get diagnostics forgotten = row_count;
  perform set_config('meridian.forgets_addresses', '', true);
  return forgotten;
end$function$;

CREATE OR REPLACE FUNCTION public.last_day_of(booking bookings)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select booking.starts_on::date + coalesce((select duration - 1 from tour_bookings join tours on tours.id = tour_id where booking_id = booking.id), 0)
$function$;

CREATE OR REPLACE FUNCTION public.money_account(payment payments)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select case when payment.provider_payment_id is not null then 'provider_clearing' when payment.method = 'cash' then 'cash' else 'bank' end $function$;

CREATE OR REPLACE FUNCTION public.next_step(name text, source uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select name || ' ' || count(*) + 1 from entries where source_id = source $function$;

CREATE OR REPLACE FUNCTION public.notify_console()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.owed_by(refund uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  total bigint := 0;
begin
  while refund is not null loop
    total := total - coalesce((
      select sum(amount_cents) from entries join postings on entry_id = entries.id
      where source_id = refund and kind = 'refund_owed' and account = 'refunds_payable'), 0);
    refund := (select replaces from refunds where id = refund);
  end loop;
  return total;
end $function$;

CREATE OR REPLACE FUNCTION public.post_booking_history(booking uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform post_payment(payments, true) from payments where booking_id = booking order by paid_at, id;
  perform post_refund(refund, true) from (
    select refunds as refund from refunds join payments on payments.id = payment_id
    where booking_id = booking order by refunds.created_at, refunds.id
  ) as ordered;
  perform post_cancelled(bookings, true) from bookings where id = booking and status = 'cancelled';
end $function$;

CREATE OR REPLACE FUNCTION public.post_cancelled(booking bookings, is_history boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  moment timestamptz := coalesce(booking.cancelled_at, now());
  kept record;
begin
  for kept in
    select currency, array_agg(row(account, -cents, currency, booking.id, null, null)::posting_line) as lines, sum(cents)::bigint as cents
    from (
      select account, currency, sum(amount_cents)::bigint as cents from postings
      where booking_id = booking.id and account in ('customer_advances', 'revenue') group by account, currency
    ) as standing group by currency
  loop
    perform post_entry('cancelled', booking.id, next_step('cancelled', booking.id), agency_day(case when is_history then moment else now() end),
      moment, booking.is_generated, kept.lines || row('cancellation_fees', kept.cents, kept.currency, booking.id, null, null)::posting_line);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.post_entry(entry_kind text, source uuid, step text, day date, moment timestamp with time zone, generated boolean, posted posting_line[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with moved as (
    select line.*, row_number() over (order by place) as number
    from unnest(posted) with ordinality as line (account, amount_cents, currency, booking_id, receipt_id, refund_id, place)
    where amount_cents <> 0
  ), entry as (
    insert into entries (kind, source_id, source_step, posted_on, happened_at, is_generated, lines)
      select entry_kind, source, step, day, moment, generated, count(*) from moved having count(*) > 0
      on conflict (source_id, source_step) do nothing returning id
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id, receipt_id, refund_id)
    select entry.id, number, account, amount_cents, currency, booking_id, receipt_id, refund_id from entry, moved
$function$;

CREATE OR REPLACE FUNCTION public.post_generated_bookings(wanted uuid[], today date)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with paid as materialized (
    select payments.id, booking_id, amount_cents, payments.currency, paid_at, time_zone as zone from payments cross join ledger_settings
    where booking_id = any(wanted) and is_generated
  ), returned as materialized (
    select refunds.id, booking_id, payment_id, refunds.amount_cents, refunds.currency, made_at, zone from paid join refunds on payment_id = paid.id
  ), moved as (
    select 1 as place, 'received' as kind, id as source_id, 'received' as source_step, paid_at as happened_at, (paid_at at time zone zone)::date as day,
      'provider_clearing' as debit, 'customer_advances' as credit, amount_cents, currency, booking_id, id as receipt_id, null::uuid as refund_id
    from paid
    union all select 2, 'refund_owed', id, 'owed 1', made_at, (made_at at time zone zone)::date,
      'customer_advances', 'refunds_payable', amount_cents, currency, booking_id, payment_id, id
    from returned
    union all select 3, 'cancelled', bookings.id, 'cancelled 1', cancelled_at, (cancelled_at at time zone zone)::date,
      'customer_advances', 'cancellation_fees', kept, paid.currency, bookings.id, null, null
    from paid join bookings on bookings.id = paid.booking_id
    cross join lateral (select paid.amount_cents - coalesce(sum(returned.amount_cents), 0)::bigint as kept from returned where payment_id = paid.id) as rest
    where bookings.status = 'cancelled' and kept > 0
    union all select 4, 'refund_paid', id, 'paid 2', made_at, (made_at at time zone zone)::date,
      'refunds_payable', 'provider_clearing', amount_cents, currency, booking_id, payment_id, id
    from returned
    union all select 5, 'travelled', bookings.id, 'travelled 1', (last_day + 1)::timestamp at time zone zone, last_day,
      'customer_advances', 'revenue', amount_cents, paid.currency, bookings.id, null, null
    from paid join bookings on bookings.id = paid.booking_id join tour_bookings on tour_bookings.booking_id = bookings.id join tours on tours.id = tour_id
    cross join lateral (select starts_on + duration - 1 as last_day) as trip
    where bookings.status = 'confirmed' and last_day < today
  ), numbered as materialized (
    select nextval('entries_id_seq') as entry_id, ordered.* from (select * from moved order by happened_at, place) as ordered
  ), entry as (
    insert into entries (id, kind, source_id, source_step, posted_on, happened_at, is_generated, lines) overriding system value
      select entry_id, kind, source_id, source_step, day, happened_at, true, 2 from numbered
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id, receipt_id, refund_id)
    select entry_id, line, account, cents, currency, booking_id, receipt_id, refund_id
    from numbered cross join lateral (values (1, debit, amount_cents), (2, credit, -amount_cents)) as lines (line, account, cents)
$function$;

CREATE OR REPLACE FUNCTION public.post_opening(money text, cents bigint, moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select post_entry('opening', md5('opening ' || money)::uuid, 'opening', agency_day(moment), moment, false, array[
    row('provider_clearing', cents, money, null, null, null), row('opening', -cents, money, null, null, null)
  ]::posting_line[])
$function$;

CREATE OR REPLACE FUNCTION public.post_payment(payment payments, is_history boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  booking bookings;
  day date := agency_day(case when is_history then payment.paid_at else now() end);
  is_direct boolean := payment.role = 'primary' and payment.provider_payment_id is not null;
  cents bigint := payment.amount_cents;
  held bigint;
  short bigint;
begin
  select * into booking from bookings where id = payment.booking_id;
  -- A cancellation that came after it is posted after it.
  if is_history then booking.status := 'confirmed'; end if;
  perform post_entry('received', payment.id, 'received', day, payment.paid_at, payment.is_generated, array[
    row(money_account(payment), cents, payment.currency, booking.id, payment.id, null),
    row(case when is_direct then earning_account(booking) else 'unallocated' end, -cents, payment.currency, booking.id, payment.id, null)
  ]::posting_line[]);
  if payment.role <> 'primary' then return; end if;
  select coalesce(-sum(amount_cents), 0) into held
    from postings where booking_id = booking.id and account = 'unallocated' and receipt_id = payment.id;
  short := case when payment.currency = booking.currency then greatest(booking.total_cents - cents, 0) else 0 end;
  perform post_entry('allocated', payment.id, 'allocated', day, case when is_history then payment.paid_at else now() end, payment.is_generated, array[
    row('unallocated', held, payment.currency, booking.id, payment.id, null),
    row('write_offs', short, payment.currency, booking.id, payment.id, null),
    row(earning_account(booking), -held - short, payment.currency, booking.id, payment.id, null)
  ]::posting_line[]);
end $function$;

CREATE OR REPLACE FUNCTION public.post_refund(refund refunds, is_history boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  payment payments;
  moment timestamptz := coalesce(refund.made_at, refund.updated_at);
  first_day date := agency_day(case when is_history then refund.created_at else now() end);
  last_day date := agency_day(case when is_history then moment else now() end);
  owed bigint;
  paid_from text;
  lines posting_line[];
  currently record;
begin
  select * into payment from payments where id = refund.payment_id;
  if not exists (select from entries where source_id = payment.id and source_step = 'received') then
    perform post_booking_history(payment.booking_id);
    return;
  end if;
  -- One that was made outside and did not go through is owed to nobody; nor is ours, when all has gone back outside.
  owed := case
    when refund.state in ('failed', 'canceled') and (refund.cause = 'external' or refund.failure_reason = 'refunded_outside')
      then owed_by(refund.replaces)
    else refund.amount_cents end - owed_by(refund.id);
  if owed > 0 then
    lines := case when payment.role = 'primary'
      then taken_lines(payment.booking_id, payment.id, refund.id, owed, refund.currency)
      else array[row('unallocated', owed, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line] end;
  elsif owed < 0 then
    lines := case when payment.role = 'primary'
      then returned_lines(payment.booking_id, payment.id, refund.id, -owed, refund.currency)
      else array[row('unallocated', owed, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line] end;
  end if;
  perform post_entry('refund_owed', refund.id, next_step('owed', refund.id), first_day, refund.created_at, refund.is_generated,
    lines || row('refunds_payable', -owed, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line);
  paid_from := case refund.state when 'succeeded' then money_account(payment) when 'settled' then 'bank' when 'lost' then 'chargebacks' end;
  lines := '{}';
  for currently in
    select account, sum(amount_cents) as cents from entries join postings on entry_id = id
    where source_id = refund.id and kind = 'refund_paid' group by account having sum(amount_cents) <> 0
  loop
    lines := lines || row(currently.account, -currently.cents, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line;
  end loop;
  if paid_from is not null then
    lines := lines || array[
      row('refunds_payable', refund.amount_cents, refund.currency, payment.booking_id, payment.id, refund.id),
      row(paid_from, -refund.amount_cents, refund.currency, payment.booking_id, payment.id, refund.id)
    ]::posting_line[];
  end if;
  -- What has not changed cancels itself out.
  select array_agg(row(account, cents, refund.currency, payment.booking_id, payment.id, refund.id)::posting_line) into lines
    from (select account, sum(amount_cents)::bigint as cents from unnest(lines) group by account having sum(amount_cents) <> 0) as changed;
  perform post_entry('refund_paid', refund.id, next_step('paid', refund.id), last_day, moment, refund.is_generated, coalesce(lines, '{}'));
end $function$;

CREATE OR REPLACE FUNCTION public.post_travelled(booking bookings)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  last_day date := last_day_of(booking);
  advance record;
begin
  for advance in
    select currency, -sum(amount_cents)::bigint as cents from postings
    where booking_id = booking.id and account = 'customer_advances' group by currency
  loop
    perform post_entry('travelled', booking.id, next_step('travelled', booking.id), last_day, (last_day + 1)::timestamp at time zone time_zone,
      booking.is_generated, array[
        row('customer_advances', advance.cents, advance.currency, booking.id, null, null),
        row('revenue', -advance.cents, advance.currency, booking.id, null, null)
      ]::posting_line[]) from ledger_settings;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.returned_lines(booking uuid, receipt uuid, refund uuid, cents bigint, money text)
 RETURNS posting_line[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select array[
    row('suspense', -explained, money, booking, receipt, refund), row(earning_account(bookings), explained - cents, money, booking, receipt, refund)
  ]::posting_line[]
  from bookings, lateral (
    select least(cents, greatest(coalesce(sum(amount_cents), 0), 0))::bigint as explained
    from postings where booking_id = booking and account = 'suspense' and currency = money
  ) as standing where bookings.id = booking
$function$;

CREATE OR REPLACE FUNCTION public.sale_ends_at(day date, ends time without time zone, days_before smallint, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select least(
    usual,
    case when (usual - interval '30 minutes') at time zone zone = clock then usual - interval '30 minutes' end,
    case when (usual - interval '1 hour') at time zone zone = clock then usual - interval '1 hour' end)
  from (select day - days_before + ends as clock) as wall cross join lateral (select clock at time zone zone as usual) as read
$function$;

CREATE OR REPLACE FUNCTION public.search_form(typed text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
declare
  form text;
begin
  if octet_length(typed) = length(typed) then
    -- Most texts, ten times as fast.
    form := lower(translate(typed, E'-,;\t\n\r''`.', '      '));
  else
    form := replace(replace(replace(replace(
      translate(translate(
        lower(regexp_replace(
          normalize(translate(typed, '´''`‘’‚‛ʹʻʼʽʾʿˈ′‵＇.·', ''), NFKD),
          '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+',
          '', 'g')),
        'łŁøØđĐðÐıħĦŧŦŋŊəƏςÆŒÞẞ', 'llooddddihhttnneeσæœþß'),
        E'-‐‒–—―−⁃,;\t\n\r\u3000', repeat(' ', 14)),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  if strpos(form, '  ') > 0 then
    form := regexp_replace(form, ' +', ' ', 'g');
  end if;
  return ' ' || btrim(form) || ' ';
end $function$;

CREATE OR REPLACE FUNCTION public.taken_lines(booking uuid, receipt uuid, refund uuid, cents bigint, money text)
 RETURNS posting_line[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  lines posting_line[] := '{}';
  rest bigint := cents;
  stands record;
begin
  for stands in
    select name, coalesce(-sum(amount_cents), 0) as cents
    from unnest(array['customer_advances', 'revenue', 'cancellation_fees']) with ordinality as account (name, place)
    left join postings on postings.booking_id = booking and account = name and currency = money
    group by name, place order by place
  loop
    lines := lines || row(stands.name, least(rest, greatest(stands.cents, 0)), money, booking, receipt, refund)::posting_line;
    rest := rest - least(rest, greatest(stands.cents, 0));
  end loop;
  return lines || row('suspense', rest, money, booking, receipt, refund)::posting_line;
end $function$;
