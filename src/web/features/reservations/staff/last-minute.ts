/** Returns the last minute in which it can be paid: the day after it, at midnight, would read as one day more. */
export function lastMinute(dueAt: string): string {
  return new Date(Date.parse(dueAt) - 60_000).toISOString()
}
