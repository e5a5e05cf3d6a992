-- A site of any size: business that was generated to try it out is marked, and told from what people have really done.

-- One row for each run of the generator. Its number is part of every id that the run makes: a later run adds beside it.
create table generation_runs (
  id integer primary key generated always as identity check (id < 65536),
  seed integer not null,
  tours integer not null,
  people integer not null,
  bookings integer not null,
  started_at timestamptz not null default now(),
  -- Null while it runs, and when it was broken off.
  finished_at timestamptz
);

-- The card provider has never heard of generated money, and generated people have no mailbox.
alter table users add column is_generated boolean not null default false;
alter table tours add column is_generated boolean not null default false;
alter table bookings add column is_generated boolean not null default false;
alter table payments add column is_generated boolean not null default false;
alter table refunds add column is_generated boolean not null default false;

-- What the price sync looks at. A generated tour joins it with its first checkout.
create index tours_priced_idx on tours (id) where not is_generated or stripe_product_id is not null;

-- The books are compared without what was generated.
drop index payments_paid_at_idx;
create index payments_paid_at_idx on payments (paid_at) where not is_generated;
drop index refunds_made_at_idx;
create index refunds_made_at_idx on refunds (coalesce(made_at, created_at)) where not is_generated;
