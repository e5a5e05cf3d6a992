import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, glob, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { oneAtATime } from '../../scripts/first-run/one-at-a-time.mjs'
import { poll } from './poll.ts'
import { createDataDir, startServer } from './server-process.ts'

/** Folder with the state after a first start; `npm test` sets it for both of its halves. */
const VARIABLE = 'TEST_USED_DATA'

/** Creates the run's folder for this data, unless it has one. Returns a function that removes it. */
export async function provideUsedData(): Promise<() => Promise<void>> {
  if (process.env[VARIABLE]) return async () => undefined
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-used-'))
  await chmod(folder, 0o755)
  process.env[VARIABLE] = folder
  return async () => rm(folder, { recursive: true, force: true })
}

/**
 * Returns a new data folder in the state left by the site's first start, with its database and the card provider's
 * prices. Copying takes a tenth of the processor time of a first start.
 */
export async function createUsedDataDir(): Promise<string> {
  const folder = process.env[VARIABLE]
  if (!folder) throw new Error(`${VARIABLE} is not set: this is not a run of the tests.`)
  const used = path.join(folder, 'used')
  if (!existsSync(used)) {
    await oneAtATime(path.join(folder, '.making'), async () => {
      if (!existsSync(used)) await use(path.join(folder, 'in-the-making'), used)
    })
  }
  const dataDir = await createDataDir()
  execFileSync('cp', ['-a', `${used}/.`, dataDir])
  return dataDir
}

/** Starts the site for the first time, in `folder`, and moves the result to `used`. */
async function use(folder: string, used: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const site = await startServer(folder)
  await poll('all prices', async () => {
    const [row] = await site.query<{ missing: number }>(
      'select count(*)::int as missing from tours where is_active and stripe_price_id is null',
    )
    return row?.missing === 0
  })
  await site.stop()
  // By then another site may use this card sandbox's port.
  for await (const record of glob(path.join(folder, 'card-sandbox/*/process.json'))) await rm(record)
  await rename(folder, used)
}
