/**
 * Uses one of the browser's storages and returns the result. If the storage is full, forbidden or spoilt, only the
 * convenience is lost: nothing is kept beyond this page, and the result is undefined.
 */
export function tryStorage<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
