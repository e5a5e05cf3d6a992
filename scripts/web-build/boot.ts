// The one inline script of index.html (docs/decisions/0008-prerendered-home.md). It runs before the page is painted,
// and fetches the first-load scripts when the page is idle, or at once when the visitor is waiting for them.

export type Program = { entry: string; imports: string[] }

/** The first-load scripts of the build; written in front of this script by prerender-plugin.ts. */
declare const PROGRAM: Program

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
  const button = event.target instanceof Element && event.target.closest<HTMLElement>('[data-press-again]')
  if (button && !marks.contains('is-live')) Object.assign(window, { pressedEarly: button })
})
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, start, { passive: true })
addEventListener('hashchange', () => {
  if (!isAtPage() || marks.contains('is-live')) return
  marks.add('is-leaving')
  start()
})
if (hasSession() || isAtPage()) start()
else
  addEventListener(
    'load',
    () => void ('requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 2000 }) : setTimeout(start, 200)),
  )
