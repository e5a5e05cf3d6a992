import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { tryStorage } from '#web/lib/tab-store.ts'

/** `keys` is one key, or a sequence of two such as `g q`. */
export type Shortcut = { keys: string; label: string; run: () => void }
type Group = { title: string; shortcuts: readonly Shortcut[] }

const OFF_KEY = 'console-shortcuts-off'
/** How long to wait for the second key, in milliseconds. */
const SECOND_KEY_MS = 1200

const groups = new Set<{ current: Group }>()

/** Whether the list of shortcuts is open, and whether shortcuts are enabled: voice control users turn them off. */
export const useShortcutState = create(() => ({
  isHelpOpen: false,
  isOff: tryStorage(() => localStorage.getItem(OFF_KEY) === '1') ?? false,
}))

export const openHelp = () => useShortcutState.setState({ isHelpOpen: true })
export const closeHelp = () => useShortcutState.setState({ isHelpOpen: false })

export function turnShortcuts(isOff: boolean): void {
  useShortcutState.setState({ isOff })
  tryStorage(() => (isOff ? localStorage.setItem(OFF_KEY, '1') : localStorage.removeItem(OFF_KEY)))
}

/** Registers shortcuts while the calling component is mounted. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const group = useRef<Group>({ title, shortcuts })
  useEffect(() => {
    group.current = { title, shortcuts }
  })
  useEffect(() => {
    groups.add(group)
    return () => void groups.delete(group)
  }, [])
}

export function listShortcuts(): Group[] {
  return Array.from(groups, ({ current }) => current)
    .filter(({ shortcuts }) => shortcuts.length > 0)
    .toReversed()
}

/** Handles the keys. Called once, by the layout. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let first: { key: string; at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (useShortcutState.getState().isOff || isForSomethingElse(event)) return
      const before = first && event.timeStamp - first.at < SECOND_KEY_MS ? `${first.key} ` : ''
      first = undefined
      const all = [{ keys: '?', run: openHelp }, ...listShortcuts().flatMap(({ shortcuts }) => shortcuts)]
      const meant = all.find(({ keys }) => keys === `${before}${event.key}`)
      if (meant) {
        event.preventDefault()
        meant.run()
      } else if (all.some(({ keys }) => keys.startsWith(`${event.key} `))) first = { key: event.key, at: event.timeStamp }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isForSomethingElse({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null
  return isTyping || ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]') !== null
}
