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

interface ProviderCharge {
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
