import { useEffect } from 'react'
import { create } from 'zustand'

type Visit = { title: string; path: string }

/** As the list of shortcuts shows them: one press, not two, so that it is no shortcut of single keys. */
export const PALETTE_KEYS = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** So many pages are remembered, until the tab is closed: their titles may be somebody's name. */
const MAX_RECENT = 6

export const usePalette = create<{ isOpen: boolean; recent: readonly Visit[] }>(() => ({ isOpen: false, recent: [] }))

export const openPalette = () => usePalette.setState({ isOpen: true })
export const closePalette = () => usePalette.setState({ isOpen: false })

/** Notes that a page is looked at. */
export function useVisit(title: string, path: string): void {
  useEffect(() => {
    usePalette.setState(({ recent }) => ({
      recent: [{ title, path }, ...recent.filter((each) => each.path !== path)].slice(0, MAX_RECENT),
    }))
  }, [title, path])
}

/** Opens and closes the palette by Ctrl or ⌘ K, also while somebody types. Called once, by the frame. */
export function usePaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const isOpen = usePalette.getState().isOpen
      // What another dialog asks comes first.
      if (!isOpen && document.querySelector('dialog[open]')) return
      event.preventDefault()
      usePalette.setState({ isOpen: !isOpen })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
