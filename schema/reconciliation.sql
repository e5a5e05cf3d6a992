-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Until when payments and refunds have been compared in full with the card provider's lists: the next comparison starts there.
CREATE TABLE compared_until (
  only_row boolean DEFAULT true NOT NULL,
  moment timestamp with time zone NOT NULL,
  CONSTRAINT compared_until_pkey PRIMARY KEY (only_row),
  CONSTRAINT compared_until_only_row_check CHECK (only_row)
);

-- Money in and out at the last comparison, a row for each currency.
CREATE TABLE daily_balances (
  day date NOT NULL,
  currency text NOT NULL,
  our_payments integer NOT NULL,
  our_paid_cents bigint NOT NULL,
  our_refunds integer NOT NULL,
  our_refunded_cents bigint NOT NULL,
  their_payments integer NOT NULL,
  their_paid_cents bigint NOT NULL,
  their_refunds integer NOT NULL,
  their_refunded_cents bigint NOT NULL,
  compared_at timestamp with time zone NOT NULL,
  CONSTRAINT daily_balances_pkey PRIMARY KEY (day, currency),
  CONSTRAINT daily_balances_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  CONSTRAINT daily_balances_our_paid_cents_check CHECK (our_paid_cents >= 0),
  CONSTRAINT daily_balances_our_payments_check CHECK (our_payments >= 0),
  CONSTRAINT daily_balances_our_refunded_cents_check CHECK (our_refunded_cents >= 0),
  CONSTRAINT daily_balances_our_refunds_check CHECK (our_refunds >= 0),
  CONSTRAINT daily_balances_their_paid_cents_check CHECK (their_paid_cents >= 0),
  CONSTRAINT daily_balances_their_payments_check CHECK (their_payments >= 0),
  CONSTRAINT daily_balances_their_refunded_cents_check CHECK (their_refunded_cents >= 0),
  CONSTRAINT daily_balances_their_refunds_check CHECK (their_refunds >= 0)
);

-- Messages of the card provider, handled once each: by processed_at, not by arrival, so a failed one is tried again.
CREATE TABLE provider_events (
  id text NOT NULL,
  type text NOT NULL,
  object_id text NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  processed_at timestamp with time zone,
  failure text,
  is_fetched boolean DEFAULT false NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT provider_events_pkey PRIMARY KEY (id),
  CONSTRAINT provider_events_tries_check CHECK (tries >= 0)
);
CREATE INDEX provider_events_delivered_idx ON public.provider_events USING btree (received_at) WHERE (NOT is_fetched);
CREATE INDEX provider_events_unprocessed_idx ON public.provider_events USING btree (next_try_at) WHERE (processed_at IS NULL);
