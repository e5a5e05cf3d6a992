import type { Config } from '../config.ts'

/** The accounts of the demo (seed/accounts.json), which all its visitors share. */
export const DEMO_IDS: ReadonlySet<string> = new Set(['user_1', 'admin_1'])

/** Returns whether an account keeps its published password and gets no second factor: one of the demo's, outside production. */
export function isOpenDemo({ NODE_ENV }: Pick<Config, 'NODE_ENV'>, userId: string): boolean {
  return NODE_ENV !== 'production' && DEMO_IDS.has(userId)
}
