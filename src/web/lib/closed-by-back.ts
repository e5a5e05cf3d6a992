import { useEffect, useEffectEvent } from 'react'

/** What is open over the page, the newest last. */
const closers: (() => void)[] = []

/** The second entries of a page in the history, by their keys (docs/decisions/0038). */
const steps = new Set<string>()

/**
 * Lets Back close what is open over the page, rather than change the page underneath. The browser allows it once for each time
 * that somebody acts on the page, so nobody is ever held back. Where it has no Navigation API, Back does as before.
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
    // Not even Back can be kept from leaving for another page; to leave a step is to stay.
    else if (!isStep(navigation.currentEntry)) return
    hasClosed = true
    close()
  })
  // Back from a step with nothing open means the page before, not this same page once more.
  navigation?.addEventListener('currententrychange', ({ navigationType, from }) => {
    const isBack = from.index === (navigation.currentEntry?.index ?? 0) + 1
    if (navigationType === 'traverse' && isBack && isStep(from) && !hasClosed) target.history.back()
  })
}

/** Closes what a component shows by Back, for as long as it is open. */
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

/** Gives Back somewhere to lead on this page: a page may refuse to be left for its own earlier entries, but not for another site. */
function addStep({ navigation, history }: Window): void {
  const { currentEntry } = navigation ?? {}
  if (!currentEntry || isStep(currentEntry) || navigation.entries()[currentEntry.index - 1]?.sameDocument) return
  history.pushState(history.state, '')
  steps.add(navigation.currentEntry?.key ?? '')
}

function isStep(entry: NavigationHistoryEntry | null): boolean {
  return entry !== null && steps.has(entry.key)
}
