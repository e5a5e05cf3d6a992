import { useEffect, useEffectEvent } from 'react'

/** What is open over the page, the newest last. */
const closers: (() => void)[] = []

/**
 * Lets Back close what is open over the page, rather than change the page underneath. The browser allows it once for each time
 * that somebody acts on the page, so nobody is ever held back. Where it has no Navigation API, Back does as before.
 */
export function listenForBack(target: Window): void {
  target.navigation?.addEventListener('navigate', (event) => {
    const close = closers.at(-1)
    const isBack = event.navigationType === 'traverse' && event.destination.index < (target.navigation?.currentEntry?.index ?? 0)
    if (!close || !isBack || !event.cancelable) return
    event.preventDefault()
    close()
  })
}

/** Closes something by Back from now on; the function that is returned ends that. */
export function closedByBack(close: () => void): () => void {
  closers.push(close)
  return () => void closers.splice(closers.lastIndexOf(close), 1)
}

/** Closes what a component shows by Back, for as long as it is open. */
export function useClosedByBack(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? closedByBack(() => closeNow()) : undefined), [isOpen])
}
