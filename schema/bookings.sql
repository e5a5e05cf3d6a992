-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Every tick of a manifest as it was made, never changed: the last one of a seat counts, by its own time, in whichever order they arrive.
CREATE TABLE attendance_ticks (
  id uuid NOT NULL,
  booking_id uuid NOT NULL,
  seat integer NOT NULL,
  state text NOT NULL,
  ticked_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  ticked_by text,
  guide_link_id uuid,
  guide_name text,
  CONSTRAINT attendance_ticks_pkey PRIMARY KEY (id),
  CONSTRAINT attendance_ticks_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT attendance_ticks_guide_link_id_fkey FOREIGN KEY (guide_link_id) REFERENCES guide_links(id),
  CONSTRAINT attendance_ticks_ticked_by_fkey FOREIGN KEY (ticked_by) REFERENCES users(id),
  CONSTRAINT attendance_ticks_are_by_one CHECK ((ticked_by IS NULL) = (guide_link_id IS NOT NULL)),
  CONSTRAINT attendance_ticks_are_not_of_tomorrow CHECK (ticked_at <= received_at),
  CONSTRAINT attendance_ticks_guide_name_check CHECK (length(guide_name) >= 1 AND length(guide_name) <= 60),
  CONSTRAINT attendance_ticks_of_guides_are_named CHECK ((guide_link_id IS NULL) = (guide_name IS NULL)),
  CONSTRAINT attendance_ticks_seat_check CHECK (seat >= 1 AND seat <= 1000),
  CONSTRAINT attendance_ticks_state_check CHECK (state = ANY (ARRAY['came'::text, 'no_show'::text, 'cleared'::text]))
);
CREATE INDEX attendance_ticks_last_idx ON public.attendance_ticks USING btree (booking_id, seat, ticked_at DESC, id DESC);
CREATE TRIGGER attendance_ticks_added_console AFTER INSERT ON attendance_ticks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('attendance', 'select to_char(departs_on, ''YYYY-MM-DD'') || '':'' || tour_id from changed join tour_bookings using (booking_id)');

-- Where the emails about one booking go, when its customer has told staff another address. The account's own address stays as it is.
CREATE TABLE booking_contacts (
  booking_id uuid NOT NULL,
  email text,
  wanted_email text,
  token_hash text NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  CONSTRAINT booking_contacts_pkey PRIMARY KEY (booking_id),
  CONSTRAINT booking_contacts_token_hash_key UNIQUE (token_hash),
  CONSTRAINT booking_contacts_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  CONSTRAINT booking_contacts_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT booking_contacts_confirmed_together CHECK ((email IS NULL) = (confirmed_at IS NULL)),
  CONSTRAINT booking_contacts_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  CONSTRAINT booking_contacts_wanted_email_check CHECK (length(wanted_email) >= 3 AND length(wanted_email) <= 254)
);
CREATE INDEX booking_contacts_email_idx ON public.booking_contacts USING btree (lower(email));
CREATE INDEX booking_contacts_search_idx ON public.booking_contacts USING gin (search_form(email) gin_trgm_ops) WITH (fastupdate=off);
CREATE TRIGGER booking_contacts_added_console AFTER INSERT ON booking_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');
CREATE TRIGGER booking_contacts_changed_console AFTER UPDATE ON booking_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');

-- What was bought, line by line; what is refunded is distributed over these lines.
CREATE TABLE booking_lines (
  booking_id uuid NOT NULL,
  version smallint DEFAULT 1 NOT NULL,
  line smallint NOT NULL,
  kind text NOT NULL,
  ref text NOT NULL,
  name text NOT NULL,
  quantity integer NOT NULL,
  unit_price_cents integer NOT NULL,
  total_cents integer NOT NULL,
  discount_cents integer DEFAULT 0 NOT NULL,
  rule text NOT NULL,
  tax_category_id text,
  CONSTRAINT booking_lines_pkey PRIMARY KEY (booking_id, version, line),
  CONSTRAINT booking_lines_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT booking_lines_kind_check CHECK (kind = ANY (ARRAY['unit'::text, 'group'::text, 'extra'::text, 'discount'::text, 'code'::text])),
  CONSTRAINT booking_lines_line_check CHECK (line >= 1),
  CONSTRAINT booking_lines_quantity_check CHECK (quantity >= 1),
  CONSTRAINT booking_lines_signs CHECK (
CASE
    WHEN kind = ANY (ARRAY['discount'::text, 'code'::text]) THEN total_cents <= 0 AND discount_cents = 0
    ELSE total_cents >= 0 AND discount_cents >= (- total_cents) AND discount_cents <= 0
END),
  CONSTRAINT booking_lines_total CHECK (total_cents = (quantity::bigint * unit_price_cents)),
  CONSTRAINT booking_lines_version_check CHECK (version >= 1)
);
CREATE TRIGGER booking_lines_even AFTER INSERT ON booking_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_uneven_lines();
CREATE TRIGGER booking_lines_frozen BEFORE UPDATE ON booking_lines FOR EACH ROW EXECUTE FUNCTION refuse_changed_lines();

