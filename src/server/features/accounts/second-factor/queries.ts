import { type Account } from '#shared/accounts/public.ts'
import type { SecondFactor } from '#shared/accounts/second-factors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isOpenDemo } from '#server/lib/demo-accounts.ts'
import { findStaffSetup, isFactorCompulsory } from '#server/lib/staff-setup.ts'

/** Returns what the owner may see: never the secret or the codes. */
export async function describeFactor({ config, db }: Pick<Deps, 'config' | 'db'>, { id, role }: Account): Promise<SecondFactor> {
  const factor = await db
    .selectFrom('second_factors')
    .leftJoin('recovery_codes', (join) => join.onRef('recovery_codes.user_id', '=', 'second_factors.user_id').on('used_at', 'is', null))
    .select((eb) => eb.fn.count<number>('code_hash').as('codes'))
    .where('second_factors.user_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .groupBy('second_factors.user_id')
    .executeTakeFirst()
  const isAvailable = !isOpenDemo(config, id)
  return {
    isOn: factor !== undefined,
    isCompulsory: isAvailable && isFactorCompulsory(config, role),
    isAvailable,
    recoveryCodesLeft: factor?.codes ?? 0,
    dueSetup: (await findStaffSetup({ config, db }, id)).due,
  }
}
