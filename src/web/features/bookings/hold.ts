const DAY_MS = 86_400_000

/** When the hold ends, in the visitor's time zone: "14:35", or "28 Nov, 00:00" on another day. */
export function holdEndText(holdExpiresAt: string, now: number): string {
  const end = new Date(holdExpiresAt)
  const day = end.getTime() - now < DAY_MS ? {} : ({ day: 'numeric', month: 'short' } as const)
  return end.toLocaleString('en-GB', { ...day, hour: '2-digit', minute: '2-digit' })
}

/** "12 minutes left", in whole minutes, hours or days so that the text rarely changes; undefined once the hold is over. */
export function holdLeftText(holdExpiresAt: string, now: number): string | undefined {
  const milliseconds = Date.parse(holdExpiresAt) - now
  if (!(milliseconds > 0)) return undefined
  const minutes = Math.ceil(milliseconds / 60_000)
  if (minutes >= 2 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} days left`
  if (minutes >= 2 * 60) return `${Math.floor(minutes / 60)} hours left`
  return minutes === 1 ? 'less than a minute left' : `${minutes} minutes left`
}
