import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '../../src/server/lib/db-types.ts'
import { listFaults } from '../../src/server/features/reconciliation/proof.ts'
import { sum, type Books, type Payment, type Refund } from './books.ts'
import { takenOf, type ProviderList } from './provider-list.ts'
import type { Site } from './site.ts'

type Accounts = Record<string, number>

/**
 * Returns where the ledger does not prove itself, and where it differs by a cent from the provider: of each payment what is with us, what
 * disputes hold and have cost, and what is owed.
 */
export async function listLedgerFaults(site: Site, books: Books, provider: ProviderList): Promise<string[]> {
  const rows = await site.server.query<{ receipt_id: string; account: string; cents: string }>(
    `select receipt_id, account, sum(amount_cents) as cents from postings join entries on entries.id = entry_id
     where kind <> 'provider_fee' and receipt_id is not null group by receipt_id, account`,
  )
  const uneven = await site.server.query<{ currency: string }>(
    'select currency from postings group by currency having sum(amount_cents) <> 0',
  )
  const posted = new Map<string, Accounts>()
  for (const { receipt_id, account, cents } of rows) posted.set(receipt_id, { ...posted.get(receipt_id), [account]: Number(cents) })
  return [
    ...uneven.map(({ currency }) => `the postings in ${currency} do not add up to nothing`),
    ...books.payments.flatMap((payment) => paymentFaults(payment, books, provider, posted.get(payment.id) ?? {})),
    ...settledTwice(books.refunds),
    ...(await ownFaults(site, books)),
  ]
}

async function ownFaults(site: Site, { bookings }: Books): Promise<string[]> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...site.server.connection, max: 1 }) }) })
  try {
    const faults = await listFaults(
      db,
      bookings.map(({ id }) => id),
    )
    return faults.map(({ bookingId, fault }) => `ledger of booking ${bookingId}: ${fault}`)
  } finally {
    await db.destroy()
  }
}

function paymentFaults(payment: Payment, { refunds }: Books, provider: ProviderList, posted: Accounts): string[] {
  const own = refunds.filter((row) => row.payment_id === payment.id)
  const wanted = wantedOf(payment, own, provider)
  if (!wanted) return []
  return Object.entries(wanted).flatMap(([account, cents]) => {
    const there = account === 'bank' ? (posted['bank'] ?? 0) + (posted['cash'] ?? 0) : (posted[account] ?? 0)
    return there === cents ? [] : [`payment ${payment.id} (${payment.provider_payment_id}): ${cents} in ${account}, and ${there} posted`]
  })
}

/** Undefined for a card payment that the provider does not know, which is a difference of its own. */
function wantedOf(payment: Payment, own: Refund[], provider: ProviderList): Accounts | undefined {
  const refunds_payable = 0 - owedCents(own)
  const settled = sum(own.filter(({ state }) => state === 'settled').map((row) => row.amount_cents))
  if (payment.provider_payment_id === null) {
    const returned = sum(own.filter(({ state }) => state === 'succeeded').map((row) => row.amount_cents)) + settled
    return { bank: (payment.role === 'voided' ? 0 : payment.amount_cents) - returned, refunds_payable }
  }
  const charge = provider.charges.find(({ payment_intent }) => payment_intent === payment.provider_payment_id)
  if (!charge) return undefined
  const { held, lost } = takenOf(provider, charge.payment_intent)
  const returned = sum(charge.refunds.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount))
  const ended = sum(own.filter(({ state }) => state === 'lost').map((row) => row.amount_cents))
  return {
    provider_clearing: charge.amount - returned - held - lost,
    bank: 0 - settled,
    chargebacks: held,
    dispute_losses: lost - ended,
    refunds_payable,
  }
}

const DONE = new Set(['succeeded', 'settled', 'lost'])

/** Ended without being owed: made outside and failed there, or overtaken by one made outside. */
function isVoid({ state, cause, failure_reason }: Refund): boolean {
  return (state === 'failed' || state === 'canceled') && (cause === 'external' || failure_reason === 'refunded_outside')
}

function owedCents(own: Refund[]): number {
  const isReplaced = (id: string): boolean => own.some((later) => later.replaces === id && (!isVoid(later) || isReplaced(later.id)))
  return sum(own.filter((row) => !DONE.has(row.state) && !isVoid(row) && !isReplaced(row.id)).map((row) => row.amount_cents))
}

/** A refund and those in whose place it stands have at most one good end. */
function settledTwice(refunds: Refund[]): string[] {
  const rowOf = new Map(refunds.map((row) => [row.id, row]))
  const earlierThan = (row: Refund): Refund[] => {
    const earlier = rowOf.get(row.replaces ?? '')
    return earlier ? [earlier, ...earlierThan(earlier)] : []
  }
  return refunds
    .filter((row) => DONE.has(row.state))
    .flatMap((row) =>
      earlierThan(row)
        .filter(({ state }) => DONE.has(state))
        .map(({ id }) => `refund ${id} is settled, and again by ${row.id}`),
    )
}
