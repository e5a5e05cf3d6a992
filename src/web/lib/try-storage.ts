/**
 * Uses one of the browser's storages. One that is full, forbidden or spoiled only costs the convenience: what it was to
 * keep lives as long as the page, and what it was to tell is undefined.
 */
export function tryStorage<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
