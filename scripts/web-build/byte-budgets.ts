import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Scripts that load before this one runs. */
export type Script = {
  name: string
  imports: string[]
  bytes: number
  isEntry: boolean
  isPage: boolean
  /** True if it is behind the login, so that no visit starts there. */
  isSignedIn: boolean
  /** True if it contains part of the staff console. */
  isConsole: boolean
}

/**
 * Gzipped bytes: the script that takes over the home page, and what another page adds. Console pages may be larger,
 * because staff machines cache them.
 */
const BUDGETS = { entry: 109_700, page: 61_000, signedInPage: 70_500, consolePage: 104_500 }

export function overBudget(scripts: Script[], budgets = BUDGETS): string[] {
  const byName = new Map(scripts.map((script) => [script.name, script]))
  const withImports = (name: string) => loadedWith(name, byName)
  const weigh = (names: string[]) => names.reduce((sum, name) => sum + (byName.get(name)?.bytes ?? 0), 0)

  const first = new Set(scripts.filter(({ isEntry }) => isEntry).flatMap(({ name }) => Array.from(withImports(name))))
  const weights = scripts
    .filter(({ isPage }) => isPage)
    .map(({ name, isSignedIn, isConsole }) => ({
      name,
      bytes: weigh(Array.from(withImports(name)).filter((each) => !first.has(each))),
      budget: isConsole ? budgets.consolePage : isSignedIn ? budgets.signedInPage : budgets.page,
    }))
  return [{ name: 'the entry', bytes: weigh(Array.from(first)), budget: budgets.entry }, ...weights]
    .filter(({ bytes, budget }) => bytes > budget)
    .map(({ name, bytes, budget }) => `${name} loads ${bytes} bytes of script as gzip: at most ${budget} are agreed.`)
}

/** Returns a line for each script of a public page that contains part of the console. */
export function consoleLeaks(scripts: Script[]): string[] {
  const byName = new Map(scripts.map((script) => [script.name, script]))
  return scripts
    .filter(({ isEntry, isPage, isConsole }) => isEntry || (isPage && !isConsole))
    .flatMap(({ name }) => Array.from(loadedWith(name, byName), (loaded) => ({ name, loaded })))
    .filter(({ loaded }) => byName.get(loaded)?.isConsole)
    .map(({ name, loaded }) => `${name} loads ${loaded}, which belongs to the staff console.`)
}

/** Returns the names of a script and of all scripts loaded before it runs. */
function loadedWith(name: string, byName: ReadonlyMap<string, Script>, found = new Set<string>()): Set<string> {
  const script = byName.get(name)
  if (!script || found.has(name)) return found
  found.add(name)
  for (const imported of script.imports) loadedWith(imported, byName, found)
  return found
}

const SIGNED_IN_PAGE = /\/(bookings|booking-confirmation|profile|security|settings|success|vehicle-price)-page\.tsx$/
const CONSOLE_MODULE = /\/src\/web\/(staff|features\/[^/]+\/staff)\/|\/node_modules\/(cmdk|recharts)\//

/** Fails the build if a page exceeds its budget or a public page loads part of the console. */
export function byteBudgets(): Plugin {
  return {
    name: 'meridian:byte-budgets',
    apply: 'build',
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk') return []
        const { fileName, imports, isEntry, facadeModuleId, moduleIds, code } = file
        const isPage = facadeModuleId?.endsWith('-page.tsx') === true
        const isSignedIn = SIGNED_IN_PAGE.test(facadeModuleId ?? '')
        const isConsole = moduleIds.some((id) => CONSOLE_MODULE.test(id))
        return [{ name: fileName, imports, isEntry, isPage, isSignedIn, isConsole, bytes: gzipSync(code, { level: 9 }).length }]
      })
      const faults = [...overBudget(scripts), ...consoleLeaks(scripts)]
      if (faults.length > 0) this.error(faults.join('\n'))
    },
  }
}
