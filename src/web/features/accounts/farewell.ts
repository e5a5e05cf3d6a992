import { tabStore } from '#web/lib/tab-store.ts'

/** Tells the next page that the account has just been deleted. Without session storage, only the email does. */
export const farewell = tabStore('farewell', Boolean)
