/**
 * Runs an operation on browser storage and returns its result. If the storage is full, blocked or corrupt, the result is undefined and
 * nothing outlives the page.
 */
export function tryStorage<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
