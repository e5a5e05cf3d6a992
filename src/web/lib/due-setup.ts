import { getSession } from '#web/lib/session.ts'
import { tryStorage } from '#web/lib/try-storage.ts'

const KEY = 'due-setup'

/**
 * Remembers that the signed-in staff member must first set up their sign-in. Only used for navigation, since the server itself refuses
 * their calls. Stored per account, across tabs.
 */
export const dueSetup = {
  isDue: () => tryStorage(() => localStorage.getItem(KEY) === getSession().id && getSession().id !== null) ?? false,
  keep: (userId: string) => tryStorage(() => localStorage.setItem(KEY, userId)),
  forget: () => tryStorage(() => localStorage.removeItem(KEY)),
}
