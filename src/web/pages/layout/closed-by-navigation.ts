import { useLayoutEffect, useRef } from 'react'
import { closePanel } from '#web/components/modal-panel.tsx'

/**
 * Closes a panel once another place is shown, and before that page puts the focus on its heading, which a modal keeps from it. A panel
 * that was opened before this script ran stays open.
 */
export function useClosedByNavigation(panel: string, place: unknown): void {
  const shown = useRef(place)
  useLayoutEffect(() => {
    if (shown.current !== place) closePanel(panel)
    shown.current = place
  }, [panel, place])
}
