import { get } from '#shared/contract.ts'

/** A channel of server-sent events (changes.ts). Apart from the desk’s other calls, whose schemas not every page of the console needs. */
export const followChanges = get('/staff/changes', { may: 'console.open' })
