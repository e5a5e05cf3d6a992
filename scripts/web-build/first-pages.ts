import type { Rollup } from 'vite'
import type { Program } from './boot.ts'

type Page = { shape: 'text' | 'picture' | 'search' | 'tour' | 'form' | 'list'; modules?: string[]; isGuarded?: boolean }

/** What pages that make calls load besides themselves (lazy-page.tsx). */
const CALLS = 'with-queries'

/**
 * The pages that a visit may begin at and that do not look like a text, by the first word of their address. Those with modules have
 * their scripts fetched beside the first ones.
 */
const PAGES: Record<string, Page> = {
  destinations: { shape: 'search', modules: [CALLS, 'destinations-page'], isGuarded: true },
  'destination-details': { shape: 'tour', modules: [CALLS, 'destination-details-page'], isGuarded: true },
  'vehicle-price': { shape: 'list', modules: [CALLS, 'vehicle-price-page'], isGuarded: true },
  bookings: { shape: 'list', modules: [CALLS, 'bookings-page'], isGuarded: true },
  success: { shape: 'list', modules: [CALLS, 'success-page'], isGuarded: true },
  settings: { shape: 'list', isGuarded: true },
  profile: { shape: 'list', isGuarded: true },
  login: { shape: 'form', modules: ['login-page'] },
  signup: { shape: 'form', modules: ['signup-page'] },
  'forgot-password': { shape: 'form' },
  'reset-password': { shape: 'form' },
  about: { shape: 'picture' },
  experiences: { shape: 'picture' },
  'rental-services': { shape: 'picture' },
  tools: { shape: 'picture' },
}

/** Returns what boot.ts has to know of the pages that a visit may begin at. Throws when one of them is not in the build. */
export function firstPages(bundle: Rollup.OutputBundle, entry: Rollup.OutputChunk): Pick<Program, 'files' | 'pages'> {
  const isThere = loadedWith([entry.fileName], bundle)
  const files: string[] = []
  const placeOf = (name: string) => {
    const place = files.indexOf(`/${name}`)
    return place === -1 ? files.push(`/${name}`) - 1 : place
  }
  const pages = Object.entries(PAGES).map(([word, { modules = [], ...page }]) => {
    const needed = loadedWith(
      modules.map((module) => chunkOf(module, bundle)),
      bundle,
    )
    const places = Array.from(needed)
      .filter((name) => !isThere.has(name))
      .map(placeOf)
    return [word, { ...page, files: places }]
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
