import { tabStore } from '#web/lib/tab-store.ts'

/** The page that a visitor asked for before being sent to the login; without storage they can find it in the menu. */
export const wantedPage = tabStore('wanted-page', (page) => (typeof page === 'string' ? page : undefined))
