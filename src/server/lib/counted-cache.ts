import { LRUCache } from 'lru-cache'

export interface CacheUse {
  hits: number
  misses: number
  entries: number
  bytes: number
}

export interface CountedCache<V> {
  get(key: string): V | undefined
  has(key: string): boolean
  set(key: string, value: V): void
  delete(key: string): void
  clear(): void
  /** What `get` has found since the start, and what is kept now. */
  use(): CacheUse
}

/** Keeps what was used last, of `maxBytes` at most. */
export function createCountedCache<V extends { size: number }>(maxBytes: number): CountedCache<V> {
  const kept = new LRUCache<string, V>({ maxSize: maxBytes, sizeCalculation: ({ size }) => size })
  let hits = 0
  let misses = 0
  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) misses += 1
      else hits += 1
      return value
    },
    has: (key) => kept.has(key),
    set: (key, value) => void kept.set(key, value),
    delete: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    use: () => ({ hits, misses, entries: kept.size, bytes: kept.calculatedSize }),
  }
}
