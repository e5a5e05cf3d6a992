import { expect } from 'vitest'
import { LEDGER_ACCOUNTS } from '../../src/shared/ledger/staff.ts'
import { calls } from '../../src/shared/paths.ts'
import type { Browser } from './browser.ts'

type Answer = Awaited<ReturnType<Browser['post']>>

/** Gives each account the number A01, A02, … in every currency. */
export async function numberAccounts(manager: Browser): Promise<void> {
  const numbers = Object.keys(LEDGER_ACCOUNTS).map((account, at) => ({
    account,
    currency: null,
    number: `A${String(at + 1).padStart(2, '0')}`,
  }))
  const { version } = (await manager.get(calls.staffExport)).json
  expect((await manager.put(calls.exportNumbers, { version, numbers })).status).toBe(200)
}

/** Makes the next batch. */
export async function makeBatch(manager: Browser, withGenerated = false): Promise<Answer> {
  const { next: number } = (await manager.get(calls.staffExport)).json
  return manager.post(calls.exportBatches, { number, withGenerated })
}
