import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '#web/delivery/app.tsx'
import { listenForBack } from '#web/lib/closed-by-back.ts'
import { identityPrompt } from '#web/lib/access.ts'
import { followOtherTabs, getSession, onSessionChange, whenRehydrated } from '#web/lib/session.ts'
import { prefetchPages } from './delivery/prefetch.ts'
import { pressAgain } from './delivery/press-again.ts'
import { routes } from './router.tsx'
import '#web/styles/main.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const page = document.documentElement.classList

const { page: servedPage } = document.documentElement.dataset
// "#main" from the skip link, followed before this script ran, is not a page.
if (servedPage === undefined && location.hash !== '' && !location.hash.startsWith('#/')) history.replaceState(null, '', location.pathname)
const isHome = servedPage === undefined && location.hash.replace(/^#\/?/, '') === ''

followOtherTabs(window)
listenForBack(window)
prefetchPages(document, routes)
identityPrompt.confirm = async (refusal) => (await import('./features/accounts/confirm-identity.tsx')).confirmIdentity(refusal)
const showSession = () => page.toggle('has-session', getSession().isAuthenticated)
onSessionChange(showSession)

function whenShown(addressAtStart: string) {
  page.remove('is-at-page', 'is-at-console', 'is-leaving', 'is-pressed')
  page.add('is-live')
  // The router only starts listening now, so it has to be told of an address that changed during hydration.
  if (location.hash !== addressAtStart) window.dispatchEvent(new PopStateEvent('popstate'))
  // Not within this effect: the elements that were pressed may not be hydrated yet.
  setTimeout(pressAgain)
}

/** Returns what to do once the app has replaced the current page. */
const beforeReplacing = async () => {
  // A server-rendered page stays until the app can show the same.
  if (servedPage !== undefined) return (await import('./delivery/served-page.ts')).goOn(servedPage)
  if (!document.querySelector('dialog[open]')) return undefined
  // If this fails, the panel closes, but the page still comes.
  return import('./delivery/reopen-panel.ts').then(({ panelReopener }) => panelReopener()).catch(() => undefined)
}

// The guards must not decide before the stored session has been restored.
void Promise.all([whenRehydrated(), beforeReplacing()]).then(([, afterwards]) => {
  showSession()
  const addressAtStart = location.hash
  // If the address changes during hydration, the prerendered page no longer matches, and React correctly renders the other page instead.
  const onRecoverableError = (error: unknown) => {
    if (location.hash === addressAtStart) reportError(error)
  }
  const onShown = () => {
    whenShown(addressAtStart)
    afterwards?.()
  }
  const app = <App onShown={onShown} />
  // A transition hydrates the home page in slices, so that the page stays responsive.
  if (isHome && root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app, { onRecoverableError }))
  // For any other page React replaces the content in one step; after a served page, with what is already loaded.
  else if (servedPage === undefined) createRoot(root).render(app)
  else startTransition(() => createRoot(root).render(app))
})
