import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AuditFacts, AuditTexts } from '#shared/audit/facts.ts'
import type { AuditAction, AuditSubjectKind } from '#shared/audit/staff.ts'
import { actorOf, type Actor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { isUuid } from '#server/lib/uuids.ts'

export interface AuditEntry {
  actor: Actor
  action: AuditAction
  /** A null id means the sign-in matched no account. */
  subject: { kind: AuditSubjectKind; id: string | null }
  before?: AuditFacts
  after?: AuditFacts
  texts?: AuditTexts | undefined
}

/** Pass the transaction of the change where there is one, so that an entry exists exactly when its change does. */
export async function recordAudit(db: Database | Trx, { actor, action, subject, before, after, texts }: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      actor_id: actor.accountId,
      via: actor.via,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      network_address: actor.networkAddress,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      texts: texts && JSON.stringify(texts),
    })
    .execute()
}

/**
 * Records a staff call with the status of its response. Of the URL only the route and valid ids are kept, because
 * anything might have been typed there.
 */
export async function recordStaffCall(
  db: Database,
  request: FastifyRequest,
  who: SignedIn,
  responseStatus: number,
  { rows, isProofMissing = false }: { rows?: number | undefined; isProofMissing?: boolean } = {},
): Promise<void> {
  const { id = '' } = (request.params ?? {}) as { id?: string }
  const method = request.method as NonNullable<AuditFacts['method']>
  await recordAudit(db, {
    actor: actorOf(request, who),
    action: isProofMissing ? 'identity.asked' : responseStatus < 400 ? 'staff_call.made' : 'staff_call.refused',
    subject: { kind: 'call', id: request.routeOptions.url ?? null },
    after: {
      method,
      responseStatus,
      ...(isUuid(id) && { targetId: id }),
      ...(rows !== undefined && { rows, ...filterFacts(request.query) }),
    },
  })
}

export interface FilePart {
  text: string
  rows: number
}

/** Passes a file through, and when it ends or breaks off records how many rows were sent. `query` holds its filters. */
export async function* recordExport(
  db: Database,
  entry: Omit<AuditEntry, 'after'>,
  query: unknown,
  parts: AsyncIterable<FilePart>,
): AsyncGenerator<string> {
  let rows = 0
  try {
    for await (const part of parts) {
      rows += part.rows
      yield part.text
    }
  } finally {
    await recordAudit(db, { ...entry, after: { rows, ...filterFacts(query) } })
  }
}

/** Filters whose values are ids, days or fixed words. Of any other filter only its presence is recorded. */
const TELLING = new Set([
  'status',
  'state',
  'kind',
  'account',
  'channel',
  'tour',
  'from',
  'to',
  'bookedFrom',
  'bookedTo',
  'who',
  'role',
  'only',
  'action',
  'days',
])
const FIXED_WORD = /^(?:[a-z_]{1,40}|[A-Za-z_-]{0,40}\d[\w-]{0,63})$/

function filterFacts(query: unknown): AuditFacts {
  const filters = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([name, value]) => value !== undefined && name !== 'limit' && name !== 'before',
  )
  return Object.fromEntries(filters.map(([name, value]) => [`by_${name}`, filterFact(name, value)]))
}

function filterFact(name: string, value: unknown): string | number | true {
  if (!TELLING.has(name)) return true
  if (typeof value === 'number') return value
  const word = String(value).replaceAll(/[.-](?!\d)/g, '_')
  return FIXED_WORD.test(word) ? word : true
}

export function auditJobs({ db }: Deps): JobDefinition[] {
  return [{ name: 'audit.forget-addresses', cron: '7 3 * * *', run: async () => forgetAddresses(db) }]
}

/** Erases network addresses older than AUDIT_ADDRESS_DAYS through a database function, since no role may change an entry. */
export async function forgetAddresses(db: Database): Promise<void> {
  // Each call erases a few thousand and returns how many.
  await inPieces(
    async () => {
      const { rows } = await sql<{ forgotten: number }>`select forget_audit_addresses() as forgotten`.execute(db)
      return rows[0]?.forgotten ?? 0
    },
    { pageSize: 1 },
  )
}
