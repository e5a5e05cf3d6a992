// The only inline script of index.html. It runs before the first paint and loads the initial
// scripts on the visitor's first interaction, or at once if the page cannot be shown without them.

import type { EarlyPresses } from './press-again.ts'

/** `shape` is the page's skeleton (page-skeleton.css); `files` are its scripts beyond the initial ones, as indexes into `Program.files`. */
export type FirstPage = { shape: string; isGuarded?: boolean; files: number[] }

/** `pages` is keyed by the first segment of the path. */
export type Program = { entry: string; imports: string[]; files: string[]; pages: Record<string, FirstPage> }

/** The build's initial scripts; prerender-plugin.ts inserts the value before this script. */
declare const PROGRAM: Program

/** For visitors who only look, the scripts load after this many milliseconds, long after everything else. */
const STILL_MS = 8000
/** By then the next frame's content has been painted, even if a frame takes long; in milliseconds. */
const SEEN_MS = 200

const marks = document.documentElement.classList
const isAtPage = () => location.hash.startsWith('#/') && location.hash.length > 2

// The browser itself has submitted the search form.
const asked = new URLSearchParams(location.search).get('search')
if (asked !== null) history.replaceState(null, '', `/#/destinations?search=${encodeURIComponent(asked)}`)

if (hasSession()) marks.add('has-session')
if (isAtPage()) marks.add('is-at-page')
document.documentElement.dataset['shape'] = firstPage()?.shape ?? 'text'
if (location.hash.startsWith('#/admin')) marks.add('is-at-console')

function hasSession(): boolean {
  try {
    const stored = JSON.parse(localStorage.getItem('root') ?? 'null') as { isAuthenticated?: unknown } | null
    return stored?.isAuthenticated === true
  } catch {
    return false
  }
}

/** The page that the address leads to, or the login if it needs a session and there is none. */
function firstPage(): FirstPage | undefined {
  const word = location.hash.slice(2).split(/[/?]/, 1).join('')
  if (!Object.hasOwn(PROGRAM.pages, word)) return undefined
  const page = PROGRAM.pages[word]
  const isOpen = word.startsWith('destination') && document.querySelector('meta[name="open-catalogue"]') !== null
  return page?.isGuarded && !hasSession() && !isOpen ? PROGRAM.pages['login'] : page
}

let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  // Includes the page's own scripts, because on a slow connection each round trip is noticeable.
  const ofPage = firstPage()?.files.map((place) => PROGRAM.files[place] ?? '') ?? []
  for (const href of [PROGRAM.entry, ...PROGRAM.imports, ...ofPage]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  startProgram().catch(() => {
    // Offline: the content stays readable, and the next interaction tries again.
    isStarted = false
    marks.remove('is-at-page', 'is-leaving', 'is-pressed')
    void reloadIfUpgraded()
  })
}

/**
 * Reloads the page if a newer site no longer has its scripts, but at most once in ten minutes: a site that is served in two versions would
 * otherwise reload for ever. Returns whether it does.
 */
async function reloadIfUpgraded(): Promise<boolean> {
  try {
    const page = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    if (!page.ok || (await page.text()).includes(PROGRAM.entry)) return false
    if (Date.now() - Number(sessionStorage.getItem('reloadedAt')) < 600_000) return false
    sessionStorage.setItem('reloadedAt', String(Date.now()))
    location.reload()
    return true
  } catch {
    return false
  }
}

/** Loads the scripts one at a time: each is a separate task, so the page stays responsive in between. */
async function startProgram(): Promise<void> {
  await whenParsed()
  for (const file of [...PROGRAM.imports, PROGRAM.entry]) await import(file)
}

async function whenParsed(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** main.tsx replays whatever was pressed too early. */
const early: EarlyPresses = { pressed: [], isDown: false }
Object.assign(window, { early, reloadIfUpgraded })
addEventListener('click', (event) => {
  // Assistive technology clicks without a pointer.
  start()
  // Buttons with commands and submit buttons work without a script.
  const element = event.target instanceof Element && event.target.closest<HTMLElement>('button[type="button"]:not([command]), summary')
  if (!element || marks.contains('is-live')) return
  early.pressed.push(element)
  if (element.localName === 'button') marks.add('is-pressed')
})
addEventListener('pointerdown', () => (early.isDown = true))
for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, () => (early.isDown = false))
for (const kind of ['pointerdown', 'keydown', 'focusin', 'scroll']) addEventListener(kind, start, { passive: true })
// A browser also reports a resting pointer when the page appears under it.
addEventListener('pointermove', ({ movementX, movementY }) => (movementX || movementY) && start(), { passive: true })
addEventListener('hashchange', () => {
  if (!isAtPage() || marks.contains('is-live')) return
  marks.add('is-leaving')
  start()
})
const isWanted = hasSession() || isAtPage()
if (isWanted) start()
if (!isWanted) {
  addEventListener('load', () => {
    setTimeout(start, STILL_MS)
    void showSlides()
  })
}

/** Lets the other pictures load once the page is painted, and the slides change (hero.css) once none of them would be empty. */
async function showSlides(): Promise<void> {
  // The first picture may have arrived without having been painted; until then the line belongs to it and the fonts.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, SEEN_MS)))
  marks.add('is-loaded')
  const pictures = document.querySelectorAll<HTMLImageElement>('.hero-slide img')
  await Promise.all(Array.from(pictures, async (picture) => picture.decode().catch(() => undefined)))
  marks.add('has-slides')
}
