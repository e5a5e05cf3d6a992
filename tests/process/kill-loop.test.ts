import { afterAll, expect, test } from 'vitest'
import { ACTS, LONG_MINUTES } from '../../lab/kill-loop/acts.ts'
import { runKillLoop } from '../../lab/kill-loop/loop.ts'
import { outcomeTable } from '../../lab/kill-loop/report.ts'
import { cleanUp } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'

const SEED = Number(process.env['FAULT_SEED'] ?? 7)
/** A long run expects every kind of act. */
const MINUTES = Number(process.env['KILL_LOOP_MINUTES'] ?? 1)
const KILLS = 10
/** However slow the machine: banks alone act three times after each kill. */
const MIN_ACTS = 3

afterAll(cleanUp)

test(
  'after a minute of kills, outages, lost events, disputes and busy staff, books, ledger, seats and the provider’s list agree or have their tasks',
  { timeout: MINUTES * 60_000 + 900_000 },
  async () => {
    const wanted = MINUTES >= LONG_MINUTES ? ACTS : []
    const outcome = await runKillLoop({ dataDir: await createUsedDataDir(), seed: SEED, minutes: MINUTES, leastKills: KILLS, wanted })
    expect(outcome.faults, `FAULT_SEED=${SEED}\n${outcomeTable(outcome)}`).toEqual([])
    expect(outcome.told.paid.size).toBeGreaterThan(0)
    expect(outcome.told.acts.size).toBeGreaterThanOrEqual(MIN_ACTS)
  },
)
