import { post } from '#shared/contract.ts'

/** The card provider delivers its events here, signed. */
export const deliverEvent = post('/webhooks/stripe', { may: 'open' })
