-- What is handed to the accountant's program, in batches, and the numbers that our accounts have there (docs/decisions/0065-accountants-export.md).

-- One row, so that two changes or two batches at once wait for each other.
create table export_settings (
  only_row boolean primary key default true check (only_row),
  version integer not null default 1
);
insert into export_settings default values;

create table export_numbers (
  account text not null references ledger_accounts (name),
  -- Null: in each currency that has no number of its own.
  currency text check (currency ~ '^[a-z]{3}$'),
  number text not null check (number ~ '^[0-9A-Za-z]{1,12}$' and number ~ '[0-9]'),
  constraint export_numbers_once unique nulls not distinct (account, currency)
);

create table export_batches (
  number integer primary key check (number >= 1),
  number_before integer generated always as (nullif(number - 1, 0)) stored,
  -- It holds the entries after the one id, up to the other. Each batch begins where the one before it ends, so that no entry is in two of them,
  -- or in none.
  after_id bigint not null,
  until_id bigint not null,
  -- Left out otherwise, for good.
  has_generated boolean not null,
  -- As they were, so that the file is the same whenever it is made.
  numbers jsonb not null check (jsonb_typeof(numbers) = 'array'),
  made_by text not null references users (id),
  made_at timestamptz not null,
  entries integer not null check (entries > 0),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  constraint export_batches_range check (until_id > after_id and (number > 1 or after_id = 0)),
  constraint export_batches_end unique (number, until_id),
  constraint export_batches_chain foreign key (number_before, after_id) references export_batches (number, until_id)
);

create table export_batch_sums (
  batch_number integer not null references export_batches (number),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  debit_cents bigint not null check (debit_cents > 0),
  credit_cents bigint not null,
  primary key (batch_number, currency),
  constraint export_batch_sums_balance check (debit_cents = credit_cents)
);

-- What was handed out is known to somebody else, and stays.
create trigger export_batches_no_change before update or delete or truncate on export_batches
  for each statement execute function refuse_ledger_change();
create trigger export_batch_sums_no_change before update or delete or truncate on export_batch_sums
  for each statement execute function refuse_ledger_change();
alter table export_batches enable always trigger export_batches_no_change;
alter table export_batch_sums enable always trigger export_batch_sums_no_change;
