/** What was pressed on a page before its script could respond (boot.ts). */
export type EarlyPresses = { pressed: HTMLElement[]; isDown: boolean }

declare global {
  interface Window {
    early?: EarlyPresses
  }
}

/** Replays early presses in their order, on the same page or the one that has replaced it. */
export function pressAgain(): void {
  const { pressed } = window.early ?? { pressed: [] }
  delete window.early
  for (const element of pressed) {
    // Whatever the browser opens natively is already open if its page has stayed.
    if (element.localName === 'button' || !element.isConnected) counterpartOf(element)?.click()
  }
}

/** Returns the element itself, or its replacement: one of the same kind with the same id or name. */
export function counterpartOf(element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element
  const name = nameOf(element)
  return Array.from(document.querySelectorAll<HTMLElement>(element.localName)).find((other) => nameOf(other) === name)
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? (element.textContent || element.id)
}