-- Notes of staff about a booking, for each other. They are about a person, so they go with the account.
CREATE TABLE booking_notes (
  id uuid NOT NULL,
  booking_id uuid NOT NULL,
  body text NOT NULL,
  written_by text NOT NULL,
  written_at timestamp with time zone NOT NULL,
  CONSTRAINT booking_notes_pkey PRIMARY KEY (id),
  CONSTRAINT booking_notes_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT booking_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id),
  CONSTRAINT booking_notes_body_check CHECK (length(body) >= 1 AND length(body) <= 2000)
);
CREATE INDEX booking_notes_booking_id_idx ON public.booking_notes USING btree (booking_id, written_at, id);
CREATE TRIGGER booking_notes_added_console AFTER INSERT ON booking_notes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');

-- Bookings of tours and of moves: what both have, with the state that decides everything else.
CREATE TABLE bookings (
  id uuid NOT NULL,
  reference text NOT NULL,
  kind text NOT NULL,
  user_id text NOT NULL,
  status text NOT NULL,
  title text NOT NULL,
  total_cents integer NOT NULL,
  currency text NOT NULL,
  starts_on date NOT NULL,
  full_refund_days integer NOT NULL,
  partial_refund_days integer NOT NULL,
  partial_refund_percentage integer NOT NULL,
  cancel_reason text,
  staff_flag text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  expired_at timestamp with time zone,
  approved_at timestamp with time zone,
  declined_at timestamp with time zone,
  completed_at timestamp with time zone,
  is_generated boolean DEFAULT false NOT NULL,
  is_demo boolean DEFAULT false NOT NULL,
  withdrawn_at timestamp with time zone,
  time_zone text,
  sale_ends_at timestamp with time zone,
  CONSTRAINT bookings_pkey PRIMARY KEY (id),
  CONSTRAINT bookings_reference_key UNIQUE (reference),
  CONSTRAINT bookings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT approved_has_moment CHECK (status <> 'approved'::text OR approved_at IS NOT NULL),
  CONSTRAINT bookings_currency_check CHECK (currency ~ '^[a-z]{3}$'::text) NOT VALID,
  CONSTRAINT bookings_full_refund_days_check CHECK (full_refund_days >= 0),
  CONSTRAINT bookings_kind_check CHECK (kind = ANY (ARRAY['tour'::text, 'vehicle'::text])),
  CONSTRAINT bookings_partial_refund_days_check CHECK (partial_refund_days >= 0),
  CONSTRAINT bookings_partial_refund_percentage_check CHECK (partial_refund_percentage >= 0 AND partial_refund_percentage <= 100),
  CONSTRAINT bookings_sale_ends_of_tours CHECK (time_zone IS NULL OR kind = 'tour'::text),
  CONSTRAINT bookings_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'cancelled'::text, 'expired'::text])) OR kind = 'vehicle'::text AND (status = ANY (ARRAY['approved'::text, 'declined'::text, 'withdrawn'::text, 'completed'::text]))),
  CONSTRAINT bookings_time_zone_check CHECK (time_zone IS NULL OR timezone(time_zone, '2000-01-01 00:00:00+00'::timestamp with time zone) IS NOT NULL),
  CONSTRAINT bookings_total_cents_check CHECK (total_cents >= 0),
  CONSTRAINT bookings_whole_sale_ends CHECK (num_nulls(time_zone, sale_ends_at) = ANY (ARRAY[0, 2])),
  CONSTRAINT cancelled_has_moment CHECK (status <> 'cancelled'::text OR cancelled_at IS NOT NULL),
  CONSTRAINT completed_has_moment CHECK (status <> 'completed'::text OR completed_at IS NOT NULL),
  CONSTRAINT confirmed_has_moment CHECK (status <> 'confirmed'::text OR confirmed_at IS NOT NULL),
  CONSTRAINT declined_has_moment CHECK (status <> 'declined'::text OR declined_at IS NOT NULL),
  CONSTRAINT expired_has_moment CHECK (status <> 'expired'::text OR expired_at IS NOT NULL),
  CONSTRAINT withdrawn_has_moment CHECK (status <> 'withdrawn'::text OR withdrawn_at IS NOT NULL)
);
CREATE INDEX bookings_demo_idx ON public.bookings USING btree (id) WHERE is_demo;
CREATE INDEX bookings_kind_travel_idx ON public.bookings USING btree (kind, starts_on, id) INCLUDE (status, created_at);
CREATE INDEX bookings_newest_idx ON public.bookings USING btree (created_at DESC, id DESC) INCLUDE (kind, status, starts_on);
CREATE INDEX bookings_pending_idx ON public.bookings USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX bookings_quotes_by_date_idx ON public.bookings USING btree (created_at, id) WHERE (kind = 'vehicle'::text);
CREATE INDEX bookings_quotes_idx ON public.bookings USING btree (status, created_at, id) WHERE (kind = 'vehicle'::text);
CREATE INDEX bookings_reference_beginnings_idx ON public.bookings USING btree (reference text_pattern_ops);
CREATE INDEX bookings_status_newest_idx ON public.bookings USING btree (status, created_at DESC, id DESC) INCLUDE (kind, starts_on);
CREATE INDEX bookings_status_travel_idx ON public.bookings USING btree (status, starts_on, id) INCLUDE (kind, created_at);
CREATE INDEX bookings_travel_idx ON public.bookings USING btree (starts_on, id) INCLUDE (kind, status, created_at);
CREATE INDEX bookings_user_id_idx ON public.bookings USING btree (user_id, kind, created_at DESC, id DESC) INCLUDE (status, starts_on);
CREATE TRIGGER bookings_added_console AFTER INSERT ON bookings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select id from changed where kind <> ''tour'' or status <> ''pending''');
CREATE CONSTRAINT TRIGGER bookings_added_ledger AFTER INSERT ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'cancelled'::text AND NOT new.is_generated) EXECUTE FUNCTION post_cancelled_row();
CREATE TRIGGER bookings_added_sums AFTER INSERT ON bookings FOR EACH ROW WHEN (new.confirmed_at IS NOT NULL) EXECUTE FUNCTION note_booking_sums();
CREATE CONSTRAINT TRIGGER bookings_cancelled_ledger AFTER UPDATE OF status ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'cancelled'::text AND old.status <> new.status) EXECUTE FUNCTION post_cancelled_row();
CREATE TRIGGER bookings_changed_console AFTER UPDATE ON bookings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select id from changed where kind <> ''tour'' or status <> ''pending''');
CREATE TRIGGER bookings_changed_sums AFTER UPDATE OF confirmed_at ON bookings FOR EACH ROW WHEN (old.confirmed_at IS DISTINCT FROM new.confirmed_at) EXECUTE FUNCTION note_booking_sums();
CREATE TRIGGER bookings_removed_sums AFTER DELETE ON bookings FOR EACH ROW WHEN (old.confirmed_at IS NOT NULL) EXECUTE FUNCTION note_booking_sums();
CREATE CONSTRAINT TRIGGER bookings_total_of_lines AFTER UPDATE OF total_cents ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.total_cents <> old.total_cents) EXECUTE FUNCTION refuse_total_beside_lines();

