-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- Links sent by email: to confirm an address, choose a new password or sign in. Only hashes are kept.
CREATE TABLE account_links (
  token_hash text NOT NULL,
  user_id text NOT NULL,
  purpose text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT account_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT account_links_purpose_check CHECK (purpose = ANY (ARRAY['confirm'::text, 'reset'::text, 'sign_in'::text]))
);
CREATE INDEX account_links_expires_at_idx ON public.account_links USING btree (expires_at);
CREATE INDEX account_links_user_id_idx ON public.account_links USING btree (user_id);

-- Profile pictures. The id is the picture's address: it can't be guessed, and each new picture has another.
CREATE TABLE avatars (
  id uuid NOT NULL,
  user_id text NOT NULL,
  path text NOT NULL,
  bytes integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT avatars_pkey PRIMARY KEY (id),
  CONSTRAINT avatars_path_key UNIQUE (path),
  CONSTRAINT avatars_user_id_key UNIQUE (user_id),
  CONSTRAINT avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT avatars_bytes_check CHECK (bytes > 0)
);

-- Requested changes of an account's address: made once the link has been opened, and open to objection from the old address for a week.
CREATE TABLE email_changes (
  id uuid NOT NULL,
  user_id text NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL,
  confirm_hash text,
  objection_hash text,
  session_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone,
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_confirm_hash_key UNIQUE (confirm_hash),
  CONSTRAINT email_changes_objection_hash_key UNIQUE (objection_hash),
  CONSTRAINT email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT email_changes_check CHECK (expires_at > created_at),
  CONSTRAINT email_changes_new_email_check CHECK (length(new_email) >= 3 AND length(new_email) <= 254),
  CONSTRAINT email_changes_old_email_check CHECK (length(old_email) >= 3 AND length(old_email) <= 254)
);
CREATE INDEX email_changes_created_at_idx ON public.email_changes USING btree (created_at);
CREATE INDEX email_changes_old_email_idx ON public.email_changes USING btree (lower(old_email)) WHERE (changed_at IS NOT NULL);
CREATE INDEX email_changes_user_id_idx ON public.email_changes USING btree (user_id);

-- Public keys of passkeys.
CREATE TABLE passkeys (
  id uuid NOT NULL,
  credential_id bytea NOT NULL,
  user_id text NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  is_backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_credential_id_check CHECK (octet_length(credential_id) >= 1 AND octet_length(credential_id) <= 1023),
  CONSTRAINT passkeys_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  CONSTRAINT passkeys_public_key_check CHECK (octet_length(public_key) >= 1 AND octet_length(public_key) <= 4096),
  CONSTRAINT passkeys_sign_count_check CHECK (sign_count >= 0)
);
CREATE INDEX passkeys_user_id_idx ON public.passkeys USING btree (user_id, created_at, id);

-- Codes for an owner whose phone is lost. Only hashes are kept, and each works once.
CREATE TABLE recovery_codes (
  user_id text NOT NULL,
  code_hash text NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);

-- The refresh tokens of a session. Only hashes are kept; if a spent one is used again, the session is revoked.
CREATE TABLE refresh_tokens (
  token_hash text NOT NULL,
  session_id uuid NOT NULL,
  issued_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  spent_at timestamp with time zone,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_expires_at_idx ON public.refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_session_id_idx ON public.refresh_tokens USING btree (session_id);

-- The shared secret of an account's authenticator app.
CREATE TABLE second_factors (
  user_id text NOT NULL,
  sealed_secret text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
  CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

-- Devices that are signed in.
CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id text NOT NULL,
  user_agent text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  revoked_at timestamp with time zone,
  proved_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_created_at_idx ON public.sessions USING btree (created_at, id);
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_changed_console AFTER UPDATE ON sessions REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('sessions', '
  select '''' from changed join before using (id) where changed.revoked_at is distinct from before.revoked_at');
CREATE TRIGGER sessions_removed_console AFTER DELETE ON sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('sessions', 'select '''' from changed');

-- Passkey challenges that have been answered, until they would have expired: each works once, whichever process gets the answer.
CREATE TABLE spent_challenges (
  challenge_hash text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT spent_challenges_pkey PRIMARY KEY (challenge_hash)
);
CREATE INDEX spent_challenges_expires_at_idx ON public.spent_challenges USING btree (expires_at);

-- Travellers and staff. A deleted account keeps its row, without anything personal, because bookings refer to it.
CREATE TABLE users (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  role text DEFAULT 'customer'::text NOT NULL,
  profile_image text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  email_confirmed_at timestamp with time zone,
  disabled_at timestamp with time zone,
  has_staff_password boolean DEFAULT false NOT NULL,
  is_generated boolean DEFAULT false NOT NULL,
  is_demo boolean DEFAULT false NOT NULL,
  device_generation integer DEFAULT 0 NOT NULL,
  passkey_offer_at timestamp with time zone,
  phone text,
  phone_number text,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  CONSTRAINT users_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT users_phone_check CHECK (length(phone) >= 3 AND length(phone) <= 40),
  CONSTRAINT users_phone_number_check CHECK (phone_number ~ '^\+[0-9]{4,15}$'::text),
  CONSTRAINT users_phone_together CHECK ((phone IS NULL) = (phone_number IS NULL)),
  CONSTRAINT users_role_check CHECK (role = ANY (ARRAY['customer'::text, 'staff'::text, 'manager'::text, 'admin'::text]))
);
CREATE INDEX users_created_at_idx ON public.users USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX users_deleted_at_idx ON public.users USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX users_disabled_idx ON public.users USING btree (created_at DESC, id DESC) WHERE ((disabled_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE INDEX users_phone_number_parts_idx ON public.users USING gin (phone_number gin_trgm_ops) WITH (fastupdate=off) WHERE (phone_number IS NOT NULL);
CREATE INDEX users_search_idx ON public.users USING gin (search_form(((name || ' '::text) || email)) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX users_staff_idx ON public.users USING btree (created_at DESC, id DESC) WHERE ((role <> 'customer'::text) AND (deleted_at IS NULL));
CREATE TRIGGER users_added_console AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('people', 'select id from changed');
CREATE TRIGGER users_changed_console AFTER UPDATE ON users REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_console('people', '
  select id from changed join before using (id) where (changed.role, changed.disabled_at, changed.deleted_at, changed.name, changed.email)
    is distinct from (before.role, before.disabled_at, before.deleted_at, before.name, before.email)');
