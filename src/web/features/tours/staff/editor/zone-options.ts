/** All time zones to choose from, with the saved one, which may go by a different name in this browser. */
export function zoneOptions(saved: string) {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...(saved === '' ? [] : [saved])])
  return [...names].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
