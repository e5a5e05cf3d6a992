import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Set in `.env` for other programs than the site (.env.example). */
const FOR_OTHERS = ['POSTGRES_PASSWORD', 'COMPOSE_PROFILES', 'VITE_API_BASE_URL', 'CHROMIUM_PATH', 'TEST_DATABASE_URL', 'STRIPE_TEST_KEY']
/** Shorter names are near too many others: HOME is two letters from HOST. */
const LONG_NAME = 8
const READABLE_BY_OTHERS = 0o004

export interface EnvFile {
  values: Record<string, string | undefined>
  isOpen: boolean
}

/** Throws if the file is there but can’t be read. */
export function readEnvFile(file: string): EnvFile | undefined {
  try {
    return { values: parseEnv(readFileSync(file, 'utf8')), isOpen: (statSync(file).mode & READABLE_BY_OTHERS) !== 0 }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns a line for each name that is no setting of ours but nearly one. */
export function misspeltNames(values: Record<string, string | undefined>, known: readonly string[]): { name: string; line: string }[] {
  const all = [...known, ...FOR_OTHERS]
  return Object.entries(values).flatMap(([name, value]) => {
    const near = value && !all.includes(name) && all.find((each) => isNear(name.toUpperCase(), each))
    return near ? [{ name, line: `${name}: isn’t a setting. Did you mean ${near}?` }] : []
  })
}

function isNear(name: string, known: string): boolean {
  const most = known.length < LONG_NAME ? 1 : 2
  return name[0] === known[0] && Math.abs(name.length - known.length) <= most && distance(name, known) <= most
}

/** Counts letters added, left out, changed or swapped with the next. */
function distance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const change = (last[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const swap = isSwapped ? (before[at - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(change, swap, (last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    ;[before, last] = [last, next]
  }
  return last.at(-1) ?? 0
}
