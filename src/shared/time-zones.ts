let zones: ReadonlySet<string> | undefined

/** Returns whether a text names a time zone of the IANA database that is known here; other names of the same zone are known too. */
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
