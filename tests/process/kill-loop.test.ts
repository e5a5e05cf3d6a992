import { afterAll, expect, test } from 'vitest'
import { runKillLoop } from '../kill-loop/loop.ts'
import { outcomeTable } from '../kill-loop/report.ts'
import { cleanUp } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'

const SEED = Number(process.env['FAULT_SEED'] ?? 7)
const KILLS = 10

afterAll(cleanUp)

test(
  'after a minute of kills, outages and lost events, books, seats and the provider’s list agree or have their tasks',
  { timeout: 300_000 },
  async () => {
    const outcome = await runKillLoop({ dataDir: await createUsedDataDir(), seed: SEED, minutes: 1, leastKills: KILLS })
    expect(outcome.faults, `FAULT_SEED=${SEED}\n${outcomeTable(outcome)}`).toEqual([])
    // However slow the machine, there was something to lose.
    expect(outcome.told.paid.size).toBeGreaterThanOrEqual(KILLS)
    expect(outcome.told.cancelled.size).toBeGreaterThan(0)
    expect(outcome.books.payments.some(({ provider_payment_id }) => provider_payment_id === null)).toBe(true)
  },
)
