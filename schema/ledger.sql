-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- The ledger's entries: each is a set of postings that add up to zero, never changed.
CREATE TABLE entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  source_id uuid NOT NULL,
  source_step text NOT NULL,
  posted_on date NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  is_generated boolean DEFAULT false NOT NULL,
  lines smallint NOT NULL,
  CONSTRAINT entries_pkey PRIMARY KEY (id),
  CONSTRAINT entries_once UNIQUE (source_id, source_step),
  CONSTRAINT entries_lines_check CHECK (lines >= 2)
);
CREATE INDEX entries_kind_idx ON public.entries USING btree (kind, posted_on, id);
CREATE INDEX entries_posted_on_idx ON public.entries USING btree (posted_on, id);
CREATE TRIGGER entries_have_lines AFTER INSERT ON entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_empty_entries();
CREATE TRIGGER entries_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER entries_of_open_days BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION keep_days_locked();

-- The sums of an export, by account and currency.
CREATE TABLE export_batch_sums (
  batch_number integer NOT NULL,
  currency text NOT NULL,
  debit_cents bigint NOT NULL,
  credit_cents bigint NOT NULL,
  CONSTRAINT export_batch_sums_pkey PRIMARY KEY (batch_number, currency),
  CONSTRAINT export_batch_sums_batch_number_fkey FOREIGN KEY (batch_number) REFERENCES export_batches(number),
  CONSTRAINT export_batch_sums_balance CHECK (debit_cents = credit_cents),
  CONSTRAINT export_batch_sums_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  CONSTRAINT export_batch_sums_debit_cents_check CHECK (debit_cents > 0)
);
CREATE TRIGGER export_batch_sums_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON export_batch_sums FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- Exports that were made, each with the account numbers it used.
CREATE TABLE export_batches (
  number integer NOT NULL,
  number_before integer GENERATED ALWAYS AS (NULLIF((number - 1), 0)) STORED,
  after_id bigint NOT NULL,
  until_id bigint NOT NULL,
  has_generated boolean NOT NULL,
  numbers jsonb NOT NULL,
  made_by text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  entries integer NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  CONSTRAINT export_batches_pkey PRIMARY KEY (number),
  CONSTRAINT export_batches_end UNIQUE (number, until_id),
  CONSTRAINT export_batches_chain FOREIGN KEY (number_before, after_id) REFERENCES export_batches(number, until_id),
  CONSTRAINT export_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT export_batches_check CHECK (last_day >= first_day),
  CONSTRAINT export_batches_entries_check CHECK (entries > 0),
  CONSTRAINT export_batches_number_check CHECK (number >= 1),
  CONSTRAINT export_batches_numbers_check CHECK (jsonb_typeof(numbers) = 'array'::text),
  CONSTRAINT export_batches_range CHECK (until_id > after_id AND (number > 1 OR after_id = 0))
);
CREATE TRIGGER export_batches_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON export_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- The number of each account in the accountant's software.
CREATE TABLE export_numbers (
  account text NOT NULL,
  currency text,
  number text NOT NULL,
  CONSTRAINT export_numbers_once UNIQUE NULLS NOT DISTINCT (account, currency),
  CONSTRAINT export_numbers_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(name),
  CONSTRAINT export_numbers_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  CONSTRAINT export_numbers_number_check CHECK (number ~ '^[0-9A-Za-z]{1,12}$'::text AND number ~ '[0-9]'::text)
);

-- The accountant's export. One row, so that two changes or two batches at once wait for each other.
CREATE TABLE export_settings (
  only_row boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT export_settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT export_settings_only_row_check CHECK (only_row)
);

-- The ledger's accounts.
CREATE TABLE ledger_accounts (
  name text NOT NULL,
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (name)
);

-- The ledger summed by day. Each statement that posts adds rows and waits for nothing; a job adds up the rows of a day. Zero sums stay, because they say that the account was moved on that day.
CREATE TABLE ledger_days (
  day date NOT NULL,
  kind text NOT NULL,
  account text NOT NULL,
  currency text NOT NULL,
  is_generated boolean NOT NULL,
  cents bigint NOT NULL,
  CONSTRAINT ledger_days_currency_check CHECK (currency ~ '^[a-z]{3}$'::text)
);
CREATE INDEX ledger_days_day_idx ON public.ledger_days USING btree (day) INCLUDE (kind, account, currency, is_generated, cents);

