import type { Site } from './site.ts'

interface ProviderSession {
  id: string
  status: string
  payment_status: string
  payment_intent: string | null
  client_reference_id: string | null
}

interface ProviderRefund {
  id: string
  amount: number
  status: string
  /** `refund_id` is our row; a refund made in the dashboard has none. */
  metadata: { refund_id?: string }
}

export interface ProviderCharge {
  payment_intent: string
  session: string | null
  amount: number
  currency: string
  refunds: ProviderRefund[]
}

interface ProviderDispute {
  id: string
  payment_intent: string
  status: string
  amount: number
}

export interface ProviderList {
  sessions: ProviderSession[]
  /** Only those that succeeded. */
  charges: ProviderCharge[]
  disputes: ProviderDispute[]
}

export async function readProviderList(site: Site): Promise<ProviderList> {
  const state = (await site.providerState()) as {
    sessions: ProviderSession[]
    payments: (ProviderCharge & { status: string })[]
    disputes: ProviderDispute[]
  }
  const charges = state.payments.filter(({ status }) => status === 'succeeded')
  return { sessions: state.sessions, charges, disputes: state.disputes }
}

/** In these states the bank has, or keeps, the disputed amount. */
const HOLDING = new Set(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review'])

function isOpen({ status }: ProviderDispute): boolean {
  return HOLDING.has(status)
}

/** Returns what open disputes hold of a payment, and what lost ones have taken, in cents. */
export function takenOf({ disputes }: Pick<ProviderList, 'disputes'>, paymentIntent: string | null): { held: number; lost: number } {
  const own = disputes.filter(({ payment_intent }) => payment_intent === paymentIntent)
  const total = (some: ProviderDispute[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  return { held: total(own.filter(isOpen)), lost: total(own.filter(({ status }) => status === 'lost')) }
}

/** Returns what is left with us of a charge, in cents. */
export function leftThere(provider: ProviderList, { payment_intent, amount, refunds }: ProviderCharge): number {
  const { held, lost } = takenOf(provider, payment_intent)
  const returned = refunds.filter(({ status }) => status === 'succeeded' || status === 'pending')
  return amount - returned.reduce((sum, refund) => sum + refund.amount, 0) - held - lost
}
