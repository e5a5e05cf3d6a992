const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Returns whether a text is a valid id: the database refuses to compare anything else with one, and a cast would scan every row. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
