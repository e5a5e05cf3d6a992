import { useEffect, useEffectEvent } from 'react'

/** Everything open over the page, newest last. */
const closers: (() => void)[] = []

/** Keys of the extra history entries that pages add. */
const steps = new Set<string>()

/**
 * Lets Back close what is open over the page instead of leaving the page. Browsers allow that once per user interaction, so no one is ever
 * trapped. Without the Navigation API, Back works as usual.
 */
export function listenForBack(target: Window): void {
  const { navigation } = target
  let hasClosed = false
  navigation?.addEventListener('navigate', (event) => {
    const close = closers.at(-1)
    const isBack = event.navigationType === 'traverse' && event.destination.index < (navigation.currentEntry?.index ?? 0)
    hasClosed = false
    if (!close || !isBack) return
    if (event.cancelable) event.preventDefault()
    // Leaving for another document cannot be prevented; leaving an extra entry means staying on the page.
    else if (!isStep(navigation.currentEntry)) return
    hasClosed = true
    close()
  })
  // Back from an extra entry with nothing open should lead to the previous page, not to the same page again.
  navigation?.addEventListener('currententrychange', ({ navigationType, from }) => {
    const isBack = from.index === (navigation.currentEntry?.index ?? 0) + 1
    if (navigationType === 'traverse' && isBack && isStep(from) && !hasClosed) target.history.back()
  })
}

/** Lets Back close what a component shows while it is open. */
export function useClosedByBack(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const closer = () => closeNow()
    addStep(window)
    closers.push(closer)
    return () => void closers.splice(closers.lastIndexOf(closer), 1)
  }, [isOpen])
}

/** Adds an extra history entry: a page may prevent going back to its own entries, but not to another site. */
function addStep({ navigation, history }: Window): void {
  const { currentEntry } = navigation ?? {}
  if (!currentEntry || isStep(currentEntry) || navigation.entries()[currentEntry.index - 1]?.sameDocument) return
  history.pushState(history.state, '')
  steps.add(navigation.currentEntry?.key ?? '')
}

function isStep(entry: NavigationHistoryEntry | null): boolean {
  return entry !== null && steps.has(entry.key)
}
