const KEY = 'farewell'

/** The account is deleted: the page that comes next says so. Kept for this tab only. */
export function sayFarewell(): void {
  try {
    globalThis.sessionStorage.setItem(KEY, '1')
  } catch {
    // Without storage the mail says it.
  }
}

/** Whether it has to be said; once. */
export function takeFarewell(): boolean {
  try {
    const isToBeSaid = globalThis.sessionStorage.getItem(KEY) !== null
    globalThis.sessionStorage.removeItem(KEY)
    return isToBeSaid
  } catch {
    return false
  }
}
