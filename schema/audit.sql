-- Written by npm run db:types from the migrations: to be read, never run or edited.

-- What staff and commands have done, never changed or deleted.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  actor_id text,
  via text NOT NULL,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text,
  network_address inet,
  before jsonb,
  after jsonb,
  texts jsonb,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entries_action_check CHECK (action ~ '^[a-z_]+\.[a-z_]+$'::text),
  CONSTRAINT audit_entries_actor_id_check CHECK (actor_id ~ '^[A-Za-z0-9_-]{1,64}$'::text),
  CONSTRAINT audit_entries_after_check CHECK (jsonb_typeof(after) = 'object'::text),
  CONSTRAINT audit_entries_before_check CHECK (jsonb_typeof(before) = 'object'::text),
  CONSTRAINT audit_entries_ids_and_figures CHECK (NOT jsonb_path_exists(jsonb_build_array(before, after), 'strict $[*]?(@.type() == "object").*?((@.type() == "object" || @.type() == "array") || @.type() == "string" && !(@ like_regex "^([a-z_]{1,40}|[A-Z]{1,7}|[A-Za-z_-]{0,40}[0-9][A-Za-z0-9_-]{0,63})$"))'::jsonpath)),
  CONSTRAINT audit_entries_subject_id_check CHECK (subject_id ~ '^[A-Za-z0-9_:/-]{1,200}$'::text),
  CONSTRAINT audit_entries_subject_kind_check CHECK (subject_kind ~ '^[a-z_]+$'::text),
  CONSTRAINT audit_entries_texts_of_the_agency CHECK (texts IS NULL OR (subject_kind = ANY (ARRAY['tour'::text, 'service'::text, 'settings'::text])) AND jsonb_typeof(texts) = 'object'::text) NOT VALID,
  CONSTRAINT audit_entries_via_check CHECK (via = ANY (ARRAY['site'::text, 'command_line'::text]))
);
CREATE INDEX audit_entries_action_idx ON public.audit_entries USING btree (action, id);
CREATE INDEX audit_entries_actor_idx ON public.audit_entries USING btree (actor_id, id);
CREATE INDEX audit_entries_addresses_idx ON public.audit_entries USING btree (recorded_at) WHERE (network_address IS NOT NULL);
CREATE INDEX audit_entries_deeds_idx ON public.audit_entries USING btree (id) WHERE (action <> 'staff_call.made'::text);
CREATE INDEX audit_entries_deeds_of_idx ON public.audit_entries USING btree (actor_id, id) WHERE (action <> 'staff_call.made'::text);
CREATE INDEX audit_entries_recorded_at_idx ON public.audit_entries USING btree (recorded_at);
CREATE INDEX audit_entries_subject_idx ON public.audit_entries USING btree (subject_id, id);
CREATE TRIGGER audit_entries_no_delete BEFORE DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('meridian.forgets_addresses', true) = 'on' then
    if new.network_address is null and old.recorded_at < now() - interval '90 days'
      and to_jsonb(new) - 'network_address' = to_jsonb(old) - 'network_address' then
      return new;
    end if;
  end if;
  raise exception 'The audit is append only: % is refused.', tg_op using errcode = 'insufficient_privilege';
end$function$;
