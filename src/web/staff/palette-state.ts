import { useEffect } from 'react'
import { create } from 'zustand'

type Visit = { title: string; path: string }

/** As shown in the list of shortcuts. A combination, so it does not count as a single-key shortcut. */
export const PALETTE_KEYS = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** How many pages are remembered, only until the tab is closed: their titles may contain names. */
const MAX_RECENT = 6

export const usePalette = create<{ isOpen: boolean; recent: readonly Visit[] }>(() => ({ isOpen: false, recent: [] }))

export const openPalette = () => usePalette.setState({ isOpen: true })
export const closePalette = () => usePalette.setState({ isOpen: false })

export function useVisit(title: string, path: string): void {
  useEffect(() => {
    usePalette.setState(({ recent }) => ({
      recent: [{ title, path }, ...recent.filter((each) => each.path !== path)].slice(0, MAX_RECENT),
    }))
  }, [title, path])
}

/** Toggles the palette on Ctrl or ⌘ K, even while typing. Called once, by the layout. */
export function usePaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const isOpen = usePalette.getState().isOpen
      // Another open dialog takes precedence.
      if (!isOpen && document.querySelector('dialog[open]')) return
      event.preventDefault()
      usePalette.setState({ isOpen: !isOpen })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
