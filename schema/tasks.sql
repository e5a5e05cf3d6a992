-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- What staff have to decide or do, opened by the site.
CREATE TABLE tasks (
  id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  cause text NOT NULL,
  booking_id uuid,
  payment_id uuid,
  refund_id uuid,
  user_id text,
  due_at timestamp with time zone,
  opened_at timestamp with time zone NOT NULL,
  announced_at timestamp with time zone,
  assigned_to text,
  closed_at timestamp with time zone,
  closed_by text,
  outcome text,
  difference text,
  advice text,
  seats text,
  CONSTRAINT tasks_pkey PRIMARY KEY (id),
  CONSTRAINT tasks_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tasks_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE SET NULL,
  CONSTRAINT tasks_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tasks_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE SET NULL,
  CONSTRAINT tasks_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE SET NULL,
  CONSTRAINT tasks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tasks_cause_check CHECK (length(cause) >= 1 AND length(cause) <= 2000),
  CONSTRAINT tasks_closed_has_outcome CHECK ((closed_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT tasks_kind_check CHECK (kind = ANY (ARRAY['wrong_payment'::text, 'refund_failed'::text, 'refund_blocked'::text, 'dispute_opened'::text, 'dispute_evidence'::text, 'dispute_won'::text, 'dispute_lost'::text, 'external_refund'::text, 'blind_close'::text, 'unknown_payment'::text, 'missing_payment'::text, 'unpaid_session'::text, 'mail_failed'::text, 'books_differ'::text, 'books_unread'::text, 'price_refused'::text, 'events_stopped'::text, 'least_group'::text, 'pay_back'::text, 'note'::text])) NOT VALID
);
CREATE INDEX tasks_announced_idx ON public.tasks USING btree (announced_at, opened_at, id);
CREATE INDEX tasks_booking_id_idx ON public.tasks USING btree (booking_id);
CREATE UNIQUE INDEX tasks_one_open ON public.tasks USING btree (kind, subject) WHERE (closed_at IS NULL);
CREATE INDEX tasks_open_idx ON public.tasks USING btree (opened_at, id) WHERE (closed_at IS NULL);
CREATE INDEX tasks_payment_id_idx ON public.tasks USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX tasks_refund_id_idx ON public.tasks USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX tasks_subject_idx ON public.tasks USING btree (subject, kind, opened_at);
CREATE TRIGGER tasks_added_console AFTER INSERT ON tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('tasks', 'select id from changed', 'bookings', 'select booking_id from changed');
CREATE TRIGGER tasks_changed_console AFTER UPDATE ON tasks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('tasks', 'select id from changed', 'bookings', 'select booking_id from changed');
