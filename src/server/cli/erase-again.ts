import { personalData } from '#server/features.ts'
import { runRemovals } from '#server/features/accounts/clean-start.ts'
import { eraseAgain } from '#server/features/accounts/own-data.ts'
import { BundleError } from '#server/features/backups/bundle-format.ts'
import { listErasures } from '#server/features/backups/nightly.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import type { Place } from '#server/lib/site-files.ts'
import type { Say } from './command.ts'

/** Returns the accounts that were deleted at the site that was backed up, as it has noted beside its backups. Throws `BundleError`. */
export async function listErasedSince(place: Place, moment: Date): Promise<string[]> {
  const erasures = await listErasures(place).catch((error: unknown) => {
    throw new BundleError(`Can’t read the list of accounts deleted since the backup in ${place.name}.`, { cause: error })
  })
  return erasures.filter(({ at }) => at > moment).map(({ id }) => id)
}

/** Deletes again the accounts that are still there. Repeatable. */
export async function eraseAccounts(deps: Deps, log: App['log'], ids: readonly string[], say: Say): Promise<void> {
  let erased = 0
  for (const id of ids) {
    const removals = await deps.db.transaction().execute(async (trx) => eraseAgain(deps, trx, id, personalData(deps)))
    if (removals) erased += 1
    await runRemovals(removals ?? [], log)
  }
  if (erased > 0) say(`Accounts deleted since the backup, now deleted again: ${erased}.`)
}
