-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Replies of staff to an enquiry, forgotten, exported and erased with it.
CREATE TABLE enquiry_replies (
  id uuid NOT NULL,
  enquiry_id uuid NOT NULL,
  key text NOT NULL,
  body text NOT NULL,
  written_by text NOT NULL,
  written_at timestamp with time zone NOT NULL,
  CONSTRAINT enquiry_replies_pkey PRIMARY KEY (id),
  CONSTRAINT enquiry_replies_key_key UNIQUE (key),
  CONSTRAINT enquiry_replies_enquiry_id_fkey FOREIGN KEY (enquiry_id) REFERENCES mails(id) ON DELETE CASCADE,
  CONSTRAINT enquiry_replies_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id),
  CONSTRAINT enquiry_replies_body_check CHECK (length(body) >= 1 AND length(body) <= 8000)
);
CREATE INDEX enquiry_replies_thread_idx ON public.enquiry_replies USING btree (enquiry_id, written_at, id);

-- Saved replies.
CREATE TABLE ready_answers (
  id uuid NOT NULL,
  name text NOT NULL,
  body text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT ready_answers_pkey PRIMARY KEY (id),
  CONSTRAINT ready_answers_body_check CHECK (length(body) >= 1 AND length(body) <= 8000),
  CONSTRAINT ready_answers_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  CONSTRAINT ready_answers_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX ready_answers_name_idx ON public.ready_answers USING btree (lower(name));

-- Messages of the contact form with the hidden field filled in: probably a program's, but staff can look. Only the newest are kept, for a while.
CREATE TABLE spam_enquiries (
  id uuid NOT NULL,
  mail_key text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT spam_enquiries_pkey PRIMARY KEY (id),
  CONSTRAINT spam_enquiries_mail_key_key UNIQUE (mail_key)
);
CREATE INDEX spam_enquiries_created_at_idx ON public.spam_enquiries USING btree (created_at DESC, id DESC);
CREATE INDEX spam_enquiries_enquirer_idx ON public.spam_enquiries USING btree (lower((data ->> 'email'::text)));
