const KEY = 'farewell'

/** The account is deleted: the page that comes next says so. Kept for this tab only. */
export function sayFarewell(): void {
  try {
    globalThis.sessionStorage.setItem(KEY, '1')
  } catch {
    // Without storage the mail says it.
  }
}

export function isFarewellDue(): boolean {
  try {
    return globalThis.sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** It has been said. */
export function forgetFarewell(): void {
  try {
    globalThis.sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
