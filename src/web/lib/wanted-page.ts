const KEY = 'wanted-page'

/** The page that a visitor asked for before being sent to the login; kept for this tab only. */
export function rememberWantedPage(page: string): void {
  try {
    globalThis.sessionStorage.setItem(KEY, page)
  } catch {
    // Without storage the visitor finds the page by the menu.
  }
}

export function findWantedPage(): string | null {
  try {
    return globalThis.sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function forgetWantedPage(): void {
  try {
    globalThis.sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
