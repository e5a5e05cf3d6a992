import { tabStore } from '#web/lib/tab-store.ts'

/** Whether the account was just deleted, which the page that comes next says. Without storage the mail says it. */
export const farewell = tabStore('farewell', Boolean)
