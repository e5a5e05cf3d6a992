-- A code that is emailed to an account whose sign-in attempts are used up. It lifts the limits on attempts, once.
-- Both tables are small: rows live for days.
-- squawk-ignore-file constraint-missing-not-valid
alter table account_links drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check check (purpose in ('confirm', 'reset', 'sign_in'));

-- next transaction
-- The first link of a day that a network requests for an address is counted apart, so that other networks cannot use it up.
alter table mail_counts drop constraint mail_counts_kind_check,
  add constraint mail_counts_kind_check check (kind in ('link', 'own_link', 'network_link', 'notice'));

-- next transaction
-- The network from which an account without a confirmed email address holds the seats of a checkout (hashed), so that many such accounts
-- of one network cannot hold everything. Rows are deleted soon after the hold has ended.
create table unconfirmed_holds (
  booking_id uuid primary key references bookings (id) on delete cascade,
  network_hash text not null,
  created_at timestamptz(3) not null
);

create index unconfirmed_holds_network_hash_idx on unconfirmed_holds (network_hash);
create index unconfirmed_holds_created_at_idx on unconfirmed_holds (created_at);
