-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Postcode areas (SW) and districts (BN1) that the agency serves.
CREATE TABLE coverage_areas (
  code text NOT NULL,
  name text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  CONSTRAINT coverage_areas_pkey PRIMARY KEY (code),
  CONSTRAINT coverage_areas_code_check CHECK (code ~ '^[A-Z]{1,2}([0-9][0-9A-Z]?)?$'::text),
  CONSTRAINT coverage_areas_name_check CHECK (length(name) >= 1 AND length(name) <= 100)
);
CREATE TRIGGER coverage_areas_added_console AFTER INSERT ON coverage_areas REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('coverage', 'select code from changed');
CREATE TRIGGER coverage_areas_changed_console AFTER UPDATE ON coverage_areas REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('coverage', 'select code from changed');
CREATE TRIGGER coverage_areas_removed_console AFTER DELETE ON coverage_areas REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('coverage', 'select code from changed');

-- Vehicles and services for moves, with their rates.
CREATE TABLE service_types (
  id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  special_requirements text NOT NULL,
  base_price_cents integer NOT NULL,
  currency text DEFAULT 'inr'::text NOT NULL,
  per_floor_cents integer,
  per_helper_cents integer,
  full_refund_days integer DEFAULT 0 NOT NULL,
  partial_refund_days integer DEFAULT 0 NOT NULL,
  partial_refund_percentage integer DEFAULT 0 NOT NULL,
  stripe_product_id text,
  is_active boolean DEFAULT true NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  tax_category_id uuid,
  CONSTRAINT service_types_pkey PRIMARY KEY (id),
  CONSTRAINT service_types_stripe_product_id_key UNIQUE (stripe_product_id),
  CONSTRAINT service_types_tax_category_id_fkey FOREIGN KEY (tax_category_id) REFERENCES tax_categories(id) NOT VALID,
  CONSTRAINT service_types_base_price_cents_check CHECK (base_price_cents >= 0),
  CONSTRAINT service_types_currency_check CHECK (currency ~ '^[a-z]{3}$'::text) NOT VALID,
  CONSTRAINT service_types_full_refund_days_check CHECK (full_refund_days >= 0),
  CONSTRAINT service_types_partial_refund_days_check CHECK (partial_refund_days >= 0),
  CONSTRAINT service_types_partial_refund_percentage_check CHECK (partial_refund_percentage >= 0 AND partial_refund_percentage <= 100),
  CONSTRAINT service_types_per_floor_cents_check CHECK (per_floor_cents >= 0),
  CONSTRAINT service_types_per_helper_cents_check CHECK (per_helper_cents >= 0),
  CONSTRAINT service_types_version_check CHECK (version > 0)
);
CREATE TRIGGER service_types_changed_console AFTER UPDATE ON service_types REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('services', 'select id from changed');

-- What a person has filled in for a move so far. The row stays once it has become a booking (booked_version = version), because all submissions of one person pass through its lock.
CREATE TABLE vehicle_drafts (
  user_id text NOT NULL,
  content jsonb,
  version integer DEFAULT 0 NOT NULL,
  booked_version integer,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT vehicle_drafts_pkey PRIMARY KEY (user_id),
  CONSTRAINT vehicle_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT vehicle_drafts_check CHECK (booked_version <= version),
  CONSTRAINT vehicle_drafts_version_check CHECK (version >= 0)
);
CREATE INDEX vehicle_drafts_untouched_idx ON public.vehicle_drafts USING btree (updated_at, user_id) WHERE (content IS NOT NULL);

-- Uploaded photos of what is to be moved: of the draft until it is booked, then of the booking.
CREATE TABLE vehicle_photos (
  id uuid NOT NULL,
  user_id text NOT NULL,
  booking_id uuid,
  item_id text,
  item_position integer,
  name text NOT NULL,
  path text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT vehicle_photos_pkey PRIMARY KEY (id),
  CONSTRAINT vehicle_photos_path_key UNIQUE (path),
  CONSTRAINT vehicle_photos_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id),
  CONSTRAINT vehicle_photos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT vehicle_photos_bytes_check CHECK (bytes > 0),
  CONSTRAINT vehicle_photos_height_check CHECK (height > 0),
  CONSTRAINT vehicle_photos_item_position_check CHECK (item_position >= 0),
  CONSTRAINT vehicle_photos_name_check CHECK (length(name) >= 1 AND length(name) <= 255),
  CONSTRAINT vehicle_photos_width_check CHECK (width > 0)
);
CREATE INDEX vehicle_photos_booking_id_idx ON public.vehicle_photos USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX vehicle_photos_draft_idx ON public.vehicle_photos USING btree (user_id, created_at) WHERE (booking_id IS NULL);
