/** One more with each version that can do without what a contract step drops, so that the sessions of those before are told from it. */
const GENERATION = 3

/** Returns the name that a connection has in `pg_stat_activity`. */
export function sessionName(part: string): string {
  return `meridian/${GENERATION} ${part}`
}
