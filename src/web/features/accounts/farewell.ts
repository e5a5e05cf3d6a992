import { findInTab, forgetInTab, keepInTab } from '#web/lib/tab-storage.ts'

const KEY = 'farewell'

/** The account is deleted: the page that comes next says so. Without storage the mail says it. */
export function sayFarewell(): void {
  keepInTab(KEY, true)
}

export function isFarewellDue(): boolean {
  return findInTab(KEY, Boolean) ?? false
}

/** It has been said. */
export function forgetFarewell(): void {
  forgetInTab(KEY)
}
