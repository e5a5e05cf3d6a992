import { useEffect, useRef } from 'react'

/**
 * Returns a ref for a region in which a heading inherits the focus of a control that goes away: the button of what has just been done,
 * or one on a card that is now elsewhere. It is the heading of the control's card or section, else that of the region. The browser
 * would drop the focus to the top of the page, and screen readers would say nothing. A card that may move names itself in `data-card`.
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
      const heading = places.map((place) => headingOf(present(place, root))).find(Boolean)
      if (heading) focusHeading(heading)
      // May be far away, and what has happened need not have been asked for here.
      else focusHeading(headingOf(root), { preventScroll: true })
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

/** Returns the cards and sections around a control, from within outwards. */
function placesOf(control: Element, root: Element): HTMLElement[] {
  const place = control.parentElement?.closest<HTMLElement>('article, section')
  return place && root.contains(place) ? [place, ...placesOf(place, root)] : []
}

/** Returns the place, or what is drawn instead of it elsewhere; undefined when it is gone. */
function present(place: HTMLElement, root: Element): Element | undefined {
  if (place.isConnected) return place
  const { card } = place.dataset
  return [...root.querySelectorAll<HTMLElement>('[data-card]')].find(({ dataset }) => dataset['card'] === card)
}

function headingOf(place: Element | undefined): HTMLElement | undefined {
  return place?.querySelector<HTMLElement>('h1, h2, h3, h4') ?? undefined
}

function focusHeading(heading: HTMLElement | undefined, options?: FocusOptions): void {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus(options)
}