-- Up to which day nothing more is written. Every entry reads this row.
CREATE TABLE ledger_lock (
  only_row boolean DEFAULT true NOT NULL,
  locked_until date,
  CONSTRAINT ledger_lock_pkey PRIMARY KEY (only_row),
  CONSTRAINT ledger_lock_only_row_check CHECK (only_row)
);
CREATE INDEX ledger_lock_row_idx ON public.ledger_lock USING btree (locked_until);

-- Who moved the lock of the ledger, when and why.
CREATE TABLE ledger_lock_changes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  was_locked_until date,
  locked_until date,
  changed_by text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  reason text,
  CONSTRAINT ledger_lock_changes_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_lock_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT ledger_lock_changes_reason CHECK (COALESCE(locked_until, '-infinity'::date) > COALESCE(was_locked_until, '-infinity'::date) OR COALESCE(locked_until, '-infinity'::date) < COALESCE(was_locked_until, '-infinity'::date) AND reason IS NOT NULL),
  CONSTRAINT ledger_lock_changes_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
CREATE INDEX ledger_lock_changes_changed_idx ON public.ledger_lock_changes USING btree (changed_at DESC);

-- How far payments from before the ledger have been posted, and until which day trips are revenue.
CREATE TABLE ledger_progress (
  only_row boolean DEFAULT true NOT NULL,
  replayed_until uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  replayed_at timestamp with time zone,
  travelled_until date,
  summed_after bigint DEFAULT 0 NOT NULL,
  summed_until bigint DEFAULT 0 NOT NULL,
  provider_since timestamp with time zone,
  provider_until timestamp with time zone,
  revenue_after bigint DEFAULT 0 NOT NULL,
  revenue_until bigint DEFAULT 0 NOT NULL,
  contracted_at timestamp with time zone,
  CONSTRAINT ledger_progress_pkey PRIMARY KEY (only_row),
  CONSTRAINT ledger_progress_only_row_check CHECK (only_row)
);
CREATE INDEX ledger_progress_travelled_idx ON public.ledger_progress USING btree (travelled_until);

-- The agency's time zone, for the day of an entry, written by each start: triggers can't read settings.
CREATE TABLE ledger_settings (
  only_row boolean DEFAULT true NOT NULL,
  time_zone text NOT NULL,
  CONSTRAINT ledger_settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT ledger_settings_only_row_check CHECK (only_row)
);
CREATE INDEX ledger_settings_row_idx ON public.ledger_settings USING btree (time_zone);

-- The ledger summed by day, right at any time.
CREATE VIEW ledger_sums AS
 SELECT ledger_days.day,
    ledger_days.kind,
    ledger_days.account,
    ledger_days.currency,
    ledger_days.is_generated,
    ledger_days.cents
   FROM ledger_days
UNION ALL
 SELECT later.posted_on AS day,
    later.kind,
    later.account,
    later.currency,
    later.is_generated,
    later.amount_cents AS cents
   FROM ledger_progress
     CROSS JOIN LATERAL ( SELECT entries.posted_on,
            entries.kind,
            postings.account,
            postings.currency,
            entries.is_generated,
            postings.amount_cents
           FROM entries
             JOIN postings ON postings.entry_id = entries.id
          WHERE entries.id > ledger_progress.summed_after AND entries.id <= ledger_progress.summed_until
         OFFSET 0) later
  WHERE ledger_progress.summed_after < ledger_progress.summed_until;

-- Payouts of the card provider to the bank.
CREATE TABLE payouts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  provider_payout_id text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  arrives_at timestamp with time zone NOT NULL,
  has_contents boolean NOT NULL,
  itemised_at timestamp with time zone,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_provider_payout_id_key UNIQUE (provider_payout_id)
);
CREATE INDEX payouts_created_idx ON public.payouts USING btree (created_at DESC, id);
CREATE TRIGGER payouts_ledger AFTER INSERT OR UPDATE OF status ON payouts FOR EACH ROW EXECUTE FUNCTION post_payout();

