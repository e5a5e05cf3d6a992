import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startCardSandbox } from '../../packages/card-sandbox/sandbox.ts'
import type { PastPayment } from '../../src/server/seed/business/past-payments.ts'

/** Starts a card sandbox without state and with these past payments, as on a first start. Returns its port. */
export async function startPastCards(past: PastPayment[]): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-past-'))
  const pastFile = path.join(folder, 'past.jsonl')
  await writeFile(pastFile, past.map((payment) => `${JSON.stringify(payment)}\n`).join(''))
  const sandbox = await startCardSandbox({ port: 0, stateFile: path.join(folder, 'state.jsonl'), pastFile, publicPath: '/card-sandbox' })
  return {
    port: sandbox.port,
    async stop() {
      await sandbox.close()
      await rm(folder, { recursive: true })
    },
  }
}
