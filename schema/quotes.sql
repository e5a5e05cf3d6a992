-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Each decision of staff about a request for a move: who, when and why.
CREATE TABLE quote_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  booking_id uuid NOT NULL,
  decision text NOT NULL,
  total_cents integer NOT NULL,
  quote_version integer NOT NULL,
  reason text,
  decided_by text,
  decided_at timestamp with time zone NOT NULL,
  CONSTRAINT quote_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT quote_decisions_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT quote_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT quote_decisions_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'declined'::text])),
  CONSTRAINT quote_decisions_quote_version_check CHECK (quote_version >= 0),
  CONSTRAINT quote_decisions_reason_check CHECK (length(reason) <= 1000),
  CONSTRAINT quote_decisions_total_cents_check CHECK (total_cents >= 0)
);
CREATE INDEX quote_decisions_booking_id_idx ON public.quote_decisions USING btree (booking_id, id);
CREATE TRIGGER quote_decisions_added_console AFTER INSERT ON quote_decisions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');

-- Payment links for moves sent by email. Only hashes are kept.
CREATE TABLE quote_links (
  token_hash text NOT NULL,
  booking_id uuid NOT NULL,
  quote_version integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT quote_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT quote_links_booking_id_quote_version_key UNIQUE (booking_id, quote_version),
  CONSTRAINT quote_links_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT quote_links_quote_version_check CHECK (quote_version > 0)
);
