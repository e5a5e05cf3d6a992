import { useEffect, useRef } from 'react'

/** What a heading speaks for. `data-place` names one that may be drawn again elsewhere, such as the card of a booking that is now over. */
const PLACES = 'article, section, [data-place]'

/**
 * Returns a ref for a region in which the heading of a card or section, or the place itself where it has a `tabIndex`, inherits the
 * focus of a control there that goes away, such as the button of what has just been done. The browser would drop it to the top of the
 * page, and screen readers would say nothing.
 */
export function useInheritedFocus() {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = region.current
    if (!root) return
    let control: Element | undefined
    let places: HTMLElement[] = []
    const track = ({ target }: FocusEvent) => {
      // A dialog gives the focus back to the control that opened it.
      if (!(target instanceof Element) || target.closest('dialog')) return
      control = root.contains(target) ? target : undefined
      places = control ? placesOf(control, root) : []
    }
    const observer = new MutationObserver(() => {
      if (!control || control.isConnected || document.activeElement !== document.body) return
      control = undefined
      const heir = places.map((place) => heirIn(place, root)).find(Boolean)
      if (!heir) return
      heir.tabIndex = -1
      // One that has moved is followed to where it is now.
      heir.focus({ preventScroll: places.some((place) => place.contains(heir)) })
    })
    observer.observe(root, { childList: true, subtree: true })
    document.addEventListener('focusin', track)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', track)
    }
  }, [])
  return region
}

/** Returns the places around a control, from within outwards. */
function placesOf(control: Element, root: Element): HTMLElement[] {
  const place = control.parentElement?.closest<HTMLElement>(PLACES)
  return place && root.contains(place) ? [place, ...placesOf(place, root)] : []
}

/** Returns what inherits the focus in a place, or in what is drawn instead of it elsewhere; undefined without either. */
function heirIn(place: HTMLElement, root: Element): HTMLElement | undefined {
  const named = () =>
    [...root.querySelectorAll<HTMLElement>('[data-place]')].find(({ dataset }) => dataset['place'] === place.dataset['place'])
  const present = place.isConnected ? place : named()
  return present?.hasAttribute('tabindex') ? present : (present?.querySelector<HTMLElement>('h1, h2, h3, h4') ?? undefined)
}
