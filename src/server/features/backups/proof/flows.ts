import type { FastifyBaseLogger } from 'fastify'
import { dayIn } from '#shared/dates.ts'
import { createDatabase, createPool, type ConnectionOptions } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { compareBooks } from '#server/features/reconciliation/books/flows.ts'
import { listTasksSince } from '#server/features/tasks/queries.ts'
import { BundleError } from '../bundle/format.ts'
import type { WholeBundle } from '../bundle/reading.ts'
import type { Proof } from '../commands.ts'
import type { Target } from '../places.ts'
import { listUploads } from '../queries.ts'
import { verifyBundle } from '../restoring/bundle.ts'
import { restoreBundle } from '../restoring/flows.ts'
import { inScratch, NoScratchError } from './scratch.ts'
import { listFaultsOfBooks, listFileFaults } from './queries.ts'

/** Days before the backup's moment for which the provider's lists are compared; the night before has compared those before. */
const DAYS = 3
const LIMIT_MS = 30 * 60_000
const TOLD = 5

export interface ProofOrder extends Target {
  owner: ConnectionOptions
  key: string | undefined
  /** Runs the work with everything that features need, on a restored database that can only read the provider. */
  withDepsOn: (scratch: ConnectionOptions, work: (deps: Deps, log: FastifyBaseLogger) => Promise<void>) => Promise<void>
}

/**
 * Proves that a backup can be restored: reads it to the last bit, restores it into a scratch database, and compares the books there among
 * themselves and with the card provider's as of the backup's moment. Never throws for what it finds.
 */
export async function proveBackup(order: ProofOrder, say: (line: string) => void): Promise<Proof> {
  const startedAt = Date.now()
  const end = (proof: Proof['proof'], finding: string | null): Proof => ({
    proof,
    finding,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  })
  try {
    const whole = await verifyBundle(order, order.key)
    const faults = await inScratch(order.owner, async (scratch) => findFaults(order, scratch, whole, say))
    if (faults.length > 0) return end('failed', inWords(faults))
  } catch (error) {
    if (error instanceof NoScratchError) return end('read', error.message)
    const message = error instanceof Error ? error.message : 'unknown'
    return end('failed', error instanceof BundleError ? message : `It could not be restored: ${message}`)
  }
  return end('proven', null)
}

async function findFaults(
  order: ProofOrder,
  scratch: ConnectionOptions,
  whole: WholeBundle,
  say: (line: string) => void,
): Promise<string[]> {
  await restoreBundle({ ...order, owner: scratch, isReplacing: false, files: undefined }, whole, say)
  const db = createDatabase(createPool(scratch, 2, () => undefined, 0))
  const faults: string[] = []
  try {
    faults.push(...listFileFaults(await listUploads(db), whole.members), ...(await listFaultsOfBooks(db)))
  } finally {
    await db.destroy()
  }
  await order.withDepsOn(
    scratch,
    async (deps, log) => void faults.push(...(await compareWithProvider(deps, log, new Date(whole.manifest.moment)))),
  )
  return faults
}

/** What the provider has had since is taken over in the scratch database; what cannot be, and has no task in the backup already, is a fault. */
async function compareWithProvider(deps: Deps, log: FastifyBaseLogger, moment: Date): Promise<string[]> {
  const [startedAt, ageMs] = [deps.now(), Math.max(0, deps.now().getTime() - moment.getTime())]
  const upTo = dayIn(deps.config.AGENCY_TIME_ZONE, moment)
  const { failures } = await compareBooks(deps, log, { days: DAYS, upTo, ageMs, limitMs: LIMIT_MS })
  const opened = await listTasksSince(deps.db, startedAt)
  return [
    ...failures.map((failure) => `the card provider was not compared, ${failure}`),
    ...opened.map(({ kind, cause }) => `unlike the card provider’s books (${kind}): ${cause}`),
  ]
}

function inWords(faults: readonly string[]): string {
  const more = faults.length > TOLD ? ` … and ${faults.length - TOLD} more` : ''
  return `${faults.slice(0, TOLD).join('; ')}${more}.`
}
