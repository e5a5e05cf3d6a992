import fc from 'fast-check'

/** Values that a careless server may send for a field; undefined omits it. */
const SPOILS = [undefined, null, '', 'soon', '2026-02-30', -1, 0, true, [], {}, [null]]

type Path = readonly string[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsOf(inner, [...path, name])])
}

/** Generates variants of a response with fields, at any depth, missing, null or of another type. A failure names its seed. */
export function spoilt(answer: unknown): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.constantFrom(...pathsOf(answer)), fc.constantFrom(...SPOILS))
  return fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) => {
    const copy: unknown = structuredClone(answer)
    // Copied each time, because a later change may reach into an earlier one's value.
    for (const [path, spoil] of changes) put(copy, path, structuredClone(spoil))
    return copy
  })
}

function put(value: unknown, path: Path, spoil: unknown): void {
  const [name = '', ...rest] = path
  // An earlier change may have spoilt it already.
  if (typeof value !== 'object' || value === null) return
  // An array's length accepts only numbers.
  if (Array.isArray(value) && name === 'length') return
  const fields = value as Record<string, unknown>
  if (rest.length > 0) put(fields[name], rest, spoil)
  else if (spoil === undefined && !Array.isArray(value)) delete fields[name]
  else fields[name] = spoil
}

/** Text that must never appear on a page. */
export const NONSENSE = /Invalid Date|NaN|undefined|\[object|\bnull\b/
