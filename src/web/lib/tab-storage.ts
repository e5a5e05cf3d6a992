// What this tab keeps for a reload or the way to another page and back. Storage that is full, switched off or spoiled
// only costs the convenience: nothing here ever throws.

export function keepInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden.
  }
}

/**
 * What was kept, as `read` makes it out: anything may stand there, and what `read` chokes on counts as nothing.
 * Returns undefined when there is nothing.
 */
export function findInTab<T>(key: string, read: (kept: unknown) => T): T | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : read(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Forbidden: then nothing was kept either.
  }
}
