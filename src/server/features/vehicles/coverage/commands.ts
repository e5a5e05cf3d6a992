import type { Area } from '#shared/vehicles/coverage.ts'
import type { AuditAction } from '#shared/audit/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

/** Serves these areas from now on: adds new ones, and reactivates known ones under their existing names. Safe to repeat. */
export async function addAreas(
  trx: Trx,
  actor: Actor,
  areas: readonly Area[],
): Promise<{ added: number; activated: number; known: number }> {
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
export async function setAreaActive(trx: Trx, actor: Actor, code: string, isActive: boolean): Promise<void> {
  const area = await trx.selectFrom('coverage_areas').select('is_active').where('code', '=', code).forUpdate().executeTakeFirst()
  if (!area) throw notFound('Area')
  if (area.is_active === isActive) return
  await trx.updateTable('coverage_areas').set({ is_active: isActive }).where('code', '=', code).execute()
  await record(trx, actor, isActive ? 'area.activated' : 'area.deactivated', code)
}

async function record(trx: Trx, actor: Actor, action: AuditAction, id: string): Promise<void> {
  await recordAudit(trx, { actor, action, subject: { kind: 'area', id } })
}
