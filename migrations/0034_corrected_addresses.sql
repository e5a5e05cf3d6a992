-- A booking is found by the address that its customer has told staff and confirmed, whole or in part, as by all others.
create index booking_contacts_email_idx on booking_contacts (lower(email));
create index booking_contacts_email_parts_idx on booking_contacts using gin (lower(email) gin_trgm_ops) with (fastupdate = off);
