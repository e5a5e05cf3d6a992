import { getSession } from '#web/lib/session.ts'
import { tryStorage } from '#web/lib/try-storage.ts'

const KEY = 'due-setup'

/**
 * Remembers that whoever signed in works here and has to set up their sign-in before anything else (decisions, "Second round").
 * It only leads to the right page: the server refuses the staff's calls by itself. It holds for one account, in all tabs.
 */
export const dueSetup = {
  isDue: () => tryStorage(() => localStorage.getItem(KEY) === getSession().id && getSession().id !== null) ?? false,
  keep: (userId: string) => tryStorage(() => localStorage.setItem(KEY, userId)),
  forget: () => tryStorage(() => localStorage.removeItem(KEY)),
}
