import { findInTab, forgetInTab, keepInTab } from '#web/lib/tab-storage.ts'

const KEY = 'wanted-page'

/** The page that a visitor asked for before being sent to the login; without storage they find it by the menu. */
export function rememberWantedPage(page: string): void {
  keepInTab(KEY, page)
}

export function findWantedPage(): string | null {
  return findInTab(KEY, (page) => (typeof page === 'string' ? page : null)) ?? null
}

export function forgetWantedPage(): void {
  forgetInTab(KEY)
}
