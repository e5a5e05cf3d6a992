-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Payment links sent by email. Only hashes are kept; each opens the card page until the reservation is due.
CREATE TABLE reservation_links (
  token_hash text NOT NULL,
  booking_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT reservation_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT reservation_links_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES reservations(booking_id) ON DELETE CASCADE
);
CREATE INDEX reservation_links_booking_id_idx ON public.reservation_links USING btree (booking_id);
