import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'

/** Returns why nothing may be restored into this database, or undefined. */
export async function findObstacle(db: Database, isReplacing: boolean): Promise<string | undefined> {
  const others = await sql<{ name: string; pid: number }>`
    select application_name as name, pid from pg_stat_activity
    where datname = current_database() and application_name like 'meridian%' and pid <> pg_backend_pid() order by pid`.execute(db)
  const [other] = others.rows
  if (other) return `A site or a command is running on this database (session ${other.pid}, ${other.name}): stop it first.`
  if (isReplacing || !(await hasBusiness(db))) return undefined
  return 'This database already contains a site. Use --replace to overwrite it with the backup; its current data will be lost.'
}

/** Whether anybody has an account, or anything is on sale: also of a demo that was only looked at. */
export async function hasBusiness(db: Database): Promise<boolean> {
  const tables = await sql<{ count: number }>`
    select count(*)::int as count from pg_tables where schemaname = 'public' and tablename in ('users', 'tours', 'bookings')`.execute(db)
  if (tables.rows[0]?.count !== 3) return false
  const rows = await sql<{ there: boolean }>`
    select exists (select from users) or exists (select from tours) or exists (select from bookings) as there`.execute(db)
  return rows.rows[0]?.there ?? false
}
