import { errorCode, type Database, type Trx } from '#server/lib/db.ts'
import { runContract } from '#server/lib/migrate.ts'
import { listOldSessions, listUnexplained, readProgress } from './queries.ts'

const MAX_NAMED = 5
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Ends the time in which processes of an earlier version may run beside this one: drops the columns, triggers and sums that only they use.
 * Returns false if that was done before. Throws what stands in the way, and has changed nothing then. `owner`: connects as the owner of the
 * tables.
 */
export async function contractLedger(owner: Database): Promise<boolean> {
  if ((await readProgress(owner)).contractedAt) return false
  try {
    await owner.transaction().execute(async (trx) => {
      const obstacles = await listObstacles(trx)
      if (obstacles.length > 0) throw new Error(obstacles.join('\n'))
      await runContract(trx, 'ledger')
    })
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error
    throw new Error('The tables were locked for more than five seconds. Nothing was changed. Try again.', { cause: error })
  }
  return true
}

async function listObstacles(trx: Trx): Promise<string[]> {
  const obstacles: string[] = []
  if (!(await readProgress(trx)).isReplayed)
    obstacles.push(
      'Some payments from before the ledger haven’t been posted yet. A running site continues posting them every five minutes.',
    )
  const references = await listUnexplained(trx, MAX_NAMED + 1)
  if (references.length > 0)
    obstacles.push(`There are still unresolved items in suspense. Close their tasks in the console first: ${namesOf(references)}.`)
  const old = await listOldSessions(trx)
  if (old.length > 0)
    obstacles.push(
      `Processes running an earlier version are connected. Stop them first: ${namesOf(old.map(({ pid, name }) => `${name} (session ${pid})`))}.`,
    )
  return obstacles
}

function namesOf(all: readonly string[]): string {
  return `${all.slice(0, MAX_NAMED).join(', ')}${all.length > MAX_NAMED ? ' and others' : ''}`
}
