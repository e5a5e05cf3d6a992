import { sql } from 'kysely'
import type { ConnectionOptions, Database } from './db.ts'

/** The role under which the site uses the embedded database. It owns nothing: what it is made to say cannot change a table. */
export const APP_ROLE = 'meridian_app'

/** Makes the role for the embedded database, unless it is there. The connection must be a superuser's. */
export async function createAppRole(db: Database): Promise<void> {
  await sql`do $make$ begin
    perform pg_advisory_xact_lock(hashtext('meridian-roles'));
    if not exists (select from pg_roles where rolname = ${sql.lit(APP_ROLE)}) then
      create role ${sql.id(APP_ROLE)} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
    end if;
  end $make$`.execute(db)
}

/** Lets a role read and write the rows of all our tables, and use the job queue; nothing else. */
export async function grantRows(db: Database, role: string): Promise<void> {
  for (const schema of ['public', 'pgboss']) {
    await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`.execute(db)
    await sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)} to ${sql.id(role)}`.execute(db)
    await sql`grant usage on all sequences in schema ${sql.id(schema)} to ${sql.id(role)}`.execute(db)
  }
}

/** Returns the role of a connection; undefined when the server chooses it. */
export function roleOf(connection: ConnectionOptions): string | undefined {
  if (!('connectionString' in connection)) return connection.user
  const url = new URL(connection.connectionString)
  return decodeURIComponent(url.username) || (url.searchParams.get('user') ?? undefined)
}
