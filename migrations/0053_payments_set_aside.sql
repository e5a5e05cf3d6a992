-- Cash and transfers that cannot confirm their booking are kept apart like a card payment of another amount. Not valid: what is in the table was
-- allowed before.
alter table payments drop constraint payments_by_card_or_outside;
alter table payments add constraint payments_by_card_or_outside check (case when provider_payment_id is null
  then attempt_id is null and outside_reference is not null and recorded_by is not null and role in ('primary', 'quarantined')
    and method in ('cash', 'transfer')
  else attempt_id is not null and outside_reference is null and recorded_by is null end) not valid;
