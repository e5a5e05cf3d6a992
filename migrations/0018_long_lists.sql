-- Lists that people can grow are read a page at a time: in the order of an index, and no further than a page may weigh.

drop index bookings_user_id_idx;
create index bookings_user_id_idx on bookings (user_id, kind, created_at desc, id desc) include (status, starts_on);

drop index bookings_quotes_idx;
create index bookings_quotes_idx on bookings (status, created_at, id) where kind = 'vehicle';
drop index bookings_quotes_by_date_idx;
create index bookings_quotes_by_date_idx on bookings (created_at, id) where kind = 'vehicle';

alter table vehicle_bookings add column item_bytes integer not null generated always as (octet_length(item_details::text)) stored;
