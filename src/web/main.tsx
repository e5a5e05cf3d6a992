import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '#web/app.tsx'
import { followOtherTabs, getSession, onSessionChange, whenRehydrated } from '#web/lib/session.ts'
import { prefetchPages } from './prefetch.ts'
import { routes } from './router.tsx'
import '#web/styles/main.css'

declare global {
  interface Window {
    /** A button of the prerendered page that was pressed before this script was there (boot.ts). */
    pressedEarly?: HTMLElement
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const page = document.documentElement.classList

// "#main" of the skip link, followed before this script was there, is no page.
if (location.hash !== '' && !location.hash.startsWith('#/')) history.replaceState(null, '', location.pathname)
const isHome = location.hash.replace(/^#\/?/, '') === ''

followOtherTabs(window)
prefetchPages(document, routes)
const showSession = () => page.toggle('has-session', getSession().isAuthenticated)
onSessionChange(showSession)

function whenShown(addressAtStart: string) {
  page.remove('is-at-page', 'is-at-console', 'is-leaving')
  page.add('is-live')
  // The router listens only now: an address that changed while React took the page over has to be told to it.
  if (location.hash !== addressAtStart) window.dispatchEvent(new PopStateEvent('popstate'))
  const { pressedEarly } = window
  delete window.pressedEarly
  // Not now, while React is busy with this very effect: what was pressed may not be taken over yet.
  setTimeout(() => pressedEarly?.click())
}

// The guards must not judge before the stored session is back.
void whenRehydrated().then(() => {
  showSession()
  const addressAtStart = location.hash
  // An address that changes meanwhile leads to another page than the prerendered one: React renders it instead, rightly.
  const onRecoverableError = (error: unknown) => {
    if (location.hash === addressAtStart) reportError(error)
  }
  const app = <App onShown={() => whenShown(addressAtStart)} />
  // A transition takes the home page over in slices, so that the page answers meanwhile.
  if (isHome && root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app, { onRecoverableError }))
  // For another page React replaces what is there in one step.
  else createRoot(root).render(app)
})
