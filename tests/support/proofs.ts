import { PROOF_MINUTES } from '../../src/shared/accounts/proofs.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

export async function letProofsEnd({ deps }: Pick<TestApp, 'deps'>, { email }: Browser): Promise<void> {
  const owner = deps.db.selectFrom('users').select('id').where('email', '=', email)
  const moment = new Date(deps.now().getTime() - PROOF_MINUTES * 60_000)
  await deps.db.updateTable('sessions').set({ created_at: moment, proved_at: null }).where('user_id', '=', owner).execute()
}

/** Renews the confirmation of identity of every session, for tests that move the clock far. */
export async function proveAll({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  await deps.db.updateTable('sessions').set({ proved_at: deps.now() }).execute()
}
