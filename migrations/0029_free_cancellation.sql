-- A search for free cancellation close to the departure is for the few tours whose limit is that short.
create index tours_full_refund_idx on tours (full_refund_days) where is_active;
