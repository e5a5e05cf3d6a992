import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { tryStorage } from '#web/lib/try-storage.ts'

/** `keys`: one key, or two after one another such as `g q`. */
export type Shortcut = { keys: string; label: string; run: () => void }
type Group = { title: string; shortcuts: readonly Shortcut[] }

const OFF_KEY = 'console-shortcuts-off'
/** In milliseconds: how long the second key of two is waited for. */
const SECOND_KEY_MS = 1200

const groups = new Set<{ current: Group }>()

/** Whether the list of shortcuts is open, and whether they act at all: people who speak to their computer turn them off. */
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

/** Offers shortcuts while the page that calls this is shown. */
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

/** Returns what can be pressed now: the page's own first. */
export function listShortcuts(): Group[] {
  return Array.from(groups, ({ current }) => current)
    .filter(({ shortcuts }) => shortcuts.length > 0)
    .toReversed()
}

/** Makes the shortcuts act. Called once, by the frame. */
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
