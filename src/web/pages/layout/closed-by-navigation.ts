import { useLayoutEffect, useRef } from 'react'
import { closePanel } from '#web/components/modal-panel.tsx'

/**
 * Closes a panel after a navigation, before the page focuses its heading, which an open modal prevents. A panel opened before this script
 * ran stays open.
 */
export function useClosedByNavigation(panel: string, place: unknown): void {
  const shown = useRef(place)
  useLayoutEffect(() => {
    if (shown.current !== place) closePanel(panel)
    shown.current = place
  }, [panel, place])
}