-- The ledger's postings. Ids and amounts only: names and reasons are in tables that can be erased.
CREATE TABLE postings (
  entry_id bigint NOT NULL,
  line smallint NOT NULL,
  account text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  booking_id uuid,
  receipt_id uuid,
  refund_id uuid,
  dispute_id uuid,
  partner_id uuid,
  voucher_id uuid,
  tax_category text,
  CONSTRAINT postings_pkey PRIMARY KEY (entry_id, line),
  CONSTRAINT postings_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(name),
  CONSTRAINT postings_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES entries(id),
  CONSTRAINT postings_amount_cents_check CHECK (amount_cents <> 0),
  CONSTRAINT postings_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  CONSTRAINT postings_line_check CHECK (line >= 1)
);
CREATE INDEX postings_account_idx ON public.postings USING btree (account, entry_id);
CREATE INDEX postings_booking_idx ON public.postings USING btree (booking_id, account) INCLUDE (amount_cents);
CREATE INDEX postings_suspense_idx ON public.postings USING btree (booking_id) WHERE (account = 'suspense'::text);
CREATE INDEX postings_unallocated_idx ON public.postings USING btree (receipt_id, booking_id, currency) INCLUDE (amount_cents) WHERE (account = 'unallocated'::text);
CREATE TRIGGER postings_balance AFTER INSERT ON postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_entries();
CREATE TRIGGER postings_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER postings_summed AFTER INSERT ON postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_postings();
CREATE TRIGGER postings_summed_revenue AFTER INSERT ON postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_revenue();

