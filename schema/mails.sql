-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Emails to be sent, waiting for another attempt, sent or abandoned. Written in the transaction of what they tell.
CREATE TABLE mails (
  id uuid NOT NULL,
  key text NOT NULL,
  template text NOT NULL,
  recipient text NOT NULL,
  data jsonb NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  failure text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  sent_at timestamp with time zone,
  booking_id uuid,
  expires_at timestamp with time zone,
  next_try_at timestamp with time zone DEFAULT now() NOT NULL,
  leased_until timestamp with time zone,
  failed_at timestamp with time zone,
  answered_at timestamp with time zone,
  answered_by text,
  closed_reason text,
  request_id uuid,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_key_key UNIQUE (key),
  CONSTRAINT mails_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  CONSTRAINT mails_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE SET NULL,
  CONSTRAINT mails_answered_by_somebody CHECK ((answered_at IS NULL) = (answered_by IS NULL)),
  CONSTRAINT mails_closed_by_somebody CHECK (closed_reason IS NULL OR answered_at IS NOT NULL),
  CONSTRAINT mails_closed_reason_check CHECK (closed_reason = ANY (ARRAY['spam'::text, 'duplicate'::text, 'no_need'::text])),
  CONSTRAINT mails_only_enquiries_are_answered CHECK (answered_at IS NULL OR template = 'enquiry-received'::text)
);
CREATE INDEX mails_answered_enquiries_idx ON public.mails USING btree (created_at DESC, id DESC) WHERE ((template = 'enquiry-received'::text) AND (answered_at IS NOT NULL));
CREATE INDEX mails_booking_id_idx ON public.mails USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX mails_closed_enquiries_idx ON public.mails USING btree (created_at DESC, id DESC) WHERE ((template = 'enquiry-received'::text) AND (closed_reason IS NOT NULL));
CREATE INDEX mails_due_idx ON public.mails USING btree (next_try_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX mails_enquirer_idx ON public.mails USING btree (lower((data ->> 'email'::text))) WHERE (template = 'enquiry-received'::text);
CREATE INDEX mails_enquiry_search_idx ON public.mails USING gin (search_form((((((data ->> 'name'::text) || ' '::text) || (data ->> 'email'::text)) || ' '::text) || (data ->> 'subject'::text))) gin_trgm_ops) WITH (fastupdate=off) WHERE (template = 'enquiry-received'::text);
CREATE INDEX mails_failed_idx ON public.mails USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX mails_given_up_idx ON public.mails USING btree (created_at DESC, id DESC) WHERE (failed_at IS NOT NULL);
CREATE INDEX mails_last_idx ON public.mails USING btree (created_at) WHERE (template = 'account-deleted'::text);
CREATE INDEX mails_newest_idx ON public.mails USING btree (created_at DESC, id DESC);
CREATE INDEX mails_open_enquiries_idx ON public.mails USING btree (created_at DESC, id DESC) WHERE ((template = 'enquiry-received'::text) AND (answered_at IS NULL));
CREATE INDEX mails_recipient_idx ON public.mails USING btree (lower(recipient));
CREATE INDEX mails_search_idx ON public.mails USING gin (search_form(recipient) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX mails_unsent_idx ON public.mails USING btree (created_at) WHERE (sent_at IS NULL);
CREATE INDEX mails_waiting_idx ON public.mails USING btree (created_at DESC, id DESC) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE TRIGGER mails_added_console AFTER INSERT ON mails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('mails', 'select id from changed', 'bookings', 'select booking_id from changed');
CREATE TRIGGER mails_changed_console AFTER UPDATE ON mails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('mails', 'select id from changed', 'bookings', 'select booking_id from changed');
