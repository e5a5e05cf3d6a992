import fc from 'fast-check'

/** What a careless server may put in place of a field; undefined leaves it out. */
const SPOILS = [undefined, null, '', 'soon', '2026-02-30', -1, 0, true, [], {}, [null]]

type Path = readonly string[]

/** Returns the paths of all fields and entries of a response. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsOf(inner, [...path, name])])
}

/** Returns arbitrary variants of a response in which some fields, at any depth, are missing, null or something else. A failure names its seed. */
export function spoilt(answer: unknown): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.constantFrom(...pathsOf(answer)), fc.constantFrom(...SPOILS))
  return fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) => {
    const copy: unknown = structuredClone(answer)
    // A copy each time: a later change may reach into what an earlier one put there.
    for (const [path, spoil] of changes) put(copy, path, structuredClone(spoil))
    return copy
  })
}

function put(value: unknown, path: Path, spoil: unknown): void {
  const [name = '', ...rest] = path
  // It may itself have been spoilt by an earlier change.
  if (typeof value !== 'object' || value === null) return
  // A list in place of an object has a length too, which cannot be anything.
  if (Array.isArray(value) && name === 'length') return
  const fields = value as Record<string, unknown>
  if (rest.length > 0) put(fields[name], rest, spoil)
  else if (spoil === undefined && !Array.isArray(value)) delete fields[name]
  else fields[name] = spoil
}

/** What must never appear on a page. */
export const NONSENSE = /Invalid Date|NaN|undefined|\[object|\bnull\b/
