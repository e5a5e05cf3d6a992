-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- The bookings and held seats of a cancelled departure, and what became of each.
CREATE TABLE departure_cancellation_bookings (
  cancellation_id uuid NOT NULL,
  booking_id uuid NOT NULL,
  outcome text,
  tries integer DEFAULT 0 NOT NULL,
  next_try_at timestamp with time zone NOT NULL,
  failure text,
  done_at timestamp with time zone,
  CONSTRAINT departure_cancellation_bookings_pkey PRIMARY KEY (cancellation_id, booking_id),
  CONSTRAINT departure_cancellation_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT departure_cancellation_bookings_cancellation_id_fkey FOREIGN KEY (cancellation_id) REFERENCES departure_cancellations(id) ON DELETE CASCADE,
  CONSTRAINT departure_cancellation_bookings_done_has_outcome CHECK ((done_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT departure_cancellation_bookings_outcome_check CHECK (outcome = ANY (ARRAY['cancelled'::text, 'released'::text, 'ended'::text])),
  CONSTRAINT departure_cancellation_bookings_tries_check CHECK (tries >= 0)
);
CREATE INDEX departure_cancellation_bookings_booking_idx ON public.departure_cancellation_bookings USING btree (booking_id);
CREATE INDEX departure_cancellation_bookings_due_idx ON public.departure_cancellation_bookings USING btree (cancellation_id, next_try_at) WHERE (done_at IS NULL);
CREATE TRIGGER departure_cancellation_bookings_changed_console AFTER UPDATE ON departure_cancellation_bookings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('departures', 'select to_char(departs_on, ''YYYY-MM-DD'') || '':'' || tour_id from changed join departure_cancellations on departure_cancellations.id = cancellation_id');

-- Departures that were cancelled, once each.
CREATE TABLE departure_cancellations (
  id uuid NOT NULL,
  tour_id text NOT NULL,
  departs_on date NOT NULL,
  reason text NOT NULL,
  figures jsonb NOT NULL,
  requested_by text,
  requested_at timestamp with time zone NOT NULL,
  listed_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT departure_cancellations_pkey PRIMARY KEY (id),
  CONSTRAINT departure_cancellations_tour_id_departs_on_key UNIQUE (tour_id, departs_on),
  CONSTRAINT departure_cancellations_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  CONSTRAINT departure_cancellations_tour_id_departs_on_fkey FOREIGN KEY (tour_id, departs_on) REFERENCES departures(tour_id, departs_on),
  CONSTRAINT departure_cancellations_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000)
);
CREATE INDEX departure_cancellations_unfinished_idx ON public.departure_cancellations USING btree (requested_at) WHERE (finished_at IS NULL);
CREATE TRIGGER departure_cancellations_changed_console AFTER UPDATE ON departure_cancellations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('departures', 'select to_char(departs_on, ''YYYY-MM-DD'') || '':'' || tour_id from changed');
