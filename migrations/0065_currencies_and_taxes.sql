-- Which currencies there are is known in one place, src/shared/money.ts; here each is three letters, so that another one needs no migration.
-- Not valid: what is in the tables was allowed before.
alter table tours drop constraint tours_currency_check;
alter table tours add constraint tours_currency_check check (currency ~ '^[a-z]{3}$') not valid;
alter table service_types drop constraint service_types_currency_check;
alter table service_types add constraint service_types_currency_check check (currency ~ '^[a-z]{3}$') not valid;
alter table bookings drop constraint bookings_currency_check;
alter table bookings add constraint bookings_currency_check check (currency ~ '^[a-z]{3}$') not valid;
alter table payment_attempts drop constraint payment_attempts_currency_check;
alter table payment_attempts add constraint payment_attempts_currency_check check (currency ~ '^[a-z]{3}$') not valid;
alter table payments drop constraint payments_currency_check;
alter table payments add constraint payments_currency_check check (currency ~ '^[a-z]{3}$') not valid;
alter table refunds drop constraint refunds_currency_check;
alter table refunds add constraint refunds_currency_check check (currency ~ '^[a-z]{3}$') not valid;
alter table goodwill_ceilings drop constraint goodwill_ceilings_currency_check;
alter table goodwill_ceilings add constraint goodwill_ceilings_currency_check check (currency ~ '^[a-z]{3}$') not valid;

-- In which a new tour is priced; null until administrators choose one.
alter table settings add column currency text check (currency ~ '^[a-z]{3}$');

-- What the agency's accountant asks for. A rate never changes: another rate is another category.
create table tax_categories (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  -- In hundredths of a percent, contained in the price.
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  -- Its key in the accountant's program.
  account_key text check (account_key ~ '^[A-Za-z0-9./-]{1,10}$'),
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index tax_categories_name_idx on tax_categories (lower(name)) where is_active;

alter table tours add column tax_category_id uuid;
alter table tours add constraint tours_tax_category_id_fkey foreign key (tax_category_id) references tax_categories (id) not valid;
alter table service_types add column tax_category_id uuid;
alter table service_types add constraint service_types_tax_category_id_fkey
  foreign key (tax_category_id) references tax_categories (id) not valid;
-- squawk-ignore require-concurrent-index-creation
create index tours_tax_category_id_idx on tours (tax_category_id) where tax_category_id is not null;
