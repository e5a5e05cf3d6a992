const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Returns whether a text can be an id at all: the database refuses to compare any other with one, and a cast reads every row. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
