// The one inline script of index.html (docs/decisions/0008-prerendered-home.md). It runs before the page is painted,
// and fetches the first-load scripts as soon as the visitor does anything, or at once when they are needed to show the page.

export type Program = { entry: string; imports: string[] }

/** The first-load scripts of the build; written in front of this script by prerender-plugin.ts. */
declare const PROGRAM: Program

/** In milliseconds: for somebody who only looks, the scripts come once everything else has long been there. */
const STILL_MS = 8000

const marks = document.documentElement.classList
const isAtPage = () => location.hash.startsWith('#/') && location.hash.length > 2

// The browser itself has submitted the search form.
const asked = new URLSearchParams(location.search).get('search')
if (asked !== null) history.replaceState(null, '', `/#/destinations?search=${encodeURIComponent(asked)}`)

if (hasSession()) marks.add('has-session')
if (isAtPage()) marks.add('is-at-page')
if (location.hash.startsWith('#/admin')) marks.add('is-at-console')

function hasSession(): boolean {
  try {
    const stored = JSON.parse(localStorage.getItem('root') ?? 'null') as { isAuthenticated?: unknown } | null
    return stored?.isAuthenticated === true
  } catch {
    return false
  }
}

let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  for (const href of [PROGRAM.entry, ...PROGRAM.imports]) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  startProgram().catch(() => {
    // No connection: what is there stays readable, and the next interaction tries again.
    isStarted = false
    marks.remove('is-at-page', 'is-leaving')
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

// Whatever was pressed too early is pressed again by main.tsx.
addEventListener('click', (event) => {
  // Assistive technology clicks without a pointer.
  start()
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-press-again]')
  if (button && !marks.contains('is-live')) Object.assign(window, { pressedEarly: button })
})
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll']) addEventListener(kind, start, { passive: true })
addEventListener('hashchange', () => {
  if (!isAtPage() || marks.contains('is-live')) return
  marks.add('is-leaving')
  start()
})
if (hasSession() || isAtPage()) start()
else
  addEventListener('load', () => {
    setTimeout(start, STILL_MS)
    void showSlides()
  })

/** Lets the other pictures load, and the slides change (hero.css) once none of them would be empty. */
async function showSlides(): Promise<void> {
  // The first picture may have arrived without having been painted.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  marks.add('is-loaded')
  const pictures = document.querySelectorAll<HTMLImageElement>('.hero-slide img')
  await Promise.all(Array.from(pictures, async (picture) => picture.decode().catch(() => undefined)))
  marks.add('has-slides')
}
