// The one inline script of index.html (docs/decisions/0008-prerendered-home.md). It runs before the page is painted,
// and fetches the first-load scripts as soon as the visitor does anything, or at once when they are needed to show the page.

import type { EarlyPresses } from './press-again.ts'

/** `shape`: the skeleton of a page (page-skeleton.css); `files`: its scripts besides those of the first load, as places in `Program.files`. */
export type FirstPage = { shape: string; isGuarded?: boolean; files: number[] }

/** `pages`: by the first word of their address. */
export type Program = { entry: string; imports: string[]; files: string[]; pages: Record<string, FirstPage> }

/** The first-load scripts of the build; written in front of this script by prerender-plugin.ts. */
declare const PROGRAM: Program

/** In milliseconds: for somebody who only looks, the scripts come once everything else has long been there. */
const STILL_MS = 8000
/** In milliseconds: within them what the next frame shows is on the screen, also where a frame takes long. */
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

/** Returns the page that the address leads to: the login, where it needs a session that is not there. */
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
  // The page's own scripts too: on a slow line each round trip is felt.
  const ofPage = firstPage()?.files.map((place) => PROGRAM.files[place] ?? '') ?? []
  for (const href of [PROGRAM.entry, ...PROGRAM.imports, ...ofPage]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  startProgram().catch(() => {
    // No connection: what is there stays readable, and the next interaction tries again.
    isStarted = false
    marks.remove('is-at-page', 'is-leaving', 'is-pressed')
  })
}

/** Loads the scripts one by one: each is a separate task, and the page responds between them. */
async function startProgram(): Promise<void> {
  await whenParsed()
  for (const file of [...PROGRAM.imports, PROGRAM.entry]) await import(file)
}

async function whenParsed(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** Whatever was pressed too early is pressed again by main.tsx. */
const early: EarlyPresses = { pressed: [], isDown: false }
Object.assign(window, { early })
addEventListener('click', (event) => {
  // Assistive technology clicks without a pointer.
  start()
  // What has a command, and what submits a form, works without a script.
  const element = event.target instanceof Element && event.target.closest<HTMLElement>('button[type="button"]:not([command]), summary')
  if (!element || marks.contains('is-live')) return
  early.pressed.push(element)
  if (element.localName === 'button') marks.add('is-pressed')
})
addEventListener('pointerdown', () => (early.isDown = true))
for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, () => (early.isDown = false))
for (const kind of ['pointerdown', 'keydown', 'focusin', 'scroll']) addEventListener(kind, start, { passive: true })
// A browser also tells of a pointer that rests where the page has appeared under it.
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
