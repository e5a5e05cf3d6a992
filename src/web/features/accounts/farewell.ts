import { tabStore } from '#web/lib/tab-store.ts'

/** Remembers for the next page that the account has just been deleted. Without storage only the email says so. */
export const farewell = tabStore('farewell', Boolean)