-- What moves the balance at the card provider, read each night: its fees and payouts.
CREATE TABLE provider_entries (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  provider_entry_id text NOT NULL,
  type text NOT NULL,
  amount_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  currency text NOT NULL,
  source_id text,
  source_cents bigint,
  source_currency text,
  provider_payment_id text,
  payment_id uuid,
  provider_payout_id text,
  created_at timestamp with time zone NOT NULL,
  available_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_entries_pkey PRIMARY KEY (id),
  CONSTRAINT provider_entries_provider_entry_id_key UNIQUE (provider_entry_id),
  CONSTRAINT provider_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX provider_entries_created_idx ON public.provider_entries USING btree (created_at);
CREATE INDEX provider_entries_payment_idx ON public.provider_entries USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX provider_entries_payout_idx ON public.provider_entries USING btree (provider_payout_id, created_at) WHERE (provider_payout_id IS NOT NULL);
CREATE INDEX provider_entries_unlinked_idx ON public.provider_entries USING btree (provider_payment_id) WHERE ((payment_id IS NULL) AND (provider_payment_id IS NOT NULL));
CREATE TRIGGER provider_entries_ledger AFTER INSERT OR UPDATE OF payment_id ON provider_entries FOR EACH ROW EXECUTE FUNCTION post_provider_entry();

-- The ledger summed by month, tour and channel: what has not been added to revenue_rollups yet.
CREATE TABLE revenue_months (
  month date NOT NULL,
  tour_id text,
  channel text NOT NULL,
  currency text NOT NULL,
  is_generated boolean NOT NULL,
  revenue_cents bigint NOT NULL,
  kept_cents bigint NOT NULL,
  paid_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  lost_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  is_added_up boolean DEFAULT false NOT NULL,
  CONSTRAINT revenue_months_channel_check CHECK (channel = ANY (ARRAY['online'::text, 'reservation'::text, 'move'::text, 'none'::text])),
  CONSTRAINT revenue_months_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  CONSTRAINT revenue_months_month_check CHECK (EXTRACT(day FROM month) = 1::numeric)
);
CREATE UNIQUE INDEX revenue_months_key ON public.revenue_months USING btree (month, tour_id, channel, currency, is_generated) INCLUDE (revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents) NULLS NOT DISTINCT WHERE is_added_up;
CREATE INDEX revenue_months_month_idx ON public.revenue_months USING btree (month);
CREATE INDEX revenue_months_tour_idx ON public.revenue_months USING btree (tour_id, month) WHERE is_added_up;

-- The column of the revenue page that each posting belongs to. A channel is how the booking was made, however it was paid.
CREATE VIEW revenue_postings AS
 SELECT postings.entry_id,
    entries.posted_on,
    date_trunc('month'::text, entries.posted_on::timestamp without time zone)::date AS month,
    tour_bookings.tour_id,
        CASE
            WHEN bookings.id IS NULL THEN 'none'::text
            WHEN bookings.kind = 'vehicle'::text THEN 'move'::text
            WHEN reservations.booking_id IS NOT NULL THEN 'reservation'::text
            ELSE 'online'::text
        END AS channel,
    postings.currency,
    entries.is_generated,
        CASE
            WHEN postings.account = 'revenue'::text THEN - postings.amount_cents
            ELSE 0::bigint
        END AS revenue_cents,
        CASE
            WHEN postings.account = 'cancellation_fees'::text THEN - postings.amount_cents
            ELSE 0::bigint
        END AS kept_cents,
        CASE
            WHEN (postings.account = ANY (ARRAY['provider_clearing'::text, 'bank'::text, 'cash'::text])) AND (entries.kind = ANY (ARRAY['received'::text, 'voided'::text])) THEN postings.amount_cents
            ELSE 0::bigint
        END AS paid_cents,
        CASE
            WHEN postings.account = 'refunds_payable'::text AND entries.kind <> 'refund_owed'::text THEN postings.amount_cents
            ELSE 0::bigint
        END AS refunded_cents,
        CASE
            WHEN postings.account = 'dispute_losses'::text THEN postings.amount_cents
            ELSE 0::bigint
        END AS lost_cents,
        CASE
            WHEN postings.account = 'provider_fees'::text THEN postings.amount_cents
            ELSE 0::bigint
        END AS fee_cents
   FROM entries
     JOIN postings ON postings.entry_id = entries.id
     LEFT JOIN bookings ON bookings.id = postings.booking_id
     LEFT JOIN tour_bookings ON tour_bookings.booking_id = postings.booking_id
     LEFT JOIN reservations ON reservations.booking_id = postings.booking_id;

-- Sums of a month, and from 1 January to its end: a year is the row of its December, and other periods are a difference. A tour with anything in a year has a row of the second kind for each later month of it.
CREATE TABLE revenue_rollups (
  month date NOT NULL,
  since_january boolean NOT NULL,
  is_total boolean NOT NULL,
  tour_id text,
  channel text NOT NULL,
  currency text NOT NULL,
  is_generated boolean NOT NULL,
  revenue_cents bigint NOT NULL,
  kept_cents bigint NOT NULL,
  paid_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  lost_cents bigint NOT NULL,
  fee_cents bigint NOT NULL
);
CREATE UNIQUE INDEX revenue_rollups_key ON public.revenue_rollups USING btree (month, since_january, is_total, tour_id, channel, currency, is_generated) NULLS NOT DISTINCT;
CREATE INDEX revenue_rollups_tour_idx ON public.revenue_rollups USING btree (tour_id, month) WHERE (NOT is_total);

-- What was posted since the last rollup.
CREATE VIEW revenue_since AS
 SELECT revenue_months.month,
    revenue_months.tour_id,
    revenue_months.channel,
    revenue_months.currency,
    revenue_months.is_generated,
    revenue_months.revenue_cents,
    revenue_months.kept_cents,
    revenue_months.paid_cents,
    revenue_months.refunded_cents,
    revenue_months.lost_cents,
    revenue_months.fee_cents
   FROM revenue_months
UNION ALL
 SELECT later.month,
    later.tour_id,
    later.channel,
    later.currency,
    later.is_generated,
    later.revenue_cents,
    later.kept_cents,
    later.paid_cents,
    later.refunded_cents,
    later.lost_cents,
    later.fee_cents
   FROM ledger_progress
     CROSS JOIN LATERAL ( SELECT revenue_postings.entry_id,
            revenue_postings.posted_on,
            revenue_postings.month,
            revenue_postings.tour_id,
            revenue_postings.channel,
            revenue_postings.currency,
            revenue_postings.is_generated,
            revenue_postings.revenue_cents,
            revenue_postings.kept_cents,
            revenue_postings.paid_cents,
            revenue_postings.refunded_cents,
            revenue_postings.lost_cents,
            revenue_postings.fee_cents
           FROM revenue_postings
          WHERE revenue_postings.entry_id > ledger_progress.revenue_after AND revenue_postings.entry_id <= ledger_progress.revenue_until
         OFFSET 0) later
  WHERE ledger_progress.revenue_after < ledger_progress.revenue_until;

-- The revenue page's sums, right at any time.
CREATE VIEW revenue_sums AS
 SELECT revenue_rollups.month,
    revenue_rollups.tour_id,
    revenue_rollups.channel,
    revenue_rollups.currency,
    revenue_rollups.is_generated,
    revenue_rollups.revenue_cents,
    revenue_rollups.kept_cents,
    revenue_rollups.paid_cents,
    revenue_rollups.refunded_cents,
    revenue_rollups.lost_cents,
    revenue_rollups.fee_cents
   FROM revenue_rollups
  WHERE NOT revenue_rollups.since_january AND NOT revenue_rollups.is_total
UNION ALL
 SELECT revenue_since.month,
    revenue_since.tour_id,
    revenue_since.channel,
    revenue_since.currency,
    revenue_since.is_generated,
    revenue_since.revenue_cents,
    revenue_since.kept_cents,
    revenue_since.paid_cents,
    revenue_since.refunded_cents,
    revenue_since.lost_cents,
    revenue_since.fee_cents
   FROM revenue_since;

-- The cash that a manager has counted, beside what the ledger had for that day. Each day is closed once.
CREATE TABLE till_closes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  day date NOT NULL,
  currency text NOT NULL,
  ledger_cents bigint NOT NULL,
  counted_cents bigint NOT NULL,
  note text,
  closed_by text NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  CONSTRAINT till_closes_pkey PRIMARY KEY (id),
  CONSTRAINT till_closes_once UNIQUE (day, currency),
  CONSTRAINT till_closes_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT till_closes_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  CONSTRAINT till_closes_explained CHECK (counted_cents = ledger_cents OR note IS NOT NULL),
  CONSTRAINT till_closes_note_check CHECK (length(note) >= 1 AND length(note) <= 500)
);
CREATE TRIGGER till_closes_ledger AFTER INSERT ON till_closes FOR EACH ROW EXECUTE FUNCTION post_till_close();
CREATE TRIGGER till_closes_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON till_closes FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

