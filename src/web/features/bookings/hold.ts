/** "14:32" where the visitor is: until when the seats of a pending booking are held. */
export function holdEndText(holdExpiresAt: string): string {
  return new Date(holdExpiresAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** "about 12 minutes left", counted in whole minutes so that it is not restless; undefined once it is over. */
export function holdLeftText(holdExpiresAt: string, now: number): string | undefined {
  const milliseconds = Date.parse(holdExpiresAt) - now
  if (!(milliseconds > 0)) return undefined
  const minutes = Math.ceil(milliseconds / 60_000)
  return minutes === 1 ? 'less than a minute left' : `${minutes} minutes left`
}
