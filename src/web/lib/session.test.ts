import { beforeEach, describe, expect, it, vi } from 'vitest'

const store = new Map<string, string>()
const tab = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  get length() {
    return tab.size
  },
  key: (index: number) => [...tab.keys()][index] ?? null,
  removeItem: (key: string) => void tab.delete(key),
})
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
})

/** Loads a fresh page over the same storage. */
async function load() {
  vi.resetModules()
  return await import('./session.ts')
}
const stored = (key: string): unknown => JSON.parse(store.get(key) ?? 'null')
const ana = { id: '7', name: 'Ana', email: 'ana@example.org', profileImage: null }

beforeEach(() => store.clear())

describe('the session', () => {
  it('is stored under root, and the user record alone under user', async () => {
    const { signIn } = await load()
    signIn(ana)
    expect(stored('root')).toEqual({ isAuthenticated: true, ...ana })
    expect(stored('user')).toEqual(ana)
  })

  it('has no picture when the record has none', async () => {
    const { signIn, getSession } = await load()
    signIn({ id: '7', name: 'Ana', email: 'ana@example.org' })
    expect(getSession().profileImage).toBeNull()
  })

  it('is back after a reload', async () => {
    const first = await load()
    first.signIn(ana)
    const second = await load()
    expect(second.getSession()).toMatchObject({ isAuthenticated: true, id: '7' })
    await second.whenRehydrated()
  })

  it('is cleared by signing out', async () => {
    const { signIn, signOut } = await load()
    signIn(ana)
    signOut()
    expect(stored('root')).toEqual({ isAuthenticated: false, id: null, name: null, email: null, profileImage: null })
    expect(store.has('user')).toBe(false)
  })

  it('leaves what was typed in its tab when it was lost, and nothing after a sign-out', async () => {
    const { signIn, signOut, signOutForGood } = await load()
    signIn(ana)
    tab.set('vehicle-draft', 'what Ana typed')
    signOut()
    expect(tab.size).toBe(1)
    signIn(ana)
    signOutForGood()
    expect(tab.size).toBe(0)
    expect([...store.keys()]).toEqual(['root'])
  })

  it('changes only fields that are provided and not empty', async () => {
    const { signIn, updateProfile, getSession } = await load()
    signIn(ana)
    updateProfile({ name: 'Ana Silva', email: '' })
    expect(getSession()).toMatchObject({ name: 'Ana Silva', email: 'ana@example.org', id: '7' })
    expect(stored('user')).toMatchObject({ name: 'Ana Silva' })
  })

  it('starts signed out when the storage holds nonsense', async () => {
    for (const text of ['{', '"text"', '{"name":"no flag"}', 'null']) {
      store.set('root', text)
      const { getSession } = await load()
      expect(getSession().isAuthenticated).toBe(false)
    }
  })

  it('follows a sign-in and a sign-out in another tab', async () => {
    const { followOtherTabs, getSession } = await load()
    const page = new EventTarget()
    followOtherTabs(page as unknown as Window)
    const tell = (newValue: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key: 'root', newValue }))
    store.set('root', JSON.stringify({ isAuthenticated: true, ...ana }))
    tell(store.get('root') ?? null)
    expect(getSession().isAuthenticated).toBe(true)
    tab.set('vehicle-draft', 'what Ana typed in this tab')
    const signedOut = Object.assign(new Event('storage'), { key: 'sign-out', newValue: '1' })
    page.dispatchEvent(signedOut)
    expect(tab.size).toBe(0)
    store.delete('root')
    tell(null)
    expect(getSession().isAuthenticated).toBe(false)
  })
})
