/** Returns "14:32" in the visitor's time zone: when the hold on the seats of a pending booking ends. */
export function holdEndText(holdExpiresAt: string): string {
  return new Date(holdExpiresAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** Returns "12 minutes left", in whole minutes so that the text is not restless; undefined once the hold is over. */
export function holdLeftText(holdExpiresAt: string, now: number): string | undefined {
  const milliseconds = Date.parse(holdExpiresAt) - now
  if (!(milliseconds > 0)) return undefined
  const minutes = Math.ceil(milliseconds / 60_000)
  return minutes === 1 ? 'less than a minute left' : `${minutes} minutes left`
}
