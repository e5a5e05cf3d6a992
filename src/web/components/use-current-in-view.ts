import { useEffect, useRef } from 'react'

export function useCurrentInView<Row extends HTMLElement>(current: string) {
  const row = useRef<Row>(null)
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !link) return
    // Not scrollIntoView, which may also scroll the page.
    const [within, place] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()]
    row.current.scrollLeft += place.left + place.width / 2 - (within.left + within.width / 2)
  }, [current])
  return row
}
