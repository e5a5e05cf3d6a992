import { PROOF_MINUTES } from '../../src/shared/proofs.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** Lets it be too long ago that somebody has signed in, or confirmed that it is them. */
export async function letProofsEnd({ deps }: Pick<TestApp, 'deps'>, { email }: Browser): Promise<void> {
  const owner = deps.db.selectFrom('users').select('id').where('email', '=', email)
  const moment = new Date(deps.now().getTime() - PROOF_MINUTES * 60_000)
  await deps.db.updateTable('sessions').set({ created_at: moment, proved_at: null }).where('user_id', '=', owner).execute()
}

/** Has everybody who is signed in confirmed just now that it is them, in a test that lets much time pass. */
export async function proveAll({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  await deps.db.updateTable('sessions').set({ proved_at: deps.now() }).execute()
}
