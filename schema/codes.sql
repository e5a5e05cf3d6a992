-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Which booking uses which code, at most one each: counted from when its seats are held until its hold ends or the agency cancels it.
CREATE TABLE code_uses (
  booking_id uuid NOT NULL,
  code_id uuid NOT NULL,
  user_id text NOT NULL,
  is_once boolean NOT NULL,
  freed_at timestamp with time zone,
  CONSTRAINT code_uses_pkey PRIMARY KEY (booking_id),
  CONSTRAINT code_uses_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT code_uses_code_id_fkey FOREIGN KEY (code_id) REFERENCES codes(id),
  CONSTRAINT code_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX code_uses_of_code_idx ON public.code_uses USING btree (code_id, booking_id);
CREATE INDEX code_uses_of_user_idx ON public.code_uses USING btree (user_id);
CREATE UNIQUE INDEX code_uses_once_idx ON public.code_uses USING btree (code_id, user_id) WHERE (is_once AND (freed_at IS NULL));
CREATE INDEX code_uses_standing_idx ON public.code_uses USING btree (code_id) WHERE (freed_at IS NULL);

-- Discount codes, each with its terms and how much of it is used.
CREATE TABLE codes (
  id uuid NOT NULL,
  text text NOT NULL,
  campaign text DEFAULT ''::text NOT NULL,
  percent integer,
  amount_cents integer,
  extra_id text,
  least_spend_cents integer DEFAULT 0 NOT NULL,
  currency text,
  usable_from date,
  usable_to date,
  travel_from date,
  travel_to date,
  tour_ids text[],
  option_ids text[],
  is_once_per_person boolean DEFAULT false NOT NULL,
  most_uses integer,
  uses integer DEFAULT 0 NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  leads_campaign boolean DEFAULT false NOT NULL,
  CONSTRAINT codes_pkey PRIMARY KEY (id),
  CONSTRAINT codes_text_once UNIQUE (text),
  CONSTRAINT codes_amount_cents_check CHECK (amount_cents > 0),
  CONSTRAINT codes_campaign_check CHECK (length(campaign) <= 60),
  CONSTRAINT codes_check CHECK (NOT leads_campaign OR campaign <> ''::text),
  CONSTRAINT codes_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  CONSTRAINT codes_least_spend_cents_check CHECK (least_spend_cents >= 0),
  CONSTRAINT codes_most_uses_check CHECK (most_uses > 0),
  CONSTRAINT codes_never_overused CHECK (uses >= 0 AND (most_uses IS NULL OR uses <= most_uses)),
  CONSTRAINT codes_one_kind CHECK (num_nonnulls(percent, amount_cents, extra_id) = 1),
  CONSTRAINT codes_percent_check CHECK (percent >= 1 AND percent <= 100),
  CONSTRAINT codes_text_check CHECK (text ~ '^[A-Z0-9-]{4,32}$'::text),
  CONSTRAINT codes_with_currency CHECK (currency IS NOT NULL OR amount_cents IS NULL AND least_spend_cents = 0)
);
CREATE INDEX codes_campaign_idx ON public.codes USING btree (campaign, text) WHERE (campaign <> ''::text);
CREATE UNIQUE INDEX codes_leads_campaign_idx ON public.codes USING btree (campaign) WHERE leads_campaign;
CREATE INDEX codes_listed_idx ON public.codes USING btree (created_at DESC, id DESC) WHERE ((campaign = ''::text) OR leads_campaign);
CREATE INDEX codes_text_parts_idx ON public.codes USING gin (text gin_trgm_ops) WITH (fastupdate=off) WHERE (campaign = ''::text);
CREATE TRIGGER codes_lead_campaign BEFORE INSERT ON codes FOR EACH ROW WHEN (new.campaign <> ''::text) EXECUTE FUNCTION lead_campaign();

CREATE OR REPLACE FUNCTION public.lead_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.leads_campaign := not exists (select from codes where campaign = new.campaign and campaign <> '');
  return new;
end $function$;
