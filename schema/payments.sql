-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Card pages: each attempt to pay for a booking, whose id is the key of the call to the card provider.
CREATE TABLE payment_attempts (
  id uuid NOT NULL,
  booking_id uuid NOT NULL,
  status text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  params jsonb NOT NULL,
  cancel_token text NOT NULL,
  session_id text,
  session_url text,
  expires_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  closed_at timestamp with time zone,
  closed_blind_at timestamp with time zone,
  recheck_at timestamp with time zone,
  unpaid_since timestamp with time zone,
  tries integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone DEFAULT now() NOT NULL,
  paid_token text,
  CONSTRAINT payment_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT payment_attempts_cancel_token_key UNIQUE (cancel_token),
  CONSTRAINT payment_attempts_session_id_key UNIQUE (session_id),
  CONSTRAINT payment_attempts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT open_has_session CHECK ((status <> ALL (ARRAY['open'::text, 'complete'::text])) OR session_id IS NOT NULL),
  CONSTRAINT payment_attempts_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT payment_attempts_currency_check CHECK (currency ~ '^[a-z]{3}$'::text) NOT VALID,
  CONSTRAINT payment_attempts_status_check CHECK (status = ANY (ARRAY['creating'::text, 'open'::text, 'complete'::text, 'expired'::text, 'failed'::text])),
  CONSTRAINT payment_attempts_tries_check CHECK (tries >= 0)
);
CREATE INDEX payment_attempts_active_idx ON public.payment_attempts USING btree (expires_at) WHERE (status = ANY (ARRAY['creating'::text, 'open'::text]));
CREATE INDEX payment_attempts_booking_id_idx ON public.payment_attempts USING btree (booking_id);
CREATE UNIQUE INDEX payment_attempts_one_active ON public.payment_attempts USING btree (booking_id) WHERE (status = ANY (ARRAY['creating'::text, 'open'::text]));
CREATE UNIQUE INDEX payment_attempts_paid_token_idx ON public.payment_attempts USING btree (paid_token) WHERE (paid_token IS NOT NULL);
CREATE INDEX payment_attempts_recheck_idx ON public.payment_attempts USING btree (recheck_at) WHERE (recheck_at IS NOT NULL);

