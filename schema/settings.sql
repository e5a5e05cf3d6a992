-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- How much one person may give as goodwill in one day of the agency; a currency without a row has no ceiling.
CREATE TABLE goodwill_ceilings (
  currency text NOT NULL,
  ceiling_cents integer NOT NULL,
  CONSTRAINT goodwill_ceilings_pkey PRIMARY KEY (currency),
  CONSTRAINT goodwill_ceilings_ceiling_cents_check CHECK (ceiling_cents >= 0),
  CONSTRAINT goodwill_ceilings_currency_check CHECK (currency ~ '^[a-z]{3}$'::text) NOT VALID
);

-- What administrators set in the console. One row, so that two changes at once wait for each other.
CREATE TABLE settings (
  only_row boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  bank_details text,
  currency text,
  offers_all_on_sale boolean DEFAULT false NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (only_row),
  CONSTRAINT settings_bank_details_check CHECK (length(bank_details) >= 1 AND length(bank_details) <= 600),
  CONSTRAINT settings_currency_check CHECK (currency ~ '^[a-z]{3}$'::text),
  CONSTRAINT settings_only_row_check CHECK (only_row)
);

-- The tax categories of the agency's accountant. A rate never changes: another rate is another category.
CREATE TABLE tax_categories (
  id uuid NOT NULL,
  name text NOT NULL,
  rate_basis_points integer NOT NULL,
  account_key text,
  is_active boolean DEFAULT true NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT tax_categories_pkey PRIMARY KEY (id),
  CONSTRAINT tax_categories_account_key_check CHECK (account_key ~ '^[A-Za-z0-9./-]{1,10}$'::text),
  CONSTRAINT tax_categories_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT tax_categories_rate_basis_points_check CHECK (rate_basis_points >= 0 AND rate_basis_points <= 10000)
);
CREATE UNIQUE INDEX tax_categories_name_idx ON public.tax_categories USING btree (lower(name)) WHERE is_active;
