import type { FastifyBaseLogger } from 'fastify'
import { dayIn } from '#shared/dates.ts'
import { createDatabase, createPool, type ConnectionOptions, type Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { listTasksSince } from '#server/features/tasks/tasks.ts'
import { BundleError } from '../bundle/format.ts'
import type { WholeBundle } from '../bundle/reading.ts'
import type { Proof } from '../commands.ts'
import type { Target } from '../places.ts'
import { listUploads } from '../queries.ts'
import { BrokenFileError, verifyBundle } from '../restoring/bundle.ts'
import { restoreBundle } from '../restoring/flows.ts'
import { inScratch, NoScratchError, type Beside } from './scratch.ts'
import { listFaultsOfBooks, listFileFaults } from './queries.ts'

/** Days before the backup's moment for which the provider's lists are compared; the night before has compared those before. */
const DAYS = 3
const LIMIT_MS = 30 * 60_000
const TOLD = 5

export interface ProofOrder extends Target, Beside {
  key: string | undefined
  /** The site's own database, as it is by now. */
  site: Database
  /** False: the backup is only read. */
  isRestored: boolean
  /** Runs the work with everything that features need, on a restored database that can only read the provider. */
  withDepsOn: (scratch: ConnectionOptions, work: (deps: Deps, log: FastifyBaseLogger) => Promise<void>) => Promise<void>
}

/**
 * Proves that a backup can be restored: reads it to the last bit, restores it into a scratch database, and compares the books there among
 * themselves and with the card provider's as of the backup's moment. Never throws for what it finds.
 */
export async function proveBackup(order: ProofOrder, say: (line: string) => void): Promise<Proof> {
  const startedAt = Date.now()
  const end = (proof: Proof['proof'], finding: string | null, hasBrokenFile = false): Proof => ({
    proof,
    finding,
    hasBrokenFile,
    seconds: Math.round((Date.now() - startedAt) / 1000),
  })
  try {
    const whole = await verifyBundle(order, order.key)
    if (!order.isRestored) return end('read', 'BACKUP_PROOF is off.')
    const { files, books, notCompared } = await inScratch(order, async (scratch) => findFaults(order, scratch, whole, say))
    const faults = [...files.missing.map((key) => `the file ${key} is missing`), ...files.broken, ...books]
    if (faults.length > 0) return end('failed', inWords(faults), files.broken.length > 0)
    if (notCompared.length > 0)
      return end('read', `It was restored and its books agree. It couldn’t be reconciled with the card provider: ${inWords(notCompared)}`)
  } catch (error) {
    if (error instanceof NoScratchError) return end('read', error.message)
    const message = error instanceof Error ? error.message : 'unknown'
    const finding = error instanceof BundleError ? message : `It could not be restored: ${message}`
    return end('failed', finding, error instanceof BrokenFileError)
  }
  return end('proven', null)
}

interface Found {
  files: ReturnType<typeof listFileFaults>
  books: string[]
  /** What could not be read at the card provider, which says nothing about the backup. */
  notCompared: string[]
}

async function findFaults(order: ProofOrder, scratch: ConnectionOptions, whole: WholeBundle, say: (line: string) => void): Promise<Found> {
  await restoreBundle({ ...order, owner: scratch, isReplacing: false, files: undefined, cardSandbox: undefined }, whole, say)
  const found: Found = { files: { missing: [], broken: [] }, books: [], notCompared: [] }
  const db = createDatabase(createPool(scratch, 2, () => undefined, 0))
  try {
    found.files = listFileFaults(await listUploads(db), whole.members)
    found.books.push(...(await listFaultsOfBooks(db)))
  } finally {
    await db.destroy()
  }
  if (found.files.missing.length > 0) found.files.missing = await onlyThere(order.site, found.files.missing)
  await order.withDepsOn(scratch, async (deps, log) => compareWithProvider(deps, log, new Date(whole.manifest.moment), found))
  return found
}

/** A file that was deleted between the rows and the files of the backup is in the former alone, and nobody misses it. */
async function onlyThere(site: Database, keys: readonly string[]): Promise<string[]> {
  const there = new Set((await listUploads(site)).map(({ key }) => key))
  return keys.filter((key) => there.has(key))
}

/** What the provider has had since is taken over in the scratch database; what cannot be, and has no task in the backup already, is a fault. */
async function compareWithProvider(deps: Deps, log: FastifyBaseLogger, moment: Date, { books, notCompared }: Found): Promise<void> {
  const [startedAt, ageMs] = [deps.now(), Math.max(0, deps.now().getTime() - moment.getTime())]
  const upTo = dayIn(deps.config.AGENCY_TIME_ZONE, moment)
  const { failures } = await compareBooks(deps, log, { days: DAYS, upTo, ageMs, limitMs: LIMIT_MS })
  const opened = await listTasksSince(deps.db, startedAt)
  notCompared.push(...failures)
  books.push(...opened.map(({ kind, cause }) => `differs from the card provider’s records (${kind}): ${cause}`))
}

function inWords(faults: readonly string[]): string {
  const more = faults.length > TOLD ? ` … and ${faults.length - TOLD} more` : ''
  return `${faults.slice(0, TOLD).join('; ').replace(/\.$/, '')}${more}.`
}
