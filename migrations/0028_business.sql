-- Business that was invented for the demo is marked, and told from what people have really done. Unlike generated business it also
-- stands at the card sandbox, so that the books are compared with it.
alter table users add column is_demo boolean not null default false;
alter table bookings add column is_demo boolean not null default false;

-- What a card sandbox without a state is told to have happened.
create index bookings_demo_idx on bookings (id) where is_demo;
