import type { Rollup } from 'vite'
import { PAGE_SHAPES } from '../../src/web/lib/page-shapes.ts'
import type { Program } from '../../src/web/delivery/boot.ts'

type Page = { modules?: string[]; isGuarded?: boolean }

/** Loaded by pages that make calls (lazy-page.tsx). */
const CALLS = 'query-client'
/** Loaded by every page except home. */
const PLACE = 'kept-place'

/** Pages with a skeleton, either behind the login or with scripts fetched along with the first ones. */
const PAGES: Record<string, Page> = {
  destinations: { modules: [PLACE, CALLS, 'destinations-page'], isGuarded: true },
  'destination-details': { modules: [PLACE, CALLS, 'destination-details-page'], isGuarded: true },
  'vehicle-price': { modules: [PLACE, CALLS, 'vehicle-price-page'], isGuarded: true },
  bookings: { modules: [PLACE, CALLS, 'bookings-page'], isGuarded: true },
  success: { modules: [PLACE, CALLS, 'success-page'], isGuarded: true },
  settings: { isGuarded: true },
  profile: { isGuarded: true },
  login: { modules: [PLACE, 'login-page'] },
  signup: { modules: [PLACE, 'signup-page'] },
}

/** Returns what boot.ts needs for pages where a visit may start. Throws if one of them is not in the build. */
export function firstPages(bundle: Rollup.OutputBundle, entry: Rollup.OutputChunk): Pick<Program, 'files' | 'pages'> {
  const isThere = loadedWith([entry.fileName], bundle)
  const files: string[] = []
  const placeOf = (name: string) => {
    const place = files.indexOf(`/${name}`)
    return place === -1 ? files.push(`/${name}`) - 1 : place
  }
  const pages = Object.entries(PAGE_SHAPES).map(([word, shape]) => {
    const { modules = [], ...page } = PAGES[word] ?? {}
    const needed = loadedWith(
      modules.map((module) => chunkOf(module, bundle)),
      bundle,
    )
    const places = Array.from(needed)
      .filter((name) => !isThere.has(name))
      .map(placeOf)
    return [word, { shape, ...page, files: places }]
  })
  return { files, pages: Object.fromEntries(pages) as Program['pages'] }
}

function chunkOf(module: string, bundle: Rollup.OutputBundle): string {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}.tsx`))
  if (!chunk) throw new Error(`The build has no script for ${module}.tsx, which first-pages.ts names.`)
  return chunk.fileName
}

function loadedWith(names: string[], bundle: Rollup.OutputBundle, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = bundle[name]
    if (file?.type !== 'chunk' || found.has(name)) continue
    found.add(name)
    loadedWith(file.imports, bundle, found)
  }
  return found
}
