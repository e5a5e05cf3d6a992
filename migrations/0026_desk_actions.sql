-- What staff do about one booking: give a part back as goodwill.

alter table refunds drop constraint refunds_cause_check;
alter table refunds
  add constraint refunds_cause_check check (cause in ('cancellation', 'duplicate', 'late', 'external', 'quarantined', 'goodwill')),
  -- Of goodwill: in words for the customer. About a person, so it goes with their account.
  add column reason text check (length(reason) between 1 and 1000);
