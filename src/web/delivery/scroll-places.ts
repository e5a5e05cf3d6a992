import { tabStore } from '#web/lib/tab-store.ts'

/** What stands in for a part of a page that is still to come. */
const MISSING = 'main :is(.skeleton, .page-skeleton, [aria-busy="true"])'
/** What people do to move a page, or to act on what they see. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']
const MAX_KEPT = 100

/** In pixels: how far down a page was left, and how tall it was then. */
type Place = { top: number; height: number }

const keptPlaces = tabStore('scroll-places', (kept) => (Array.isArray(kept) ? kept.filter(isKept) : undefined))
/** Where each entry of this tab's history was left. */
const places = new Map(keptPlaces.find())
let held: AbortController | undefined

function isKept(kept: unknown): kept is [string, Place] {
  if (!Array.isArray(kept)) return false
  const [entry, place] = kept as [unknown, Partial<Record<keyof Place, unknown>> | null]
  return typeof entry === 'string' && typeof place?.top === 'number' && typeof place.height === 'number'
}

/** Keeps the places for this tab: Back from another site finds a new document. */
export function keepPlacesBeyondPage(): void {
  keptPlaces.keep([...places].slice(-MAX_KEPT))
}

/** Returns where an entry was left; undefined when this tab has not shown it. */
export function placeOf(entry: string): Place | undefined {
  return places.get(entry)
}

/** Remembers where an entry is now, unless its page is still on the way to its place. */
export function keepPlace(entry: string): void {
  if (held) return
  places.delete(entry)
  places.set(entry, { top: window.scrollY, height: document.documentElement.scrollHeight })
}

/**
 * Scrolls to a place. While parts of the page are still to come, their skeletons are shown from the top, and the place is found
 * again with each part, until the page is as tall as it was or somebody acts on it.
 */
export function goToPlace(place: Place): void {
  held?.abort()
  held = undefined
  // The top of a page is always there.
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

/** Scrolls there as far as possible, and returns whether that is the place, in a page of which nothing is missing. */
function isAt({ top, height }: Place): boolean {
  const hasSkeletons = document.querySelector(MISSING) !== null
  const bottom = (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) + window.scrollY
  // The footer of a page that is not there yet is not the place.
  window.scrollTo(0, !hasSkeletons || bottom >= top + window.innerHeight ? top : 0)
  return !hasSkeletons && document.documentElement.scrollHeight >= height && Math.abs(window.scrollY - top) <= 1
}
