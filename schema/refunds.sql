-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- What became of a dispute, step by step.
CREATE TABLE dispute_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  dispute_id uuid NOT NULL,
  status text NOT NULL,
  taken_cents integer NOT NULL,
  noted_at timestamp with time zone NOT NULL,
  CONSTRAINT dispute_changes_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_changes_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id)
);
CREATE INDEX dispute_changes_dispute_idx ON public.dispute_changes USING btree (dispute_id, id);

-- Payments whose disputes are to be read again at the next comparison with the card provider.
CREATE TABLE dispute_requests (
  payment_id uuid NOT NULL,
  provider_payment_id text NOT NULL,
  is_open boolean NOT NULL,
  noted_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT dispute_requests_pkey PRIMARY KEY (payment_id),
  CONSTRAINT dispute_requests_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

-- Disputes of a payment: several per payment, of parts of it, with inquiries and appeals.
CREATE TABLE disputes (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  payment_id uuid NOT NULL,
  provider_dispute_id text NOT NULL,
  amount_cents integer NOT NULL,
  taken_cents integer NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  standing text NOT NULL,
  due_at timestamp with time zone,
  opened_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_provider_dispute_id_key UNIQUE (provider_dispute_id),
  CONSTRAINT disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT disputes_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT disputes_check CHECK (taken_cents >= 0 AND taken_cents <= amount_cents),
  CONSTRAINT disputes_standing_check CHECK (standing = ANY (ARRAY['inquiry'::text, 'open'::text, 'lifted'::text, 'lost'::text])),
  CONSTRAINT disputes_taken CHECK ((standing = ANY (ARRAY['open'::text, 'lost'::text])) OR taken_cents = 0)
);
CREATE INDEX disputes_live_idx ON public.disputes USING btree (id) WHERE (standing = ANY (ARRAY['inquiry'::text, 'open'::text]));
CREATE INDEX disputes_payment_idx ON public.disputes USING btree (payment_id);
CREATE TRIGGER disputes_added_ledger AFTER INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION post_dispute_row();
CREATE TRIGGER disputes_changed_ledger AFTER UPDATE OF standing, taken_cents ON disputes FOR EACH ROW WHEN (old.standing IS DISTINCT FROM new.standing OR old.taken_cents IS DISTINCT FROM new.taken_cents) EXECUTE FUNCTION post_dispute_row();
CREATE TRIGGER disputes_marked AFTER INSERT OR UPDATE OF standing ON disputes FOR EACH ROW EXECUTE FUNCTION mark_disputed();

-- Money on its way back, each with the key of its call to the card provider.
CREATE TABLE refunds (
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  cause text NOT NULL,
  provider_refund_id text,
  failure_reason text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  made_at timestamp with time zone,
  replaces uuid,
  key_version integer DEFAULT 1 NOT NULL,
  send_after timestamp with time zone,
  told_state text,
  tries integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone DEFAULT now() NOT NULL,
  is_generated boolean DEFAULT false NOT NULL,
  reason text,
  dispute_id uuid,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_provider_refund_id_key UNIQUE (provider_refund_id),
  CONSTRAINT refunds_replaces_key UNIQUE (replaces),
  CONSTRAINT refunds_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id) NOT VALID,
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_replaces_fkey FOREIGN KEY (replaces) REFERENCES refunds(id),
  CONSTRAINT refunds_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT refunds_cause_check CHECK (cause = ANY (ARRAY['cancellation'::text, 'duplicate'::text, 'late'::text, 'external'::text, 'quarantined'::text, 'goodwill'::text])),
  CONSTRAINT refunds_currency_check CHECK (currency ~ '^[a-z]{3}$'::text) NOT VALID,
  CONSTRAINT refunds_key_version_check CHECK (key_version > 0),
  CONSTRAINT refunds_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
  CONSTRAINT refunds_replace_another CHECK (replaces <> id),
  CONSTRAINT refunds_state_check CHECK (state = ANY (ARRAY['requested'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text, 'blocked'::text, 'lost'::text, 'settled'::text])) NOT VALID,
  CONSTRAINT refunds_tries_check CHECK (tries >= 0)
);
CREATE INDEX refunds_dispute_idx ON public.refunds USING btree (dispute_id) WHERE (dispute_id IS NOT NULL);
CREATE INDEX refunds_made_at_idx ON public.refunds USING btree (COALESCE(made_at, created_at)) WHERE (NOT is_generated);
CREATE INDEX refunds_payment_id_idx ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_unsettled_idx ON public.refunds USING btree (created_at) WHERE (state = ANY (ARRAY['requested'::text, 'pending'::text]));
CREATE INDEX refunds_untold_idx ON public.refunds USING btree (updated_at) WHERE ((state = ANY (ARRAY['failed'::text, 'canceled'::text, 'blocked'::text, 'lost'::text])) AND (told_state IS DISTINCT FROM state));
CREATE TRIGGER refunds_added_console AFTER INSERT ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select payments.booking_id from changed join payments on payments.id = payment_id');
CREATE TRIGGER refunds_added_ledger AFTER INSERT ON refunds FOR EACH ROW WHEN (NOT new.is_generated) EXECUTE FUNCTION post_refund_row();
CREATE TRIGGER refunds_changed_console AFTER UPDATE ON refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select payments.booking_id from changed join payments on payments.id = payment_id');
CREATE TRIGGER refunds_changed_ledger AFTER UPDATE OF amount_cents, state, replaces ON refunds FOR EACH ROW WHEN (old.amount_cents IS DISTINCT FROM new.amount_cents OR old.state IS DISTINCT FROM new.state OR old.replaces IS DISTINCT FROM new.replaces) EXECUTE FUNCTION post_refund_row();
CREATE TRIGGER refunds_ended_ledger AFTER UPDATE OF state, dispute_id, amount_cents ON refunds FOR EACH ROW WHEN (new.dispute_id IS NOT NULL OR old.dispute_id IS NOT NULL) EXECUTE FUNCTION post_ended_refund();

