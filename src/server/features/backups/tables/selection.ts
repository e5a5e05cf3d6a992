import type pg from 'pg'

/** What a restored copy must not take over: sessions and links end, and its backups are its own. */
export const LEFT_OUT = new Set([
  'account_links',
  'backup_files',
  'backups',
  'data_folder',
  'email_changes',
  'guide_links',
  'processes',
  'quote_links',
  'rate_limits',
  'refresh_tokens',
  'reservation_links',
  'restored_copy',
  'sessions',
  'spent_challenges',
  'unconfirmed_holds',
])

/** Only in an encrypted bundle. */
export const SECRET = new Set(['passkeys', 'recovery_codes', 'second_factors', 'secrets'])

/** Fields of emails that hold a link for whoever has it (`emails/*.ts`). */
export const MAIL_LINKS = ['confirmUrl', 'joinUrl', 'objectUrl', 'payUrl', 'resetUrl', 'signInCode']

/** What is in a bundle that is not encrypted in place of what opens a door, by table and column. */
export const BLANKED: Record<string, Record<string, string>> = {
  booking_contacts: { token_hash: 'md5(random()::text || booking_id)' },
  mails: { data: `data - '{${MAIL_LINKS.join(',')}}'::text[]` },
  payment_attempts: {
    cancel_token: 'gen_random_uuid()::text',
    paid_token: 'null::text',
    // Its return addresses hold the tokens. Only an attempt that may still be opened needs the rest.
    params: `case when status = 'creating' and session_id is null
      then regexp_replace(params::text, '(/pay/(return|cancel)[?]token=)[A-Za-z0-9_-]+', '\\1gone', 'g')::jsonb else '{}' end`,
    // It opens the provider's page for anyone; the site reads it from the provider.
    session_url: 'null::text',
  },
}

export interface TableColumns {
  name: string
  columns: string[]
}

/** Lists all tables of ours but the migrations' own, with the columns that are stored, in the columns' order. */
export async function listTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and c.relname not in ('kysely_migration', 'kysely_migration_lock') and ${IS_OURS} group by c.relname order by c.relname`,
  )
  return rows
}

/** Of a row of pg_class `c`: it belongs to no extension. */
export const IS_OURS = `not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function listOf(columns: readonly string[]): string {
  return columns.map(quoted).join(', ')
}