-- Links by which a guide without an account sees one departure's manifest. Only hashes are kept.
CREATE TABLE guide_links (
  id uuid NOT NULL,
  token_hash text NOT NULL,
  tour_id text NOT NULL,
  departs_on date NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  revoked_by text,
  CONSTRAINT guide_links_pkey PRIMARY KEY (id),
  CONSTRAINT guide_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT guide_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT guide_links_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  CONSTRAINT guide_links_tour_id_fkey FOREIGN KEY (tour_id) REFERENCES tours(id),
  CONSTRAINT guide_links_are_revoked_by_somebody CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
  CONSTRAINT guide_links_expire_later CHECK (expires_at > created_at)
);
CREATE INDEX guide_links_departure_idx ON public.guide_links USING btree (tour_id, departs_on, created_at);

-- How far bookings from before there were lines have got theirs.
CREATE TABLE line_progress (
  only_row boolean DEFAULT true NOT NULL,
  written_until uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT line_progress_pkey PRIMARY KEY (only_row),
  CONSTRAINT line_progress_only_row_check CHECK (only_row)
);

-- Seats that staff keep for a customer until they pay. The booking is pending until then.
CREATE TABLE reservations (
  booking_id uuid NOT NULL,
  request_key uuid NOT NULL,
  pay_by text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  made_by text NOT NULL,
  reminded_at timestamp with time zone,
  CONSTRAINT reservations_pkey PRIMARY KEY (booking_id),
  CONSTRAINT reservations_request_key_key UNIQUE (request_key),
  CONSTRAINT reservations_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT reservations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  CONSTRAINT reservations_pay_by_check CHECK (pay_by = ANY (ARRAY['link'::text, 'transfer'::text, 'cash'::text]))
);
CREATE TRIGGER reservations_added_console AFTER INSERT ON reservations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');
CREATE TRIGGER reservations_changed_console AFTER UPDATE ON reservations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');

