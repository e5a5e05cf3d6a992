import { sql, type Selectable } from 'kysely'
import { MAX_AUDIT_PAGE, type AuditQuery, type StaffAuditEntry } from '#shared/audit.ts'
import type { AuditEntries } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** Returns a page of the audit, the newest entry first. The names are those that the accounts have now: none is kept here. */
export async function listAudit(db: Database | Trx, { limit, before, actor, action, subject }: AuditQuery): Promise<StaffAuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'actor_id')
    .selectAll('audit_entries')
    .select(['users.name', 'users.email'])
    .$if(before !== undefined, (query) => query.where('audit_entries.id', '<', before as number))
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor as string))
    .$if(action !== undefined, (query) => query.where('action', '=', action as NonNullable<AuditQuery['action']>))
    .$if(subject !== undefined, (query) => query.where('subject_id', '=', subject as string))
    .orderBy('audit_entries.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/** Returns the newest entries about any of these. */
export async function listAuditAbout(db: Database, subjectIds: readonly string[]): Promise<StaffAuditEntry[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'actor_id')
    .selectAll('audit_entries')
    .select(['users.name', 'users.email'])
    .where(sql<boolean>`subject_id = any(${subjectIds}::text[])`)
    .orderBy('audit_entries.id', 'desc')
    .limit(MAX_AUDIT_PAGE)
    .execute()
  return rows.map(toEntry)
}

type EntryRow = Selectable<AuditEntries> & { name: string | null; email: string | null }

function toEntry(row: EntryRow): StaffAuditEntry {
  return {
    id: row.id,
    recordedAt: row.recorded_at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.name, email: row.email },
    via: row.via,
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    networkAddress: row.network_address,
    before: row.before as StaffAuditEntry['before'],
    after: row.after as StaffAuditEntry['after'],
  }
}

const SIGN_INS = ['session.signed_in', 'session.refused'] as const

/**
 * Returns the newest sign-ins to an account, for its owner: those that were refused too, without their network addresses, which
 * may be somebody else's.
 */
export async function listSignIns(db: Database, userId: string, limit: number) {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['recorded_at', 'action', 'network_address'])
    .where('action', 'in', SIGN_INS)
    .where((eb) => eb.or([eb('actor_id', '=', userId), eb('subject_id', '=', userId)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ recorded_at, action, network_address }) =>
    action === 'session.signed_in'
      ? { at: recorded_at, wasRefused: false, networkAddress: network_address }
      : { at: recorded_at, wasRefused: true },
  )
}
