import { tabStore } from '#web/lib/tab-store.ts'

/** Placeholders for parts of a page that are still loading. */
const MISSING = 'main :is(.skeleton, .page-skeleton, [aria-busy="true"])'
/** Events by which people scroll a page or interact with it. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']
const MAX_KEPT = 100

/** Scroll position and page height when an entry was left, in pixels. */
type Place = { top: number; height: number }

const keptPlaces = tabStore('scroll-places', (kept) => (Array.isArray(kept) ? kept.filter(isKept) : undefined))
/** By key of the history entry. */
const places = new Map(keptPlaces.find())
let held: AbortController | undefined

function isKept(kept: unknown): kept is [string, Place] {
  if (!Array.isArray(kept)) return false
  const [entry, place] = kept as [unknown, Partial<Record<keyof Place, unknown>> | null]
  return typeof entry === 'string' && typeof place?.top === 'number' && typeof place.height === 'number'
}

/** Stores the places for this tab, because returning from another site creates a new document. */
export function keepPlacesBeyondPage(): void {
  keptPlaces.keep([...places].slice(-MAX_KEPT))
}

/** Undefined if this tab has not shown the entry. */
export function placeOf(entry: string): Place | undefined {
  return places.get(entry)
}

/** Records the current scroll position, unless a previous one is still being restored. */
export function keepPlace(entry: string): void {
  if (held) return
  places.delete(entry)
  places.set(entry, { top: window.scrollY, height: document.documentElement.scrollHeight })
}

/**
 * Restores a scroll position. While parts of the page are loading, their skeletons are shown from the top and scrolling is retried after
 * each part, until the page has its former height or the user interacts.
 */
export function goToPlace(place: Place): void {
  held?.abort()
  held = undefined
  // The top of a page is always available.
  if (isAt(place) || place.top === 0) return
  const holding = new AbortController()
  const { signal } = holding
  held = holding
  const letGo = () => {
    holding.abort()
    if (held === holding) held = undefined
  }
  const observer = new MutationObserver(() => {
    if (isAt(place)) letGo()
  })
  observer.observe(document.body, { subtree: true, childList: true })
  signal.addEventListener('abort', () => observer.disconnect())
  for (const act of ACTS) window.addEventListener(act, letGo, { passive: true, signal })
}

/** Scrolls as far as possible; returns whether the position was reached and nothing is still loading. */
function isAt({ top, height }: Place): boolean {
  const hasSkeletons = document.querySelector(MISSING) !== null
  const bottom = (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) + window.scrollY
  // If the page has not loaded that far yet, scrolling would only reveal the footer.
  window.scrollTo(0, !hasSkeletons || bottom >= top + window.innerHeight ? top : 0)
  return !hasSkeletons && document.documentElement.scrollHeight >= height && Math.abs(window.scrollY - top) <= 1
}