-- What a booking of a tour has besides: its departure and travellers.
CREATE TABLE tour_bookings (
  booking_id uuid NOT NULL,
  tour_id text NOT NULL,
  departs_on date NOT NULL,
  guests integer NOT NULL,
  unit_price_cents integer NOT NULL,
  traveller_names text[] DEFAULT '{}'::text[] NOT NULL,
  journey_phone text,
  journey_phone_number text,
  option_id text,
  option_name text,
  start_time text,
  minutes integer,
  slot_id uuid,
  seats integer,
  pickup_place text,
  pickup_minutes integer,
  CONSTRAINT tour_bookings_pkey PRIMARY KEY (booking_id),
  CONSTRAINT tour_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT tour_bookings_slot_id_fkey FOREIGN KEY (slot_id) REFERENCES departure_slots(id) NOT VALID,
  CONSTRAINT tour_bookings_tour_id_departs_on_fkey FOREIGN KEY (tour_id, departs_on) REFERENCES departures(tour_id, departs_on),
  CONSTRAINT tour_bookings_guests_check CHECK (guests > 0),
  CONSTRAINT tour_bookings_journey_phone_check CHECK (length(journey_phone) >= 3 AND length(journey_phone) <= 40),
  CONSTRAINT tour_bookings_journey_phone_number_check CHECK (journey_phone_number ~ '^\+[0-9]{4,15}$'::text),
  CONSTRAINT tour_bookings_minutes_check CHECK (minutes > 0),
  CONSTRAINT tour_bookings_phone_together CHECK ((journey_phone IS NULL) = (journey_phone_number IS NULL)),
  CONSTRAINT tour_bookings_pickup_minutes_check CHECK (pickup_minutes >= 0),
  CONSTRAINT tour_bookings_seats_check CHECK (seats >= 0),
  CONSTRAINT tour_bookings_start_time_check CHECK (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text),
  CONSTRAINT tour_bookings_unit_price_cents_check CHECK (unit_price_cents >= 0),
  CONSTRAINT tour_bookings_whole_option CHECK (num_nulls(option_id, option_name, slot_id, seats) = ANY (ARRAY[0, 4])) NOT VALID
);
CREATE INDEX tour_bookings_departure_idx ON public.tour_bookings USING btree (tour_id, departs_on, booking_id);
CREATE INDEX tour_bookings_phone_number_parts_idx ON public.tour_bookings USING gin (journey_phone_number gin_trgm_ops) WITH (fastupdate=off) WHERE (journey_phone_number IS NOT NULL);
CREATE INDEX tour_bookings_search_idx ON public.tour_bookings USING gin (search_form(names_as_text(traveller_names)) gin_trgm_ops) WITH (fastupdate=off) WHERE (traveller_names <> '{}'::text[]);
CREATE TRIGGER tour_bookings_changed_console AFTER UPDATE ON tour_bookings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');
CREATE TRIGGER tour_bookings_with_slot BEFORE INSERT ON tour_bookings FOR EACH ROW WHEN (new.slot_id IS NULL) EXECUTE FUNCTION refuse_booking_without_slot();

