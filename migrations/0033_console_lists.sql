-- The lists of the console at a million bookings. Each index holds what the list's other filters ask for, so that nothing else of a
-- booking is read until it is on the page; by day of travel a kind or a status is often rare, so each has an order of its own.
drop index bookings_newest_idx;
create index bookings_newest_idx on bookings (created_at desc, id desc) include (kind, status, starts_on);
drop index bookings_status_newest_idx;
create index bookings_status_newest_idx on bookings (status, created_at desc, id desc) include (kind, starts_on);
drop index bookings_travel_idx;
create index bookings_travel_idx on bookings (starts_on, id) include (kind, status, created_at);
create index bookings_kind_travel_idx on bookings (kind, starts_on, id) include (status, created_at);
create index bookings_status_travel_idx on bookings (status, starts_on, id) include (kind, created_at);

-- A whole address, beside its parts.
create index vehicle_bookings_contact_email_idx on vehicle_bookings (lower(contact_email));

-- The figures of a year are forty thousand quarters of an hour: read in their order, from the index alone.
drop index sales_sums_quarter_idx;
create index sales_sums_quarter_idx on sales_sums (quarter) include (currency, tours, vehicles, received_cents, returned_cents);
