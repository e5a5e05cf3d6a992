import { tabStore } from './tab-store.ts'

/** What stands in for a part of a page that is still to come. */
const MISSING = 'main :is(.skeleton, .page-skeleton, [aria-busy="true"])'
/** What people do to move a page, or to act on what they see. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']
const MOST_KEPT = 100

type Place = [entry: string, top: number]

const keptPlaces = tabStore('scroll-places', (kept) => (Array.isArray(kept) ? kept.filter(isPlace) : undefined))
/** Where each entry of this tab's history was left, in pixels from the top. */
const places = new Map(keptPlaces.find())
let held: AbortController | undefined

function isPlace(kept: unknown): kept is Place {
  return Array.isArray(kept) && typeof kept[0] === 'string' && typeof kept[1] === 'number'
}

/** Keeps the places for this tab: Back from another site finds a new document. */
export function keepPlacesBeyondPage(): void {
  keptPlaces.keep([...places].slice(-MOST_KEPT))
}

/** Returns where an entry was left, in pixels; undefined when this tab has not shown it. */
export function placeOf(entry: string): number | undefined {
  return places.get(entry)
}

/** Remembers where an entry is now, unless its page is still on the way to its place. */
export function keepPlace(entry: string): void {
  if (held) return
  places.delete(entry)
  places.set(entry, window.scrollY)
}

/**
 * Scrolls to a place, in pixels from the top. While it is not there yet, because parts of the page are still to come, their
 * skeletons are shown from the top, and the place is found again with each part, until somebody acts on the page.
 */
export function goToPlace(top: number): void {
  held?.abort()
  held = undefined
  // The top of a page is always there.
  if (isAt(top) || top === 0) return
  const holding = new AbortController()
  const { signal } = holding
  held = holding
  const letGo = () => {
    holding.abort()
    if (held === holding) held = undefined
  }
  const observer = new MutationObserver(() => {
    if (isAt(top)) letGo()
  })
  observer.observe(document.body, { subtree: true, childList: true })
  signal.addEventListener('abort', () => observer.disconnect())
  for (const act of ACTS) window.addEventListener(act, letGo, { passive: true, signal })
}

/** Scrolls there as far as possible, and returns whether that is the place, in a page of which nothing is missing. */
function isAt(top: number): boolean {
  const isWhole = document.querySelector(MISSING) === null
  const bottom = (document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) + window.scrollY
  // The footer of a page that is not there yet is not the place.
  window.scrollTo(0, isWhole || bottom >= top + window.innerHeight ? top : 0)
  return isWhole && Math.abs(window.scrollY - top) <= 1
}
