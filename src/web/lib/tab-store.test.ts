import { afterEach, describe, expect, it, vi } from 'vitest'
import { tabStore } from './tab-store.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(kept: Map<string, string>): void {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
}

const store = tabStore<unknown>('draft', (kept) => kept)

describe('what this tab keeps', () => {
  it('comes back as it was until it is forgotten', () => {
    stubStorage(new Map())
    expect(store.find()).toBeNull()
    store.keep({ name: 'Ada', seats: [1, 2] })
    expect(store.find()).toEqual({ name: 'Ada', seats: [1, 2] })
    expect(tabStore('other', (kept) => kept).find()).toBeNull()
    store.forget()
    expect(store.find()).toBeNull()
  })

  it.each(['', '{', 'undefined', '{"name":'])('is nothing when %j is stored', (text) => {
    stubStorage(new Map([['draft', text]]))
    expect(store.find()).toBeUndefined()
  })

  it('is nothing when its reader cannot cope with it', () => {
    stubStorage(new Map([['draft', 'null']]))
    expect(tabStore('draft', (kept) => (kept as { name: string }).name).find()).toBeUndefined()
  })

  it('costs only the convenience when the storage is full or forbidden', () => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(() => store.keep(1)).not.toThrow()
    expect(store.find()).toBeUndefined()
    expect(() => store.forget()).not.toThrow()
    // A browser may refuse even to name it.
    vi.stubGlobal('sessionStorage', undefined)
    expect(() => store.keep(1)).not.toThrow()
    expect(store.find()).toBeUndefined()
    expect(() => store.forget()).not.toThrow()
  })
})
