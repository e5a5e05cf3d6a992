const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Check ids with this first: the database rejects a comparison with anything else, and a cast would scan every row. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
