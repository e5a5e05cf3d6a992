import type { AuditAction } from '#shared/audit/staff.ts'
import * as calls from '#shared/vehicles/calls.ts'
import type { Area } from '#shared/vehicles/coverage.ts'
import { isCovered } from '#shared/vehicles/postcodes.ts'
import { PINCODES_UNAVAILABLE } from '#shared/vehicles/requests.ts'
import * as staffCalls from '#shared/vehicles/staff-calls.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

export function coverage({ read, change }: Serving): void {
  read(calls.checkPincodes, async ({ db, body }) => {
    const covered = await checkCoverage(db, body.pickup, body.drop)
    if (covered.pickup && covered.drop) return { status: 'success' as const }
    return { status: 'unavailable' as const, message: PINCODES_UNAVAILABLE, ...covered }
  })
  // Not paged, since there are a few thousand at most.
  read(staffCalls.listAreas, async ({ db }) =>
    db.selectFrom('coverage_areas').select(['code', 'name', 'is_active as isActive']).orderBy('code').execute(),
  )
  change(staffCalls.addAreas, async ({ trx, actor, body }) => addAreas(trx, actor, body.areas), { bodyLimit: LONG_BODY_BYTES })
  change(staffCalls.activateArea, async ({ trx, actor, params }) => {
    await setAreaActive(trx, actor, params.id, true)
    return { message: 'Area covered' }
  })
  change(staffCalls.deactivateArea, async ({ trx, actor, params }) => {
    await setAreaActive(trx, actor, params.id, false)
    return { message: 'Area no longer covered' }
  })
}

export async function checkCoverage(db: Database, pickup: string, drop: string): Promise<{ pickup: boolean; drop: boolean }> {
  const rows = await db.selectFrom('coverage_areas').select('code').where('is_active', '=', true).execute()
  const codes = new Set(rows.map(({ code }) => code))
  return { pickup: isCovered(pickup, codes), drop: isCovered(drop, codes) }
}

/** Serves these areas from now on: adds new ones, and reactivates known ones under their existing names. Safe to repeat. */
async function addAreas(trx: Trx, actor: NamedActor, areas: readonly Area[]): Promise<{ added: number; activated: number; known: number }> {
  // Sorted, so that two concurrent lists wait for each other instead of deadlocking.
  const unique = [...new Map(areas.map((area) => [area.code, area])).values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const added = await trx
    .insertInto('coverage_areas')
    .values(unique)
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute()
  const activated = await trx
    .updateTable('coverage_areas')
    .set({ is_active: true })
    .where(
      isOneOf(
        'code',
        unique.map(({ code }) => code),
      ),
    )
    .where('is_active', '=', false)
    .returning('code')
    .execute()
  for (const { code } of added) await record(trx, actor, 'area.added', code)
  for (const { code } of activated) await record(trx, actor, 'area.activated', code)
  return { added: added.length, activated: activated.length, known: unique.length - added.length - activated.length }
}

/** Existing requests are not affected. Safe to repeat. Throws 404. */
async function setAreaActive(trx: Trx, actor: NamedActor, code: string, isActive: boolean): Promise<void> {
  const area = await trx.selectFrom('coverage_areas').select('is_active').where('code', '=', code).forUpdate().executeTakeFirst()
  if (!area) throw notFound('Area')
  if (area.is_active === isActive) return
  await trx.updateTable('coverage_areas').set({ is_active: isActive }).where('code', '=', code).execute()
  await record(trx, actor, isActive ? 'area.activated' : 'area.deactivated', code)
}

async function record(trx: Trx, actor: NamedActor, action: AuditAction, id: string): Promise<void> {
  await recordAudit(trx, { actor, action, subject: { kind: 'area', id } })
}