CREATE OR REPLACE FUNCTION public.keep_days_locked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Whoever locks waits for those who are posting, and they for it.
  perform pg_advisory_xact_lock_shared(hashtext('meridian-ledger-lock'));
  -- A statement of its own, so that it sees the lock that it has waited for.
  new.posted_on := greatest(new.posted_on, (select locked_until + 1 from ledger_lock));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_line(account text, cents bigint, currency text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select jsonb_build_object('account', account, 'cents', cents, 'currency', currency) $function$;

CREATE OR REPLACE FUNCTION public.post_difference(entry_kind text, source uuid, step text, day date, moment timestamp with time zone, generated boolean, booking uuid, receipt uuid, wanted jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  with asked as (
    select account, currency, sum(cents)::bigint as cents from jsonb_to_recordset(wanted) as line (account text, cents bigint, currency text)
    group by account, currency
  ), posted as (
    select account, currency, sum(amount_cents)::bigint as cents from entries join postings on entry_id = entries.id
    where source_id = source group by account, currency
  ), moved as (
    select account, currency, coalesce(asked.cents, 0) - coalesce(posted.cents, 0) as cents, row_number() over (order by account, currency) as number
    from asked full join posted using (account, currency) where coalesce(asked.cents, 0) <> coalesce(posted.cents, 0)
  ), entry as (
    insert into entries (kind, source_id, source_step, posted_on, happened_at, is_generated, lines)
      select entry_kind, source, step, day, moment, generated, count(*) from moved having count(*) > 0 returning id
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id, receipt_id)
    select entry.id, number, account, cents, currency, booking, receipt from entry, moved
$function$;

CREATE OR REPLACE FUNCTION public.post_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform post_difference('payout_arrived', new.id, next_step('payout', new.id), agency_day(new.arrives_at), new.arrives_at, false, null, null,
    case when new.status = 'paid' then jsonb_build_array(
      ledger_line('bank', new.amount_cents, new.currency), ledger_line('payouts_in_transit', -new.amount_cents, new.currency)) else '[]' end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_provider_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  payment payments;
  converted bigint := sign(new.amount_cents) * abs(new.source_cents);
  other text := case when new.type in ('payout', 'payout_cancel', 'payout_failure') then 'payouts_in_transit'
    when new.type in ('stripe_fee', 'stripe_fx_fee', 'tax_fee', 'application_fee') then 'provider_fees' else 'other_business' end;
  wanted jsonb := jsonb_build_array(
    ledger_line('provider_fees', new.fee_cents, new.currency), ledger_line('provider_clearing', -new.fee_cents, new.currency));
begin
  if new.payment_id is null then
    wanted := wanted || jsonb_build_array(
      ledger_line('provider_clearing', new.amount_cents, new.currency), ledger_line(other, -new.amount_cents, new.currency));
  else
    select * into payment from payments where id = new.payment_id;
    if new.source_currency <> new.currency then
      wanted := wanted || jsonb_build_array(
        ledger_line('provider_clearing', -converted, new.source_currency), ledger_line('exchange', converted, new.source_currency),
        ledger_line('provider_clearing', new.amount_cents, new.currency), ledger_line('exchange', -new.amount_cents, new.currency));
    end if;
  end if;
  perform post_difference(
    case when new.payment_id is not null then 'provider_fee' when other = 'payouts_in_transit' then 'payout' else 'provider_other' end,
    new.id, next_step('provider', new.id), agency_day(new.created_at), new.created_at, coalesce(payment.is_generated, false),
    payment.booking_id, payment.id, wanted);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_till_close()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform post_entry('till_difference', new.id, 'closed', new.day, new.closed_at, false, array[
    row('cash', new.counted_cents - new.ledger_cents, new.currency, null, null, null),
    row('write_offs', new.ledger_cents - new.counted_cents, new.currency, null, null, null)
  ]::posting_line[]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_empty_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from added where (select count(*) from postings where entry_id = added.id) = 0) then
    raise exception 'An entry is written with its lines, in one statement.' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise exception 'The ledger is append only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Within one statement for each entry: an entry gets no line later.
  if exists (
    select from (select entry_id, count(*) as lines from added group by entry_id) as written
    where written.lines <> (select entries.lines from entries where id = written.entry_id)
  ) then
    raise exception 'An entry is written whole, in one statement.' using errcode = 'check_violation';
  end if;
  if exists (select from added group by entry_id, currency having sum(amount_cents) <> 0) then
    raise exception 'An entry does not balance.' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sum_postings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  insert into ledger_days (day, kind, account, currency, is_generated, cents)
    select posted_on, kind, account, currency, is_generated, sum(amount_cents) from added join entries on entries.id = entry_id
    group by posted_on, kind, account, currency, is_generated;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sum_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  insert into revenue_months (month, tour_id, channel, currency, is_generated,
      revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents)
    select month, tour_id, channel, currency, is_generated,
      sum(revenue_cents), sum(kept_cents), sum(paid_cents), sum(refunded_cents), sum(lost_cents), sum(fee_cents)
    -- An entry is written whole, in one statement.
    from (select distinct entry_id from added) as written join revenue_postings using (entry_id)
    group by month, tour_id, channel, currency, is_generated
    having sum(abs(revenue_cents) + abs(kept_cents) + abs(paid_cents) + abs(refunded_cents) + abs(lost_cents) + abs(fee_cents)) > 0;
  return null;
end $function$;