-- What a booking of a move has besides: addresses, items and the estimate.
CREATE TABLE vehicle_bookings (
  booking_id uuid NOT NULL,
  service_type_id text NOT NULL,
  pickup_at timestamp with time zone NOT NULL,
  dropoff_at timestamp with time zone NOT NULL,
  pickup_location text NOT NULL,
  dropoff_location text NOT NULL,
  pickup_pincode text NOT NULL,
  dropoff_pincode text NOT NULL,
  item_details jsonb NOT NULL,
  contact_name text,
  contact_email text,
  contact_phone text,
  notes text DEFAULT ''::text NOT NULL,
  request_hash text DEFAULT ''::text NOT NULL,
  asked_cents integer DEFAULT 0 NOT NULL,
  quoted_cents integer,
  decision_reason text,
  decided_by text,
  quote_version integer DEFAULT 0 NOT NULL,
  quote_expires_at timestamp with time zone,
  item_bytes integer GENERATED ALWAYS AS (octet_length((item_details)::text)) STORED NOT NULL,
  CONSTRAINT vehicle_bookings_pkey PRIMARY KEY (booking_id),
  CONSTRAINT vehicle_bookings_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  CONSTRAINT vehicle_bookings_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT vehicle_bookings_service_type_id_fkey FOREIGN KEY (service_type_id) REFERENCES service_types(id),
  CONSTRAINT dropoff_not_before_pickup CHECK (dropoff_at >= pickup_at),
  CONSTRAINT quoted_together CHECK ((quoted_cents IS NULL) = (quote_expires_at IS NULL) AND (quoted_cents IS NULL) = (quote_version = 0)),
  CONSTRAINT vehicle_bookings_asked_cents_check CHECK (asked_cents >= 0),
  CONSTRAINT vehicle_bookings_contact_email_check CHECK (length(contact_email) >= 3 AND length(contact_email) <= 254),
  CONSTRAINT vehicle_bookings_contact_name_check CHECK (length(contact_name) >= 1 AND length(contact_name) <= 100),
  CONSTRAINT vehicle_bookings_contact_phone_check CHECK (contact_phone ~ '^[0-9]{10}$'::text),
  CONSTRAINT vehicle_bookings_decision_reason_check CHECK (length(decision_reason) <= 1000),
  CONSTRAINT vehicle_bookings_quote_version_check CHECK (quote_version >= 0),
  CONSTRAINT vehicle_bookings_quoted_cents_check CHECK (quoted_cents > 0)
);
CREATE INDEX vehicle_bookings_contact_email_idx ON public.vehicle_bookings USING btree (lower(contact_email));
CREATE INDEX vehicle_bookings_contact_phone_parts_idx ON public.vehicle_bookings USING gin (contact_phone gin_trgm_ops) WITH (fastupdate=off) WHERE (contact_phone IS NOT NULL);
CREATE INDEX vehicle_bookings_request_idx ON public.vehicle_bookings USING btree (request_hash);
CREATE INDEX vehicle_bookings_search_idx ON public.vehicle_bookings USING gin (search_form(((COALESCE(contact_name, ''::text) || ' '::text) || COALESCE(contact_email, ''::text))) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX vehicle_bookings_service_type_id_idx ON public.vehicle_bookings USING btree (service_type_id);
CREATE TRIGGER vehicle_bookings_changed_console AFTER UPDATE ON vehicle_bookings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('bookings', 'select booking_id from changed');

CREATE OR REPLACE FUNCTION public.names_as_text(names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(array_to_string(names, ', '::text));

CREATE OR REPLACE FUNCTION public.note_booking_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.confirmed_at is not null then
    insert into sales_sums (quarter, currency, tours, vehicles)
      values (quarter_of(old.confirmed_at), old.currency, -(old.kind = 'tour')::integer, -(old.kind = 'vehicle')::integer);
  end if;
  if tg_op <> 'DELETE' and new.confirmed_at is not null then
    insert into sales_sums (quarter, currency, tours, vehicles)
      values (quarter_of(new.confirmed_at), new.currency, (new.kind = 'tour')::integer, (new.kind = 'vehicle')::integer);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.post_cancelled_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  perform post_cancelled(bookings, is_demo) from bookings where id = new.id and status = 'cancelled';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.quarter_of(timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select date_bin('15 minutes', $1, timestamptz '2000-01-01 00:00:00Z') $function$;

CREATE OR REPLACE FUNCTION public.refuse_booking_without_slot()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from tour_selling where tour_id = new.tour_id) then
    raise exception 'This tour is booked by option and start time.' using errcode = 'MD001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_changed_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'What was sold stays as it was written down.' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_total_beside_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (select sum(total_cents) from booking_lines where booking_id = new.id
    and version = (select max(version) from booking_lines where booking_id = new.id)) <> new.total_cents then
    raise exception 'The total of a booking is that of its lines.' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_uneven_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from (
      select booking_id, version, count(*) as lines, min(line) as first, max(line) as last, sum(total_cents) as cents,
        sum(discount_cents) as spread, coalesce(sum(total_cents) filter (where kind in ('discount', 'code')), 0) as taken_off
      from added group by booking_id, version) as written
    join bookings on bookings.id = booking_id
    where first <> 1 or last <> lines or cents <> total_cents or spread <> taken_off
  ) then
    raise exception 'The lines of a booking do not come to its total.' using errcode = 'check_violation';
  end if;
  return null;
end $function$;
