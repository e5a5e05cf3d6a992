// The one inline script of index.html (docs/decisions/0008-prerendered-home.md). It runs before the page is painted,
// and fetches the program when nobody waits for anything else any more, or at once when somebody does.

export type Program = { entry: string; imports: string[]; styles: string }

/** The built program; written before this script by prerender-plugin.ts. */
declare const PROGRAM: Program

const marks = document.documentElement.classList
const isAtPage = () => location.hash.startsWith('#/') && location.hash.length > 2

// The search form was sent by the browser itself.
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
  for (const file of [PROGRAM.entry, ...PROGRAM.imports]) addLink('modulepreload', file).catch(() => {})
  addLink('preload', PROGRAM.styles, 'style').catch(() => {})
  // The whole sheet comes after the page's own styles, which are a part of it: before them it would lose to them.
  Promise.resolve(whenParsed())
    .then(() => addLink('stylesheet', PROGRAM.styles))
    .then(() => import(PROGRAM.entry) as Promise<unknown>)
    .catch(() => {
      // No connection: what is there stays readable, and the next touch tries again.
      isStarted = false
      marks.remove('is-at-page', 'is-leaving')
    })
}

function addLink(rel: string, href: string, as = ''): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel, as, href })
  document.head.append(link)
  return new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }))
}

function whenParsed(): unknown {
  if (document.readyState !== 'loading') return undefined
  return new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }))
}

// What was pressed too early is pressed again by main.tsx.
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
