import { useEffect, useRef } from 'react'

/**
 * Regions whose heading can inherit the focus. `data-place` names one that may be rendered again elsewhere, such as the card of a booking
 * that is now over.
 */
const PLACES = 'article, section, [data-place]'

/**
 * Returns a ref for a region. When a focused control in it disappears, such as the button just pressed, the heading of its card or section
 * inherits the focus, or the place itself if it has a `tabIndex`. Otherwise the browser would reset the focus to the top of the page, and
 * screen readers would say nothing.
 */
export function useInheritedFocus() {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const root = region.current
    if (!root) return
    let control: Element | undefined
    let places: HTMLElement[] = []
    const track = ({ target }: FocusEvent) => {
      // A dialog returns the focus to the control that opened it.
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
      // Scrolls only if the place has moved.
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

function placesOf(control: Element, root: Element): HTMLElement[] {
  const place = control.parentElement?.closest<HTMLElement>(PLACES)
  return place && root.contains(place) ? [place, ...placesOf(place, root)] : []
}

/** The element that inherits the focus in a place, or in its new rendering elsewhere; undefined if there is none. */
function heirIn(place: HTMLElement, root: Element): HTMLElement | undefined {
  const named = () =>
    [...root.querySelectorAll<HTMLElement>('[data-place]')].find(({ dataset }) => dataset['place'] === place.dataset['place'])
  const present = place.isConnected ? place : named()
  return present?.hasAttribute('tabindex') ? present : (present?.querySelector<HTMLElement>('h1, h2, h3, h4') ?? undefined)
}
