/** What was pressed on a page before its script could respond (boot.ts). */
export type EarlyPresses = { pressed: HTMLElement[]; isDown: boolean }

declare global {
  interface Window {
    early?: EarlyPresses
  }
}

/** Presses again what was pressed too early, in the same order: on the page that was taken over, or on the one that took its place. */
export function pressAgain(): void {
  const { pressed } = window.early ?? { pressed: [] }
  delete window.early
  for (const element of pressed) {
    // What the browser itself opens is open already where its page has stayed.
    if (element.localName === 'button' || !element.isConnected) counterpartOf(element)?.click()
  }
}

/** Returns the element itself, or what now stands in its place: the same kind with the same id or name. */
export function counterpartOf(element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element
  const name = nameOf(element)
  return Array.from(document.querySelectorAll<HTMLElement>(element.localName)).find((other) => nameOf(other) === name)
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? (element.textContent || element.id)
}
