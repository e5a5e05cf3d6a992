import { sql } from 'kysely'
import { exclusively, type ConnectionOptions, type Database, type Trx } from './db.ts'

/** The site's role on the embedded database. It owns nothing, so that an injected statement cannot alter a table. */
export const APP_ROLE = 'meridian_app'

/**
 * Lets a role read and write the rows of all our tables and use the job queue, and nothing else. The embedded database's
 * role is created first; in an agency's own database its administrator creates the roles. Processes take turns, because
 * PostgreSQL refuses concurrent grants.
 */
export async function admitRole(db: Database, role: string): Promise<void> {
  await exclusively(db, 'roles', async () => {
    if (role === APP_ROLE) await createRole(db, role)
    await db.transaction().execute(async (trx) => {
      for (const schema of ['public', 'pgboss']) {
        await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`.execute(trx)
        await sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)} to ${sql.id(role)}`.execute(trx)
        await sql`grant usage on all sequences in schema ${sql.id(schema)} to ${sql.id(role)}`.execute(trx)
      }
      await keepAuditAppendOnly(trx, role)
    })
  })
}

/** Lets a role only add and read audit entries: it can neither change them nor choose their time or order. */
async function keepAuditAppendOnly(trx: Trx, role: string): Promise<void> {
  const columns = ['actor_id', 'via', 'action', 'subject_kind', 'subject_id', 'network_address', 'before', 'after', 'texts']
  await sql`revoke insert, update, delete on public.audit_entries from ${sql.id(role)}`.execute(trx)
  await sql`grant insert (${sql.join(columns.map((name) => sql.id(name)))}) on public.audit_entries to ${sql.id(role)}`.execute(trx)
  await sql`grant execute on function public.forget_audit_addresses() to ${sql.id(role)}`.execute(trx)
}

async function createRole(db: Database, role: string): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(db)
  if (rows.length > 0) return
  await sql`create role ${sql.id(role)} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`.execute(db)
}

/** Returns undefined if the server chooses the role. */
export function roleOf(connection: ConnectionOptions): string | undefined {
  if (!('connectionString' in connection)) return connection.user
  const url = new URL(connection.connectionString)
  return decodeURIComponent(url.username) || (url.searchParams.get('user') ?? undefined)
}