-- Money that arrived, by card or otherwise.
CREATE TABLE payments (
  id uuid NOT NULL,
  booking_id uuid NOT NULL,
  attempt_id uuid,
  provider_payment_id text,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  method text NOT NULL,
  receipt_url text,
  role text NOT NULL,
  refund_requested_cents integer DEFAULT 0 NOT NULL,
  disputed_at timestamp with time zone,
  paid_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  dispute_lost_at timestamp with time zone,
  is_generated boolean DEFAULT false NOT NULL,
  outside_reference text,
  recorded_by text,
  voided_at timestamp with time zone,
  voided_by text,
  void_reason text,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_provider_payment_id_key UNIQUE (provider_payment_id),
  CONSTRAINT payments_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  CONSTRAINT payments_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT payments_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES users(id) NOT VALID,
  CONSTRAINT payments_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT payments_by_card_or_outside CHECK (
CASE
    WHEN provider_payment_id IS NULL THEN attempt_id IS NULL AND outside_reference IS NOT NULL AND recorded_by IS NOT NULL AND (role = ANY (ARRAY['primary'::text, 'quarantined'::text, 'voided'::text])) AND (method = ANY (ARRAY['cash'::text, 'transfer'::text]))
    ELSE attempt_id IS NOT NULL AND outside_reference IS NULL AND recorded_by IS NULL
END) NOT VALID,
  CONSTRAINT payments_currency_check CHECK (currency ~ '^[a-z]{3}$'::text) NOT VALID,
  CONSTRAINT payments_lost_was_disputed CHECK (dispute_lost_at IS NULL OR disputed_at IS NOT NULL),
  CONSTRAINT payments_never_over_refunded CHECK (refund_requested_cents >= 0 AND refund_requested_cents <= amount_cents),
  CONSTRAINT payments_outside_reference_check CHECK (length(outside_reference) >= 1 AND length(outside_reference) <= 100),
  CONSTRAINT payments_role_check CHECK (role = ANY (ARRAY['primary'::text, 'duplicate'::text, 'late'::text, 'quarantined'::text, 'voided'::text])) NOT VALID,
  CONSTRAINT payments_void_reason_check CHECK (length(void_reason) >= 1 AND length(void_reason) <= 500),
  CONSTRAINT payments_voided_whole CHECK (
CASE
    WHEN role = 'voided'::text THEN voided_at IS NOT NULL AND voided_by IS NOT NULL AND void_reason IS NOT NULL AND refund_requested_cents = 0 AND provider_payment_id IS NULL
    ELSE voided_at IS NULL AND voided_by IS NULL AND void_reason IS NULL
END) NOT VALID
);
CREATE INDEX payments_attempt_id_idx ON public.payments USING btree (attempt_id);
CREATE INDEX payments_booking_id_idx ON public.payments USING btree (booking_id);
CREATE INDEX payments_disputed_idx ON public.payments USING btree (id) WHERE ((disputed_at IS NOT NULL) AND (dispute_lost_at IS NULL));
CREATE INDEX payments_marked_idx ON public.payments USING btree (id) WHERE (disputed_at IS NOT NULL);
CREATE UNIQUE INDEX payments_one_primary ON public.payments USING btree (booking_id) WHERE (role = 'primary'::text);
CREATE INDEX payments_paid_at_idx ON public.payments USING btree (paid_at) WHERE (NOT is_generated);
CREATE INDEX payments_search_idx ON public.payments USING gin (search_form(outside_reference) gin_trgm_ops) WITH (fastupdate=off) WHERE (outside_reference IS NOT NULL);
CREATE TRIGGER payments_added_console AFTER INSERT ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');
CREATE TRIGGER payments_added_ledger AFTER INSERT ON payments FOR EACH ROW WHEN (NOT new.is_generated) EXECUTE FUNCTION post_payment_row();
CREATE TRIGGER payments_changed_console AFTER UPDATE ON payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');
CREATE TRIGGER payments_changed_ledger AFTER UPDATE OF role ON payments FOR EACH ROW WHEN (old.role <> new.role) EXECUTE FUNCTION post_payment_row();
CREATE TRIGGER payments_marked AFTER UPDATE OF disputed_at, dispute_lost_at ON payments FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND new.provider_payment_id IS NOT NULL AND (old.disputed_at IS DISTINCT FROM new.disputed_at OR old.dispute_lost_at IS DISTINCT FROM new.dispute_lost_at)) EXECUTE FUNCTION ask_for_disputes();
CREATE TRIGGER payments_voided_ledger AFTER UPDATE OF role ON payments FOR EACH ROW WHEN (new.role = 'voided'::text AND old.role <> 'voided'::text) EXECUTE FUNCTION post_voided_row();

CREATE OR REPLACE FUNCTION public.ask_for_disputes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into dispute_requests (payment_id, provider_payment_id, is_open)
    values (new.id, new.provider_payment_id, new.disputed_at is not null and new.dispute_lost_at is null)
    on conflict (payment_id) do update set is_open = excluded.is_open, noted_at = clock_timestamp();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_payment_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if tg_op = 'UPDATE' and not exists (select from entries where source_id = new.id and source_step = 'received') then
    perform post_booking_history(new.booking_id);
  else
    perform post_payment(new, (select is_demo from bookings where id = new.booking_id));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_voided_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  reversed posting_line[];
begin
  select array_agg(row(account, -cents, currency, new.booking_id, new.id, null)::posting_line) into reversed from (
    select account, currency, sum(amount_cents)::bigint as cents
    from entries join postings on entry_id = entries.id where source_id = new.id group by account, currency having sum(amount_cents) <> 0
  ) as posted;
  perform post_entry('voided', new.id, 'voided', agency_day(now()), new.voided_at, new.is_generated, coalesce(reversed, '{}'));
  return null;
end $function$;
