import { afterEach, describe, expect, it, vi } from 'vitest'
import { findInTab, forgetInTab, keepInTab } from './tab-storage.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(kept: Map<string, string>): void {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
}

const asIs = (kept: unknown) => kept

describe('what this tab keeps', () => {
  it('comes back as it was until it is forgotten', () => {
    stubStorage(new Map())
    expect(findInTab('draft', asIs)).toBeUndefined()
    keepInTab('draft', { name: 'Ada', seats: [1, 2] })
    expect(findInTab('draft', asIs)).toEqual({ name: 'Ada', seats: [1, 2] })
    forgetInTab('draft')
    expect(findInTab('draft', asIs)).toBeUndefined()
  })

  it.each(['', '{', 'undefined', '{"name":'])('is nothing when %j stands there', (text) => {
    stubStorage(new Map([['draft', text]]))
    expect(findInTab('draft', asIs)).toBeUndefined()
  })

  it('is nothing when its reader chokes on it', () => {
    stubStorage(new Map([['draft', 'null']]))
    expect(findInTab('draft', (kept) => (kept as { name: string }).name)).toBeUndefined()
  })

  it('costs only the convenience when the storage is full or forbidden', () => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(() => keepInTab('draft', 1)).not.toThrow()
    expect(findInTab('draft', asIs)).toBeUndefined()
    expect(() => forgetInTab('draft')).not.toThrow()
    // A browser may refuse even to name it.
    vi.stubGlobal('sessionStorage', undefined)
    expect(() => keepInTab('draft', 1)).not.toThrow()
    expect(findInTab('draft', asIs)).toBeUndefined()
    expect(() => forgetInTab('draft')).not.toThrow()
  })
})
