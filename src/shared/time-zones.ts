let zones: ReadonlySet<string> | undefined

/** Whether this runtime knows an IANA time zone, under any of its names. */
export function isTimeZone(name: string): boolean {
  zones ??= new Set(Intl.supportedValuesOf('timeZone'))
  if (zones.has(name)) return true
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return zones.has(timeZone)
  } catch {
    return false
  }
}

/** "London time" for `Europe/London`, and "UTC" for `UTC`. */
export function zoneText(timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return timeZone.includes('/') && !timeZone.startsWith('Etc/') ? `${place} time` : place
}
