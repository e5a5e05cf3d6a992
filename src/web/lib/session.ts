import { create } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import { forgetTab, tryStorage } from '#web/lib/tab-store.ts'

/**
 * A storage whose record is the session itself, `{"isAuthenticated":true,"id":…}`, without the persist middleware's default wrapper, so
 * that the key `root` has the content of specification §3.
 */
function sessionStorageShape<S extends object>(storage: () => Storage): PersistStorage<S> {
  return {
    getItem: (name) =>
      tryStorage(() => {
        const value: unknown = JSON.parse(storage().getItem(name) ?? 'null')
        return isRecord(value) ? { state: value as S } : null
      }) ?? null,
    setItem: (name, { state }) => tryStorage(() => storage().setItem(name, JSON.stringify(state))),
    removeItem: (name) => tryStorage(() => storage().removeItem(name)),
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)['isAuthenticated'] === 'boolean'
}

export type Session = {
  isAuthenticated: boolean
  id: string | null
  name: string | null
  email: string | null
  profileImage: string | null
}
export type UserRecord = { id: string; name: string; email: string; profileImage?: string | null | undefined }
export type ProfileChanges = { name?: string | null; email?: string | null; profileImage?: string | null }

export const SESSION_KEY = 'root'
export const USER_KEY = 'user'
/** Written and removed at once, to tell other tabs of a sign-out. */
const SIGN_OUT_KEY = 'sign-out'
/** Specification §4. */
export const REHYDRATION_TIMEOUT_MS = 5000

const SIGNED_OUT: Session = { isAuthenticated: false, id: null, name: null, email: null, profileImage: null }

const session = create<Session>()(
  persist(() => SIGNED_OUT, {
    name: SESSION_KEY,
    storage: sessionStorageShape(() => globalThis.localStorage),
    partialize: ({ isAuthenticated, id, name, email, profileImage }) => ({ isAuthenticated, id, name, email, profileImage }),
  }),
)

/** The session as a hook: `useSession((s) => s.name)`. */
export const useSession = session
export const getSession = session.getState
export const onSessionChange = session.subscribe

export function signIn(user: UserRecord): void {
  const record = { id: user.id, name: user.name, email: user.email, profileImage: user.profileImage ?? null }
  session.setState({ isAuthenticated: true, ...record }, true)
  writeUser({ isAuthenticated: true, ...record })
}

/** Clears an expired session. Unsent input stays in the tab, for the way to the login and back. */
export function signOut(): void {
  session.setState(SIGNED_OUT, true)
  writeUser(SIGNED_OUT)
}

/** Signs out a user who is leaving: unsent input is removed from all tabs. */
export function signOutForGood(): void {
  forgetTab()
  tryStorage(() => {
    localStorage.setItem(SIGN_OUT_KEY, '1')
    localStorage.removeItem(SIGN_OUT_KEY)
  })
  signOut()
}

/** Changes only the fields that are present and not empty (specification §4). */
export function updateProfile(changes: ProfileChanges): void {
  const { name, email, profileImage } = changes
  const provided = Object.entries({ name, email, profileImage }).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  session.setState(Object.fromEntries(provided))
  writeUser(session.getState())
}

function writeUser({ isAuthenticated, ...record }: Session): void {
  tryStorage(() => {
    if (isAuthenticated) localStorage.setItem(USER_KEY, JSON.stringify(record))
    else localStorage.removeItem(USER_KEY)
  })
}

/** Resolves when the stored session has been restored, or without it after 5000 ms. */
export function whenRehydrated(timeoutMs = REHYDRATION_TIMEOUT_MS): Promise<void> {
  if (session.persist.hasHydrated()) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    session.persist.onFinishHydration(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Follows a sign-in or sign-out in another tab. */
export function followOtherTabs(target: Window): void {
  target.addEventListener('storage', (event) => {
    if (event.key === SIGN_OUT_KEY) forgetTab()
    if (event.key !== SESSION_KEY && event.key !== null) return
    if (event.newValue === null) session.setState(SIGNED_OUT, true)
    else void session.persist.rehydrate()
  })
}
