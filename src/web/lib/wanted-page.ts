import { tabStore } from '#web/lib/tab-store.ts'

/** The page a visitor asked for before being sent to the login. Without storage they have to find it in the menu. */
export const wantedPage = tabStore('wanted-page', (page) => (typeof page === 'string' ? page : undefined))
