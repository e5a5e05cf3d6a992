import * as ledgerCalls from '../../src/shared/ledger/staff-calls.ts'
import { expect } from 'vitest'
import { LEDGER_ACCOUNTS } from '../../src/shared/ledger/staff.ts'
import type { Browser } from './browser.ts'

type Answer = Awaited<ReturnType<Browser['post']>>

/** Gives each account the number A01, A02, … in every currency. */
export async function numberAccounts(manager: Browser): Promise<void> {
  const numbers = Object.keys(LEDGER_ACCOUNTS).map((account, at) => ({
    account,
    currency: null,
    number: `A${String(at + 1).padStart(2, '0')}`,
  }))
  const { version } = (await manager.get(ledgerCalls.getExport.path)).json
  expect((await manager.put(ledgerCalls.changeExportNumbers.path, { version, numbers })).status).toBe(200)
}

/** Makes the next batch. */
export async function makeBatch(manager: Browser, withGenerated = false): Promise<Answer> {
  const { next: number } = (await manager.get(ledgerCalls.getExport.path)).json
  return manager.post(ledgerCalls.makeBatch.path, { number, withGenerated })
}
