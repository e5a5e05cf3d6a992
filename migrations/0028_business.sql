-- Business that was invented for the demo is marked, and told from what people have really done. Unlike generated business it also
-- stands at the card sandbox, so that the books are compared with it.
alter table users add column is_demo boolean not null default false;
alter table bookings add column is_demo boolean not null default false;

-- What a card sandbox without a state is told to have happened.
create index bookings_demo_idx on bookings (id) where is_demo;

-- How business goes, day by day: each of these holds all that a day's sums are made of.
create index bookings_confirmed_idx on bookings (confirmed_at) include (kind) where confirmed_at is not null;
create index payments_received_idx on payments (paid_at) include (currency, amount_cents);
create index refunds_returned_idx on refunds (coalesce(made_at, created_at));
