/** The dotted paths of all errors in the form library's tree. */
export function pathsIn(errors: object, above = ''): string[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return []
    // A field may be called "type" itself, but then its error is an object.
    return 'type' in value && typeof value.type === 'string' ? [`${above}${key}`] : pathsIn(value, `${above}${key}.`)
  })
}
