import { getSession } from '#web/lib/session.ts'
import { tabStore, tryStorage } from '#web/lib/tab-store.ts'

/**
 * Whether tours can be seen without signing in. The server writes the tag into index.html if OPEN_CATALOGUE is set; otherwise tours require
 * a sign-in (specification §2).
 */
export function isCatalogueOpen(page: Document = document): boolean {
  return page.querySelector<HTMLMetaElement>('meta[name="open-catalogue"]')?.content === '1'
}

/** The page a visitor asked for before being sent to the login. Without storage they have to find it in the menu. */
export const wantedPage = tabStore('wanted-page', (page) => (typeof page === 'string' ? page : undefined))

const SETUP_KEY = 'due-setup'

/**
 * Remembers that the signed-in staff member must first set up their sign-in. Only used for navigation, since the server itself refuses
 * their calls. Stored per account, across tabs.
 */
export const dueSetup = {
  isDue: () => tryStorage(() => localStorage.getItem(SETUP_KEY) === getSession().id && getSession().id !== null) ?? false,
  keep: (userId: string) => tryStorage(() => localStorage.setItem(SETUP_KEY, userId)),
  forget: () => tryStorage(() => localStorage.removeItem(SETUP_KEY)),
}

/**
 * Asks the signed-in user to confirm their identity after a call was refused for lack of it; throws if they do not. main.tsx assigns the
 * dialog, which is loaded on demand.
 */
export const identityPrompt = { confirm: async (_refusal: unknown): Promise<void> => undefined }