CREATE OR REPLACE FUNCTION public.mark_disputed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  is_lost boolean := exists (select from disputes where payment_id = new.payment_id and standing = 'lost');
  is_held boolean := exists (select from disputes where payment_id = new.payment_id and standing = 'open');
begin
  update payments set disputed_at = case when is_lost or is_held then coalesce(disputed_at, now()) end,
    dispute_lost_at = case when is_lost then coalesce(dispute_lost_at, now()) end
    where id = new.payment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_dispute(dispute disputes)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  payment payments;
  generated boolean;
  ended bigint := (select coalesce(sum(amount_cents), 0) from refunds where dispute_id = dispute.id and state = 'lost');
  lost bigint := case when dispute.standing = 'lost' then dispute.taken_cents - ended else 0 end;
  step text := next_step(dispute.standing, dispute.id);
  moment timestamptz := case when dispute.standing = 'open' then dispute.opened_at else coalesce(dispute.ended_at, now()) end;
  is_demo boolean;
begin
  select * into payment from payments where id = dispute.payment_id;
  select bookings.is_demo into is_demo from bookings where id = payment.booking_id;
  generated := payment.is_generated;
  if not exists (select from entries where source_id = payment.id and source_step = 'received') then
    perform post_booking_history(payment.booking_id);
  end if;
  with wanted (account, cents) as (
    values ('provider_clearing', -dispute.taken_cents::bigint), ('chargebacks', dispute.taken_cents - lost), ('dispute_losses', lost)
  ), posted as (
    select account, sum(amount_cents) as cents from entries join postings on entry_id = entries.id where source_id = dispute.id group by account
  ), moved as (
    select account, wanted.cents - coalesce(posted.cents, 0) as cents, row_number() over () as number
    from wanted left join posted using (account) where wanted.cents <> coalesce(posted.cents, 0)
  ), entry as (
    insert into entries (kind, source_id, source_step, posted_on, happened_at, is_generated, lines)
      select 'dispute_' || case dispute.standing when 'open' then 'opened' when 'lost' then 'lost' else 'lifted' end, dispute.id, step,
        agency_day(case when is_demo then moment else now() end), moment, generated, count(*)
      from moved having count(*) > 0
      returning id
  )
  insert into postings (entry_id, line, account, amount_cents, currency, booking_id, receipt_id, dispute_id)
    select entry.id, number, account, cents, dispute.currency, payment.booking_id, payment.id, dispute.id from entry, moved;
end $function$;

CREATE OR REPLACE FUNCTION public.post_dispute_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform post_dispute(new);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_ended_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform post_dispute(disputes) from disputes where id in (new.dispute_id, old.dispute_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_refund_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform post_refund(new, (select is_demo from payments join bookings on bookings.id = booking_id where payments.id = new.payment_id));
  return null;
end $function$;
