import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AuditAction, AuditFacts, AuditSubjectKind } from '#shared/audit.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** Who does something, and from where. */
export interface Actor {
  /** Null for nobody named on the command line, and for somebody who could not sign in. */
  accountId: string | null
  via: 'site' | 'command_line'
  networkAddress: string | null
}

/** One of the staff: whose decision it is can be told later. */
export interface NamedActor extends Actor {
  accountId: string
}

export interface AuditEntry {
  actor: Actor
  action: AuditAction
  /** An id of null: a sign-in to no account. */
  subject: { kind: AuditSubjectKind; id: string | null }
  before?: AuditFacts
  after?: AuditFacts
}

/** Returns the actor of a request. `accountId`: whoever is signed in. */
export function actorOf<Id extends string | null>({ ip }: { ip: string }, accountId: Id): Actor & { accountId: Id } {
  // A proxy may be believed about the client, and say something that is no address.
  return { accountId, via: 'site', networkAddress: isIP(ip) === 0 ? null : (ip.split('%')[0] ?? null) }
}

/** Returns the actor of a command. `accountId`: whose decision it was by `--by`, null when nobody was named. */
export function operator(accountId: string): NamedActor
export function operator(accountId?: string | null): Actor
export function operator(accountId: string | null = null): Actor {
  return { accountId, via: 'command_line', networkAddress: null }
}

/** Records what was done, in the transaction of the change itself where there is one: an entry exists exactly when its change does. */
export async function recordAudit(db: Database | Trx, { actor, action, subject, before, after }: AuditEntry): Promise<void> {
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
    })
    .execute()
}

/**
 * Records a call that only staff may make, with the status of its response. Of the address only an id is kept: somebody may have
 * typed anything.
 */
export async function recordStaffCall(db: Database, request: FastifyRequest, accountId: string, responseStatus: number): Promise<void> {
  const { id = '' } = (request.params ?? {}) as { id?: string }
  const method = request.method as NonNullable<AuditFacts['method']>
  await recordAudit(db, {
    actor: actorOf(request, accountId),
    action: responseStatus < 400 ? 'staff_call.made' : 'staff_call.refused',
    subject: { kind: 'call', id: request.routeOptions.url ?? null },
    after: { method, responseStatus, ...(isUuid(id) && { targetId: id }) },
  })
}

/** Forgets the network addresses that are due (AUDIT_ADDRESS_DAYS). The database's own function does it: nobody may change an entry. */
export async function forgetAddresses(db: Database): Promise<void> {
  // It forgets some thousands at a time, and says how many.
  await inPieces(
    async () => {
      const { rows } = await sql<{ forgotten: number }>`select forget_audit_addresses() as forgotten`.execute(db)
      return rows[0]?.forgotten ?? 0
    },
    { pageSize: 1 },
  )
}
