-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- The network (hashed) from which an account without a confirmed address holds seats, so that many such accounts can't hold everything. Rows are deleted soon after the hold has ended.
CREATE TABLE unconfirmed_holds (
  booking_id uuid NOT NULL,
  network_hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT unconfirmed_holds_pkey PRIMARY KEY (booking_id),
  CONSTRAINT unconfirmed_holds_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE
);
CREATE INDEX unconfirmed_holds_created_at_idx ON public.unconfirmed_holds USING btree (created_at);
CREATE INDEX unconfirmed_holds_network_hash_idx ON public.unconfirmed_holds USING btree (network_hash);
